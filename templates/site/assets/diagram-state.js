// What a diagram is: its game, its moves and what the picture shows, as a value, and as the address of the page.

import { emptyRows, squareName, squarePlace } from "./board.js";
import { OWN } from "./own-game.js";


const SIDES = ["attackers", "defenders"];

/** The choices of the picture that are texts, with their values if nothing is chosen. */
const TEXTS = { part: "", caption: "", size: "", theme: "", mode: "", dpi: "" };

/**
 * Returns the diagram that the page begins with.
 * @param {object} data of the page
 */
export function firstState(data) {
  const game = data.games[data.first];
  return {
    game: data.first,
    rules: game.rulesets[0].name,
    variations: [],
    // rows from the top, or null for the start of the game; then the side to move, "" for either
    rows: null,
    side: "",
    // the moves that were played, and how many of them are shown
    record: [],
    at: 0,
    // whether the last of these is shown with its arrow
    last: true,
    // moves, refused moves and squares of pieces whose moves are shown
    moves: [],
    refused: [],
    of: [],
    coordinates: false,
    ...TEXTS,
    ...data.defaults,
  };
}

/**
 * Returns the ruleset of a diagram.
 * @param {object} data of the page
 * @param {object} state
 */
export function rulesetOf(data, state) {
  return data.games[state.game].rulesets.find((each) => each.name === state.rules);
}

/**
 * Returns the number of moves behind which the picture shows the position: its last move is one that it shows.
 * @param {object} state
 */
export function baseOf(state) {
  return state.last && state.at > 0 ? state.at - 1 : state.at;
}

/**
 * Returns the squares of a board that a part of it leaves out; none where the text names no part.
 * @param {string} part two opposite corners, such as "a1-e5"
 * @param {number} size squares along a side
 */
export function outsideOf(part, size) {
  const corners = part.trim().split("-").map((name) => name.trim());
  if (corners.length !== 2 || !corners.every((name) => /^[a-s]\d{1,2}$/.test(name))) return [];
  const [[file, rank], [otherFile, otherRank]] = corners.map(squarePlace);
  const within = (at, one, other) => at >= Math.min(one, other) && at <= Math.max(one, other);
  const along = Array.from({ length: size }, (_, at) => at);
  return along.flatMap((x) =>
    along.filter((y) => !within(x, file, otherFile) || !within(y, rank, otherRank)).map((y) => squareName(x, y)),
  );
}

/**
 * Returns a position as OpenTafl's line, rank 1 first.
 * @param {string[]} rows from the top
 * @param {string} side to move, "" for either
 */
export function toLine(rows, side) {
  const ranks = [...rows].reverse().map((row) => row.replace(/\.+/g, (gap) => String(gap.length)));
  return `/${ranks.join("/")}/${side ? ` ${side}` : ""}`;
}

/**
 * Returns the rows and the side of a position's line or picture, or null where it is neither, or of another board.
 * @param {string} text
 * @param {number} size squares along a side
 */
export function fromLine(text, size) {
  const parts = text.trim().split(/\s+/);
  const side = SIDES.includes(parts.at(-1)) ? parts.pop() : "";
  const rows = parts.length === 1 ? ranksOf(parts[0]) : parts;
  const fits = rows.length === size && rows.every((row) => row.length === size && /^[.tTK]*$/.test(row));
  return fits ? { rows, side } : null;
}

function ranksOf(line) {
  const ranks = line.replace(/^\/|\/$/g, "").split("/");
  // a number of squares is never longer than the largest board is wide
  return ranks.map((rank) => rank.replace(/\d+/g, (gap) => ".".repeat(Math.min(Number(gap), 99)))).reverse();
}

/**
 * Returns a diagram as the part of an address behind "#": what is as at first is left out.
 * @param {object} data of the page
 * @param {object} state
 */
