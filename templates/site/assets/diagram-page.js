// The page on which visitors draw a diagram.

import { Superseded } from "./session.js";
import { Page, fillList, textIn } from "./diagram.js";
import { Picture } from "./diagram-picture.js";
import { firstRows, noPieces, rulesetOf, toHash } from "./diagram-state.js";
import { button, fill } from "./diagram-words.js";

/** How many ms a text stands still before the picture is drawn with it. */
const PAUSE = 250;

const byId = (id) => document.getElementById(id);

class DiagramPage extends Page {
  begin() {
    this.picture = new Picture(this);
    // the page comes with the picture of the first start
    if (toHash(this.data, this.state)) this.picture.fade();
  }

  async show() {
    this.marks();
    await this.picture.draw();
    await this.board.explain();
    this.marks();
  }

  without() {
    this.picture.fade();
    super.without();
    this.marks();
  }

  report(error) {
    if (!(error instanceof Superseded)) this.picture.report(error);
  }

  offers(move) {
    const shown = { last: false, moves: [], refused: [move], of: [] };
    return [button(this.data.words.show_refused, () => this.update(shown), "button second diagram-offer")];
  }

  render() {
    super.render();
    const { data, state } = this;
    byId("side").value = state.rows ? state.side : rulesetOf(data, state).first;
    for (const name of ["last", "coordinates"]) byId(name).checked = state[name];
    for (const name of ["caption", "part", "theme", "mode", "size", "dpi"]) {
      if (byId(name).value !== state[name]) byId(name).value = state[name];
    }
    byId("last").disabled = state.at === 0;
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
    super.texts();
    const { heard } = this.board;
    if (!heard) {
      for (const id of ["copy-toml", "copy-alternative"]) byId(id).value = "";
      return;
    }
    const { rows } = heard.moments[this.state.at];
    byId("copy-toml").value = `start = """\n${rows.join("\n")}\n"""`;
    byId("copy-toml").rows = rows.length + 2;
  }

  // --- What changes the state

  listen() {
    super.listen();
    for (const way of document.querySelectorAll('input[name="way"]')) {
      way.addEventListener("change", () => {
        this.board.work(way.value);
        this.refresh();
      });
    }
    for (const name of ["theme", "mode"]) {
      byId(name).addEventListener("change", (event) => this.update({ [name]: event.target.value }));
    }
    for (const name of ["last", "coordinates"]) {
      byId(name).addEventListener("change", (event) => this.update({ [name]: event.target.checked }));
    }
    for (const name of ["caption", "part", "size", "dpi"]) {
      byId(name).addEventListener("input", (event) => this.later({ [name]: event.target.value }));
    }
    this.press("clear", () => ({ moves: [], refused: [], of: [] }));
    this.press("start", () => ({ rows: null, side: "", record: [], at: 0 }));
    this.press("empty", (state) => ({ rows: noPieces(this.data, state), side: byId("side").value, record: [], at: 0 }));
    byId("side").addEventListener("change", (event) => {
      const rows = this.state.rows ?? firstRows(this.data, this.state);
      this.update({ rows: this.state.record.length ? this.board.board.position : rows, side: event.target.value, record: [], at: 0 });
    });
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

new DiagramPage(JSON.parse(byId("diagram-data").textContent));
