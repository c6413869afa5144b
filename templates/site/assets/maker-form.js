// The form of the kit maker: its values as texts, and as they stand in the page's address.

import { OWN, handed } from "./own-game.js";
import { data, fill, words } from "./maker-words.js";

/** The word for every part of a kit. */
const ALL = "all";

/** What may be two sides of paper, such as 420x594 or 18 x 24 in. */
const SIDES = /\d.*[x×].*\d/i;

/** The fields of the form, by the names of a kit's choices. */
export class Choices {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.fields = new Map([...form.querySelectorAll("[data-field]")].map((field) => [field.dataset.field, field]));
    const own = handed();
    if (own) this.listOwn(own);
    this.form.elements.game.addEventListener("change", () => {
      this._offerRulesets();
      this._offerLanguages();
    });
    this.form.elements.rules.addEventListener("change", () => this._offerVariations());
    for (const [select, other] of this._withOthers()) {
      select.addEventListener("change", () => {
        other.hidden = select.value !== "";
      });
    }
  }

  /** The values that are not as they are by themselves, by the names of the fields. */
  get changed() {
    const changed = {};
    for (const name of this.fields.keys()) {
      const value = this.value(name);
      if (value !== this._default(name)) changed[name] = value;
    }
    return changed;
  }

  /** What is requested of Python: the choices, the printer's readings, and the game of the visitor's own if it is chosen. */
  get request() {
    const values = { game: this.value("game"), language: this.value("language") };
    const printer = {};
    for (const [name, value] of Object.entries(this.changed)) {
      if (name.startsWith(data.reading)) printer[name.slice(data.reading.length)] = value;
      else values[name] = value;
    }
    if (values.game !== OWN) return { values, printer };
    delete values.game;
    return { values, printer, own: { name: this.own.name, text: this.own.text } };
  }

  /** The changed choices as an address has them behind "#", or "", with the game of the visitor's own if that is chosen. */
  get address() {
    const { changed } = this;
    if (changed.game === OWN && this.own.packed) changed[OWN] = this.own.packed;
    return new URLSearchParams(changed).toString();
  }

  /** Whether a game is chosen that an address cannot hold. */
  get isUnlinkable() {
    return this.value("game") === OWN && !this.own.packed;
  }

  /**
   * Choose what an address says, and all else as it is usual or by itself.
   *
   * @param {string} address what stands behind "#" @param {Record<string, string>} usual values, by the names of fields
   * @returns {string[]} the requested choices that there are not
   */
  follow(address, usual = {}) {
    const wanted = new Map(new URLSearchParams(address));
    wanted.delete(OWN);
    const dropped = [];
    for (const name of this.fields.keys()) {
      const value = wanted.get(name);
      wanted.delete(name);
      if (value !== undefined && this.choose(name, value)) continue;
      if (value !== undefined) dropped.push(`${data.labels[name]}${data.colon}${value}`);
      if (!(name in usual && this.choose(name, usual[name]))) this.choose(name, this._default(name));
    }
    return [...dropped, ...[...wanted].map(([name, value]) => `${name}=${value}`)];
  }

  /**
   * Choose a value; the game and the ruleset bring what can be chosen behind them.
   *
   * @param {string} name of a field @param {string} value
   * @returns {boolean} whether there is such a value
   */
  choose(name, value) {
    const { kind } = this.fields.get(name).dataset;
    const controls = this._controls(name);
    if (kind === "list") return this._chooseSome(name, controls, value);
    if (kind === "flag") {
      controls[0].checked = value === controls[0].value;
      return ["yes", "no"].includes(value);
    }
    if (kind === "chips") {
      const match = controls.find((each) => each.value === value);
      if (match) match.checked = true;
      return Boolean(match);
    }
    const listed = kind !== "choice" || [...controls[0].options].some((option) => option.value === value);
    if (!listed && !(controls[1] && SIDES.test(value))) return false;
    controls[0].value = listed ? value : "";
    if (controls[1]) {
      controls[1].hidden = listed;
      if (!listed) controls[1].value = value;
    }
    if (name === "game") {
      this._offerRulesets();
      this._offerLanguages();
    }
    if (name === "rules") this._offerVariations();
    return true;
  }

  /** The control of a field that is shown at first, for the keyboard. @param {string} name */
  control(name) {
    return this._controls(name)[0] ?? null;
  }

  /**
   * List a game of the visitor's own behind the others, in the place of an earlier one.
   *
   * @param {{name: string, text: string, packed: string, title: string, rulesets: object[], languages: string[]}} own
   */
  listOwn(own) {
    this.own = own;
    const { title, rulesets, languages } = own;
    data.games[OWN] = { title, rulesets, languages, picture: "" };
    const { game } = this.form.elements;
    const listed = [...game.options].find(({ value }) => value === OWN) ?? game.appendChild(new Option("", OWN));
    listed.text = fill(words.kit.own, { title });
  }

  _chooseSome(name, controls, value) {
    const wanted = new Set(value.split(",").filter(Boolean));
    const all = name === "parts" && wanted.delete(ALL);
    for (const each of controls) each.checked = wanted.delete(each.value) || (all && each.defaultChecked);
    return !wanted.size;
  }

  _controls(name) {
    return [...this.fields.get(name).querySelectorAll("input, select")];
  }

  /** The menus that have a field for another value, each before that. */
  _withOthers() {
    const controls = [...this.fields.keys()].map((name) => this._controls(name));
    return controls.filter(([first, other]) => first?.matches("select") && other);
  }

  _default(name) {
    if (name === "rules") return this._game.rulesets[0].name;
    return name === "language" ? this._languages[0] : this.fields.get(name).dataset.default;
  }

  /** The value of a field as a text. @param {string} name */
  value(name) {
    const { kind } = this.fields.get(name).dataset;
    const controls = this._controls(name);
    const checked = controls.filter((each) => each.checked).map((each) => each.value);
    if (kind === "list") {
      const usual = controls.filter((each) => each.defaultChecked).map((each) => each.value);
      const whole = name === "parts" && usual.every((each) => checked.includes(each));
      return (whole ? [ALL, ...checked.filter((each) => !usual.includes(each))] : checked).join(",");
    }
    if (kind === "flag") return checked.length ? "yes" : "no";
    if (kind === "chips") return checked[0] ?? "";
    // a field without a text is as it is by itself
    return controls[0].value.trim() || controls[1]?.value.trim() || this._default(name);
  }

  get _game() {
    return data.games[this.form.elements.game.value];
  }

  _offerRulesets() {
    const options = this._game.rulesets.map(({ name, title }) => new Option(title, name));
    this.form.elements.rules.replaceChildren(...options);
    this._offerVariations();
  }

  /** The languages of the game that the site has too, that of the page first. */
  get _languages() {
    const known = this._game.languages.filter((code) => code in data.language_names);
    return [...known.filter((code) => code === data.language), ...known.filter((code) => code !== data.language)];
  }

  _offerLanguages() {
    const codes = this._languages;
    this.form.elements.language.replaceChildren(...codes.map((code) => new Option(data.language_names[code], code)));
    this.fields.get("language").hidden = codes.length < 2;
  }

  _offerVariations() {
    const ruleset = this._game.rulesets.find(({ name }) => name === this.form.elements.rules.value);
    const field = this.fields.get("variations");
    field.hidden = !ruleset.variations.length;
    field.querySelector("[data-options]").replaceChildren(...ruleset.variations.map(([name, title]) => chip(name, title)));
  }
}

function chip(value, title) {
  const label = document.createElement("label");
  label.className = "chip";
  const input = Object.assign(document.createElement("input"), { type: "checkbox", name: `variations-${value}`, value });
  const text = document.createElement("span");
  text.textContent = title;
  label.append(input, " ", text);
  return label;
}
