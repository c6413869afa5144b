// The page on which visitors draw a diagram.

import "./language-links.js";
import { Problem, Session, Superseded } from "./session.js";
import { DiagramBoard } from "./diagram-board.js";
import { Picture } from "./diagram-picture.js";
import { OWN, changed, firstRows, fromHash, gameRequest, noPieces, rulesetOf, sameMoment, toHash, toLine } from "./diagram-state.js";
import { button, fill, sentence } from "./diagram-words.js";

/** The key under which the page of a game of one's own stores it. */
const DRAFT = "taflkit.own.draft";
/** How many ms a text stands still before the picture is drawn with it. */
const PAUSE = 250;

const byId = (id) => document.getElementById(id);

class Page {
  constructor(data) {
    this.data = data;
    this.state = fromHash(data, location.hash);
    this.session = new Session(data.root);
    this.session.onstate = (state) => this.loading(state);
    this.board = new DiagramBoard(this);
    this.picture = new Picture(this);
    // the page comes with the picture of the first start
    if (toHash(data, this.state)) this.picture.fade();
    this.listen();
    this.render();
    this.refresh();
    byId("diagram").hidden = false;
    this.own(draft());
  }

  /** Adds the game that the visitor made in this tab to the games, if it can be played. */
  async own(game) {
    if (!game) return;
    const { data } = this;
    try {
      const request = { own: game, root: data.root, language: data.language };
      const { answer } = await this.session.ask("boards", request);
      data.own = game;
      data.games[OWN] = answer;
    } catch (error) {
      if (error instanceof Problem) return;
      throw error;
    }
    byId("game").append(new Option(fill(data.words.own, { title: data.games[OWN].title }), OWN));
    if (!new URLSearchParams(location.hash.slice(1)).get("game")?.startsWith(OWN)) return;
    this.state = fromHash(data, location.hash);
    this.render();
    this.refresh();
  }

  /**
   * Changes the diagram, its address and all that shows it.
   * @param {object} change
   * @param {boolean} replace whether the address takes the place of the last one
   */
  update(change, replace = false) {
    this.state = changed(this.data, this.state, change);
    if (replace) history.replaceState(null, "", this.address());
    else history.pushState(null, "", this.address());
    this.render();
    this.refresh();
  }

  address() {
    const hash = toHash(this.data, this.state);
    return hash ? `#${hash}` : location.pathname + location.search;
  }

  async refresh() {
    try {
      if (!(await this.board.refresh())) {
        if (!this.board.heard) this.without();
        return;
      }
      this.moves();
      this.texts();
      this.marks();
      await this.picture.draw();
      await this.board.explain();
      this.marks();
    } catch (error) {
      this.picture.report(error);
    }
  }

  /** Shows that there is no game: the texts of the last one would be wrong. */
  without() {
    this.picture.fade();
    this.moves();
    this.texts();
    this.marks();
  }

  loading({ state, fault }) {
    const { words } = this.data;
    if (state === "loading") byId("status").textContent = words.loading;
    // after another start there may be no new request
    if (state === "ready" && byId("status").textContent === words.loading) this.board.status();
    if (state === "failed") {
      byId("status").textContent = words.failed;
      this.picture?.report(fault);
    }
  }

  // --- What shows the state

  render() {
    const { data, state } = this;
    byId("game").value = state.game;
    this.rulesets();
    this.board.shape();
    byId("side").value = state.rows ? state.side : rulesetOf(data, state).first;
    for (const name of ["last", "coordinates"]) byId(name).checked = state[name];
    for (const name of ["caption", "part", "theme", "mode", "size", "dpi"]) {
      if (byId(name).value !== state[name]) byId(name).value = state[name];
    }
    byId("last").disabled = state.at === 0;
    byId("copy-link").value = location.href;
  }

  rulesets() {
    const { data, state } = this;
    const { rulesets } = data.games[state.game];
    if (this.listed !== state.game) {
      byId("rules").replaceChildren(...rulesets.map(({ name, title }) => new Option(title, name)));
      this.listed = state.game;
    }
    byId("rules").value = state.rules;
    const ruleset = rulesetOf(data, state);
    const place = byId("variations");
    place.hidden = !ruleset.variations.length;
    if (this.varied !== ruleset) {
      place.replaceChildren(place.firstElementChild, ...ruleset.variations.map((each) => this.variation(...each)));
      this.varied = ruleset;
    }
    for (const box of place.querySelectorAll("input")) box.checked = state.variations.includes(box.value);
    for (const image of document.querySelectorAll("img[data-letter]")) image.src = ruleset.board.pieces[image.dataset.letter];
  }

