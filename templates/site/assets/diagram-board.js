// The board of a diagram: pieces are set, moves are played, and moves are marked for the picture.

import { Board, pieceOn, withPiece } from "./board.js";
import { Problem, Superseded } from "./session.js";
import { baseOf, firstRows, gameRequest, outsideOf, placeOf, rulesetOf, sameMoment } from "./diagram-state.js";
import { button, fill, say, sentence } from "./diagram-words.js";

const SQUARES = /\b[a-s](?:1[0-9]|[1-9])\b/g;
const EMPTIED = ["Delete", "Backspace", "."];

const byId = (id) => document.getElementById(id);

/** The board, beside the page whose state it shows and changes. */
export class DiagramBoard {
  /**
   * @param {{data: object, session: object, state: object, update: (change: object) => void}} page
   */
  constructor(page) {
    this.page = page;
    this.way = "play";
    this.selected = "";
    this.early = "";
    this.reasons = {};
    this.board = new Board(byId("board"), {
      ...rulesetOf(page.data, page.state).board,
      labels: page.data.labels,
      onpress: (square) => this.pressed(square),
      onmove: (origin, target) => this.dragged(origin, target),
      onkey: (square, key) => this.key(square, key),
    });
  }

  /** Shows another board, or the same, without what was chosen on it. */
  shape() {
    const { board } = rulesetOf(this.page.data, this.page.state);
    const name = JSON.stringify(board);
    if (name !== this.shaped) {
      this.board.shape(board);
      this.heard = null;
    }
    this.shaped = name;
    this.selected = "";
    this.refuse("");
    if (!this.heard) this.board.set(firstRows(this.page.data, this.page.state));
  }

  /** Requests the game as it stands, shows it, and returns whether there is one. */
  async refresh() {
    const { data, session, state } = this.page;
    const after = this.shownPly();
    try {
      const request = { ...gameRequest(data, state), record: state.record, after };
      const { answer } = await session.ask("play", request, { newest: "play" });
      // what is shown by now has had its request too
      if (state !== this.page.state) return false;
      this.heard = answer;
      this.render();
      return true;
    } catch (error) {
      if (error instanceof Superseded) return false;
      if (!(error instanceof Problem)) throw error;
      if (state !== this.page.state) return false;
      this.trouble(error);
      return false;
    }
  }

  /** Returns behind how many moves the position stands that the board shows. */
  shownPly() {
    return this.way === "show" ? baseOf(this.page.state) : this.page.state.at;
  }

  render() {
    const { moments } = this.heard;
    const ply = Math.min(this.shownPly(), moments.length - 1);
    this.board.set(moments[ply].rows);
    this.turn = moments[ply].turn;
    this.mark();
    this.status();
    const { early } = this;
    this.early = "";
    if (early) this.choose(early);
  }

  mark(more = {}) {
    const { state } = this.page;
    const marks = {};
    if (this.turn && this.way === "play") {
      Object.assign(marks, { origin: [this.turn.origin], last: [this.turn.target], captured: this.turn.captured });
    }
    if (this.way === "show") {
      marks.refused = state.refused.map((move) => move.split("-")[1]);
      marks.outside = outsideOf(state.part, this.board.size);
    }
    if (this.selected) Object.assign(marks, { selected: [this.selected], target: this.heard?.targets[this.selected] ?? [] });
    this.board.mark({ ...marks, ...more });
  }

  status() {
    const { words } = this.page.data;
    if (!this.heard) {
      byId("status").textContent = "";
      return;
    }
    const { over, to_move: side } = this.heard;
    const whose = over ? words.over : words[side || "either"];
    byId("status").textContent = [this.way === "play" && this.turn?.sentence, whose].filter(Boolean).join(" ");
  }

  /** Shows a position or a game that cannot be. */
  trouble(error) {
    const { state, data } = this.page;
    this.heard = null;
    this.turn = null;
    if (error.field === "position" || state.at === 0) this.board.set(firstRows(data, state));
    this.status();
    this.refuse(sentence(error.line));
    this.board.mark({ problem: error.line.match(SQUARES) ?? [] });
  }

  refuse(line, ...more) {
    say(byId("refusal"), line, ...more);
  }

  /**
   * Chooses what a press on the board does.
   * @param {"play"|"set"|"show"} way
   */
  work(way) {
    this.way = way;
    this.selected = "";
    for (const each of document.querySelectorAll("[data-way]")) each.hidden = each.dataset.way !== way;
  }

  // --- Presses

  pressed(square) {
    if (this.way === "set") this.put(square, this.letter());
    else this.choose(square);
  }

  dragged(origin, target) {
    if (this.way === "set") this.carry(origin, target);
    else this.attempt(origin, target);
  }

  key(square, key) {
    if (key === "Escape" && this.selected) {
      this.select("");
      return true;
    }
    if (this.way !== "set") return false;
    const letter = Object.entries(this.page.data.keys).find(([, name]) => name === key.toLowerCase())?.[0];
    if (!letter && !EMPTIED.includes(key)) return false;
    this.put(square, letter ?? ".", true);
    return true;
  }

  letter() {
    return document.querySelector('input[name="piece"]:checked').value;
  }

