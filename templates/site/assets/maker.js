// The kit maker: what is chosen goes to Python, the kit that comes back is shown, and the address has the choices.

import { Problem, Session, Superseded } from "./session.js";
import { Choices } from "./maker-form.js";
import { showOthers, showPlan } from "./maker-plan.js";
import { Preview } from "./maker-preview.js";
import { Problems } from "./maker-problems.js";
import { USUAL, forgetUsual, remember, usual } from "./maker-usual.js";
import { counted, data, fill, words } from "./maker-words.js";
import { OWN, hand, unpacked } from "./own-game.js";

/** How many ms after the last key a text is taken for written. */
const TYPED = 450;
/** The queue of requests, of which the last alone is answered. */
const NEWEST = { newest: "kit" };
/** Whether the visitor comes by a way here, and not back or again: an address that was left or loaded before has every choice. */
const COMES = performance.getEntriesByType("navigation")[0]?.type === "navigate";

const at = (id) => document.getElementById(id);
const root = document.querySelector(".maker").dataset.root;
const form = at("maker");
const choices = new Choices(form);
const problems = new Problems(choices, at("problem"));
const preview = new Preview(at("kit-pages"), new URL(`${root}runtime/pdfjs/`, location.href), at("large"), {
  caption: (page, number) => fill(words.kit.page, { number, what: words.roles[page.role] }),
  undrawn: (number) => fill(words.kit.undrawn, { number }),
});
const session = new Session(root);

/** The kit of the choices: its name and address; null while there is none. */
let kit = null;
/** Whether the visitor wants the kit as soon as it is made. */
let wanted = false;
/** The address of the choices of the last request. */
let requested = null;
/** The status line while another file than the kit is made. */
let fetched = "";
let timer = 0;
let requests = 0;

session.onstate = ({ state, part }) => {
  if (state === "loading") say(words.states.loading);
  if (state === "busy" && part === "kit") say(fetched || words.states.making);
};

function say(line) {
  at("status").textContent = line;
}

/** Say something of the kit, unless another file is waited for. */
function sayOfKit(line) {
  if (!fetched) say(line);
}

/** Take the choices as they are: into the address, and to Python. */
function choose() {
  clearTimeout(timer);
  const address = choices.address;
  if (address !== location.hash.slice(1)) {
    history.pushState(null, "", address ? `#${address}` : location.pathname + location.search);
  }
  make();
}

/** Follow the address, as the visitor came with it or went back to it. */
async function follow() {
  const address = location.hash.slice(1);
  const place = address !== "" && !address.includes("=");
  // a place on the page, as the way past the menu has it, chooses nothing; when it is reached, the choices stand there again
  if (place) setTimeout(write);
  if (place && requests) return;
  const named = new URLSearchParams(place ? "" : address);
  const lines = [await lacking(named)].filter(Boolean);
  // another way was taken meanwhile
  if (location.hash.slice(1) !== address) return;
  const first = COMES && !requests;
  const dropped = choices.follow(named, first ? usual() : {});
  if (first) write();
  if (dropped.length) lines.push(fill(words.kit.dropped, { what: dropped.join(", ") }));
  at("notice").textContent = lines.join(" ");
  at("notice").hidden = !lines.length;
  wait();
  make();
}

/**
 * Have the game of one's own that an address names listed, and return "". If there is none, return a line that says so, and take
 * the game out of the address.
 *
 * @param {URLSearchParams} named
 */
async function lacking(named) {
  if (named.get("game") !== OWN) return "";
  const line = await unlisted(named.get(OWN) ?? "");
  if (line) for (const name of ["game", "rules", "variations"]) named.delete(name);
  return line;
}

async function unlisted(packed) {
  if (!packed) return choices.own ? "" : words.kit.unlinked;
  if (packed === choices.own?.packed) return "";
  wait(OWN);
  const game = await unpacked(packed);
  if (!game) return words.kit.unread;
  changeable(packed);
  try {
    const { answer } = await session.ask("own", { ...game, language: data.language });
    choices.listOwn({ ...game, ...answer, packed });
    hand(choices.own);
    return "";
  } catch (error) {
    if (error instanceof Problem) return fill(words.kit.wrong, { problem: error.line });
    fail(error);
    return words.kit.unread;
  }
}

/** Write the choices into the address, in the place of what stands there. */
function write() {
  const { address } = choices;
  history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
}

/** Until the first kit is there, show the picture of the game's, if it has one. */
function wait(game = form.elements.game.value) {
  const picture = at("waiting")?.querySelector("img");
  const { picture: file, title } = data.games[game] ?? {};
  if (picture) at("waiting").hidden = !file;
  if (!picture || !file || picture.getAttribute("src") === root + file) return;
  picture.src = root + file;
  picture.alt = fill(words.kit.alt, { game: title });
}

