// Python with taflkit, begun from the files of the runtime; in a worker, and in node where it is tested.

/** What stands around the path of a file that is read when Python first opens it. */
export const LATE = "late/";
const ENDING = ".txt";
/** The number of the system's error of a file that cannot be read. */
const UNREAD = 29;

/**
 * Begin Python with taflkit.
 *
 * @param {Function} loadPyodide of pyodide.mjs
 * @param {{indexURL: string, stdLibURL: string, lock: object, bundle: Promise<Uint8Array>|Uint8Array, late: Array<string>, read: (file: string) => Uint8Array, createPyodideModule?: Function}} files
 *   where Pyodide's files and the library are, Pyodide's lock file, the archive of taflkit, the files that are read when
 *   Python first opens them and how, and what pyodide.asm.mjs exports if it is loaded already
 * @param {(part: string) => void} say called with the name of what is loaded next
 * @returns {Promise<(question: string, request: string) => {text: string, files: Uint8Array[]}>}
 */
export async function begin(loadPyodide, { indexURL, stdLibURL, lock, bundle, late, read, createPyodideModule }, say = () => {}) {
  const python = await loadPyodide({
    indexURL,
    stdLibURL,
    lockFileContents: lock,
    packageBaseUrl: indexURL,
    createPyodideModule,
    stdout: () => {},
    stderr: () => {},
  });
  say("taflkit");
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await bundle, "zip", { extractDir: packages });
  for (const file of late) place(python.FS, `${packages}/${file.slice(LATE.length, -ENDING.length)}`, () => read(file));
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

/** Put a file in its place that is read when it is first opened, and once more if that fails. */
function place(system, path, read) {
  system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  system.writeFile(path, "");
  const { node } = system.lookupPath(path);
  const ways = node.stream_ops;
  const open = (stream) => {
    try {
      node.contents = read();
    } catch {
      throw new system.ErrnoError(UNREAD);
    }
    node.usedBytes = node.contents.length;
    node.stream_ops = stream.stream_ops = ways;
  };
  node.stream_ops = { ...ways, open };
}
