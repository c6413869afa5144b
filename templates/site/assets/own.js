// The page of a game of one's own: form and file are two views of one text, which Python reads and writes.

import { Problem, Session, Superseded } from "./session.js";
import { GameForm } from "./own-form.js";
import { OWN, draft, forget, hand, packed, storeDraft, unpacked } from "./own-game.js";
import { Feedback } from "./own-feedback.js";
import { goToLine, limit, numberLines, save, takeFiles, textOf } from "./own-text.js";
import { filled } from "./own-words.js";

/** How many ms the visitor stops before the text is read, and before the kit is tried. */
const PAUSE = { text: 250, form: 60, kit: 1200 };
/** How many texts can be gone back to. */
const UNDONE = 100;

const form = document.querySelector("#own");
const data = JSON.parse(form.dataset.own);
const words = data.words;
const at = (id) => form.querySelector(`#${id}`);
const text = at("text");

/** The state of the page: the last answer, and the requests. */
const page = {
  shown: data.shown,
  problems: [],
  // what was refused of files that were to be opened: the game is as it was
  refused: [],
  // how many changes there were, and how many of them the last answer knew of
  changes: 0,
  answered: -1,
  request: null,
  // the game and the rules that are to be begun with, until they are there
  begun: null,
  // whether the form says something that is not in the text yet, and the flag that was changed last
  written: true,
  flag: "",
  ruleset: "",
  history: [],
};

const session = new Session(form.dataset.root);
const renumber = numberLines(text, at("lines"));
const feedback = new Feedback(form, data, (line) => goToLine(text, line));
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
  page.changes += 1;
  page.refused = [];
  form.dataset.answered = "no";
  clearTimeout(timer);
  timer = setTimeout(send, pause);
}

/** Sends Python the question what the text is, what it becomes by the form, or what another game begins with. */
function send() {
  clearTimeout(timer);
  clearTimeout(kitTimer);
  timer = 0;
  form.dataset.answered = "no";
  say(words.done.checking);
  page.request = answered(...question());
}

function question() {
  const request = { name: at("name").value, text: text.value, language: data.language };
  if (page.begun) return ["begin", { ...data.begin, ...page.begun, name: request.name, language: data.language }];
  if (page.written) return ["game", { ...request, ruleset: page.ruleset }];
  return ["write", { ...request, form: gameForm.read() }];
}

async function answered(name, request) {
  const { changes } = page;
  try {
    const { answer } = await session.ask(name, request, { newest: "own" });
    // what was changed since would be written over: it has a request of its own
    if (changes !== page.changes) return;
    page.written = true;
    end(changes);
    show(answer);
    form.dataset.answered = "yes";
  } catch (error) {
    if (error instanceof Superseded || changes !== page.changes) return;
    end(changes);
    form.dataset.answered = "yes";
    if (!(error instanceof Problem)) say(error.line ?? String(error));
    else if (name === "write") await unwritten(error, request);
    else complain([{ line: error.line, at: 0, key: "", field: "text" }]);
  }
}

function end(changes) {
  page.answered = changes;
  page.begun = null;
  text.readOnly = false;
}

/** Waits for what the newest change makes of the text; returns whether that is what is shown. */
async function settled() {
  const known = () => page.written && page.shown.text === text.value;
  // after a fault the last change has no answer
  if (page.answered === page.changes && !known()) send();
  while (form.dataset.answered === "no") {
    if (timer) send();
    await page.request;
  }
  return known();
}

/** Shows the text as it is, where the form could not write into it, and says why. */
async function unwritten(error, request) {
  page.written = true;
  await answered("game", { ...request, ruleset: page.ruleset });
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
  feedback.sentences(shown);
  if (shown.form) feedback.hidden(shown.hidden);
  complain(shown.problems);
  if (page.flag) at("announcement").textContent = feedback.of(shown, page.flag);
  page.flag = "";
  // a game that is as it was begun with has a kit
  const begun = shown.text === data.shown.text;
  if (!shown.problems.length && !begun) kitTimer = setTimeout(tryKit, PAUSE.kit);
}

/** Requests the problems that only show when the kit is built. */
async function tryKit() {
  const { changes } = page;
  const request = { name: page.shown.name, text: page.shown.text, ruleset: page.ruleset, language: data.language };
  try {
    const { answer } = await session.ask("kit-problems", request, { newest: "own-kit" });
    if (changes === page.changes) complain(answer.problems);
  } catch (error) {
    if (!(error instanceof Superseded)) say(error.line ?? String(error));
  }
}

function complain(problems) {
  page.problems = problems;
  feedback.problems([...problems, ...page.refused]);
  const squares = problems.filter(({ field }) => field === "board").flatMap(({ line }) => line.match(/\b[a-s]\d{1,2}\b/g) ?? []);
  gameForm.board.mark({ problem: squares });
  at("first").hidden = !problems.length;
  // a press on it leads to what is wrong
  for (const id of ["kit", "puzzles"]) at(id).setAttribute("aria-disabled", String(problems.length > 0));
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
  // the game that the page begins with is none of the visitor's
  if (now.text === data.shown.text) return;
  at("stored").textContent = storeDraft(now) ? words.done.stored : words.done.unstored;
  at("forget").hidden = false;
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
  page.flag = "";
  page.ruleset = "";
  page.begun = null;
  gameForm.wait();
  soon(0);
}

