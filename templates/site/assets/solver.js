// The board on which puzzles are solved: the visitor moves, and the defence replies as the puzzle's data has it.

import { pieceOn, withPiece } from "./board.js";
import { fill } from "./fill.js";
import { MovingBoard } from "./moving-board.js";

/** How many ms a move stands on the board before the reply to it. */
const PAUSE = 600;

const byId = (id) => document.getElementById(id);

/** The puzzles of one board, in the element #solver of solver.html.j2. */
export class Solver {
  /** @param {object} data of the page; `hash` is what its addresses have before the puzzle, nothing by default */
  constructor(data) {
    this.data = data;
    this.solved = solvedBefore(data.store);
    this.board = new MovingBoard(byId("board"), {
      ...data.board,
      labels: data.labels,
      onpress: (square) => this.ready() && this.board.choose(square),
      onmove: (origin, target) => this.ready() && this.attempt(origin, target),
      onplay: (origin, target) => this.attempt(origin, target),
      onchoose: (square) => this.chosen(square),
    });
    byId("back").addEventListener("click", () => this.back());
    byId("hint").addEventListener("click", () => this.hint());
    byId("solution").addEventListener("click", () => this.show());
    byId("again").addEventListener("click", () => this.begin());
    byId("next").addEventListener("click", () => {
      location.hash = this.address((this.number % data.puzzles.length) + 1);
    });
    addEventListener("hashchange", () => this.open());
    byId("puzzles")?.classList.add("on-paper");
    byId("solver").hidden = false;
    this.open();
  }

  address(number) {
    return `${this.data.hash ?? ""}puzzle-${number}`;
  }

  /** Adds puzzles behind the others; one that is there already is left out. */
  add(puzzles) {
    const named = this.named();
    const there = new Set(this.data.puzzles.map(keyOf));
    this.data.puzzles.push(...puzzles.filter((each) => !there.has(keyOf(each))));
    if (this.named() === named) this.list();
    else this.open();
  }

  /** Returns the number of the puzzle that the address names, 1 where it names none that is there. */
  named() {
    const number = Number(/^#(?:.*puzzle-)?(\d+)$/.exec(location.hash)?.[1]);
    return number >= 1 && number <= this.data.puzzles.length ? number : 1;
  }

  /** Shows the puzzle that the address names. */
  open() {
    const { puzzles, words } = this.data;
    this.number = this.named();
    this.puzzle = puzzles[this.number - 1];
    byId("title").textContent = fill(words.puzzle, { number: this.number });
    byId("task").textContent = this.puzzle.task;
    byId("difficulty").textContent = this.puzzle.difficulty;
    this.list();
    this.begin();
  }

  /** Marks the puzzle that is shown and those that are solved. */
  list() {
    const { puzzles, words } = this.data;
    const places = document.querySelector(".numbers");
    for (let number = places.childElementCount + 1; number <= puzzles.length; number += 1) {
      const link = document.createElement("a");
      Object.assign(link, { href: `#${this.address(number)}`, textContent: number });
      places.appendChild(document.createElement("li")).append(link);
    }
    for (const [at, link] of places.querySelectorAll("a").entries()) {
      const solved = this.solved.has(keyOf(puzzles[at]));
      link.classList.toggle("solved", solved);
      if (solved) link.setAttribute("aria-label", `${at + 1}${this.data.labels.comma}${words.solved}`);
      if (at + 1 === this.number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const solved = puzzles.filter((each) => this.solved.has(keyOf(each))).length;
    byId("count").textContent = fill(words.count, { solved, count: puzzles.length });
  }

  begin() {
    // whether the page has helped with the solution
    this.helped = false;
    this.come(this.puzzle.rows, this.puzzle.start);
    this.say(this.data.help);
  }

  /** Comes to a position of the visitor's turn. */
  come(rows, moment) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.rows = rows;
    this.moment = moment;
    this.turn = {};
    this.board.set(rows);
    this.offer();
    byId("back").hidden = true;
  }

  /** Has the board show the last move, and lets the visitor's pieces go where they can. */
  offer() {
    const origins = Object.keys(this.moment?.moves ?? {});
    this.board.leave();
    this.board.offer(Object.fromEntries(origins.map((origin) => [origin, this.targets(origin).map(targetOf)])));
    this.board.mark(this.turn);
  }

  say(line) {
    byId("status").textContent = line;
  }

  targets(square) {
    return this.moment?.moves[square]?.split(" ") ?? [];
  }

  // --- Presses

  /** Says of a piece that it cannot move. */
  chosen(square) {
    if (!square || this.targets(square).length) return;
    this.board.leave();
    if (this.moment) this.say(fill(this.data.words.stuck, { square }));
  }

  /** Returns whether the visitor may move; a move that does not win is taken back first. */
  ready() {
    if (this.waiting) return false;
    if (this.board.position.join() !== this.rows.join() && this.moment) this.back();
    return true;
  }

  attempt(origin, target) {
    const found = this.targets(origin).find((each) => targetOf(each) === target);
    this.board.leave();
    if (found) this.move(`${origin}-${found}`);
    else if (this.moment) this.say(fill(this.data.words.against, { move: `${origin}-${target}` }));
  }

  // --- Moves

  /** Plays a move of the visitor's, and what follows it. */
  move(move) {
    const { words } = this.data;
    const { refuted, start } = this.puzzle;
    this.play(move);
    const after = this.moment.wins[move];
    if (after?.next) {
      this.later(() => {
        this.rows = this.play(after.reply);
        this.moment = after.next;
        this.offer();
        this.say(fill(words.right, { move: this.worded(move), reply: this.worded(after.reply) }));
      });
    } else if (after) {
      this.finish(move);
    } else if (this.moment === start && move === refuted.move) {
      this.later(() => {
        this.play(refuted.reply);
        this.miss(fill(words.refuted, { move: this.worded(move), reply: this.worded(refuted.reply) }));
      });
    } else {
      this.miss(fill(words.wrong, { move: this.worded(move) }));
    }
  }

  /** Shows a move on the board, and returns the rows behind it. */
  play(move) {
    const [[origin, target], captured] = squaresOf(move);
    const before = this.board.position;
    const moved = withPiece(withPiece(before, target, pieceOn(before, origin)), origin, ".");
    const rows = captured.reduce((each, square) => withPiece(each, square, "."), moved);
    this.board.set(rows);
    this.turn = { origin: [origin], last: [target], captured };
    this.board.mark(this.turn);
    return rows;
  }

  /** Does something after a pause, in which the visitor sees his own move. */
  later(action) {
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      action();
    }, PAUSE);
  }

