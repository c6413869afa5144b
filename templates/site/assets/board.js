// A board of n x n squares to look at, to click on and to be worked by keys: a grid that assistive technology reads.

const FILES = "abcdefghijklmnopqrs";
/** How many pixels a pointer moves before a press becomes a drag. */
const DRAG = 6;
/** How many ms a piece takes to another square. */
const SLIDE = 350;

/** The marks of squares, from the one that is read out first. */
const MARKS = ["problem", "selected", "target", "origin", "last", "captured", "refused", "outside"];

/**
 * Returns the name of a square such as "d4" by file and rank, both counted from 0.
 * @param {number} file
 * @param {number} rank
 */
export function squareName(file, rank) {
  return FILES[file] + (rank + 1);
}

/**
 * Returns file and rank of a square's name, counted from 0.
 * @param {string} name such as "d4"
 * @returns {[number, number]}
 */
export function squarePlace(name) {
  return [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];
}

/**
 * Returns the rows of an empty board, top rank first.
 * @param {number} size
 */
export function emptyRows(size) {
  return Array.from({ length: size }, () => ".".repeat(size));
}

/**
 * Returns the letter of the piece on a square, or "." where it is empty.
 * @param {string[]} rows top rank first
 * @param {string} square such as "d4"
 */
export function pieceOn(rows, square) {
  const [file, rank] = squarePlace(square);
  return rows[rows.length - 1 - rank][file];
}

/**
 * Returns rows in which a square has another letter.
 * @param {string[]} rows top rank first
 * @param {string} square such as "d4"
 * @param {string} letter "t", "T", "K" or "."
 */
export function withPiece(rows, square, letter) {
  const [file, rank] = squarePlace(square);
  const number = rows.length - 1 - rank;
  return rows.map((row, at) => (at === number ? row.slice(0, file) + letter + row.slice(file + 1) : row));
}

/**
 * A board. It holds no rule: whoever made it hears of presses, and sets what stands where.
 */
export class Board {
  /**
   * @param {HTMLElement} element an empty element, whose content it becomes
   * @param {object} options
   * @param {number} options.size squares along a side
   * @param {string[]} [options.corners] the marked corners, such as "a1"
   * @param {string} [options.throne] the marked throne, "" for none
   * @param {string[]} [options.start] rows, whose squares of either side have its tint
   * @param {"squares"|"points"} [options.surface] whether pieces stand on squares or on points where lines cross
   * @param {Record<string, string>} options.pieces addresses of pictures by "t", "T", "K", "throne", "corner"
   * @param {object} options.labels its words, as board_labels of taflkit.site.boards gives them
   * @param {string} [options.name] what the board is called, in the place of its size
   * @param {(square: string) => void} [options.onpress] a click, Enter or Space on a square
   * @param {(origin: string, target: string) => void} [options.onmove] a piece dragged from one square to another
   * @param {(square: string, key: string) => boolean|void} [options.onkey] any other key; true if it was used
   */
  constructor(element, options) {
    this.element = element;
    this.labels = options.labels;
    this.onpress = options.onpress ?? (() => {});
    this.onmove = options.onmove;
    this.onkey = options.onkey ?? (() => false);
    this.grid = document.createElement("div");
    this.grid.className = "board-squares";
    this.grid.setAttribute("role", "grid");
    this.listen();
    this.shape(options);
  }

