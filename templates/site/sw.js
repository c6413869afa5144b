// The service worker: stores the site in the browser, whole and of one version, for when there is no network.
// Before this text stands VERSION, the digest of offline.json: the digests of all files by their paths, in sets.

const ROOT = new URL("./", self.location.href);
const OURS = `taflkit ${ROOT.pathname} `;
const STORE = `${OURS}files`;
/** How many files are loaded at once. */
const AT_ONCE = 6;
/** The most ms until the network answers: where the answer is stored too, and where it is not. */
const LIMITS = { stored: 3_000, other: 15_000 };

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const place = placeOf(request.url);
  if (request.method !== "GET" || place === null || request.headers.has("range")) return;
  event.respondWith(answer(event, place));
});

// a page names the set that it belongs to, and shows a new version when its visitor wants it
self.addEventListener("message", (event) => {
  const { store, activate } = event.data ?? {};
  if (activate) self.skipWaiting();
  // what is not stored now is when the next page asks for it
  if (store) event.waitUntil(storeSets([store]).catch(() => {}));
});

/** The path of an address below the site's folder, or null where it is not there; a folder's is that of its page. */
function placeOf(address) {
  const { origin, pathname } = new URL(address);
  if (origin !== ROOT.origin || !pathname.startsWith(ROOT.pathname)) return null;
  return `${pathname}${pathname.endsWith("/") ? "index.html" : ""}`.slice(ROOT.pathname.length);
}

/** The address of a file's one content, under which it is stored. */
function addressOf(place, digest) {
  return new URL(`${place}?${digest}`, ROOT).href;
}

let listed = null;

/** The digests of the files: by sets, and of all. */
function list() {
  listed ??= readList().catch((error) => {
    listed = null;
    throw error;
  });
  return listed;
}

async function readList() {
  const cache = await caches.open(STORE);
  const address = addressOf("offline.json", VERSION);
  if (!(await cache.match(address))) await load(cache, "offline.json", VERSION);
  const there = await cache.match(address);
  if (!there) throw new Error(`${address} is of another version`);
  const sets = await there.json();
  return { sets, digests: Object.assign({}, ...Object.values(sets)) };
}

/** Store what all pages need, and the sets that the version before has anything of. */
async function install() {
  const { sets } = await list();
  const cache = await caches.open(STORE);
  const places = (await cache.keys()).map(({ url }) => placeOf(url));
  await storeSets(Object.keys(sets).filter((name) => name === "shared" || places.some((place) => place in sets[name])));
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== STORE);
  await Promise.all(others.map((name) => caches.delete(name)));
  const { digests } = await list();
  const current = new Set(Object.entries({ ...digests, "offline.json": VERSION }).map((file) => addressOf(...file)));
  const cache = await caches.open(STORE);
  const old = (await cache.keys()).filter(({ url }) => !current.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await self.clients.claim();
}

/** Load the files of some sets that are not stored yet. */
async function storeSets(names) {
  const { sets } = await list();
  const cache = await caches.open(STORE);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const files = names.flatMap((name) => Object.entries(sets[name] ?? {}));
  const missing = files.filter((file) => !there.has(addressOf(...file))).values();
  const one = async () => {
    for (const [place, digest] of missing) await load(cache, place, digest);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function load(cache, place, digest) {
  // the page has just loaded these by this very address
  const same = place.startsWith("runtime/") && place !== "runtime/runtime.json";
  const address = same ? addressOf(place, digest) : new URL(place, ROOT).href;
  const response = await fetch(address, { cache: same ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await keep(cache, place, digest, response);
}

/** Store a file, if it has its digest: neither of a newer version, nor changed on its way. */
async function keep(cache, place, digest, response) {
  const body = await response.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (!Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(digest)) return;
  const headers = new Headers(response.headers);
  // those of the way here
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  await cache.put(addressOf(place, digest), new Response(body, { headers }));
}

/** From the store at once, and from the network what is not there. */
async function answer(event, place) {
  const { request } = event;
  const store = await caches.open(STORE);
  // without the list, as where a browser has removed what was stored, all comes from the network
  const { digests } = await list().catch(() => ({ digests: {} }));
  const digest = digests[place];
  const there = digest && (await store.match(addressOf(place, digest)));
  // the browser keeps compiled code beside what it has loaded itself, and not beside what comes from here
  const compiled = place.endsWith(".wasm");
  if (there && !compiled) return there;
  try {
    // what the browser's own cache has by another address may be of the version before
    const cache = request.cache === "reload" ? "reload" : request.url === addressOf(place, digest) ? "default" : "no-cache";
    const response = await limited(request, cache, there ? LIMITS.stored : LIMITS.other);
    if (there && !response.ok) return there;
    if (digest && !compiled && response.status === 200) {
      // where there is no room, the page is as well off without
      event.waitUntil(keep(store, place, digest, response.clone()).catch(() => {}));
    }
    return response;
  } catch {
    return there || instead(request, place, digests);
  }
}

/** A response of the network, which has to begin in time. */
async function limited(request, cache, time) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), time);
  try {
    return await fetch(request, { cache, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** For a page that is neither stored nor to be had, the one that says so, in its language. */
function instead({ mode }, place, digests) {
  const pages = [`${place.split("/")[0]}/offline/index.html`, "offline/index.html"];
  const page = pages.find((each) => each in digests);
  if (mode !== "navigate" || !page || place === page) return Response.error();
  return Response.redirect(new URL(`${page}#${place}`, ROOT));
}