  miss(line) {
    this.say(line);
    byId("back").hidden = false;
  }

  finish(move) {
    const { store, words } = this.data;
    this.moment = null;
    this.say(fill(this.helped ? words.shown : words.ended, { move: this.worded(move) }));
    if (this.helped) return;
    this.solved.add(keyOf(this.puzzle));
    remember(store, this.solved);
    this.list();
  }

  /** Takes a move back that does not win. */
  back() {
    const held = document.activeElement === byId("back");
    this.come(this.rows, this.moment);
    this.say(this.data.help);
    // a button that goes takes the focus along
    if (held) this.board.focus();
  }

  // --- Help

  hint() {
    this.help((move) => {
      const [[origin]] = squaresOf(move);
      this.board.select(origin);
      this.say(fill(this.data.words.hint, { square: origin }));
    });
  }

  show() {
    this.help((move) => {
      this.helped = true;
      this.move(move);
    });
  }

  /** Does something with the quickest winning move; a puzzle that is over begins again. */
  help(action) {
    if (!this.ready()) return;
    if (!this.moment) this.begin();
    this.board.leave();
    action(Object.keys(this.moment.wins)[0]);
  }

  /** Returns a move in words. */
  worded(move) {
    const [, captured] = squaresOf(move);
    if (!captured.length) return move;
    const { labels, words } = this.data;
    return fill(words.captures, { move: move.split("x")[0], squares: captured.join(labels.comma) });
  }
}

/** Returns the squares of a written move, such as "d1-d2xc2": its two, and those that it captures. */
function squaresOf(move) {
  const [step, ...captured] = move.split("x");
  return [step.split("-"), captured];
}

/** Returns where a move of a moment goes, such as "d5xe5". */
function targetOf(move) {
  return move.split("x")[0];
}

/** Returns a puzzle's key, which stays the same when a collection is put in another order. */
function keyOf(puzzle) {
  return puzzle.rows.join("/");
}

/** Returns the keys of the puzzles that were solved in this browser. */
function solvedBefore(store) {
  try {
    return new Set(JSON.parse(localStorage.getItem(store)) ?? []);
  } catch {
    // nothing can be stored here, or something else was
    return new Set();
  }
}

function remember(store, solved) {
  try {
    localStorage.setItem(store, JSON.stringify([...solved]));
  } catch {
    // the marks last until the page is left
  }
}
