// What the pages share on which games are played on a board: its state, its address, its moves, and what is copied.

import "./language-links.js";
import { Problem, Session, Superseded } from "./session.js";
import { DiagramBoard } from "./diagram-board.js";
import { changed, fromHash, gameRequest, rulesetOf, sameMoment, toHash, toLine } from "./diagram-state.js";
import { button, complain, fill, sentence } from "./diagram-words.js";
import { OWN, draft, packed, unpacked } from "./own-game.js";
import { limit } from "./own-text.js";

const byId = (id) => document.getElementById(id);

/** A page with a board, for the games and the positions of its state; a page's own kind adds what else it shows. */
export class Page {
  constructor(data) {
    this.data = data;
    this.state = fromHash(data, location.hash);
    this.session = new Session(data.root);
    this.session.onstate = (state) => this.loading(state);
    this.board = new DiagramBoard(this);
    this.begin();
    this.listen();
    this.render();
    this.refresh();
    byId("diagram").hidden = false;
    this.own();
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      this.report(event.reason);
    });
  }

  /** Makes what else the page has, before anything is shown. */
  begin() {}

  /** Shows what else there is of the game on the board. */
  async show() {}

  /** Returns the buttons beside a refused move. */
  offers() {
    return [];
  }

  /** Shows an error. */
  report(error) {
    if (!(error instanceof Superseded)) complain(error, this.data.words.details);
  }

  /** Adds the game of one's own that the address has, or else the one that is made in this browser, to the games. */
  async own() {
    const { data } = this;
    const named = new URLSearchParams(location.hash.slice(1));
    const written = named.get(OWN);
    const isChosen = named.get("game") === OWN;
    if (data.own && (!written || written === data.own.packed)) return;
    const game = written ? await unpacked(written) : draft();
    if (!game) {
      if (isChosen) this.board.refuse(written ? data.words.unread : data.words.unlinked);
      return;
    }
    try {
      const request = { own: game, root: data.root, language: data.language };
      const { answer } = await this.session.ask("boards", request);
      data.own = { ...game, packed: written ?? (await packed(game)) };
      data.games[OWN] = answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (isChosen) this.board.refuse(fill(data.words.wrong, { problem: error.line }));
      return;
    }
    const select = byId("game");
    const listed = [...select.options].find(({ value }) => value === OWN) ?? select.appendChild(new Option("", OWN));
    listed.text = fill(data.words.own, { title: data.games[OWN].title });
    // the rulesets of an earlier one are not its own
    this.listed = this.varied = null;
    if (!isChosen) return;
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
    // in a frame, the way back is that of the page around it
    if (replace || document.documentElement.matches(".embed")) history.replaceState(null, "", this.address());
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
      await this.show();
    } catch (error) {
      this.report(error);
    }
  }

  /** Shows that there is no game: the texts of the last one would be wrong. */
  without() {
    this.moves();
    this.texts();
  }

  loading({ state, fault }) {
    const { words } = this.data;
    if (state === "loading") byId("status").textContent = words.loading;
    // after another start there may be no new request
    if (state === "ready" && byId("status").textContent === words.loading) this.board.status();
    if (state === "failed") {
      byId("status").textContent = words.failed;
      this.report(fault);
    }
  }

  // --- What shows the state

  render() {
    const { data, state } = this;
    byId("game").value = state.game;
    this.rulesets();
    this.board.shape();
    byId("copy-link").value = state.game === OWN && !data.own.packed ? data.words.unlinkable : location.href;
    for (const each of document.querySelectorAll("[data-with-game]")) each.hash = location.hash;
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

  texts() {
    const { board, state } = this;
    const moment = board.heard?.moments[state.at];
    const unsided = state.rows && !state.side && !state.record.length;
    byId("copy-line").value = moment ? (unsided ? toLine(moment.rows, "") : moment.line) : "";
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
      this.own();
    });
    for (const name of ["game", "rules"]) {
      byId(name).addEventListener("change", (event) => this.update({ [name]: event.target.value }));
    }
    this.press("begin", () => ({ at: 0 }));
    this.press("back", ({ at }) => ({ at: Math.max(0, at - 1) }));
    this.press("on", ({ at, record }) => ({ at: Math.min(record.length, at + 1) }));
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("line"));
    });
    const { most, lines, words } = this.data;
    limit(byId("line"), (text) => text.length > most || text.split("\n", lines + 1).length > lines, () => {
      byId("line").setAttribute("aria-invalid", "true");
      this.board.refuse(words.pasted);
    });
    for (const each of document.querySelectorAll("[data-copy]")) {
      each.addEventListener("click", () => this.copy(byId(each.dataset.copy)));
    }
  }

  /** Has a button change the diagram. */
  press(id, change) {
    byId(id).addEventListener("click", () => this.update(change(this.state)));
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

  /** Copies the text of a field. */
  async copy(area) {
    const { words } = this.data;
    try {
      await navigator.clipboard.writeText(area.value);
      byId("announcement").textContent = words.copied;
    } catch {
      // without a secure address there is no clipboard
      area.focus();
      area.select();
      byId("announcement").textContent = words.not_copied;
    }
  }
}

/** Returns an element with a text. */
export function textIn(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Fills a list with an item for each entry; the focus stays on the item of its number. */
export function fillList(list, entries, make) {
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
