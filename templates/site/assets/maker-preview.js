// The pages of a kit, drawn from the very file that is downloaded: page one at once, the others when they are seen.

/** The pixels of the screen to one of the page's that a canvas has at most. */
const SHARPEST = 2;
/** The most pixels of a canvas, which old telephones can keep. */
const PIXELS = 4_000_000;
/** The ms without a request after which the worker that draws a kit ends: it holds some 30 MB. */
const REST = 2_000;

/** Shows kits in a place of the page; each takes the place of the one before when its first page is drawn. */
export class Preview {
  /**
   * @param {HTMLElement} place
   * @param {URL} folder of pdf.js
   * @param {HTMLDialogElement} large in which a page is shown large, with buttons for the page before and behind
   * @param {{caption: (page: object, number: number) => string, undrawn: (number: number) => string}} words
   */
  constructor(place, folder, large, words) {
    this.place = place;
    this.large = large;
    for (const button of large.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this._enlarge(this.number + Number(button.dataset.step)));
    }
    large.addEventListener("keydown", ({ key }) => {
      const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1, Home: -Infinity, End: Infinity }[key];
      if (step) this._enlarge(this.number + step);
    });
    this.folder = folder;
    this.words = words;
    this.shown = 0;
  }

  /** Begin what draws the next kit, in the place of the one before, whose pages that are drawn stay. */
  begin() {
    this.watcher?.disconnect();
    this.drawing?.end();
    this.next ??= new Drawing(this.folder);
  }

  /**
   * Show a kit; resolves with whether it is the newest when its first page is drawn.
   *
   * @param {Blob} file @param {Array<{title: string, role: string}>} pages
   * @returns {Promise<boolean>}
   */
  async show(file, pages) {
    const number = (this.shown += 1);
    this.begin();
    const drawing = this.next;
    this.next = null;
    drawing.file = file;
    try {
      const figures = pages.map((page, at) => this._figure(page, at + 1));
      const width = this.place.clientWidth;
      await this._draw(drawing, figures[0], 1, Math.min(width, 560));
      if (number !== this.shown) {
        drawing.end();
        return false;
      }
      this._leave();
      this.drawing = drawing;
      this.place.replaceChildren(...figures);
      this._watch(drawing, figures, number);
      return true;
    } catch (error) {
      drawing.end();
      throw error;
    }
  }

  /** Forget the kit that was shown, with the pixels of its pages, which some browsers keep for long. */
  _leave() {
    this.large.close();
    for (const canvas of this.place.querySelectorAll("canvas")) canvas.width = canvas.height = 0;
  }

  _figure(page, number) {
    const figure = document.createElement("figure");
    figure.className = number === 1 ? "page first" : "page";
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${this.words.caption(page, number)}. ${page.title}`);
    canvas.width = 420;
    canvas.height = Math.round((420 * page.height) / page.width);
    const caption = document.createElement("figcaption");
    caption.textContent = this.words.caption(page, number);
    const button = document.createElement("button");
    button.type = "button";
    button.append(canvas);
    button.addEventListener("click", () => this._enlarge(number));
    figure.append(button, caption);
    return figure;
  }

  /** Show a page as wide as the window allows; a number before the first or behind the last is that of these. */
  async _enlarge(wanted) {
    const figures = [...this.place.children];
    const number = Math.min(Math.max(wanted, 1), figures.length);
    this.number = number;
    this.large.querySelector("[data-title]").textContent = figures[number - 1].lastElementChild.textContent;
    if (!this.large.open) this.large.showModal();
    const sheet = document.createElement("div");
    const canvas = document.createElement("canvas");
    const small = figures[number - 1].querySelector("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", small.getAttribute("aria-label"));
    Object.assign(canvas, { width: small.width, height: small.height });
    sheet.append(canvas);
    this.large.querySelector("[data-page]").replaceChildren(sheet);
    this.large.scrollTop = 0;
    await this._draw(this.drawing, sheet, number, sheet.clientWidth).catch(() => {
      if (number === this.number) sheet.textContent = this.words.undrawn(number);
    });
  }

  _watch(drawing, figures, shown) {
    this.watcher = new IntersectionObserver(
      (entries, watcher) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          watcher.unobserve(target);
          const number = figures.indexOf(target) + 1;
          this._draw(drawing, target, number, target.clientWidth).catch(() => {
            if (shown === this.shown) target.lastElementChild.textContent = this.words.undrawn(number);
          });
        }
      },
      { rootMargin: "300px" },
    );
    for (const figure of figures.slice(1)) this.watcher.observe(figure);
  }

  async _draw(drawing, figure, number, width) {
    const sharp = Math.min(Math.max(window.devicePixelRatio, 1), SHARPEST);
    const bitmap = await drawing.draw({ number, width: Math.max(width, 160) * sharp, most: PIXELS });
    const canvas = figure.querySelector("canvas");
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d", { alpha: false }).drawImage(bitmap, 0, 0);
    bitmap.close();
    figure.dataset.drawn = "";
  }
}

/** Draws the pages of one kit, in a worker that ends when it has nothing to do, and begins again when it has. */
class Drawing {
  /** @param {URL} folder of pdf.js, which is loaded at once */
  constructor(folder) {
    this.folder = folder;
    this.file = null;
    this.number = 0;
    this.asked = new Map();
    this._begin();
  }

  _begin() {
    this.worker = new Worker(new URL("drawing.js", import.meta.url), { type: "module", name: "drawing" });
    this.worker.onmessage = ({ data: { id, error, bitmap } }) => {
      const { resolve, reject } = this.asked.get(id) ?? {};
      // pdf.js has messages of its own
      if (!this.asked.delete(id)) return;
      if (error) reject(new Error(error));
      else resolve(bitmap);
      if (!this.asked.size) this.rest = setTimeout(() => this._stop(), REST);
    };
    this.worker.onerror = (event) => this._break(event.message);
    this.worker.postMessage({ folder: this.folder.href });
  }

  /** @returns {Promise<ImageBitmap>} a page of the file, for a request that drawing.js knows */
  async draw(page) {
    if (!this.broken) await (this.opened ??= this._open());
    return this._ask(page);
  }

  async _open() {
    if (!this.worker) this._begin();
    const content = await this.file.arrayBuffer();
    await this._ask({ content }, [content]);
  }

  async _ask(request, transfer = []) {
    if (this.broken) throw this.broken;
    clearTimeout(this.rest);
    return new Promise((resolve, reject) => {
      const id = (this.number += 1);
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...request }, transfer);
    });
  }

  _stop() {
    this.worker?.terminate();
    this.worker = this.opened = null;
  }

  _break(reason) {
    this.broken = new Error(reason);
    for (const { reject } of this.asked.values()) reject(this.broken);
  }

  end() {
    clearTimeout(this.rest);
    this._break("ended");
    this._stop();
  }
}