/** Forgets the visitor's game, and begins again as who comes here first. */
function forgetGame() {
  forget();
  page.history = [];
  open(data.shown.name, data.shown.text);
  at("stored").textContent = words.done.forgotten;
  at("forget").hidden = true;
  at("begin").focus();
}

// --- Files, and on to the kit

async function take(file) {
  if (file.size > data.most) return refuse(words.done.large, file);
  const content = await textOf(file);
  if (content === null) return refuse(words.done.no_text, file);
  if (isTooLarge(content)) return refuse(words.done.large, file);
  open(file.name, content);
  at("announcement").textContent = filled(words.done.replaced, { name: file.name });
}

/** Returns whether a text is more than a game's can be: what the page does with each line would take long. */
function isTooLarge(content) {
  return content.length > data.most || content.split("\n", data.lines + 1).length > data.lines;
}

/** Opens the game of the address, which a link to this page has. */
async function follow() {
  const written = new URLSearchParams(location.hash.slice(1)).get(OWN);
  if (!written) return;
  const game = await unpacked(written);
  if (!game || isTooLarge(game.text)) return refuse(words.done.unread);
  open(game.name, game.text);
  at("announcement").textContent = filled(words.done.replaced, game);
}

async function copyLink() {
  const own = await packed({ name: at("name").value, text: text.value });
  if (!own) return sayOfLink(words.done.unlinkable);
  const link = new URL(`#${OWN}=${own}`, location.href).href;
  navigator.clipboard.writeText(link).then(
    () => sayOfLink(words.done.copied),
    () => sayOfLink(link),
  );
}

function sayOfLink(line) {
  at("link-said").textContent = line;
}

/** Shows why a text or a file is not taken. The game that is shown has no problem by that. */
function refuse(words_, { name } = {}) {
  const line = filled(words_, { name });
  page.refused = [{ line, at: 0, key: "", field: "text" }];
  feedback.problems([...page.problems, ...page.refused]);
  at("announcement").textContent = line;
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

/** Waits for what the newest change makes of the game; returns whether there is nothing to mend. */
async function isSound() {
  const known = await settled();
  if (page.problems.length) {
    goToFirst();
    at("announcement").textContent = words.done.kit_not;
    return false;
  }
  // the page says what fault there was
  return known;
}

async function makeKit() {
  if (!(await isSound())) return;
  const { name, text: content, kit } = page.shown;
  const own = await packed({ name, text: content });
  hand({ name, text: content, packed: own, ...kit });
  location.href = own ? `${form.dataset.kit}&${OWN}=${own}` : form.dataset.kit;
}

async function findPuzzles() {
  if (!(await isSound())) return;
  const own = await packed({ name: page.shown.name, text: page.shown.text });
  // without it, the page has the game that is stored here
  location.href = `${form.dataset.puzzles}#${own ? `${OWN}=${own}&` : ""}rules=${page.ruleset}`;
}

function begin() {
  const [game, rules] = at("begin").value.split("/");
  open(data.begin.name, text.value);
  page.begun = { game, rules };
  // what is typed meanwhile would be written over
  text.readOnly = true;
}

async function download() {
  // a text that is typed is the file already
  if ((page.begun || !page.written) && !(await settled())) return;
  save(at("name").value, text.value);
}

limit(text, isTooLarge, () => refuse(words.done.pasted));
text.addEventListener("input", () => {
  gameForm.wait();
  soon(PAUSE.text);
});
at("name").addEventListener("input", () => soon(PAUSE.text));
at("take").addEventListener("click", begin);
at("first").addEventListener("click", goToFirst);
at("undo").addEventListener("click", goBack);
at("kit").addEventListener("click", makeKit);
at("puzzles").addEventListener("click", findPuzzles);
at("link").addEventListener("click", copyLink);
at("forget").addEventListener("click", forgetGame);
takeFiles(at("open"), take);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  download();
});
form.addEventListener("keydown", (event) => {
  // in a field, Enter would press the form's button, which downloads
  if (event.key === "Enter" && event.target.matches("input:not([type=file])")) event.preventDefault();
});

session.onstate = ({ state, fault }) => {
  if (state === "failed") say(fault?.line ?? "");
};

feedback.hidden(data.shown.hidden);
page.history.push({ name: data.shown.name, text: data.shown.text });
const last = draft();
if (last) {
  // the way back to it, if the address has another
  if (last.text !== data.shown.text) page.history.push(last);
  open(last.name, last.text);
} else soon(0);
window.addEventListener("hashchange", follow);
follow();
