// Rows of a board that is set up: mirrored squares, other sizes, corners, counts. Rows have the top rank first.

import { emptyRows, squareName, squarePlace, withPiece } from "./board.js";

/** The least board between blocks of corners, and at all. */
const LEAST = 5;

/**
 * Returns a square and those that mirror it, each once.
 * @param {string} square such as "d4"
 * @param {number} size squares along a side
 * @param {number} many 1 for the square alone, 4 with both halves of the board alike, 8 with the diagonals too
 */
export function mirrored(square, size, many) {
  const last = size - 1;
  const [file, rank] = squarePlace(square);
  const places = [[file, rank]];
  if (many >= 4) places.push([last - file, rank], [file, last - rank], [last - file, last - rank]);
  if (many >= 8) places.push(...places.map(([x, y]) => [y, x]));
  return [...new Set(places.map(([x, y]) => squareName(x, y)))];
}

/**
 * Returns rows with a piece put on squares.
 * @param {string[]} rows
 * @param {string[]} squares
 * @param {string} letter "t", "T", "K" or "."
 */
export function put(rows, squares, letter) {
  return squares.reduce((made, square) => withPiece(made, square, letter), rows);
}

/**
 * Returns rows of another size, with the same middle.
 * @param {string[]} rows
 * @param {number} size
 */
export function resized(rows, size) {
  const more = (size - rows.length) / 2;
  const wide = (row) => (more >= 0 ? ".".repeat(more) + row + ".".repeat(more) : row.slice(-more, more));
  const empty = Array.from({ length: Math.max(0, more) }, () => ".".repeat(size));
  const inner = more >= 0 ? rows : rows.slice(-more, more);
  return [...empty, ...inner.map(wide), ...empty];
}

/**
 * Returns an empty board with the king in the middle.
 * @param {number} size
 */
export function bare(size) {
  return withPiece(emptyRows(size), middle(size), "K");
}

/**
 * Returns the square in the middle.
 * @param {number} size
 */
export function middle(size) {
  return squareName(size >> 1, size >> 1);
}

/**
 * Returns the corner squares of a board.
 * @param {number} size
 * @param {number} side of the block at each corner; 0 for none
 */
export function cornerSquares(size, side) {
  const ends = Array.from({ length: size }, (_, at) => at).filter((at) => at < side || at >= size - side);
  return ends.flatMap((file) => ends.map((rank) => squareName(file, rank)));
}

/**
 * Returns the largest block that the corners of a board can be.
 * @param {number} size
 */
export function largestCorner(size) {
  return Math.max(1, (size - LEAST) / 2);
}

/**
 * Returns how many pieces of each kind there are.
 * @param {string[]} rows
 */
export function counts(rows) {
  const all = rows.join("");
  const count = (letter) => all.split(letter).length - 1;
  return { attackers: count("t"), defenders: count("T"), king: count("K") };
}
