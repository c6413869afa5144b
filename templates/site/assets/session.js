// The way from a page to Python, which runs in a worker beside it.

import { store, storeAfter } from "./offline.js";
import { SessionBar } from "./session-bar.js";

/** A named problem: the request cannot be met, for the reason in the line. */
export class Problem extends Error {
  /** @param {{line: string, field: string|null, each: Array<{line: string, field: string|null, file: string|null, key: string|null}>}} problem */
  constructor(problem) {
    super(problem.line);
    this.name = "Problem";
    this.line = problem.line;
    this.field = problem.field;
    this.each = problem.each;
  }
}

/** Anything else that went wrong; `reason` is a key of the words, `details` is for a report. */
export class Fault extends Error {
  /** @param {string} reason @param {string} line @param {string} details */
  constructor(reason, line, details = "") {
    super(line);
    this.name = "Fault";
    this.reason = reason;
    this.line = line;
    this.details = details;
  }
}

/** A request that a newer one of its queue took the place of. */
export class Superseded extends Error {
  constructor() {
    super("superseded");
    this.name = "Superseded";
  }
}

/** How many ms may pass until more of what is begun with has come, and an answer. */
const LIMITS = { start: 30_000, answer: 60_000 };
/** How often a worker that ends is started again. */
const RESTARTS = 3;
/** After this number of faults in a row Python is taken for one that does not go on. */
const FAULTS = 2;

/**
 * Answers questions by Python, one after the other in their order. It starts on construction.
 *
 * The page includes session.html.j2, whose element #session has the lines of faults.
 */
export class Session {
  /**
   * @param {string|URL} root the way from the page to the site's folder, such as "../"
   * @param {{start?: number, answer?: number}} limits the most ms until more of the start, and an answer, has come
   */
  constructor(root, limits = {}) {
    this.root = new URL(root, document.baseURI);
    this.limits = { ...LIMITS, ...limits };
    this.state = { state: "loading", part: "" };
    this._listener = null;
    this._waiting = [];
    this._current = null;
    this._number = 0;
    this._failures = 0;
    this._faults = 0;
    this._stored = false;
    storeAfter(new Promise((resolve) => (this._settle = resolve)));
    this._bar = new SessionBar(document.getElementById("session"), () => this.cancel());
    this._start();
  }

  /** @param {(state: {state: "loading"|"ready"|"busy"|"failed", part: string, fault?: Fault}) => void} listener */
  set onstate(listener) {
    this._listener = listener;
    listener?.(this.state);
  }

  get onstate() {
    return this._listener;
  }

  /**
   * Ask a question.
   *
   * @param {string} question its name
   * @param {object} request what JSON can hold
   * @param {{newest?: string}} options newest: a queue of which the last request alone is answered
   * @returns {Promise<{answer: object, files: Uint8Array[]}>} rejects with Problem, Superseded or Fault
   */
  ask(question, request, { newest = "" } = {}) {
    if (newest) this._supersede(newest);
    return new Promise((resolve, reject) => {
      this._waiting.push({ id: (this._number += 1), question, request: JSON.stringify(request, wellFormed), newest, resolve, reject });
      if (this.state.state === "failed") this._again();
      this._next();
    });
  }

  /** Stop what is going on; every question ends in a fault, and the next one begins anew. */
  cancel() {
    this._stop();
    const fault = this._fault("cancelled", "");
    this._say("failed", "cancelled", fault);
    this._reject(fault);
  }

  /** End the worker; every question is rejected. */
  close() {
    this._stop();
    this._settle();
    this._reject(new Superseded());
  }

  _supersede(queue) {
    const older = (each) => each.newest === queue;
    for (const each of this._waiting.filter(older)) each.reject(new Superseded());
    this._waiting = this._waiting.filter((each) => !older(each));
    // an answer that is being made is dropped when it comes
    if (this._current && older(this._current)) this._current.reject(new Superseded());
  }