export function toHash(data, state) {
  const first = firstState(data);
  const params = new URLSearchParams();
  const put = (name, value) => value && params.set(name, value);
  put("game", state.game !== first.game || state.rules !== first.rules ? state.game : "");
  put("rules", state.rules !== data.games[state.game].rulesets[0].name ? state.rules : "");
  put(OWN, state.game === OWN ? data.own.packed : "");
  put("with", state.variations.join(","));
  put("position", state.rows ? toLine(state.rows, "") : "");
  put("turn", state.rows ? state.side : "");
  put("record", state.record.join(","));
  put("at", state.at !== state.record.length ? String(state.at) : "");
  put("last", state.last ? "" : "no");
  put("moves", state.moves.join(","));
  put("refused", state.refused.join(","));
  put("of", state.of.join(","));
  put("coordinates", state.coordinates ? "yes" : "");
  for (const name of Object.keys(TEXTS)) put(name, state[name] !== first[name] ? state[name] : "");
  // these are read better as they are, and need no escape in a fragment
  return params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/**
 * Returns the diagram of an address; what cannot be read is as at first.
 * @param {object} data of the page
 * @param {string} hash with or without "#"
 */
export function fromHash(data, hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name) => given.get(name) ?? "";
  const list = (name) => text(name).split(",").map((each) => each.trim()).filter(Boolean);
  const state = firstState(data);
  if (Object.hasOwn(data.games, text("game"))) state.game = text("game");
  const rulesets = data.games[state.game].rulesets;
  const ruleset = rulesets.find((each) => each.name === text("rules")) ?? rulesets[0];
  state.rules = ruleset.name;
  state.variations = list("with").filter((name) => ruleset.variations.some(([known]) => known === name));
  Object.assign(state, fromLine(`${text("position")} ${text("turn")}`, ruleset.board.size) ?? {});
  state.record = list("record");
  const at = Number.parseInt(text("at"), 10);
  state.at = at >= 0 && at < state.record.length ? at : state.record.length;
  state.last = text("last") !== "no";
  Object.assign(state, { moves: list("moves"), refused: list("refused"), of: list("of") });
  state.coordinates = text("coordinates") === "yes";
  for (const name of Object.keys(TEXTS)) state[name] = given.get(name) || state[name];
  return state;
}

/**
 * Returns the rows of the position that a diagram's game begins with.
 * @param {object} data of the page
 * @param {object} state
 */
export function firstRows(data, state) {
  return state.rows ?? rulesetOf(data, state).board.start;
}

/**
 * Returns a request about a diagram's game, for the questions "play", "moves" and "diagram".
 * @param {object} data of the page
 * @param {object} state
 */
export function gameRequest(data, state) {
  return {
    ...(state.game === OWN ? { own: data.own } : { game: state.game }),
    rules: state.rules,
    variations: state.variations,
    language: data.language,
    position: state.rows ? toLine(state.rows, state.side) : "",
  };
}

/**
 * Returns the request of a diagram's picture.
 * @param {object} data of the page
 * @param {object} state
 * @param {"svg"|"pdf"} format
 */
export function pictureRequest(data, state, format) {
  const shown = state.last && state.at > 0;
  return {
    ...gameRequest(data, state),
    record: state.record.slice(0, state.at),
    ply: shown ? state.at : null,
    after: shown ? null : state.at,
    moves: state.moves,
    refused: state.refused,
    moves_of: state.of,
    part: state.part.trim(),
    coordinates: state.coordinates,
    caption: state.caption.trim(),
    size: state.size.trim(),
    mode: state.mode,
    theme: state.theme,
    format,
  };
}

/**
 * Returns a text that is the same for diagrams whose moves are marked in the same position under the same rules.
 * @param {object} data of the page
 * @param {object} state
 */
export function placeOf(data, state) {
  return JSON.stringify([gameRequest(data, state), state.record.slice(0, baseOf(state))]);
}

/**
 * Returns whether two diagrams stand at the same moment of the same game: what is answered about one holds for the other.
 * @param {object} data of the page
 * @param {object} one
 * @param {object} other
 */
export function sameMoment(data, one, other) {
  const moment = (state) => JSON.stringify([placeOf(data, state), state.record, state.at]);
  return one === other || moment(one) === moment(other);
}

/**
 * Returns a change of a diagram with all that depends on what it changes: another game has its own start, and marks
 * belong to the position that they were made in.
 * @param {object} data of the page
 * @param {object} state
 * @param {object} change
 */
export function changed(data, state, change) {
  const next = { ...state, ...change };
  if (next.game !== state.game && !change.rules) next.rules = data.games[next.game].rulesets[0].name;
  const ruleset = rulesetOf(data, next);
  if (next.rules !== state.rules || next.game !== state.game) {
    next.variations = [];
    const before = rulesetOf(data, state).board;
    // a position of one's own stays on a board of its size; the moves from the start only if it is the same start
    const same = before.size === ruleset.board.size && (state.rows || `${before.start}` === `${ruleset.board.start}`);
    if (!same || next.game !== state.game) Object.assign(next, { rows: null, side: "", record: [], at: 0, part: "" });
  }
  if (!("moves" in change || "refused" in change || "of" in change) && placeOf(data, next) !== placeOf(data, state)) {
    Object.assign(next, { moves: [], refused: [], of: [] });
  }
  return next;
}

/**
 * Returns the rows of an empty board for a diagram.
 * @param {object} data of the page
 * @param {object} state
 */
export function noPieces(data, state) {
  return emptyRows(rulesetOf(data, state).board.size);
}
