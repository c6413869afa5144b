// The links to a page in other languages: the choices on it, which stand in the address, are taken along. A visitor whose language
// is another than the page's is offered that once; the language that was chosen last is remembered.

/** The key of the storage of the language that was chosen, or that the offer was made on. */
const KEY = "taflkit.language";

const links = [...document.querySelectorAll(".foot a[hreflang]")];
for (const link of links) follow(link);
if (!document.documentElement.matches(".embed")) offer();

/** Take the choices along a link, and remember its language. */
function follow(link) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
    remember(link.hreflang);
  });
}

function offer() {
  const here = document.documentElement.lang;
  const chosen = remembered();
  const wanted = chosen ? [chosen] : navigator.languages.map((code) => code.split("-")[0]);
  const first = wanted.find((code) => code === here || links.some(({ hreflang }) => hreflang === code));
  if (!first || first === here) return;
  // on the next page the visitor has seen the offer
  if (!chosen) remember(here);
  const link = links.find(({ hreflang }) => hreflang === first);
  const place = Object.assign(document.createElement("p"), { className: "offer panel no-print", lang: first });
  const way = Object.assign(document.createElement("a"), { href: link.href, hreflang: first, textContent: link.dataset.offer });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: link.dataset.close });
  close.addEventListener("click", () => {
    remember(here);
    place.remove();
  });
  follow(way);
  place.append(way, " ", close);
  document.querySelector("main").prepend(place);
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(code) {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // a browser that stores nothing for pages: the links at the foot remain
  }
}
