// The kit maker: what is chosen goes to Python, the kit that comes back is shown, and the address has the choices.

import "./language-links.js";
import { Problem, Session, Superseded } from "./session.js";
import { Choices } from "./maker-form.js";
import { showOthers, showPlan } from "./maker-plan.js";
import { Preview } from "./maker-preview.js";
import { Problems } from "./maker-problems.js";
import { counted, data, fill, words } from "./maker-words.js";

/** How many ms after the last key a text is taken for written. */
const TYPED = 450;
/** The queue of requests, of which the last alone is answered. */
const NEWEST = { newest: "kit" };

const at = (id) => document.getElementById(id);
const root = document.querySelector(".maker").dataset.root;
const form = at("maker");
const choices = new Choices(form);
const problems = new Problems(choices, at("problem"));
const preview = new Preview(at("kit-pages"), new URL(`${root}runtime/pdfjs/`, location.href), {
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
function follow() {
  const address = location.hash.slice(1);
  const place = address !== "" && !address.includes("=");
  // a place on the page, as the way past the menu has it, chooses nothing; when it is reached, the choices stand there again
  if (place) setTimeout(write);
  if (place && requests) return;
  const dropped = choices.follow(place ? "" : address);
  at("notice").textContent = dropped.length ? fill(words.kit.dropped, { what: dropped.join(", ") }) : "";
  at("notice").hidden = !dropped.length;
  wait();
  make();
}

/** Write the choices into the address, in the place of what stands there. */
function write() {
  const { address } = choices;
  history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
}

/** Until the first kit is there, show the picture of the game's, if it has one. */
function wait() {
  const picture = at("waiting")?.querySelector("img");
  const { picture: file, title } = data.games[form.elements.game.value];
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
  at("kit").setAttribute("aria-busy", "true");
  try {
    const { answer, files } = await session.ask("kit", request, NEWEST);
    problems.clear();
    at("fault").hidden = true;
    at("kit").classList.remove("stale");
    offer(answer.name, files[0]);
    showPlan(at("plan"), answer.plan);
    sayOfKit(words.states.drawing);
    const drawn = preview.show(files[0], answer.pages);
    const others = session.ask("plan", request, NEWEST).then((other) => showOthers(at("plan"), answer.plan, other.answer, take));
    // the plans of other choices are shown when they are known; the kit is there without it
    others.catch((error) => error instanceof Superseded || error instanceof Problem || fail(error));
    const newest = (await drawn) && number === requests;
    if (newest) sayOfKit(fill(words.states.done, { pages: counted("pages", answer.pages.length) }));
  } catch (error) {
    if (error instanceof Superseded || number !== requests) return;
    at("kit").classList.add("stale");
    if (error instanceof Problem) problems.show(error);
    else fail(error);
    // who wants the file sees why there is none
    if (wanted) at(error instanceof Problem ? "problem" : "fault").scrollIntoView({ block: "nearest" });
    wanted = false;
    sayOfKit("");
  } finally {
    if (number === requests) at("kit").removeAttribute("aria-busy");
  }
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
  const address = URL.createObjectURL(new Blob([file], { type: "application/pdf" }));
  kit = { name, address };
  at("open").href = address;
  at("open").hidden = false;
  at("name").textContent = fill(words.kit.size, { name, size: Math.round(file.length / 1000) });
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

/** Request another file than the kit, and save it. */
async function fetchFile(question, request, line) {
  fetched = line;
  say(line);
  try {
    const { answer, files } = await session.ask(question, request);
    const address = URL.createObjectURL(new Blob([files[0]], { type: "application/pdf" }));
    save(answer.name, address);
    setTimeout(URL.revokeObjectURL, 60_000, address);
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
form.addEventListener("change", () => {
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
  choices.follow("");
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
  navigator.clipboard.writeText(location.href).then(
    () => say(words.kit.copied),
    () => say(words.kit.uncopied),
  );
});

preview.load();
follow();
