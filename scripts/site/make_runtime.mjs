// Runs compile_runtime.py in Pyodide: node make_runtime.mjs PACKAGES OUT, both of them folders.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const [packages, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const python = await loadPyodide();
const folders = { packages, out, scripts: here };
for (const [name, folder] of Object.entries(folders)) {
  python.mountNodeFS(`/${name}`, folder);
  python.globals.set(name, `/${name}`);
}
console.log(python.runPython(readFileSync(`${here}/compile_runtime.py`, "utf8")));
