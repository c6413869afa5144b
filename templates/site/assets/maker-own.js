// The game of the visitor's own that was handed over by the page on which it was made.

/** The key of its storage. */
const HANDED = "taflkit.own";
/** Its value in the list of games. */
export const OWN = "own";

/**
 * Returns the game that was handed over in this tab, or null.
 * @returns {{name: string, text: string, title: string, rulesets: Array<object>}|null}
 */
export function ownGame() {
  try {
    const game = JSON.parse(sessionStorage.getItem(HANDED));
    return game?.text && game.rulesets?.length ? game : null;
  } catch {
    // nothing is stored for pages here, or something else is
    return null;
  }
}
