// What the page shows about a game: the sentences of its booklet, the rules that make no difference, and its problems.

import { element, filled } from "./own-words.js";

/** Shows sentences and problems at their places. */
export class Feedback {
  /**
   * @param {HTMLFormElement} form
   * @param {object} data of the page, with its words
   * @param {(line: number) => void} goTo goes to a line of the file
   */
  constructor(form, data, goTo) {
    this.form = form;
    this.words = data.words;
    this.colon = data.colon;
    this.goTo = goTo;
    this.before = new Set(data.shown.sentences.map(({ text }) => text));
  }

  /** @param {object} shown a game as Python answers it */
  sentences(shown) {
    const note = this.form.querySelector("#sentences-note");
    const { none, mending } = this.words.sentences;
    const list = this.form.querySelector("#sentences");
    note.hidden = shown.sentences.length > 0;
    list.classList.toggle("own-old", !note.hidden);
    if (!note.hidden) {
      note.textContent = list.children.length ? mending : none;
      return;
    }
    const changed = shown.sentences.filter(({ text }) => !this.before.has(text));
    const show = (sentence) => paragraph(sentence, changed.includes(sentence));
    const rules = Map.groupBy ? Map.groupBy(shown.sentences, ({ number }) => number) : grouped(shown.sentences);
    list.replaceChildren(...[...rules.values()].map((rule) => element("li", "", ...rule.map(show))));
    for (const place of this.form.querySelectorAll("[data-sentences]")) {
      const own = shown.sentences.filter(({ flags }) => flags.includes(place.dataset.sentences));
      const nothing = element("p", "own-no-sentences", this.words.sentences.none_of_it);
      place.replaceChildren(...(own.length ? own.map(show) : [nothing]));
    }
    this.before = new Set(shown.sentences.map(({ text }) => text));
    this.idle(shown);
    list.querySelector(".own-new")?.scrollIntoView({ block: "nearest" });
  }

  idle(shown) {
    for (const place of this.form.querySelectorAll("[data-flag]")) {
      const why = shown.idle[place.dataset.flag];
      const note = place.querySelector(".own-idle");
      place.classList.toggle("own-makes-none", Boolean(why));
      note.hidden = !why;
      if (why) note.textContent = this.why(why);
    }
  }

  why({ needs, flag, value }) {
    if (needs !== "flag") return this.words.idle[needs];
    const words = this.words.flags[flag];
    return filled(this.words.idle.flag, { label: words.label, value: words[value] });
  }

  /** Returns the sentences that a flag gives, to be read out. */
  of(shown, flag) {
    const own = shown.sentences.filter(({ flags }) => flags.includes(flag));
    if (shown.idle[flag]) return this.why(shown.idle[flag]);
    return own.map(({ text }) => text).join(" ") || this.words.sentences.none_of_it;
  }

  /**
   * Shows problems, each at its place, and those of the file beside it as well.
   * @param {Array<{line: string, at: number, key: string, field: string}>} problems
   */
  problems(problems) {
    for (const slot of this.form.querySelectorAll("[data-problems]")) {
      const field = slot.dataset.problems;
      const own = problems.filter((each) => each.field === field || (field === "text" && each.at));
      slot.replaceChildren(...own.map((each) => this.problem(each, field)));
    }
    for (const place of this.form.querySelectorAll("[data-field]")) {
      const wrong = problems.some(({ field }) => field === place.dataset.field);
      if (place.matches("input, select, textarea")) place.toggleAttribute("aria-invalid", false);
      if (wrong && place.matches("input, select, textarea")) place.setAttribute("aria-invalid", "true");
      place.classList.toggle("own-wrong", wrong);
      if (place.dataset.flag && wrong) place.classList.remove("own-makes-none");
    }
  }

  problem({ line, at, key, field: place }, field) {
    if (field !== "text") return element("p", "problem", line);
    const label = this.label(place) || key;
    // many labels are questions
    const where = label ? `${label}${label.endsWith("?") ? " – " : this.colon}${line}` : line;
    if (!at) return element("p", "problem", where);
    const button = element("button", "own-line", filled(this.words.file.line, { line: at, problem: where }));
    button.type = "button";
    button.addEventListener("click", () => this.goTo(at));
    return element("p", "problem", button);
  }

  /** Returns the label of a field of the form, or "" for what the form does not show. */
  label(field) {
    const place = this.form.querySelector(`[data-field="${field}"]`);
    if (!place || field === "text") return "";
    if (place.dataset.label) return place.dataset.label;
    return (place.querySelector("legend") ?? place.labels[0]).textContent.trim();
  }

  /** Names what the file holds that the form does not show. */
  hidden(parts) {
    const place = this.form.querySelector("#hidden-parts");
    place.hidden = !parts.length;
    const { hidden_line: where } = this.words.file;
    const items = parts.map(({ key, line }) => element("li", "", element("code", "", key), `, ${filled(where, { line })}`));
    place.querySelector("ul").replaceChildren(...items);
  }
}

function paragraph({ reference, text }, isNew) {
  const number = element("span", "own-number", reference);
  return element("p", isNew ? "own-new" : "", number, ` ${text}`);
}

function grouped(sentences) {
  const rules = new Map();
  for (const sentence of sentences) rules.set(sentence.number, [...(rules.get(sentence.number) ?? []), sentence]);
  return rules;
}