  /** Sets a piece; the same again takes it away, unless it is set by its key. */
  put(square, letter, always = false) {
    const rows = this.board.position;
    const there = pieceOn(rows, square);
    this.place(withPiece(letter === "K" ? withoutKing(rows) : rows, square, letter === there && !always ? "." : letter));
  }

  carry(origin, target) {
    const rows = this.board.position;
    const letter = pieceOn(rows, origin);
    if (letter !== ".") this.place(withPiece(withPiece(rows, origin, "."), target, letter));
  }

  place(rows) {
    const { state } = this.page;
    const side = state.rows && !state.record.length ? state.side : (this.heard?.to_move ?? "");
    this.board.set(rows);
    this.page.update({ rows, side, record: [], at: 0 });
  }

  choose(square) {
    const letter = pieceOn(this.board.rows, square);
    if (!this.heard) {
      // it is chosen once the engine answers
      this.early = letter === "." ? "" : square;
      this.board.mark({ selected: [this.early] });
      return;
    }
    if (square === this.selected) this.again(square);
    else if (letter !== "." && (!this.selected || this.isFriend(letter))) this.select(square);
    else if (this.selected) this.attempt(this.selected, square);
  }

  isFriend(letter) {
    const chosen = pieceOn(this.board.rows, this.selected);
    return (letter === "t") === (chosen === "t");
  }

  again(square) {
    const { of } = this.page.state;
    this.select("");
    if (this.way === "show") this.page.update({ of: of.includes(square) ? of.filter((each) => each !== square) : [...of, square] });
  }

  /** Returns whether the page stands by now at another moment than a state, which a request was about. */
  isPast(state) {
    return !sameMoment(this.page.data, state, this.page.state);
  }

  async select(square) {
    const { state } = this.page;
    this.selected = square;
    this.refuse("");
    this.mark();
    const stuck = square && !this.heard.targets[square]?.length;
    if (!stuck || this.way === "show") return;
    this.selected = "";
    const why = await this.reason(square, "");
    if (this.selected || this.isPast(state)) return;
    this.mark();
    if (why) this.refuse(fill(this.page.data.words.refused, { move: square, why }));
  }

  /** Returns why a move is refused, or why a piece cannot move at all; null where it may be played. */
  async reason(square, target, after = this.shownPly()) {
    const { data, session, state } = this.page;
    const request = { ...gameRequest(data, state), record: state.record, after, square, target };
    const { answer } = await session.ask("moves", request);
    return answer.refusal;
  }

  /** Returns why a move is refused in the position that the picture shows, "" if that is not known yet. */
  why(move) {
    return this.reasons[this.reasonKey(move)] ?? "";
  }

  reasonKey(move) {
    return `${placeOf(this.page.data, this.page.state)} ${move}`;
  }

  /** Requests why the refused moves of the picture are refused. */
  async explain() {
    const { state } = this.page;
    for (const move of state.refused) {
      if (state !== this.page.state) return;
      const key = this.reasonKey(move);
      if (key in this.reasons) continue;
      try {
        this.reasons[key] = (await this.reason(...move.split("-"), baseOf(state))) ?? "";
      } catch (error) {
        // beside the picture stands what is wrong with the move
        if (!(error instanceof Problem)) throw error;
      }
    }
  }

  async attempt(origin, target) {
    if (!this.heard) return;
    const { state } = this.page;
    try {
      await (this.way === "show" ? this.point(origin, target) : this.move(origin, target));
    } catch (error) {
      if (error instanceof Superseded) return;
      if (!(error instanceof Problem)) throw error;
      if (!this.isPast(state)) this.refuse(sentence(error.line));
    }
  }

  /** Plays a move, or shows why the rules refuse it. */
  async move(origin, target) {
    const { data, session, state } = this.page;
    const move = `${origin}-${target}`;
    const side = state.rows && !state.side ? sideOf(pieceOn(this.board.rows, origin)) : state.side;
    const before = { ...state, side };
    const record = state.record.slice(0, state.at);
    const { answer } = await session.ask("play", { ...gameRequest(data, before), record, move }, { newest: "move" });
    if (this.isPast(state)) return;
    if (!answer.refusal) {
      this.page.update({ side, record: [...record, move], at: record.length + 1 });
      return;
    }
    this.selected = "";
    this.mark({ refused: [target] });
    const { words } = data;
    const shown = { last: false, moves: [], refused: [move], of: [] };
    const offer = button(words.show_refused, () => this.page.update(shown), "button second diagram-offer");
    this.refuse(fill(words.refused, { move, why: answer.refusal }), offer);
  }

  /** Marks a move for the picture: with an arrow, or as refused. */
  async point(origin, target) {
    const { state } = this.page;
    const move = `${origin}-${target}`;
    const why = await this.reason(origin, target);
    if (this.isPast(state)) return;
    this.selected = "";
    const name = why === null ? "moves" : "refused";
    if (why !== null) this.reasons[this.reasonKey(move)] = why;
    // another move may have been marked meanwhile
    const marked = this.page.state[name];
    if (marked.includes(move)) this.mark();
    else this.page.update({ [name]: [...marked, move] });
  }
}

function sideOf(letter) {
  return letter === "t" ? "attackers" : "defenders";
}

function withoutKing(rows) {
  return rows.map((row) => row.replaceAll("K", "."));
}
