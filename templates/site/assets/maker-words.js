// The words of the kit maker, which the page carries, filled in.

const carried = JSON.parse(document.getElementById("maker-data").content.textContent);

/** What the page knows of games, labels and words. */
export const data = carried;
export const words = carried.words;

const plurals = new Intl.PluralRules(carried.language);

/**
 * Fill the {names} of a text in.
 *
 * @param {string} text @param {Record<string, string|number>} names
 */
export function fill(text, names) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in names ? String(names[name]) : whole));
}

/**
 * A number of things, such as "2 sheets".
 *
 * @param {string} what a key of the words' table "counts" @param {number} count
 */
export function counted(what, count) {
  const [one, other] = words.counts[what];
  return fill(plurals.select(count) === "one" ? one : other, { n: count });
}

const lengths = new Intl.NumberFormat(carried.language, { maximumFractionDigits: 2, useGrouping: false });

/** A length in mm as people read it. @param {number} length */
export function measured(length) {
  return lengths.format(length);
}
