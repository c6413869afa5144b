// The page on which two play at one screen, by the rules, and on which a game is played back.

import { Page } from "./diagram.js";

/** How many ms each position stands while a game is played back. */
const PAUSE = 1100;

const byId = (id) => document.getElementById(id);

class PlayPage extends Page {
  listen() {
    super.listen();
    this.press("undo", ({ record, at }) => ({ record: record.slice(0, at - 1), at: at - 1 }));
    this.press("new", () => ({ rows: null, side: "", record: [], at: 0 }));
    byId("replay").addEventListener("click", () => this.replay());
    byId("stop").addEventListener("click", () => this.stop());
    // whoever takes part goes on from there
    for (const kind of ["pointerdown", "keydown", "click"]) {
      byId("board").addEventListener(kind, () => this.running && this.stop(), { capture: true });
    }
  }

  /** Plays the game back from the position on the board, or from the beginning where that is the last. */
  replay() {
    const { at, record } = this.state;
    this.running = true;
    this.update({ at: at < record.length ? at + 1 : 0 }, true);
  }

  stop() {
    clearTimeout(this.next);
    this.running = false;
    this.render();
  }

  update(change, replace = false) {
    clearTimeout(this.next);
    if (!replace) this.running = false;
    super.update(change, replace);
  }

  async show() {
    if (!this.running) return;
    this.next = setTimeout(() => {
      const { at, record } = this.state;
      if (at < record.length) this.update({ at: at + 1 }, true);
      else this.stop();
    }, PAUSE);
  }

  without() {
    super.without();
    this.stop();
  }

  render() {
    super.render();
    const { record, at, rows } = this.state;
    byId("undo").disabled = at === 0;
    byId("new").disabled = !record.length && !rows;
    byId("replay").disabled = !record.length;
    const [here, gone] = this.running ? ["stop", "replay"] : ["replay", "stop"];
    byId(here).hidden = false;
    if (document.activeElement === byId(gone)) byId(here).focus();
    byId(gone).hidden = true;
  }

  texts() {
    super.texts();
    const [first, ...moments] = this.board.heard?.moments ?? [];
    const moves = moments.map(({ turn }, number) => (number % 2 ? "" : `\n${number / 2 + 1}.`) + ` ${turn.written}`);
    byId("copy-record").value = `${first && this.state.rows ? tagOf(first) : ""}${moves.join("")}`.trim();
  }
}

/** Returns the tag of a record whose game begins with another position than the start of its rules, as OpenTafl has it. */
function tagOf({ rows, line }) {
  const [start, side] = line.split(" ");
  return `[rules: dim:${rows.length} start:${start} atkf:${side === "attackers" ? "y" : "n"}]`;
}

new PlayPage(JSON.parse(byId("diagram-data").textContent));
