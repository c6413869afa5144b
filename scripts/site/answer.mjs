// Answers requests by a finished runtime, as a visitor's browser does, for the tests and the bench.
//
//   node answer.mjs RUNTIME < REQUESTS
//
// A request is a line of JSON, [question, request]; its answer is one too: {text, files}, where a file is its size and
// SHA-256, or {fault}. The first line is {ready}, in ms from the start; each has the ms that it took.

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { LATE, begin } from "../../templates/site/assets/runtime.js";

const runtime = resolve(process.argv[2]);
const began = performance.now();
const tell = (table) => process.stdout.write(`${JSON.stringify(table)}\n`);

const { pyodide, lock, digests } = JSON.parse(readFileSync(join(runtime, "runtime.json"), "utf8"));
const home = join(runtime, pyodide);
const scratch = mkdtempSync(join(tmpdir(), "taflkit-"));
try {
  const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")).href);
  const stdLibURL = join(scratch, "stdlib.zip");
  writeFileSync(stdLibURL, gunzipSync(readFileSync(join(runtime, "stdlib.pack"))));
  const bundle = new Uint8Array(gunzipSync(readFileSync(join(runtime, "taflkit.pack"))));
  const late = Object.keys(digests).filter((name) => name.startsWith(LATE));
  const read = (name) => new Uint8Array(readFileSync(join(runtime, name)));
  const answer = await begin(loadPyodide, { indexURL: home, stdLibURL, lock, bundle, late, read });
  tell({ ready: performance.now() - began });
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = performance.now();
    try {
      const [question, request] = JSON.parse(line);
      const { text, files } = answer(question, JSON.stringify(request));
      const sums = files.map((file) => [file.length, createHash("sha256").update(file).digest("hex")]);
      tell({ text, files: sums, took: performance.now() - asked });
    } catch (error) {
      tell({ fault: error.message, took: performance.now() - asked });
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