  variation(name, title) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    Object.assign(box, { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      const chosen = [...byId("variations").querySelectorAll("input:checked")].map((each) => each.value);
      this.update({ variations: chosen });
    });
    label.append(box, " ", textIn("span", title));
    return label;
  }

  moves() {
    const { state } = this;
    const { words } = this.data;
    const turns = (this.board.heard?.moments ?? []).slice(1).map((moment) => moment.turn);
    byId("no-moves").hidden = turns.length > 0;
    fillList(byId("moves"), turns, (turn, number) => {
      const made = button(turn.written, () => this.update({ at: number + 1 }), "diagram-move");
      made.setAttribute("aria-label", fill(words.at, { move: turn.written, number: number + 1, text: turn.sentence }));
      if (number + 1 === state.at) made.setAttribute("aria-current", "step");
      return made;
    });
    byId("begin").disabled = state.at === 0;
    byId("back").disabled = state.at === 0;
    byId("on").disabled = state.at >= state.record.length;
  }

  marks() {
    const { state } = this;
    const { words } = this.data;
    const each = [
      ...state.moves.map((move) => ["moves", move, fill(words.arrow, { move })]),
      ...state.refused.map((move) => ["refused", move, fill(words.cross, { move, why: this.board.why(move) }).replace(/: $/, "")]),
      ...state.of.map((square) => ["of", square, fill(words.dots, { square })]),
    ];
    byId("no-marks").hidden = each.length > 0;
    byId("clear").disabled = each.length === 0;
    fillList(byId("marks"), each, ([name, value, what]) => {
      const made = button("", () => this.update({ [name]: state[name].filter((other) => other !== value) }), "diagram-remove");
      const cross = textIn("span", "×");
      cross.setAttribute("aria-hidden", "true");
      const label = textIn("span", fill(words.remove, { what }));
      label.className = "visually-hidden";
      made.append(cross, label);
      return [textIn("span", what), made];
    });
  }

  texts() {
    if (!this.board.heard) {
      for (const id of ["copy-line", "copy-toml", "copy-alternative"]) byId(id).value = "";
      return;
    }
    const { moments } = this.board.heard;
    const { rows, line } = moments[this.state.at];
    const unsided = this.state.rows && !this.state.side && !this.state.record.length;
    byId("copy-line").value = unsided ? toLine(rows, "") : line;
    byId("copy-toml").value = `start = """\n${rows.join("\n")}\n"""`;
    byId("copy-toml").rows = rows.length + 2;
  }

  // --- What changes the state

  listen() {
    addEventListener("popstate", () => {
      // a way within the page, as to its content, is no diagram
      if (location.hash && !location.hash.includes("=")) {
        history.replaceState(null, "", this.address());
        return;
      }
      this.state = fromHash(this.data, location.hash);
      this.render();
      this.refresh();
    });
    for (const way of document.querySelectorAll('input[name="way"]')) {
      way.addEventListener("change", () => {
        this.board.work(way.value);
        this.refresh();
      });
    }
    for (const name of ["game", "rules", "theme", "mode"]) {
      byId(name).addEventListener("change", (event) => this.update({ [name]: event.target.value }));
    }
    for (const name of ["last", "coordinates"]) {
      byId(name).addEventListener("change", (event) => this.update({ [name]: event.target.checked }));
    }
    for (const name of ["caption", "part", "size", "dpi"]) {
      byId(name).addEventListener("input", (event) => this.later({ [name]: event.target.value }));
    }
    this.buttons();
  }

  buttons() {
    const press = (id, change) => byId(id).addEventListener("click", () => this.update(change(this.state)));
    press("begin", () => ({ at: 0 }));
    press("back", ({ at }) => ({ at: Math.max(0, at - 1) }));
    press("on", ({ at, record }) => ({ at: Math.min(record.length, at + 1) }));
    press("clear", () => ({ moves: [], refused: [], of: [] }));
    press("start", () => ({ rows: null, side: "", record: [], at: 0 }));
    press("empty", (state) => ({ rows: noPieces(this.data, state), side: byId("side").value, record: [], at: 0 }));
    byId("side").addEventListener("change", (event) => {
      const rows = this.state.rows ?? firstRows(this.data, this.state);
      this.update({ rows: this.state.record.length ? this.board.board.position : rows, side: event.target.value, record: [], at: 0 });
    });
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("line"));
    });
  }

  /** Shows the position or the game that somebody typed. */
  async typed(area) {
    area.removeAttribute("aria-invalid");
    const { state } = this;
    const isPast = () => !sameMoment(this.data, state, this.state);
    try {
      const { answer } = await this.session.ask("read", { ...gameRequest(this.data, { ...state, rows: null }), text: area.value });
      if (isPast()) return;
      this.update({ ...answer, at: answer.record.length });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (isPast()) return;
      area.setAttribute("aria-invalid", "true");
      this.board.refuse(sentence(error.line));
    }
  }

  /** Changes the diagram once a text stands still. */
  later(change) {
    clearTimeout(this.waiting);
    this.pending = { ...this.pending, ...change };
    this.waiting = setTimeout(() => {
      const pending = this.pending;
      this.pending = {};
      this.update(pending, true);
    }, PAUSE);
  }
}

/** Returns the name and the text of the game that is made in this tab, or null. */
function draft() {
  try {
    const { name, text } = JSON.parse(sessionStorage.getItem(DRAFT));
    return { name, text };
  } catch {
    // there is none, or the browser stores nothing for pages
    return null;
  }
}

/** Returns an element with a text. */
function textIn(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Fills a list with an item for each entry; the focus stays on the item of its number. */
function fillList(list, entries, make) {
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(
    ...entries.map((entry, number) => {
      const item = document.createElement("li");
      item.append(...[make(entry, number)].flat());
      return item;
    }),
  );
  if (focused >= 0) list.children[Math.min(focused, entries.length - 1)]?.querySelector("button")?.focus();
}

const page = new Page(JSON.parse(byId("diagram-data").textContent));

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (!(event.reason instanceof Superseded)) page.picture.report(event.reason);
});
