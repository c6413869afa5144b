// Python in a worker: it is told the site's folder, loads the runtime, and answers one question after another.

/** The least module of WebAssembly: where it is refused, Pyodide would wait without an end. */
const LEAST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let answer = null;

onmessage = async ({ data }) => {
  if (data.root) await begin(new URL("runtime/", data.root));
  else reply(data);
};

async function begin(folder) {
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

/**
 * Load Python and taflkit.
 *
 * @param {URL} folder the runtime's, whose runtime.json names its files
 * @returns {Promise<Function>} taflkit.site.visitor.answer
 */
async function load(folder) {
  postMessage({ part: "python" });
  const files = await (await fetched(new URL("runtime.json", folder), { cache: "no-cache" })).json();
  const place = (name) => new URL(`${name}?${files.digests[name]}`, folder).href;
  const bundle = fetched(place("taflkit.zip")).then((response) => response.arrayBuffer());
  // a rejection is heard below, at the await; it must not end the worker before
  bundle.catch(() => {});
  const { loadPyodide } = await import(new URL(`${files.pyodide}pyodide.mjs`, folder).href);
  const python = await loadPyodide({
    indexURL: new URL(files.pyodide, folder).href,
    stdLibURL: place("stdlib.zip"),
    stdout: () => {},
    stderr: () => {},
  });
  postMessage({ part: "taflkit" });
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await bundle, "zip", { extractDir: packages });
  return python.pyimport("taflkit.site.visitor").answer;
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

function reply({ id, ask, wish }) {
  try {
    const answered = answer(ask, wish);
    const [text, files] = answered.toJs();
    answered.destroy();
    postMessage({ id, text, files }, files.map((file) => file.buffer));
  } catch (error) {
    postMessage({ id, details: String(error.message ?? error) });
  }
}
