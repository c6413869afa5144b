// The service worker: keeps what makes kits, and the pages that were visited, for when there is no network.
// Before this text stands SITE: `version`, of the whole site; `first`, the files that are kept from the start, and
// `parts`, those of the runtime, of which `runtime` is the version.

const ROOT = new URL("./", self.location.href);
const OURS = `taflkit ${ROOT.pathname} `;
const VISITED = `${OURS}visited ${SITE.version}`;
const RUNTIME = `${OURS}runtime ${SITE.runtime}`;

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
  event.respondWith(isRuntime(place) ? kept(request) : fresh(request));
});

// a page tells what it had loaded before there was a service worker
self.addEventListener("message", (event) => {
  const ours = (event.data?.keep ?? []).filter((address) => {
    const place = placeOf(address);
    return place !== null && !isRuntime(place);
  });
  event.waitUntil(keepAll(ours));
});

/** The path of an address below the site's folder, or null where it is not there. */
function placeOf(address) {
  const { origin, pathname } = new URL(address, ROOT);
  const ours = origin === ROOT.origin && pathname.startsWith(ROOT.pathname);
  return ours ? pathname.slice(ROOT.pathname.length) : null;
}

/** What is of one making for as long as its cache: all of the runtime but the file that names the others. */
function isRuntime(place) {
  return place.startsWith("runtime/") && place !== "runtime/runtime.json";
}

async function install() {
  const cache = await caches.open(RUNTIME);
  for (const part of SITE.parts) {
    const address = new URL(part, ROOT).href;
    // an address with a digest or a version is that of one content: another making's cache has it too
    const same = part.includes("?") || part.startsWith("runtime/pyodide-");
    const there = (await cache.match(address)) ?? (same ? await caches.match(address) : undefined);
    await cache.put(address, there ?? (await asked(new Request(address))));
  }
  const visited = await caches.open(VISITED);
  for (const each of SITE.first) {
    const address = new URL(each, ROOT).href;
    await visited.put(address, await asked(new Request(address, { cache: "no-cache" })));
  }
  await self.skipWaiting();
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== VISITED && name !== RUNTIME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function asked(request) {
  const response = await fetch(request);
  if (response.status !== 200) throw new Error(`${request.url}: ${response.status}`);
  return response;
}

/** From the cache, and from the network what is not there yet. */
async function kept(request) {
  const cache = await caches.open(RUNTIME);
  const there = await cache.match(request);
  if (there) return there;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone());
  return response;
}

/** From the network, and from the cache where there is none. */
async function fresh(request) {
  const cache = await caches.open(VISITED);
  try {
    const response = await fetch(request);
    if (response.status === 200 && response.type === "basic") await cache.put(withoutChoices(request), response.clone());
    return response;
  } catch (error) {
    const there = await cache.match(withoutChoices(request));
    if (there) return there;
    throw error;
  }
}

async function keepAll(addresses) {
  const cache = await caches.open(VISITED);
  for (const address of addresses) {
    if (await cache.match(withoutChoices({ url: address }))) continue;
    try {
      await cache.put(withoutChoices({ url: address }), await asked(new Request(address)));
    } catch {
      // it is kept when it is asked for again
    }
  }
}

/** The address under which something is kept: a folder's is its page's, and what a visitor chose is left away. */
function withoutChoices({ url }) {
  const address = new URL(url);
  address.search = "";
  address.hash = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  return address.href;
}
