// The picture of a diagram: drawn anew after every change, saved as SVG, PDF or PNG, and its texts to copy.

import { Problem, Superseded } from "./session.js";
import { pictureRequest } from "./diagram-state.js";
import { complain, fill, say } from "./diagram-words.js";
import { withResolution } from "./png.js";

const MM_PER_INCH = 25.4;
const TYPES = { svg: "image/svg+xml", pdf: "application/pdf", png: "image/png" };
/** The controls that problems are about, by the fields of the question. */
const CONTROLS = { part: "part", caption: "caption", size: "size", theme: "theme", mode: "mode", coordinates: "coordinates", dpi: "dpi" };

const byId = (id) => document.getElementById(id);

/** The picture, beside the page whose state it shows. */
export class Picture {
  /**
   * @param {{data: object, session: object, state: object}} page
   */
  constructor(page) {
    this.page = page;
    this.image = byId("preview");
    for (const each of document.querySelectorAll("[data-save]")) {
      each.addEventListener("click", () => this.save(each.dataset.save));
    }
  }

  /** Draws the picture anew. */
  async draw() {
    const { state } = this.page;
    try {
      const { answer, files } = await this.request("svg", { newest: "diagram" });
      if (state === this.page.state) this.show(answer, files[0]);
    } catch (error) {
      if (state === this.page.state) this.report(error);
    }
  }

  request(format, options) {
    const { data, session, state } = this.page;
    return session.ask("diagram", pictureRequest(data, state, format), options);
  }

  show(answer, svg) {
    this.made = { answer, svg };
    if (this.image.src.startsWith("blob:")) URL.revokeObjectURL(this.image.src);
    this.image.src = URL.createObjectURL(new Blob([svg], { type: TYPES.svg }));
    this.image.alt = answer.alternative;
    const size = { width: round(answer.width), height: round(answer.height) };
    byId("measure").textContent = fill(this.page.data.words.wide, size);
    byId("copy-alternative").value = answer.alternative;
    for (const each of document.querySelectorAll("[data-save]")) each.disabled = false;
    this.clear();
  }

  /** Takes problems away. */
  clear() {
    this.forget();
    this.image.classList.remove("stale");
  }

  /** Takes the problems away, but leaves the picture as it is. */
  forget() {
    say(byId("problem"), "");
    for (const id of Object.values(CONTROLS)) byId(id).removeAttribute("aria-invalid");
  }

  /**
   * Shows why there is no picture.
   * @param {Error} error
   */
  report(error) {
    if (error instanceof Superseded) return;
    this.fade();
    this.complain(error);
  }

  /** Shows the message of an error. */
  complain(error) {
    if (error instanceof Problem) byId(CONTROLS[error.field])?.setAttribute("aria-invalid", "true");
    complain(error, this.page.data.words.details);
  }

  /** Shows that the picture is of something else than the board. */
  fade() {
    this.clear();
    this.image.classList.add("stale");
    if (this.page.session.state?.state !== "loading") byId("measure").textContent = "";
    for (const each of document.querySelectorAll("[data-save]")) each.disabled = true;
  }

  async save(kind) {
    this.forget();
    try {
      const [content, name] = kind === "png" ? await this.png() : await this.file(kind);
      offer(new Blob([content], { type: TYPES[kind] }), name);
      byId("announcement").textContent = fill(this.page.data.words.saved, { name });
    } catch (error) {
      // the picture is there as before, and can be saved once more
      if (!(error instanceof Superseded)) this.complain(error);
    }
  }

  async file(kind) {
    const { answer, files } = await this.request(kind, {});
    return [files[0], answer.name];
  }

  async png() {
    const { answer, files } = await this.request("svg", {});
    const { data, state } = this.page;
    const dpi = Number(state.dpi);
    const [width, height] = [answer.width, answer.height].map((mm) => Math.max(1, Math.round((mm / MM_PER_INCH) * dpi)));
    if (!(dpi > 0) || width * height > data.pixels) {
      const pixels = Number.isFinite(width * height) ? round((width * height) / 1e6) : "?";
      throw new Problem({ line: fill(data.words.too_large, { pixels }), field: "dpi", each: [] });
    }
    const picture = await painted(files[0], width, height);
    const content = withResolution(new Uint8Array(await picture.arrayBuffer()), dpi / (MM_PER_INCH / 1000));
    return [content, answer.name.replace(/svg$/, "png")];
  }
}

/** Returns an SVG painted on white, as a PNG of a width and a height in pixels. */
async function painted(svg, width, height) {
  const text = new TextDecoder().decode(svg);
  // a browser may paint a picture with its own pixels first, and then enlarge it
  const sized = text.replace(/ height="[^"]*mm"/, ` height="${height}"`).replace(/ width="[^"]*mm"/, ` width="${width}"`);
  const address = URL.createObjectURL(new Blob([sized], { type: TYPES.svg }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const paint = canvas.getContext("2d");
    paint.fillStyle = "#ffffff";
    paint.fillRect(0, 0, width, height);
    paint.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas.toBlob"))), TYPES.png);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Gives the visitor a file. */
function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns a number with at most one decimal. */
function round(number) {
  return String(Math.round(number * 10) / 10);
}
