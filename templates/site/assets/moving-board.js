// A board on which pieces are chosen and moved, by press, drag and keys.

import { Board, pieceOn } from "./board.js";

/**
 * A board that shows where its pieces can go. It holds no rule: whoever made it says where, as the engine answers or as
 * given data has it, hears of moves, and then says how the board stands.
 */
export class MovingBoard extends Board {
  /**
   * @param {HTMLElement} element an empty element, whose content it becomes
   * @param {object} options those of Board, whose onpress, onmove and onkey may take the place of these ways to move
   * @param {(origin: string, target: string) => void} options.onplay a move of a piece, wherever to
   * @param {(square: string) => void} [options.onchoose] a piece that is chosen, "" for none any more
   * @param {(square: string) => void} [options.ontwice] a piece that was chosen, and is pressed again
   */
  constructor(element, options) {
    super(element, {
      onpress: (square) => this.choose(square),
      onmove: (origin, target) => this.onplay(origin, target),
      onkey: (_, key) => key === "Escape" && this.leave(),
      ...options,
    });
    this.onplay = options.onplay;
    this.onchoose = options.onchoose ?? (() => {});
    this.ontwice = options.ontwice ?? (() => {});
  }

  shape(options) {
    super.shape(options);
    this.offer(null);
  }

  /**
   * Sets where pieces can go; the pieces are set before, and what is marked behind.
   * @param {Record<string, string[]>|null} targets by the squares of pieces; null while it is not known
   */
  offer(targets) {
    this.targets = targets;
    if (!targets) this.selected = "";
    const { early } = this;
    this.early = "";
    if (early && targets) this.choose(early);
  }

  mark(marks = {}) {
    this.plain = marks;
    const chosen = { selected: [this.selected], target: this.targets?.[this.selected] ?? [] };
    super.mark(this.selected ? { ...marks, ...chosen } : marks);
  }

  /** Returns whether a piece was chosen, and chooses none any more. */
  leave() {
    const left = Boolean(this.selected);
    if (left) this.select("");
    return left;
  }

  select(square) {
    this.selected = square;
    this.mark(this.plain);
    this.onchoose(square);
  }

  choose(square) {
    const letter = pieceOn(this.rows, square);
    if (!this.targets) {
      // it is chosen once it is known where it can go
      this.early = letter === "." ? "" : square;
      super.mark({ ...this.plain, selected: [this.early] });
    } else if (square === this.selected) {
      this.leave();
      this.ontwice(square);
    } else if (letter !== "." && (!this.selected || sideOf(letter) === sideOf(pieceOn(this.rows, this.selected)))) {
      this.select(square);
    } else if (this.selected) {
      this.onplay(this.selected, square);
    }
  }
}

/**
 * Returns whose piece a letter is.
 * @param {string} letter "t", "T" or "K"
 */
export function sideOf(letter) {
  return letter === "t" ? "attackers" : "defenders";
}