  _start() {
    this._ready = false;
    this._faults = 0;
    this._say("loading", "worker");
    this._limit(this.limits.start, "slow");
    try {
      this._worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "taflkit" });
    } catch (error) {
      this._fail("worker", String(error));
      return;
    }
    this._worker.onmessage = ({ data }) => this._heard(data);
    this._worker.onerror = (event) => {
      event.preventDefault?.();
      this._fail("worker", `${event.message ?? ""} ${event.filename ?? ""}:${event.lineno ?? ""}`);
    };
    this._worker.postMessage({ root: this.root.href });
  }

  _stop() {
    clearTimeout(this._timer);
    this._worker?.terminate();
    this._worker = null;
    this._ready = false;
  }

  /** Start once more after a failure, when there is another question. */
  _again() {
    this._stop();
    this._start();
  }

  _limit(time, reason) {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._fail(reason, `${time} ms`), time);
  }

  _say(state, part, fault = undefined) {
    this.state = { state, part, ...(fault ? { fault } : {}) };
    if (state === "failed") this._settle();
    this._bar.show(this.state);
    this._listener?.(this.state);
  }

  _heard(data) {
    if (data.failed) {
      this._fail(data.failed, data.details);
    } else if (data.total) {
      this._limit(this.limits.start, "slow");
      this._bar.count(data);
    } else if (data.part) {
      this._limit(this.limits.start, "slow");
      this._say("loading", data.part);
    } else if (data.ready) {
      clearTimeout(this._timer);
      this._ready = true;
      this._say("ready", "");
      if (!this._waiting.length) this._settle();
      this._next();
    } else if (this._current?.id === data.id) {
      clearTimeout(this._timer);
      this._faults = data.details === undefined ? 0 : this._faults + 1;
      if (data.fatal || this._faults >= FAULTS) {
        this._fail("unknown", data.details);
        return;
      }
      if (!this._faults) this._failures = 0;
      this._answered(this._current, data);
    }
  }

  _answered(current, { text, files, details }) {
    this._current = null;
    this._say("ready", "");
    if (details !== undefined) {
      current.reject(this._fault("unknown", details));
    } else {
      const { answer, problem } = JSON.parse(text);
      if (problem) current.reject(new Problem(problem));
      else current.resolve({ answer, files });
      this._store();
    }
    this._next();
  }

  _next() {
    if (!this._ready || this._current || !this._waiting.length) return;
    this._current = this._waiting.shift();
    const { id, question, request } = this._current;
    this._say("busy", question);
    this._limit(this.limits.answer, "hangs");
    this._worker.postMessage({ id, question, request });
  }

  /** A worker that cannot go on: its question ends in a fault, and the others wait for the next worker. */
  _fail(reason, details) {
    const started = this._ready;
    this._stop();
    const fault = this._fault(reason, details);
    const current = this._current;
    this._current = null;
    current?.reject(fault);
    this._failures += 1;
    if (started && this._failures <= RESTARTS) {
      this._start();
      return;
    }
    this._say("failed", reason, fault);
    this._reject(fault);
  }

  _reject(error) {
    const waiting = this._waiting;
    this._waiting = [];
    this._current?.reject(error);
    this._current = null;
    for (const each of waiting) each.reject(error);
  }

  _fault(reason, details) {
    const lines = document.getElementById("session")?.dataset ?? {};
    return new Fault(reason, lines[reason] ?? lines.unknown ?? reason, details);
  }

  /** After the first answer, which the visitor must not wait longer for, Python is stored for when there is no network. */
  _store() {
    this._settle();
    if (!this._stored) store("runtime");
    this._stored = true;
  }
}

/** Half a letter, as a broken file may have it, becomes the sign of an unknown one: no JSON text that Python reads has it. */
function wellFormed(_key, value) {
  return typeof value === "string" && value.toWellFormed ? value.toWellFormed() : value;
}
