// The problems of a request, each at the field it belongs to.

import { data } from "./maker-words.js";

/** Shows problems at the fields of the form, and the first of them above the kit. */
export class Problems {
  /** @param {import("./maker-form.js").Choices} choices @param {HTMLElement} place above the kit */
  constructor(choices, place) {
    this.choices = choices;
    this.place = place;
  }

  /** Take all problems away. */
  clear() {
    this.place.hidden = true;
    for (const [name, field] of this.choices.fields) {
      const line = field.querySelector(".problem");
      if (line.hidden) continue;
      line.hidden = true;
      line.textContent = "";
      this.choices.control(name)?.removeAttribute("aria-invalid");
    }
  }

  /** Show a problem. @param {import("./session.js").Problem} problem */
  show(problem) {
    this.clear();
    const lines = problem.each.map((each) => this._report(each.field ?? problem.field, each.line));
    this.place.replaceChildren(...lines);
    this.place.hidden = false;
  }

  /** Show a problem at its field, and return it for above the kit, where it leads to the field. */
  _report(choice, text) {
    const name = [choice, `${data.reading}${choice}`].find((each) => this.choices.fields.has(each));
    const item = document.createElement("span");
    if (!name) {
      item.textContent = sentence(text);
      return item;
    }
    const labelled = `${data.labels[name]}${data.colon}${text}`;
    const field = this.choices.fields.get(name);
    const line = field.querySelector(".problem");
    line.textContent = labelled;
    line.hidden = false;
    for (let inside = field.closest("details"); inside; inside = inside.parentElement.closest("details")) {
      inside.open = true;
    }
    const control = this.choices.control(name);
    control?.setAttribute("aria-invalid", "true");
    const way = Object.assign(document.createElement("a"), { href: `#field-${name}`, textContent: labelled });
    way.addEventListener("click", (event) => {
      // the address is the choices' own
      event.preventDefault();
      control?.focus();
      field.scrollIntoView({ block: "center" });
    });
    item.append(way);
    return item;
  }
}

function sentence(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}
