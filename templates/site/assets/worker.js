// Python in a worker: it receives the site's folder, loads the runtime, and answers one question after another.

import { LATE, begin } from "./runtime.js";

/** The least module of WebAssembly: where it is refused, Pyodide would wait without an end. */
const LEAST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
/** How a packed file begins, and the archive in it, if something between has unpacked it already. */
const PACKED = [0x1f, 0x8b];
const ARCHIVE = [0x50, 0x4b];
/** The ms after which a message says how much is loaded by then. */
const OFTEN = 100;
/** The names of errors of a file that is missing or broken. */
const UNLOADED = ["Missing", "TypeError", "SyntaxError", "CompileError", "LinkError"];

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
    postMessage({ failed: UNLOADED.includes(error.name) ? "missing" : "unknown", details: `${error.stack ?? error}` });
  }
}

/** @param {URL} folder the runtime's, whose runtime.json names its files */
async function load(folder) {
  postMessage({ part: "python" });
  const files = await (await fetched(new URL("runtime.json", folder), { cache: "no-cache" })).json();
  const parts = new Parts(folder, files);
  const home = new URL(files.pyodide, folder).href;
  const stdLibURL = new URL("stdlib.zip", folder).href;
  // all at once; whichever is broken is known here, where Pyodide would wait for it without an end
  const wasm = parts.response(`${files.pyodide}pyodide.asm.wasm`);
  const bundle = parts.unpacked("taflkit.pack");
  const stdlib = parts.unpacked("stdlib.pack");
  const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => parts.module(`${files.pyodide}${name}`));
  const given = { [stdLibURL]: async () => new Response(await stdlib), [`${home}pyodide.asm.wasm`]: () => wasm };
  const { fetch } = self;
  self.fetch = (request, options) => given[String(request?.url ?? request)]?.() ?? fetch(request, options);
  const compiled = compiling(async () => await (await parts.response(`${files.pyodide}pyodide.asm.wasm`, "reload")).arrayBuffer());
  // Python keeps the worker from hearing of anything else: it begins when its archives are there
  const late = Object.keys(files.digests).filter((name) => name.startsWith(LATE));
  // a closure of this function would hold the archives for ever
  const read = parts.read.bind(parts);
  const begun = Promise.all([...modules, stdlib, bundle]).then(([{ loadPyodide }, { default: createPyodideModule }]) =>
    begin(loadPyodide, { indexURL: home, stdLibURL, lock: files.lock, bundle, late, read, createPyodideModule }, (part) => postMessage({ part })),
  );
  const [answering] = await Promise.all([begun, compiled, wasm]);
  // what is loaded is not to be held any longer
  self.fetch = fetch;
  return answering;
}

/** What is compiled, by a promise that ends when it is: Pyodide says nothing of a failure. Broken content is loaded once more. */
function compiling(again) {
  const streaming = WebAssembly.instantiateStreaming;
  return new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = async (response, imports) => {
      try {
        // a host may not know the type, for which browsers refuse to compile while they load
        const instance = await streaming(response, imports).catch(async () => WebAssembly.instantiate(await again(), imports));
        WebAssembly.instantiateStreaming = streaming;
        resolve();
        return instance;
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}

/** The files of a runtime; the page hears how much of them is there. */
class Parts {
  constructor(folder, { digests, sizes }) {
    this.folder = folder;
    this.digests = digests;
    this.sizes = sizes;
    this.loaded = 0;
    this.total = Object.values(sizes).reduce((sum, [, sent]) => sum + sent, 0);
    this.saying = null;
  }

  /** The address of a file, with its digest: a cached one is never of another version. */
  address(name) {
    return new URL(`${name}?${this.digests[name]}`, this.folder).href;
  }

  /** Count bytes of a file, as they are when it is not compressed. */
  add(name, bytes) {
    const [whole, sent] = this.sizes[name];
    this.loaded += (bytes * sent) / whole;
    // Python, which begins when all is there, would keep a later message
    if (this.loaded >= this.total) this._say();
    else this.saying ??= setTimeout(() => this._say(), OFTEN);
  }

  _say() {
    clearTimeout(this.saying);
    this.saying = null;
    postMessage({ loaded: Math.min(this.loaded, this.total), total: this.total });
  }

  async module(name) {
    const module = await import(this.address(name));
    this.add(name, this.sizes[name][0]);
    return module;
  }

  /** A file that the browser compiles while it is loaded: its bytes are counted beside that. */
  async response(name, cache = "default") {
    const response = await fetched(this.address(name), { cache });
    this._chunks(name, response.clone(), () => {}).catch(() => {});
    return response;
  }

  /** A file that Python waits for. */
  read(name) {
    const request = new XMLHttpRequest();
    request.open("GET", this.address(name), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Missing(`${this.address(name)}: ${request.status}`);
    return new Uint8Array(request.response);
  }

  async unpacked(name) {
    const content = (await this._unpacked(name, "default")) ?? (await this._unpacked(name, "reload"));
    if (!content) throw new Missing(`${this.address(name)} is broken`);
    return content;
  }

  /** The archive in a packed file; null if it is none, or another one. */
  async _unpacked(name, cache) {
    const packed = await this._read(name, await fetched(this.address(name), { cache }));
    if (begins(packed, ARCHIVE)) return packed;
    if (!begins(packed, PACKED) || !(await this._isWhole(name, packed))) return null;
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async _isWhole(name, content) {
    // there is none where a page is loaded without https
    if (!crypto.subtle) return true;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(this.digests[name]);
  }

  async _read(name, response) {
    const chunks = [];
    await this._chunks(name, response, (chunk) => chunks.push(chunk));
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  }

  async _chunks(name, response, take) {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      take(part.value);
      this.add(name, part.value.length);
    }
  }
}

class Missing extends Error {
  name = "Missing";
}

function begins(content, signs) {
  return signs.every((byte, at) => content[at] === byte);
}

async function fetched(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Missing(`${address}: ${response.status}`);
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
