// The page of a game of one's own: form and file are two views of one text, which Python reads and writes.

import { Desk, Problem, Superseded } from "./desk.js";
import { GameForm } from "./own-form.js";
import { Saying } from "./own-said.js";
import { goToLine, numberLines, save, takeFiles, textOf } from "./own-text.js";
import { filled } from "./own-words.js";

/** Under this key the kit maker is handed the game. */
const HANDED = "taflkit.own";
/** Under this key the page finds what was on it, when the visitor comes back. */
const DRAFT = "taflkit.own.draft";
/** How many ms the visitor stops before the text is read, and before the kit is tried. */
const PAUSE = { text: 250, form: 60, kit: 1200 };
/** How many texts can be gone back to. */
const UNDONE = 100;

const form = document.querySelector("#own");
const data = JSON.parse(form.dataset.own);
const words = data.words;
const at = (id) => form.querySelector(`#${id}`);
const text = at("text");

/** What the page shows: the last answer, and what is asked for. */
const page = {
  shown: data.shown,
  problems: [],
  // whether the form says something that is not in the text yet, and the flag that was changed last
  written: true,
  flag: "",
  ruleset: "",
  history: [],
};

const desk = new Desk(form.dataset.root);
const renumber = numberLines(text, at("lines"));
const saying = new Saying(form, data, (line) => goToLine(text, line));
const gameForm = new GameForm(form, data, {
  onchange: (flag) => {
    page.written = false;
    page.flag = flag;
    // what is typed meanwhile would be written over
    text.readOnly = true;
    soon(PAUSE.form);
  },
  onruleset: (name) => {
    page.ruleset = name;
    soon(0);
  },
});

let timer = 0;
let kitTimer = 0;

function soon(pause) {
  form.dataset.answered = "no";
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
}

/** Asks Python what the text is, or what it becomes by the form. */
async function ask() {
  clearTimeout(kitTimer);
  const wish = { name: at("name").value, text: text.value, language: data.language };
  say(words.done.checking);
  if (page.written) await answered("game", { ...wish, ruleset: page.ruleset });
  else await answered("write", { ...wish, form: gameForm.read() });
}

async function answered(name, wish) {
  try {
    const { answer } = await desk.ask(name, wish, { newest: "own" });
    page.written = true;
    text.readOnly = false;
    show(answer);
    form.dataset.answered = "yes";
  } catch (error) {
    if (error instanceof Superseded) return;
    form.dataset.answered = "yes";
    text.readOnly = false;
    if (!(error instanceof Problem)) say(error.line ?? String(error));
    else if (name === "write") await unwritten(error, wish);
    else complain([{ line: error.line, at: 0, key: "", field: "text" }]);
  }
}

/** Shows the text as it is, where the form could not write into it, and says why. */
async function unwritten(error, wish) {
  page.written = true;
  await answered("game", { ...wish, ruleset: page.ruleset });
  complain([...page.problems, { line: error.line, at: 0, key: "", field: "text" }]);
}

function show(shown) {
  remember(shown);
  page.shown = shown;
  page.ruleset = shown.form?.ruleset ?? page.ruleset;
  if (text.value !== shown.text) {
    const { selectionStart, selectionEnd, scrollTop } = text;
    text.value = shown.text;
    text.setSelectionRange(selectionStart, selectionEnd);
    text.scrollTop = scrollTop;
  }
  renumber();
  gameForm.show(shown);
  saying.sentences(shown);
  if (shown.form) saying.kept(shown.kept);
  complain(shown.problems);
  if (page.flag) at("told").textContent = saying.of(shown, page.flag);
  page.flag = "";
  // a game that is as it was begun with has a kit
  const begun = shown.text === data.shown.text;
  if (!shown.problems.length && !begun) kitTimer = setTimeout(tryKit, PAUSE.kit);
}

