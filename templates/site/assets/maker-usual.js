// What a visitor usually chooses: paper as where they live, and what they chose last time, which this browser stores.

import { data } from "./maker-words.js";

/** The choices that are remembered. */
export const USUAL = ["paper", "mode", "theme", "language"];
/** The key of their storage. */
const KEY = "taflkit.usual";
/** The regions whose paper is Letter, as Unicode's CLDR lists them. */
const LETTER = ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"];

/** Returns the values of choices that are usual for this visitor, by the choices' names. */
export function usual() {
  const { [language()]: chosen, ...values } = stored();
  const paper = LETTER.includes(new Intl.Locale(navigator.language).region) ? { paper: "letter" } : {};
  return { ...paper, ...values, ...(chosen ? { language: chosen } : {}) };
}

/** @param {string} name of a choice @param {string} value */
export function remember(name, value) {
  store({ ...stored(), [name === "language" ? language() : name]: value });
}

/** Forgets what the visitor chose. */
export function forgetUsual() {
  store({});
}

/** The language of kits is remembered for the page's: who reads another page may read other kits. */
function language() {
  return `language-${data.language}`;
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function store(values) {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // a browser that stores nothing for pages: the choices stand in the address alone
  }
}
