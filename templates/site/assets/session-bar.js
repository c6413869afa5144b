// The bar at the foot of a page that calls Python: how far it is, a way to stop it, and the way to the ready kits.

/** After how many ms it is shown, so that nothing flickers. */
const LATE = { loading: 300, busy: 1_500 };
/** How megabytes are written. */
const FORMAT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Shows the states of a session in the element #session of session.html.j2; nothing on a page without it. */
export class SessionBar {
  /** @param {HTMLElement|null} place @param {() => void} cancel */
  constructor(place, cancel) {
    this.place = place;
    if (!place) return;
    this.line = place.querySelector("[data-line]");
    this.progress = place.querySelector("progress");
    this.cancel = place.querySelector("button");
    this.kits = place.querySelector("a");
    this.cancel.addEventListener("click", cancel);
  }

  /** @param {{state: "loading"|"ready"|"busy"|"failed", part: string, fault?: {line: string}}} state of the session */
  show({ state, part, fault }) {
    if (!this.place) return;
    clearTimeout(this.timer);
    const works = state in LATE;
    const failed = state === "failed" && part !== "cancelled";
    this.cancel.hidden = this.progress.hidden = !works;
    if (this.kits) this.kits.hidden = !failed;
    this.line.textContent = works ? this.place.dataset[state] : (fault?.line ?? "");
    this.progress.removeAttribute("value");
    if (!works) this.place.hidden = !failed;
    else this.timer = setTimeout(() => (this.place.hidden = false), this.place.hidden ? LATE[state] : 0);
  }

  /** Show how many bytes are loaded. @param {{loaded: number, total: number}} bytes */
  count({ loaded, total }) {
    if (!this.place) return;
    const { loading, bytes } = this.place.dataset;
    const [done, all] = [loaded, total].map((each) => (each / 1e6).toLocaleString(document.documentElement.lang, FORMAT));
    this.line.textContent = loaded < total ? bytes.replace("{loaded}", done).replace("{total}", all) : loading;
    if (loaded < total) this.progress.value = loaded / total;
    else this.progress.removeAttribute("value");
  }
}
