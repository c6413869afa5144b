// Python in a worker: it receives the site's folder, loads the runtime, and answers one question after another.

import { begin } from "./runtime.js";

/** The least module of WebAssembly: where it is refused, Pyodide would wait without an end. */
const LEAST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
/** How a packed file begins, if nothing between has unpacked it already. */
const PACKED = [0x1f, 0x8b];

let answer = null;

onmessage = async ({ data }) => {
  if (data.root) await start(new URL("runtime/", data.root));
  else reply(data);
};

async function start(folder) {
  try {
    new WebAssembly.Module(LEAST);
  } catch (error) {
    postMessage({ failed: "refused", details: String(error) });
    return;
  }
  try {
    answer = await load(folder);
    postMessage({ ready: true });
  } catch (error) {
    const reason = error instanceof TypeError || error.name === "Missing" ? "missing" : "unknown";
    postMessage({ failed: reason, details: `${error.stack ?? error}` });
  }
}

/** @param {URL} folder the runtime's, whose runtime.json names its files */
async function load(folder) {
  postMessage({ part: "python" });
  const files = await (await fetched(new URL("runtime.json", folder), { cache: "no-cache" })).json();
  // the digest in the address: a cached file is never of another version
  const place = (name) => new URL(`${name}?${files.digests[name]}`, folder).href;
  const bundle = unpacked(place("taflkit.pack"));
  const stdlib = unpacked(place("stdlib.pack"));
  // a rejection is heard where they are awaited; it must not end the worker before
  for (const each of [bundle, stdlib]) each.catch(() => {});
  const home = new URL(files.pyodide, folder).href;
  const stdLibURL = new URL("stdlib.zip", folder).href;
  give(stdLibURL, await stdlib);
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const say = (part) => postMessage({ part });
  return await begin(loadPyodide, { indexURL: home, stdLibURL, lock: files.lock, bundle }, say);
}

/** Have a file fetched by Pyodide, which takes the library from an address alone, from here. */
function give(address, content) {
  const plain = self.fetch.bind(self);
  self.fetch = (wanted, options) =>
    String(wanted?.url ?? wanted) === address ? Promise.resolve(new Response(content)) : plain(wanted, options);
}

async function unpacked(address) {
  const packed = await (await fetched(address)).arrayBuffer();
  const content = new Uint8Array(packed);
  if (!PACKED.every((byte, at) => content[at] === byte)) return content;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function fetched(address, options = {}) {
  const response = await fetch(address, options);
  if (!response.ok) {
    const error = new Error(`${address}: ${response.status}`);
    error.name = "Missing";
    throw error;
  }
  return response;
}

function reply({ id, question, request }) {
  try {
    const { text, files } = answer(question, request);
    postMessage({ id, text, files }, files.map((file) => file.buffer));
  } catch (error) {
    // Pyodide marks what it does not live through
    postMessage({ id, details: String(error.message ?? error), fatal: Boolean(error.pyodide_fatal_error) });
  }
}