  /**
   * Gives the board another shape and empties it. Options that are left out are as they were.
   * @param {object} options size, corners, throne, start, surface, pieces, name: as of the constructor
   */
  shape(options) {
    const { size, corners = [], throne = "", start = [], surface = "squares", pieces, name = "" } = {
      ...this.options,
      ...options,
    };
    this.options = { size, corners, throne, start, surface, pieces, name };
    this.size = size;
    this.pieces = pieces;
    this.rows = emptyRows(size);
    this.marks = {};
    this.squares = new Map();
    this.element.classList.add("board");
    this.element.dataset.surface = surface;
    this.element.style.setProperty("--board-size", String(size));
    this.grid.setAttribute("aria-label", name || this.labels.board.replaceAll("{size}", String(size)));
    this.grid.replaceChildren(...Array.from({ length: size }, (_, row) => this.row(size - 1 - row)));
    this.element.replaceChildren(this.ranks(), this.grid, this.files());
    this.focusable(this.current && this.squares.has(this.current) ? this.current : squareName(size >> 1, size >> 1));
    this.label();
  }

  /**
   * Sets what stands where.
   * @param {string[]|string} rows top rank first, "." for an empty square
   */
  set(rows) {
    this.rows = typeof rows === "string" ? rows.trim().split(/\s+/) : [...rows];
    for (const [name, cell] of this.squares) this.stand(cell, pieceOn(this.rows, name));
    this.label();
  }

  /**
   * Marks squares, and takes all other marks away.
   * @param {Partial<Record<"selected"|"target"|"origin"|"last"|"captured"|"refused"|"problem"|"outside", string[]>>} marks
   */
  mark(marks = {}) {
    this.marks = marks;
    for (const [name, cell] of this.squares) {
      const names = MARKS.filter((mark) => marks[mark]?.includes(name));
      cell.dataset.mark = names.join(" ");
      cell.setAttribute("aria-selected", String(names.includes("selected")));
    }
    this.label();
  }

  /**
   * Shows the piece on a square as it comes there from another, unless the visitor prefers less motion.
   * @param {string} origin such as "d6"
   * @param {string} target
   */
  slide(origin, target) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [from, to] = [origin, target].map((name) => this.squares.get(name).getBoundingClientRect());
    const ways = [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"];
    const piece = this.squares.get(target).querySelector(".board-piece");
    piece?.animate({ transform: ways, zIndex: [2, 2] }, { duration: SLIDE, easing: "ease-in-out" });
  }

  /** Returns the rows as they stand, top rank first. */
  get position() {
    return [...this.rows];
  }

  /**
   * Moves the keyboard's focus to a square.
   * @param {string} square such as "d4"
   */
  focus(square = this.current) {
    this.focusable(square);
    this.squares.get(square)?.focus();
  }

  // --- How it is made

