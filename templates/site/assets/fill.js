// Filling in the words of a page.

/**
 * Returns a text with its {names} filled in.
 * @param {string} text
 * @param {Record<string, string|number>} names
 */
export function fill(text, names) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in names ? String(names[name]) : whole));
}
