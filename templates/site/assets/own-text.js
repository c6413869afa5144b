// The file of a game as text: numbers of its lines, the way to one of them, and files that are opened or dropped.

/**
 * Writes the numbers of lines beside a text, and scrolls them with it.
 * @param {HTMLTextAreaElement} text
 * @param {HTMLElement} lines
 * @returns {() => void} to be called when the text was set
 */
export function numberLines(text, lines) {
  let count = 0;
  const scroll = () => {
    lines.scrollTop = text.scrollTop;
  };
  const update = () => {
    const now = text.value.split("\n").length;
    if (now !== count) lines.textContent = Array.from({ length: now }, (_, line) => line + 1).join("\n");
    count = now;
    scroll();
  };
  text.addEventListener("scroll", scroll);
  text.addEventListener("input", update);
  update();
  return update;
}

/**
 * Leaves out what is pasted or dropped into a text and would make it too large: to lay it out alone takes the browser long.
 * @param {HTMLTextAreaElement} text
 * @param {(content: string) => boolean} isTooLarge
 * @param {() => void} refuse
 */
export function limit(text, isTooLarge, refuse) {
  text.addEventListener("beforeinput", (event) => {
    const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (!added || !isTooLarge(`${text.value.slice(0, text.selectionStart)}${added}${text.value.slice(text.selectionEnd)}`)) return;
    event.preventDefault();
    refuse();
  });
}

/**
 * Goes to a line of a text, and chooses it.
 * @param {HTMLTextAreaElement} text
 * @param {number} line counted from 1
 */
export function goToLine(text, line) {
  const before = text.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
}

/**
 * Calls back with every file that is chosen in an input or dropped on the page.
 * @param {HTMLInputElement} input
 * @param {(file: File) => void} take
 */
export function takeFiles(input, take) {
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (file) take(file);
    // the same file again would fire nothing
    input.value = "";
  });
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}

/**
 * Returns the text of a file, without a byte order mark and with plain ends of lines; null where it is none in UTF-8.
 * @param {File} file
 */
export async function textOf(file) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    // a text area has no other ends of lines
    return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  } catch {
    return null;
  }
}

/**
 * Hands a text to the visitor as a file.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
