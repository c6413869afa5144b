// The service worker: stores what makes kits, and the pages that were visited, for when there is no network.
// Before this text stands SITE: `version`, of the whole site; `first`, the files that are stored from the start, and
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
  event.respondWith(isRuntime(place) ? cached(event) : fresh(event));
});

// a page sends the addresses of what it had loaded before there was a service worker
self.addEventListener("message", (event) => {
  const ours = (event.data?.store ?? []).filter((address) => {
    const place = placeOf(address);
    return place !== null && !isRuntime(place);
  });
  event.waitUntil(storeAll(ours));
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
    await cache.put(address, there ?? (await fetched(address, same ? "default" : "no-cache")));
  }
  const visited = await caches.open(VISITED);
  for (const each of SITE.first) {
    const address = new URL(each, ROOT).href;
    await visited.put(address, await fetched(address, "no-cache"));
  }
  await self.skipWaiting();
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== VISITED && name !== RUNTIME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fetched(address, cache) {
  const response = await fetch(address, { cache });
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  return direct(response);
}

/** A response as of the address of the request: browsers take none for a page that came by a redirect. */
function direct(response) {
  if (!response.redirected) return response;
  const { body, headers, status } = response;
  return new Response(body, { headers, status });
}

/** Store a response while the page has its own; where there is no room, the page is as well off without. */
function store(event, name, address, response) {
  const copy = direct(response.clone());
  const put = caches.open(name).then((cache) => cache.put(address, copy));
  event.waitUntil(put.catch(() => {}));
}

/** From the cache, and from the network what is not there yet. */
async function cached(event) {
  const { request } = event;
  const cache = await caches.open(RUNTIME);
  const there = await cache.match(request);
  if (there) return there;
  const response = await fetch(request, { cache: "no-cache" });
  if (response.status === 200) store(event, RUNTIME, request.url, response);
  return response;
}

/** From the network, and from the cache where there is none. */
async function fresh(event) {
  const { request } = event;
  let response;
  try {
    // what the browser's own cache has may be of the site before, beside what is of this one
    response = await fetch(request, { cache: "no-cache" });
  } catch (error) {
    const there = await (await caches.open(VISITED)).match(withoutChoices(request));
    if (there) return there;
    throw error;
  }
  if (response.status === 200 && response.type === "basic") store(event, VISITED, withoutChoices(request), response);
  return response;
}

async function storeAll(addresses) {
  const cache = await caches.open(VISITED);
  for (const address of addresses) {
    if (await cache.match(withoutChoices({ url: address }))) continue;
    try {
      await cache.put(withoutChoices({ url: address }), await fetched(address, "no-cache"));
    } catch {
      // it is stored with its next request
    }
  }
}

/** The address under which something is stored: a folder's is its page's, and a visitor's choices are left out. */
function withoutChoices({ url }) {
  const address = new URL(url);
  address.search = "";
  address.hash = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  return address.href;
}
