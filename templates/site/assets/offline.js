// Stores the site in the browser for when there is no network, and says when there is a new version of it.

const ROOT = new URL("../", import.meta.url);
const news = document.getElementById("news");

let registration = null;
let work = Promise.resolve();

/**
 * Store nothing until work is done that a visitor waits for.
 *
 * @param {Promise<void>} promise that never rejects
 */
export function storeAfter(promise) {
  work = promise;
}

/**
 * Store sets of files: those of a language, by its code, or "runtime".
 *
 * @param {string} set
 */
export async function store(set) {
  // who pays for each megabyte loads nothing but what is looked at, and a frame on another site stores nothing
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData || document.documentElement.matches(".embed")) return;
  await work;
  try {
    registration ??= register();
    await registration;
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ store: set });
  } catch {
    // without it the pages work as before, with the network
  }
}

async function register() {
  const registered = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
  const { serviceWorker } = navigator;
  let chosen = false;
  const tell = () => {
    news.hidden = !(registered.waiting && serviceWorker.controller);
  };
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", tell));
  tell();
  news.querySelector("button").addEventListener("click", () => {
    chosen = true;
    // another window may have shown it already
    if (registered.waiting) registered.waiting.postMessage({ activate: true });
    else location.reload();
  });
  const before = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (chosen) location.reload();
    else news.hidden = !before;
  });
  return registered;
}

/** Lead back to the page that this one stands in for, which the address names behind the #. */
function leadBack(link) {
  const way = new URL(location.hash.slice(1), ROOT);
  if (way.href.startsWith(ROOT.href)) link.href = way.href;
}

const again = document.getElementById("again");
if (again) leadBack(again);
if (document.readyState === "complete") store(document.documentElement.lang);
else addEventListener("load", () => store(document.documentElement.lang));
