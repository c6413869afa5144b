// The page of puzzles of a game of one's own: Python finds them, and they are solved as those of other games.

import "./language-links.js";
import { fill } from "./fill.js";
import { OWN, SOLVED, draft, unpacked } from "./own-game.js";
import { Fault, Problem, Session } from "./session.js";
import { Solver } from "./solver.js";

/** After how many puzzles and positions a search rests. */
const MOST = { puzzles: 6, positions: 1000 };

const byId = (id) => document.getElementById(id);

class OwnPuzzles {
  constructor(data) {
    this.data = data;
    this.tried = 0;
    this.session = new Session(data.root);
    const named = new URLSearchParams(location.hash.slice(1));
    [this.written, this.rules] = [named.get(OWN), named.get("rules") ?? ""];
    byId("more").addEventListener("click", () => this.report(() => this.search()));
    byId("stop").addEventListener("click", () => (this.searching = false));
    byId("rules").addEventListener("change", ({ target }) => {
      location.hash = this.address(target.value);
      location.reload();
    });
    addEventListener("hashchange", () => {
      const written = new URLSearchParams(location.hash.slice(1)).get(OWN);
      if (written && written !== this.written) location.reload();
    });
    this.report(() => this.begin());
  }

  /** The part of an address behind "#" that has the game and its rules; without the game, it is the one in this browser. */
  address(rules) {
    return `${this.written ? `${OWN}=${this.written}&` : ""}rules=${rules}&`;
  }

  /** Shows the collection of the game, and goes on to search. */
  async begin() {
    const { data } = this;
    const own = this.written ? await unpacked(this.written) : draft();
    if (!own) throw new Error(this.written ? data.words.unread : data.words.missing);
    const { answer } = await this.session.ask("boards", { own, root: data.root, language: data.language });
    const ruleset = answer.rulesets.find(({ name }) => name === this.rules) ?? answer.rulesets[0];
    byId("rules").replaceChildren(...answer.rulesets.map(({ name, title }) => new Option(title, name)));
    byId("rules").value = ruleset.name;
    byId("rules-field").hidden = answer.rulesets.length < 2;
    byId("game").textContent = answer.title;
    this.board = ruleset.board;
    this.hash = this.address(ruleset.name);
    this.request = { own, rules: ruleset.name };
    const collected = await this.session.ask("collection", this.request);
    this.show(collected.answer.puzzles);
    if (!this.solver) await this.search();
    else this.rest();
  }

  async search() {
    byId("more").hidden = true;
    byId("stop").hidden = false;
    this.searching = true;
    const [puzzles, positions] = [this.count + MOST.puzzles, this.tried + MOST.positions];
    while (this.searching && this.count < puzzles && this.tried < positions) {
      this.say(this.data.words.searching);
      const { answer } = await this.session.ask("find-puzzles", { ...this.request, tried: this.tried });
      this.tried = answer.tried;
      this.show(answer.puzzles);
    }
    this.rest();
  }

  /** Offers to search on. */
  rest() {
    const held = document.activeElement === byId("stop");
    this.searching = false;
    byId("stop").hidden = true;
    byId("more").hidden = !this.request;
    if (held) byId("more").focus();
    this.say(this.data.words.tried);
  }

  get count() {
    return this.solver?.data.puzzles.length ?? 0;
  }

  say(words) {
    byId("search").textContent = fill(words, { tried: this.tried, count: this.count });
  }

  show(found) {
    if (!found.length) return;
    const { data } = this;
    const puzzles = found.map((each) => ({
      ...each,
      task: data.tasks[each.side][each.plies],
      difficulty: data.difficulties[each.difficulty],
    }));
    if (this.solver) this.solver.add(puzzles);
    else this.solver = new Solver({ ...data, store: SOLVED, board: this.board, hash: this.hash, puzzles });
  }

  /** Does something, and shows why it cannot be done; what Python cannot do at all is told at the foot of the page. */
  async report(action) {
    byId("problem").hidden = true;
    try {
      await action();
    } catch (error) {
      this.rest();
      if (error instanceof Fault && error.reason === "cancelled") return;
      byId("problem").textContent = error instanceof Problem ? fill(this.data.words.wrong, { problem: error.line }) : error.message;
      byId("problem").hidden = false;
    }
  }
}

new OwnPuzzles(JSON.parse(byId("own-puzzles-data").textContent));
