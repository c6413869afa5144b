// Python with taflkit, begun from the files of the runtime; in a worker, and in node where it is tested.

/**
 * Begin Python with taflkit.
 *
 * @param {Function} loadPyodide of pyodide.mjs
 * @param {{indexURL: string, stdLibURL: string, lock: object, bundle: Promise<Uint8Array>|Uint8Array}} files
 *   where Pyodide's files and the library are, Pyodide's lock file, and the archive of taflkit
 * @param {(part: string) => void} say called with the name of what is loaded next
 * @returns {Promise<(question: string, request: string) => {text: string, files: Uint8Array[]}>}
 */
export async function begin(loadPyodide, { indexURL, stdLibURL, lock, bundle }, say = () => {}) {
  const python = await loadPyodide({
    indexURL,
    stdLibURL,
    lockFileContents: lock,
    packageBaseUrl: indexURL,
    stdout: () => {},
    stderr: () => {},
  });
  say("taflkit");
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await bundle, "zip", { extractDir: packages });
  const answer = python.pyimport("taflkit.site.visitor").answer;
  return (question, request) => {
    const answered = answer(question, request);
    try {
      const [text, files] = answered.toJs();
      return { text, files };
    } finally {
      answered.destroy();
    }
  };
}
