// The puzzle of the day on the first page: the date chooses it.

import { fill } from "./fill.js";

const DAY = 24 * 60 * 60 * 1000;

const { games, tasks, days, words } = JSON.parse(document.getElementById("day-data").textContent);
const now = new Date();
// the visitor's own date, counted in days
const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
const [game, number, task] = days[today % days.length];
const { title, page, pictures } = games[game];

const link = document.getElementById("day");
link.href = `${page}#puzzle-${number}`;
link.querySelector("img").src = `${pictures}${number}.svg`;
link.querySelector("b").textContent = fill(words, { game: title, number });
link.querySelector("span > span").textContent = tasks[task];