  row(rank) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    row.append(...Array.from({ length: this.size }, (_, file) => this.cell(file, rank)));
    return row;
  }

  cell(file, rank) {
    const name = squareName(file, rank);
    const cell = document.createElement("div");
    cell.className = "board-square";
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-selected", "false");
    cell.tabIndex = -1;
    cell.dataset.square = name;
    cell.dataset.place = this.placeOf(name);
    cell.dataset.edge = [
      file === 0 && "left",
      file === this.size - 1 && "right",
      rank === 0 && "low",
      rank === this.size - 1 && "top",
    ].filter(Boolean).join(" ");
    const ornament = this.pieces[cell.dataset.place];
    if (ornament) cell.append(picture(ornament, "board-ornament"));
    this.squares.set(name, cell);
    return cell;
  }

  placeOf(name) {
    const { throne, corners, start } = this.options;
    if (name === throne) return "throne";
    if (corners.includes(name)) return "corner";
    const piece = start.length === this.size ? pieceOn(start, name) : ".";
    return piece === "." ? "" : piece === "t" ? "attackers" : "defenders";
  }

  stand(cell, letter) {
    if (cell.dataset.piece === letter) return;
    cell.querySelector(".board-piece")?.remove();
    cell.dataset.piece = letter;
    if (letter !== ".") cell.append(picture(this.pieces[letter], "board-piece"));
  }

  ranks() {
    return beside("board-ranks", Array.from({ length: this.size }, (_, row) => String(this.size - row)));
  }

  files() {
    return beside("board-files", [...FILES.slice(0, this.size)]);
  }

  /** Gives every square its words. */
  label() {
    const { pieces, places, marks, empty, comma } = this.labels;
    for (const [name, cell] of this.squares) {
      const marked = (cell.dataset.mark ?? "").split(" ").filter(Boolean).map((mark) => marks[mark]);
      const place = places[cell.dataset.place];
      const words = [name, pieces[pieceOn(this.rows, name)] ?? empty, ...(place ? [place] : []), ...marked];
      cell.setAttribute("aria-label", words.join(comma));
    }
  }

  focusable(name) {
    if (this.current) this.squares.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.squares.get(name)?.setAttribute("tabindex", "0");
  }

  // --- How it is worked

  listen() {
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("focusin", (event) => {
      const name = event.target.closest?.("[data-square]")?.dataset.square;
      if (name) this.focusable(name);
    });
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("pointermove", (event) => this.drag(event));
    this.grid.addEventListener("pointerup", (event) => this.release(event));
    this.grid.addEventListener("pointercancel", () => this.letGo());
    // assistive technology presses with a click that has no pointer before it
    this.grid.addEventListener("click", (event) => {
      if (event.detail === 0) this.pressed(event.target.closest("[data-square]")?.dataset.square);
    });
  }

  key(event) {
    if (event.altKey || event.metaKey) return;
    const [file, rank] = squarePlace(this.current);
    const last = this.size - 1;
    const ways = {
      ArrowLeft: [file - 1, rank],
      ArrowRight: [file + 1, rank],
      ArrowUp: [file, rank + 1],
      ArrowDown: [file, rank - 1],
      Home: event.ctrlKey ? [0, last] : [0, rank],
      End: event.ctrlKey ? [last, 0] : [last, rank],
      PageUp: [file, last],
      PageDown: [file, 0],
    };
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      this.focus(squareName(...way.map((place) => Math.min(last, Math.max(0, place)))));
    } else if (event.ctrlKey) {
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pressed(this.current);
    } else if (this.onkey(this.current, event.key)) {
      event.preventDefault();
    }
  }

  pressed(name) {
    if (name) this.onpress(name);
  }

  press(event) {
    const cell = event.target.closest("[data-square]");
    if (!cell || event.button !== 0) return;
    this.held = { origin: cell.dataset.square, x: event.clientX, y: event.clientY, moving: false, id: event.pointerId };
  }

  drag(event) {
    const held = this.held;
    if (!held || !this.onmove || held.id !== event.pointerId) return;
    // it was released where the board could not notice it
    if (!event.buttons) {
      this.letGo();
      return;
    }
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    const piece = this.squares.get(held.origin).querySelector(".board-piece");
    if (!held.moving && (!piece || Math.hypot(x, y) < DRAG)) return;
    if (!held.moving) {
      held.moving = true;
      this.grid.setPointerCapture(event.pointerId);
      piece.classList.add("board-held");
    }
    piece.style.setProperty("--board-x", `${x}px`);
    piece.style.setProperty("--board-y", `${y}px`);
  }

  release(event) {
    const held = this.held;
    this.letGo();
    if (!held || held.id !== event.pointerId) return;
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    if (!below || !this.grid.contains(below)) return;
    const target = below.dataset.square;
    this.focus(target);
    if (held.moving && target !== held.origin) this.onmove(held.origin, target);
    else if (target === held.origin) this.pressed(target);
  }

  letGo() {
    this.grid.querySelector(".board-held")?.classList.remove("board-held");
    this.held = undefined;
  }
}

/** Returns a picture that is named elsewhere. */
function picture(address, name) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = "";
  image.className = name;
  image.draggable = false;
  return image;
}

/** Returns a row of coordinates, which squares are read out with themselves. */
function beside(name, texts) {
  const element = document.createElement("div");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  for (const text of texts) {
    const label = document.createElement("span");
    label.textContent = text;
    element.append(label);
  }
  return element;
}
