// The form of a game of one's own: what it shows of a game, and the game that it gives.

import { Board, pieceOn } from "./board.js";
import { bare, cornerSquares, counts, largestCorner, middle, mirrored, put, resized } from "./own-rows.js";
import { filled, option } from "./own-words.js";

/** The pieces that keys put on the square with the focus, besides those of the page's language. */
const KEYS = { t: "t", T: "T", K: "K", ".": ".", Delete: ".", Backspace: "." };

/** The part of the page that shows a game as a form; it holds no rule. */
export class GameForm {
  /**
   * @param {HTMLFormElement} element
   * @param {object} data of the page: words, labels, pictures and the game that is shown
   * @param {{onchange: (flag: string) => void, onruleset: (name: string) => void}} calls
   */
  constructor(element, data, { onchange, onruleset }) {
    this.element = element;
    this.data = data;
    this.words = data.words.board;
    const keys = { ...KEYS, ...Object.fromEntries(Object.entries(data.keys).map(([piece, key]) => [key, piece])) };
    this.onchange = onchange;
    this.form = data.shown.form;
    this.face = data.face;
    this.flags = [...element.querySelectorAll("[data-flag]")];
    this.board = new Board(this.at("board"), {
      ...this.shapeOf(this.form),
      labels: data.labels,
      onpress: (square) => this.press(square, this.chosen("piece")),
      onkey: (square, key) => key in keys && (this.press(square, keys[key], true), true),
    });
    this.listen(onruleset);
    this.show(data.shown);
  }

  at(id) {
    return this.element.querySelector(`#${id}`);
  }

  chosen(name) {
    return this.element.querySelector(`input[name="${name}"]:checked`)?.value;
  }

  listen(onruleset) {
    for (const id of ["title", "rules-name", "source"]) this.at(id).addEventListener("input", () => this.onchange(""));
    for (const id of ["corners", "throne"]) this.at(id).addEventListener("change", () => this.changed());
    this.at("size").addEventListener("change", () => this.resize(Number(this.at("size").value)));
    this.at("clear").addEventListener("click", () => this.setRows(bare(this.board.size)));
    this.at("ruleset").addEventListener("change", () => onruleset(this.at("ruleset").value));
    for (const flag of this.flags) flag.addEventListener("change", () => this.onchange(flag.dataset.flag));
  }

  // --- What the visitor does

  /** Puts a piece on a square and on those that mirror it; by a press, the piece that stands there is taken away. */
  press(square, letter, always = false) {
    if (!this.rows) return;
    const many = letter === "K" ? 1 : Number(this.chosen("mirror"));
    const there = pieceOn(this.rows, square);
    const put_ = !always && there === letter ? "." : letter;
    this.setRows(put(this.rows, mirrored(square, this.board.size, many), put_));
  }

  resize(size) {
    const side = Math.min(Number(this.at("corners").value || 1), largestCorner(size));
    this.listCorners(size, side);
    this.setRows(this.rows ? resized(this.rows, size) : bare(size));
  }

  setRows(rows) {
    this.rows = rows;
    this.changed();
  }

  changed() {
    this.drawBoard(this.read());
    this.onchange("");
  }

  /** Returns what the form says; null for what it cannot show and nobody changed. */
  read() {
    const text = (id, shown) => (this.at(id).value === "" && shown === null ? null : this.at(id).value);
    const corners = this.at("corners").value;
    const values = this.flags.map((flag) => [flag.dataset.flag, this.chosen(flag.dataset.flag)]);
    return {
      title: text("title", this.form.title),
      rows: this.rows,
      corners: corners === "" ? null : Number(corners),
      throne: this.at("throne").indeterminate ? null : this.at("throne").checked,
      ruleset: this.form.ruleset,
      rulesets: this.form.rulesets,
      rules_title: text("rules-name", this.form.rules_title),
      source: text("source", this.form.source),
      values: Object.fromEntries(values.filter(([, value]) => value)),
    };
  }

  // --- What is shown

  /** Waits until a text is read that the form does not show yet: what it says would undo the text. */
  wait() {
    for (const part of this.element.querySelectorAll("[data-form]")) part.inert = true;
  }

  /** @param {object} shown a game as Python answers it; its form may be null */
  show(shown) {
    this.wait();
    if (!shown.form) return;
    for (const part of this.element.querySelectorAll("[data-form]")) part.inert = false;
    if (Object.keys(shown.face).length) this.face = shown.face;
    this.form = shown.form;
    this.rows = shown.form.rows;
    set(this.at("title"), shown.form.title);
    set(this.at("rules-name"), shown.form.rules_title);
    set(this.at("source"), shown.form.source);
    const size = this.rows?.length ?? this.board.size;
    this.listCorners(size, shown.form.corners);
    this.at("size").value = this.rows ? String(size) : "";
    this.at("throne").indeterminate = shown.form.throne === null;
    this.at("throne").checked = shown.form.throne ?? false;
    this.listRulesets(shown.form);
    for (const flag of this.flags) {
      for (const radio of flag.querySelectorAll("input")) {
        radio.checked = radio.value === shown.form.values[flag.dataset.flag];
      }
    }
    this.drawBoard(shown.form);
  }

  listCorners(size, side) {
    const { corners_0: none, corners_1: four, corners_more: more, unshown_key: unshown } = this.words;
    const labels = Array.from({ length: largestCorner(size) + 1 }, (_, block) => [none, four][block] ?? filled(more, { side: block }));
    const options = labels.map((label, block) => option(String(block), label));
    if (side === null) options.unshift(option("", unshown));
    this.at("corners").replaceChildren(...options);
    this.at("corners").value = side === null ? "" : String(side);
  }

  listRulesets({ rulesets, ruleset }) {
    this.at("ruleset-field").hidden = rulesets.length < 2;
    this.at("ruleset").replaceChildren(...rulesets.map((name) => option(name, name)));
    this.at("ruleset").value = ruleset;
  }

  shapeOf({ rows, corners, throne, values }) {
    const size = rows?.length ?? this.board?.size ?? 7;
    const pieces = Object.entries(this.data.pictures).map(([kind, names]) => [this.letter(kind), names[this.face[kind]]]);
    return {
      size,
      corners: cornerSquares(size, corners ?? 0),
      throne: throne === false ? "" : middle(size),
      surface: values.surface ?? "squares",
      pieces: Object.fromEntries(pieces),
      name: filled(this.words.name, { size }),
    };
  }

  letter(kind) {
    return { attacker: "t", defender: "T", king: "K" }[kind] ?? kind;
  }

  /** Draws the board anew where its shape is another, and else its pieces alone, which keeps the focus. */
  drawBoard(form) {
    const shape = this.shapeOf(form);
    const written = JSON.stringify(shape);
    if (written !== this.shape) {
      this.board.shape(shape);
      this.shape = written;
      for (const image of this.element.querySelectorAll("[data-picture]")) {
        image.src = shape.pieces[image.dataset.picture];
      }
    }
    this.at("board").classList.toggle("own-unshown", !form.rows);
    this.board.set(form.rows ?? Array.from({ length: this.board.size }, () => ".".repeat(this.board.size)));
    this.at("counts").textContent = form.rows ? filled(this.words.counts, counts(form.rows)) : this.words.unshown;
  }
}

/** Sets the value of a field, but leaves one that has it: the caret stays where it is. */
function set(field, value) {
  if (field.value !== (value ?? "")) field.value = value ?? "";
}
