// What a kit's plan gives, beside the form: sizes, sheets, what other choices would give, and how to print it.

import { counted, data, fill, measured, words } from "./maker-words.js";

const element = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });

/**
 * Show what a plan gives.
 *
 * @param {HTMLElement} place @param {object} plan of the answer to "kit"
 */
export function showPlan(place, plan) {
  const others = element("div", "", { className: "others" });
  place.replaceChildren(
    element("h3", words.plan.title),
    sizes(plan),
    ...notes(plan).map((line) => element("p", line, { className: "help" })),
    others,
    element("h3", words.print.title),
    // of several sets, first how often each page is printed
    ...(plan.table ? tabled(plan.table) : []),
    ...printing(plan).map((line) => element("p", line)),
  );
  place.hidden = false;
}

/**
 * Show what other choices would give, each with a button that takes it.
 *
 * @param {HTMLElement} place @param {object} plan of the answer to "kit" @param {object} others of the answer to "plan"
 * @param {(field: string, value: string) => void} take
 */
export function showOthers(place, plan, others, take) {
  const rows = others.beside.map(({ sheets, cell }) => [beside(plan, sheets, cell), "sheets", cell && String(sheets)]);
  if (others.best) rows.push([best(plan, others.best), "sections", "best"]);
  const items = rows.map(([line, field, value]) => row(line, value ? () => take(field, value) : null));
  const list = element("ul");
  list.append(...items);
  place.querySelector(".others").replaceChildren(...(items.length ? [element("h3", words.plan.others), list] : []));
}

function row(line, take) {
  const item = element("li");
  item.append(element("span", line));
  if (take) {
    const button = element("button", words.plan.take, { type: "button", className: "quiet" });
    button.setAttribute("aria-label", `${words.plan.take}${data.colon}${line}`);
    button.addEventListener("click", take);
    item.append(button);
  }
  return item;
}

function beside(plan, sheets, cell) {
  const kind = cell === null ? "none" : sheets < plan.sheets ? "fewer" : "more";
  return fill(words.plan[kind], { sheets: counted("sheets", sheets), cell: cell && measured(cell) });
}

function best(plan, { cell, sections, sheets }) {
  const same = cell === plan.cell;
  return fill(words.plan[same ? "best_sheets" : "best"], {
    sections: counted("sections", sections),
    cell: measured(cell),
    sheets: counted("sheets", sheets),
  });
}

function sizes(plan) {
  const names = {
    cell: measured(plan.cell),
    board: plan.board === null ? "" : measured(plan.board),
    counter: measured(plan.counter),
    pieces: counted("pieces", plan.sections),
    counters: plan.counters,
    cards: plan.cards,
    sheets: counted("sheets", plan.sheets),
    paper: plan.paper,
  };
  const rows = [];
  if (plan.board !== null) rows.push("squares", "board");
  if (plan.counters) rows.push("counters");
  if (plan.cards) rows.push("cards");
  if (plan.sheets) rows.push("sheets");
  const list = element("dl");
  for (const name of rows) {
    const [term, text] = words.plan[name];
    list.append(element("dt", term), element("dd", fill(text, names)));
  }
  return list;
}

function notes(plan) {
  const present = plan.notes ?? {};
  const lines = [];
  if (plan.whole) lines.push(fill(words.plan.whole, { paper: plan.whole }));
  if (plan.crowded) lines.push(words.plan.crowded);
  if (plan.bleed) {
    const { bleed, aside, margin } = plan.bleed;
    const names = { bleed: measured(bleed), aside: measured(aside), margin: measured(margin) };
    lines.push(fill(aside ? words.plan.bleed : words.plan.no_bleed, names));
  }
  if (present.border) lines.push(fill(words.plan.border, { need: present.border }));
  for (const note of ["plain_border", "bare", "pegless"]) if (present[note]) lines.push(words.plan[note]);
  return [...lines, ...boxed(plan.box)];
}

function boxed(box) {
  if (!box) return [];
  const size = box.size.map(measured).join(" × ");
  const made = fill(words.plan[box.kind], { size, sheets: counted("sheets", box.sheets) });
  return box.board === false ? [made, words.plan.outside] : [made];
}

/** The table of the pages as the instructions have it, in the language of the kit. */
function tabled({ heads, rows, total, language }) {
  const table = element("table", "", { lang: language });
  for (const [number, row] of [heads, ...rows].entries()) {
    table.insertRow().append(...row.map((text) => element(number ? "td" : "th", text)));
  }
  return [table, element("p", total, { lang: language })];
}

function printing({ print, paper, leaflet }) {
  const sides = print.booklet.length;
  const both = sides || print.backs.some(({ behind }) => behind);
  const kind = print.pages === 1 ? "one" : both ? "save" : "all";
  const lines = [fill(words.print[kind], { pages: counted("pages", print.pages) })];
  if (sides) {
    lines.push(
      fill(sides > 2 ? words.print.booklets : words.print.booklet, {
        first: print.booklet[0],
        last: print.booklet[sides - 1],
        sheets: counted("sheets", sides / 2),
        leaflet: leaflet === paper ? "" : fill(words.print.leaflet, { paper: leaflet }),
        turned: words.turned[print.duplex],
        pages: counted("pages", 2 * sides),
      }),
    );
  }
  for (const { number, behind } of print.backs) {
    lines.push(fill(behind ? words.print.behind : words.print.glued, { number, front: number - 1 }));
  }
  return lines;
}
