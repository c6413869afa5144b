// Showing a problem at its place, and what pages with a board share.

import { Fault, Problem } from "./session.js";

export { fill } from "./fill.js";

/**
 * Returns a line of a problem as a sentence; a square that it begins with stays as it is.
 * @param {string} line
 */
export function sentence(line) {
  const begun = /^[a-z]{2}/.test(line) ? line[0].toUpperCase() + line.slice(1) : line;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * Shows a line in an element, with a button behind it, or hides the element where there is none.
 * @param {HTMLElement} element
 * @param {string} line
 * @param {HTMLElement[]} more what stands behind the line
 */
export function say(element, line, ...more) {
  element.hidden = !line;
  if (!line) {
    element.replaceChildren();
    return;
  }
  const text = document.createElement("span");
  text.textContent = line;
  element.replaceChildren(text, ...more);
}

/**
 * Returns a button.
 * @param {string} text
 * @param {() => void} action
 * @param {string} name of its class
 */
export function button(text, action, name = "button second") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}

/**
 * Shows an error at the page's place for problems; one that is no problem of the request with its details.
 * @param {Error} error
 * @param {string} summary of the details
 */
export function complain(error, summary) {
  const place = document.getElementById("problem");
  if (error instanceof Problem) {
    say(place, sentence(error.line));
    return;
  }
  const details = error instanceof Fault ? error.details : String(error.stack ?? error);
  say(place, error.line ?? error.message, foldOut(summary, details));
}

/**
 * Returns the fold-out of a fault's details.
 * @param {string} summary
 * @param {string} details
 */
function foldOut(summary, details) {
  const made = document.createElement("details");
  const head = document.createElement("summary");
  const text = document.createElement("pre");
  head.textContent = summary;
  text.textContent = details;
  made.append(head, text);
  return made;
}
