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
   * @param {{caption: (page: object, number: number) => string, undrawn: (number: number) => string}} words
   */
  constructor(place, folder, words) {
    this.place = place;
    this.folder = folder;
    this.words = words;
    this.shown = 0;
  }

  /** Load pdf.js, once. */
  load() {
    this.library ??= import(new URL("pdf.min.mjs", this.folder).href).then((library) => {
      library.GlobalWorkerOptions.workerSrc = new URL("pdf.worker.min.mjs", this.folder).href;
      // one worker for all kits
      this.worker = new library.PDFWorker();
      return library;
    });
    this.library.catch(() => {
      this.library = null;
    });
    return this.library;
  }

  /**
   * Show a kit; resolves with whether it is the newest when its first page is drawn.
   *
   * @param {Uint8Array} file @param {Array<{title: string, role: string}>} pages
   * @returns {Promise<boolean>}
   */
  async show(file, pages) {
    const number = (this.shown += 1);
    const { getDocument } = await this.load();
    if (number !== this.shown) return false;
    // pdf.js takes the buffer for itself
    const task = getDocument({ data: file.slice(0), worker: this.worker, isEvalSupported: false });
    const document_ = await task.promise;
    const figures = pages.map((page, at) => this._figure(page, at + 1));
    const width = this.place.clientWidth;
    await this._draw(document_, figures[0], 1, Math.min(width, 560));
    if (number !== this.shown) {
      task.destroy();
      return false;
    }
    this._leave();
    this.task = task;
    this.place.replaceChildren(...figures);
    this._watch(document_, figures, number);
    return true;
  }

  /** Forget the kit that was shown, with the pixels of its pages, which some browsers keep for long. */
  _leave() {
    this.watcher?.disconnect();
    this.task?.destroy();
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
    figure.append(canvas, caption);
    return figure;
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
