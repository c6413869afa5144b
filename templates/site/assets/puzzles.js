// The page of a ruleset's puzzles, whose data has them all.

import "./language-links.js";
import { Solver } from "./solver.js";

new Solver(JSON.parse(document.getElementById("puzzles-data").textContent));