/** Asks for what only shows when the kit is built. */
async function tryKit() {
  const wish = { name: page.shown.name, text: page.shown.text, ruleset: page.ruleset, language: data.language };
  try {
    const { answer } = await desk.ask("kit-problems", wish, { newest: "own-kit" });
    if (wish.text === text.value && page.written) complain(answer.problems);
  } catch (error) {
    if (!(error instanceof Superseded)) say(error.line ?? String(error));
  }
}

function complain(problems) {
  page.problems = problems;
  saying.problems(problems);
  const squares = problems.filter(({ field }) => field === "board").flatMap(({ line }) => line.match(/\b[a-s]\d{1,2}\b/g) ?? []);
  gameForm.board.mark({ problem: squares });
  at("first").hidden = !problems.length;
  const { well, one, several } = words.done;
  say(problems.length === 0 ? well : problems.length === 1 ? one : filled(several, { count: problems.length }));
}

function say(line) {
  if (at("state").textContent !== line) at("state").textContent = line;
}

// --- Going back

function remember(shown) {
  const last = page.history.at(-1);
  const now = { name: shown.name, text: shown.text };
  if (last?.text !== now.text) page.history.push(now);
  page.history.splice(0, page.history.length - UNDONE);
  at("undo").disabled = page.history.length < 2;
  store(DRAFT, now);
}

function goBack() {
  page.history.pop();
  const last = page.history.at(-1);
  if (last) open(last.name, last.text);
}

function open(name, content) {
  at("name").value = name;
  text.value = content;
  page.written = true;
  page.ruleset = "";
  gameForm.wait();
  soon(0);
}

function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing for pages: there is no way back to this one then
  }
}

function stored(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

// --- Files, and on to the kit

async function take(file) {
  if (file.size > data.most) return complain([problemOf(words.done.large, file)]);
  const content = await textOf(file);
  if (content === null) return complain([problemOf(words.done.no_text, file)]);
  open(file.name, content);
  at("told").textContent = filled(words.done.replaced, { name: file.name });
}

function problemOf(words_, { name }) {
  return { line: filled(words_, { name }), at: 0, key: "", field: "text" };
}

function goToFirst() {
  const [problem] = page.problems;
  const place = form.querySelector(`[data-field="${problem.field}"]`);
  const field = place?.matches("fieldset") ? place.querySelector("input:checked, input") : place;
  if (problem.field === "board") gameForm.board.focus();
  else if (problem.field === "text" || !field) goToLine(text, problem.at || 1);
  else field.focus();
  (form.querySelector(`[data-problems="${problem.field}"]`) ?? field)?.scrollIntoView({ block: "center" });
}

function makeKit() {
  if (page.problems.length) {
    goToFirst();
    at("told").textContent = words.done.kit_not;
    return;
  }
  store(HANDED, { name: page.shown.name, text: page.shown.text, ...page.shown.kit });
  location.href = form.dataset.kit;
}

async function begin() {
  const [game, rules] = at("begin").value.split("/");
  clearTimeout(timer);
  form.dataset.answered = "no";
  page.written = true;
  page.ruleset = "";
  gameForm.wait();
  await answered("begin", { ...data.begin, game, rules, language: data.language });
  at("name").value = page.shown.name;
}

text.addEventListener("input", () => {
  gameForm.wait();
  soon(PAUSE.text);
});
at("name").addEventListener("input", () => soon(PAUSE.text));
at("take").addEventListener("click", begin);
at("first").addEventListener("click", goToFirst);
at("undo").addEventListener("click", goBack);
at("kit").addEventListener("click", makeKit);
takeFiles(at("open"), take);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  save(at("name").value, text.value);
});

desk.onstate = ({ state, fault }) => {
  if (state === "failed") say(fault?.line ?? "");
};

saying.kept(data.shown.kept);
const draft = stored(DRAFT);
page.history.push({ name: data.shown.name, text: data.shown.text });
if (draft && draft.text !== data.shown.text) open(draft.name, draft.text);
else soon(0);
