// The pages of a kit, drawn from the very file that is downloaded: page one at once, the others when they are seen.

/** The pixels of the screen to one of the page's that a canvas has at most. */
const SHARPEST = 2;
/** The most pixels of a canvas, which old telephones can keep. */
const PIXELS = 4_000_000;

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

  /** Load pdf.js, once, and begin a worker for the next kit: each has its own, which ends with it, and with all that it has gathered. */
  load() {
    this.library ??= import(new URL("pdf.min.mjs", this.folder).href);
    const loaded = this.library.then((library) => {
      library.GlobalWorkerOptions.workerSrc = new URL("pdf.worker.min.mjs", this.folder).href;
      this.worker ??= new library.PDFWorker();
      return library;
    });
    loaded.catch(() => {
      this.library = null;
    });
    return loaded;
  }

  /**
   * Show a kit; resolves with whether it is the newest when its first page is drawn.
   *
   * @param {Uint8Array} file whose buffer pdf.js takes for itself @param {Array<{title: string, role: string}>} pages
   * @returns {Promise<boolean>}
   */
  async show(file, pages) {
    const number = (this.shown += 1);
    const { getDocument } = await this.load();
    if (number !== this.shown) return false;
    const worker = this.worker;
    this.worker = null;
    const task = getDocument({ data: file, worker, isEvalSupported: false });
    const end = () => task.destroy().finally(() => worker.destroy());
    try {
      const document_ = await task.promise;
      const figures = pages.map((page, at) => this._figure(page, at + 1));
      const width = this.place.clientWidth;
      await this._draw(document_, figures[0], 1, Math.min(width, 560));
      if (number !== this.shown) {
        end();
        return false;
      }
      this._leave();
      this._end = end;
      this.document = document_;
      this.place.replaceChildren(...figures);
      this._watch(document_, figures, number);
      return true;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Forget the kit that was shown, with the pixels of its pages, which some browsers keep for long. */
  _leave() {
    this.watcher?.disconnect();
    this.large.close();
    this._end?.();
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
    await this._draw(this.document, sheet, number, sheet.clientWidth).catch(() => {
      if (number === this.number) sheet.textContent = this.words.undrawn(number);
    });
  }

  _watch(document_, figures, shown) {
    this.watcher = new IntersectionObserver(
      (entries, watcher) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          watcher.unobserve(target);
          const number = figures.indexOf(target) + 1;
          this._draw(document_, target, number, target.clientWidth).catch(() => {
            if (shown === this.shown) target.lastElementChild.textContent = this.words.undrawn(number);
          });
        }
      },
      { rootMargin: "300px" },
    );
    for (const figure of figures.slice(1)) this.watcher.observe(figure);
  }

  async _draw(document_, figure, number, width) {
    const page = await document_.getPage(number);
    const natural = page.getViewport({ scale: 1 });
    const sharp = Math.min(Math.max(window.devicePixelRatio, 1), SHARPEST);
    const most = Math.sqrt(PIXELS / (natural.width * natural.height));
    const viewport = page.getViewport({ scale: Math.min((Math.max(width, 160) / natural.width) * sharp, most) });
    const canvas = figure.querySelector("canvas");
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport }).promise;
    page.cleanup();
    figure.dataset.drawn = "";
  }
}
