// The board of a diagram: pieces are set, moves are played, and moves are marked for the picture.

import { pieceOn, withPiece } from "./board.js";
import { MovingBoard, sideOf } from "./moving-board.js";
import { Problem, Superseded } from "./session.js";
import { baseOf, firstRows, gameRequest, outsideOf, placeOf, rulesetOf, sameMoment } from "./diagram-state.js";
import { fill, say, sentence } from "./diagram-words.js";

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
    this.reasons = {};
    this.board = new MovingBoard(byId("board"), {
      ...rulesetOf(page.data, page.state).board,
      labels: page.data.labels,
      onplay: (origin, target) => this.attempt(origin, target),
      onchoose: (square) => this.chosen(square),
      ontwice: (square) => this.again(square),
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
      this.ply = Infinity;
    }
    this.shaped = name;
    this.board.leave();
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
    const stepped = ply === this.ply + 1 && !this.dropped;
    this.dropped = false;
    this.ply = ply;
    this.board.set(moments[ply].rows);
    this.turn = moments[ply].turn;
    if (stepped) this.board.slide(this.turn.origin, this.turn.target);
    this.board.offer(this.heard.targets);
    this.mark();
    this.status();
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
    this.board.offer(null);
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
    this.board.leave();
    for (const each of document.querySelectorAll("[data-way]")) each.hidden = each.dataset.way !== way;
  }

  // --- Presses

  pressed(square) {
    if (this.way === "set") this.put(square, this.letter());
    else this.board.choose(square);
  }

  dragged(origin, target) {
    this.dropped = true;
    if (this.way === "set") this.carry(origin, target);
    else this.attempt(origin, target);
  }

  key(square, key) {
    if (key === "Escape" && this.board.leave()) return true;
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

  again(square) {
    const { of } = this.page.state;
    if (this.way === "show") this.page.update({ of: of.includes(square) ? of.filter((each) => each !== square) : [...of, square] });
  }

  /** Returns whether the page stands by now at another moment than a state, which a request was about. */
  isPast(state) {
    return !sameMoment(this.page.data, state, this.page.state);
  }

  /** Says of a piece that is chosen to be played why it cannot move at all. */
  async chosen(square) {
    const { state } = this.page;
    this.refuse("");
    if (!square || this.heard.targets[square] || this.way === "show") return;
    const refusal = await this.reason(square, "");
    if (this.board.selected !== square || this.isPast(state)) return;
    this.board.leave();
    if (refusal) this.cite(square, refusal);
  }

  /** Shows why a move is refused, by which rule, and what can be done about it. */
  cite(move, { why, reference, rule }, ...more) {
    const { data, state } = this.page;
    this.refuse(fill(data.words.refused, { move, why }), ...more);
    if (!reference) return;
    const { way } = data.games[state.game];
    // the rules of a game of one's own have no page, and variations may have other numbers
    const cited = document.createElement(way && !state.variations.length ? "a" : "span");
    if (cited.localName === "a") cited.href = `${way}${state.rules}/index.html#rule-${reference}`;
    cited.textContent = fill(data.words.rule, { reference, rule });
    byId("refusal").firstElementChild.after(cited);
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
        this.reasons[key] = (await this.reason(...move.split("-"), baseOf(state)))?.why ?? "";
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
    this.board.leave();
    this.dropped = false;
    this.mark({ refused: [target] });
    this.cite(move, answer.refusal, ...this.page.offers(move));
  }

  /** Marks a move for the picture: with an arrow, or as refused. */
  async point(origin, target) {
    const { state } = this.page;
    const move = `${origin}-${target}`;
    const refusal = await this.reason(origin, target);
    if (this.isPast(state)) return;
    this.board.leave();
    const name = refusal ? "refused" : "moves";
    if (refusal) this.reasons[this.reasonKey(move)] = refusal.why;
    // another move may have been marked meanwhile
    const marked = this.page.state[name];
    if (!marked.includes(move)) this.page.update({ [name]: [...marked, move] });
  }
}

function withoutKing(rows) {
  return rows.map((row) => row.replaceAll("K", "."));
}
