// Small parts of pages that are made of words.

/**
 * Returns a text with its {names} filled in.
 * @param {string} text
 * @param {Record<string, string|number>} names
 */
export function filled(text, names) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(names[name] ?? whole));
}

/**
 * Returns an option of a list.
 * @param {string} value
 * @param {string} label
 */
export function option(value, label) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = label;
  return made;
}

/**
 * Returns an element with a class and what is in it.
 * @param {string} kind such as "p"
 * @param {string} name of its class, "" for none
 * @param {...(Node|string)} content
 */
export function element(kind, name, ...content) {
  const made = document.createElement(kind);
  if (name) made.className = name;
  made.append(...content);
  return made;
}
