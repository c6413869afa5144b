// Runs compile_runtime.py in Pyodide: node make_runtime.mjs PACKAGES.zip OUT, a folder.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const [packages, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

async function main() {
  // bytecode with the lines of its sources, and without their columns
  const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
  // as the worker does it, so that the modules which that takes are seen too
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(readFileSync(packages)), "zip", { extractDir: folder });
  python.globals.set("packages", folder);
  for (const [name, place] of Object.entries({ scripts: here, out })) {
    python.mountNodeFS(`/${name}`, place);
    python.globals.set(name, `/${name}`);
  }
  console.log(python.runPython(readFileSync(`${here}/compile_runtime.py`, "utf8")));
}

try {
  await main();
} catch (error) {
  // node would print all of Pyodide's one long line before the message
  console.error(error.message);
  process.exit(1);
}
