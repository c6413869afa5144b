// A game of one's own away from its page: in an address, and stored in this browser.

/** The name of the game in the part of an address behind "#", and its value in lists of games. */
export const OWN = "own";
/** The most characters of a game in an address: what mail and messages pass on whole. */
const MOST_LINKED = 8192;
/** The most characters of a game's text that an address has: a few bytes may stand for very many. */
const MOST_TEXT = 64 * MOST_LINKED;
/** The keys of storage: the game that is being made, in this browser; and the one that the kit maker has, in this tab. */
const DRAFT = "taflkit.own.draft";
const HANDED = "taflkit.own";
/** The key of the puzzles of such games that were solved in this browser. */
export const SOLVED = "taflkit.puzzles.own";

/**
 * Returns a game as an address has it: its file's name and text, deflated, in the letters of base64url; "" where it is too large for one.
 * @param {{name: string, text: string}} game
 */
export async function packed({ name, text }) {
  if (text.length > MOST_TEXT) return "";
  const stream = new Blob([`${name}\n${text}`]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > MOST_LINKED) return "";
  const written = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return written.length > MOST_LINKED ? "" : written;
}

/**
 * Returns the game of an address, or null where it has none that can be read.
 * @param {string} written
 * @returns {Promise<{name: string, text: string}|null>}
 */
export async function unpacked(written) {
  if (written.length > MOST_LINKED) return null;
  try {
    const bytes = Uint8Array.from(atob(written.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      // in UTF-8 a letter has up to three bytes
      if (size > 3 * MOST_TEXT) return null;
    }
    const content = new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
    const [, name, text] = content.match(/^([^\n]+)\n([^]+)$/);
    return { name, text };
  } catch {
    return null;
  }
}

/** Returns the game that is being made in this browser, or null. */
export const draft = () => stored("localStorage", DRAFT);

/** Stores the game that is being made; returns whether the browser stores it. */
export const storeDraft = (game) => store("localStorage", DRAFT, game);

/** Returns the game that the kit maker has in this tab, with its title, rulesets and languages, or null. */
export const handed = () => stored("sessionStorage", HANDED);

/** Hands a game to the kit maker in this tab. */
export const hand = (game) => store("sessionStorage", HANDED, game);

/** Forgets every game of one's own. */
export function forget() {
  store("localStorage", DRAFT, null);
  store("localStorage", SOLVED, null);
  store("sessionStorage", HANDED, null);
}

function stored(place, key) {
  try {
    const game = JSON.parse(window[place].getItem(key));
    return game?.text && game.name ? game : null;
  } catch {
    // a browser that stores nothing for pages, or something else is stored
    return null;
  }
}

function store(place, key, game) {
  try {
    if (game) window[place].setItem(key, JSON.stringify(game));
    else window[place].removeItem(key);
    return true;
  } catch {
    return false;
  }
}
