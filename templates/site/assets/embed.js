// What other sites embed: a page whose address has "?embed" shows its board, its puzzle or the figure behind the # alone. On
// the page itself, the code for that. No module, so that nothing else of the page is shown before.

const EMBED_ROOT = new URL("../", document.currentScript.src);

if (new URLSearchParams(location.search).has("embed")) {
  document.documentElement.classList.add("embed");
  // what leads on does not take the place of the frame
  document.head.append(Object.assign(document.createElement("base"), { target: "_blank" }));
  addEventListener("DOMContentLoaded", leadBack);
}

/** Add a link to the page itself, at the position or the puzzle that is shown. */
function leadBack() {
  const link = Object.assign(document.createElement("a"), { className: "embed-back", textContent: document.title });
  const aim = () => (link.href = location.pathname + location.hash);
  for (const kind of ["pointerdown", "focus"]) link.addEventListener(kind, aim);
  aim();
  document.querySelector("main").append(link);
}

/** Write the whole address into the code of a frame, and what is on the board now. */
function complete(details) {
  const area = details.querySelector("textarea");
  area.dataset.written ??= area.value;
  area.value = area.dataset.written.replace(/src="([^"]*)"/, (_, way) => {
    const address = new URL(way.replaceAll("&amp;", "&"), EMBED_ROOT);
    address.hash ||= location.hash;
    return `src="${address.href.replaceAll("&", "&amp;")}"`;
  });
  details.querySelector("button").hidden = false;
  return area;
}

async function copyCode(details) {
  const area = complete(details);
  const status = details.querySelector("[role=status]");
  status.textContent = "";
  try {
    await navigator.clipboard.writeText(area.value);
    status.textContent = status.dataset.copied;
  } catch {
    // without a secure address there is no clipboard
    area.focus();
    area.select();
  }
}

addEventListener("toggle", ({ target }) => target.matches(".embedding") && complete(target), true);
addEventListener("focusin", ({ target }) => target.matches(".embedding textarea") && complete(target.parentElement));
addEventListener("click", ({ target }) => target.matches(".embedding button") && copyCode(target.parentElement));