async function make() {
  requested = choices.address;
  const number = (requests += 1);
  const request = choices.request;
  mark();
  forget();
  refuse("");
  at("link").textContent = choices.isUnlinkable ? words.kit.file : words.kit.link;
  at("unlinkable").hidden = !choices.isUnlinkable;
  if (form.elements.game.value === OWN) changeable(choices.own.packed);
  else if (at("notice").hidden) at("change").hidden = true;
  at("kit").setAttribute("aria-busy", "true");
  preview.begin();
  try {
    const { answer, files } = await session.ask("kit", request, NEWEST);
    problems.clear();
    at("fault").hidden = true;
    outdate(false);
    const file = new Blob([files[0]], { type: "application/pdf" });
    offer(answer.name, file);
    showPlan(at("plan"), answer.plan);
    sayOfKit(words.states.drawing);
    let undrawn = false;
    // a kit whose pages cannot be drawn is there to download
    const drawn = preview.show(file, answer.pages).catch(() => (undrawn = true));
    const others = session.ask("plan", request, NEWEST).then((other) => showOthers(at("plan"), answer.plan, other.answer, take));
    // the plans of other choices are shown when they are known; the kit is there without it
    others.catch((error) => error instanceof Superseded || error instanceof Problem || fail(error));
    const newest = (await drawn) && number === requests;
    at("kit").classList.toggle("stale", undrawn);
    if (newest) sayOfKit(fill(undrawn ? words.states.undrawn : words.states.done, { pages: counted("pages", answer.pages.length) }));
  } catch (error) {
    if (error instanceof Superseded || number !== requests) return;
    if (error instanceof Problem) problems.show(error);
    else fail(error);
    outdate(true);
    // after a fault, the same can be tried again
    refuse(error instanceof Problem ? error.line : "");
    // who wants the file sees why there is none
    if (wanted) at(error instanceof Problem ? "problem" : "fault").scrollIntoView({ block: "nearest" });
    wanted = false;
    sayOfKit("");
  } finally {
    if (number === requests) at("kit").removeAttribute("aria-busy");
  }
}

/** Let nothing be taken of choices that are impossible, for the reason in the line; "" lets all. */
function refuse(line) {
  for (const id of ["download", "reader", "link"]) Object.assign(at(id), { disabled: line !== "", title: line });
}

/** Show whether the kit that is shown is of other choices; then nothing of it can be taken. */
function outdate(old) {
  at("kit").classList.toggle("stale", old);
  at("shown").inert = old;
}

/** Take another choice that the plan names. */
function take(field, value) {
  choices.choose(field, value);
  at("kit").focus({ preventScroll: true });
  choose();
}

/** Show what went wrong that should not have, with its details folded away. */
function fail(error) {
  const place = at("fault");
  place.querySelector("summary").textContent = error.line ?? words.states.fault;
  place.querySelector("pre").textContent = error.details ?? error.stack ?? String(error);
  place.hidden = false;
}

/** Offer a kit's file to the visitor. */
function offer(name, file) {
  const address = URL.createObjectURL(file);
  kit = { name, address };
  at("open").href = address;
  at("open").hidden = false;
  at("name").textContent = fill(words.kit.size, { name, size: Math.round(file.size / 1000) });
  if (wanted) download();
}

/** Forget the kit of other choices. */
function forget() {
  if (!kit) return;
  // a new window may still be reading it
  setTimeout(URL.revokeObjectURL, 60_000, kit.address);
  kit = null;
  at("open").hidden = true;
  at("name").textContent = "";
}

function download() {
  wanted = false;
  save(kit.name, kit.address);
}

function save(name, address) {
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  say(fill(words.states.downloaded, { name }));
}

function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  save(name, address);
  setTimeout(URL.revokeObjectURL, 60_000, address);
}

/** Offer the way to the page of a game of one's own; without the game in the way, it is the one that the browser stores. */
function changeable(packed) {
  at("change").hash = packed ? `${OWN}=${packed}` : "";
  at("change").hidden = false;
}

/** Request another file than the kit, and save it. */
async function fetchFile(question, request, line) {
  fetched = line;
  say(line);
  try {
    const { answer, files } = await session.ask(question, request);
    saveFile(answer.name, files[0], "application/pdf");
  } catch (error) {
    if (error instanceof Problem) problems.show(error);
    else fail(error);
    say("");
  } finally {
    if (fetched === line) fetched = "";
  }
}

/** Mark the groups with a choice that is not as it is by itself. */
function mark() {
  const changed = new Set(Object.keys(choices.changed));
  for (const group of form.querySelectorAll(".group")) {
    const has = [...group.querySelectorAll("[data-field]")].some((field) => changed.has(field.dataset.field));
    group.querySelector(".changed").hidden = !has;
    // who comes with such a choice sees it
    if (has && requests === 1) group.open = at("more").open = true;
  }
}

// a text that was taken while it was typed changes nothing when it is left
form.addEventListener("change", ({ target }) => {
  const { field } = target.closest("[data-field]").dataset;
  if (USUAL.includes(field)) remember(field, choices.value(field));
  if (choices.address !== requested) choose();
});
form.addEventListener("input", ({ target }) => {
  if (!target.matches('input[type="text"], input[type="number"]')) return;
  clearTimeout(timer);
  timer = setTimeout(choose, TYPED);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
  at("kit").scrollIntoView();
  at("kit").focus({ preventScroll: true });
});
form.addEventListener("reset", (event) => {
  event.preventDefault();
  forgetUsual();
  choices.follow("", usual());
  choose();
});
window.addEventListener("popstate", follow);
at("download").addEventListener("click", () => {
  wanted = true;
  if (kit) download();
  else if (!at("kit").hasAttribute("aria-busy")) make();
});
at("reader").addEventListener("click", () => {
  const { values, own } = choices.request;
  fetchFile("kit", { values: { ...values, parts: data.reader }, own }, words.states.reader);
});
at("test-sheet").addEventListener("click", () => {
  const { paper, mode, duplex, language } = choices.request.values;
  fetchFile("test-sheet", { paper, mode, duplex, language }, words.states.test);
});
at("link").addEventListener("click", () => {
  if (choices.isUnlinkable) {
    saveFile(choices.own.name, choices.own.text, "application/toml");
    return;
  }
  navigator.clipboard.writeText(location.href).then(
    () => say(words.kit.copied),
    () => say(words.kit.uncopied),
  );
});

follow();
