// Shortens the chart of all first hands, results/reports/openings.csv, to what the page shows of it. Run it when that file changes:
//
//     node board/tests/chart.mjs

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const chart = new URL("../../results/reports/openings.csv", import.meta.url);
const short = fileURLToPath(new URL("../page/hana/first-hands.txt", import.meta.url));

/** A line for each hand: the hand, and the best action of each kind with its chance of winning in thousandths, the best first. */
export function shortened() {
  const [names, ...rows] = readFileSync(chart, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const thousandths = (/** @type {string} */ share) => String(Math.round(1000 * Number(share)));
  const lines = rows.map((cells) => {
    const of = (/** @type {string} */ name) => cells[names.indexOf(name)];
    const others = ["second", "third", "fourth"].map((name) => `${of(`${name}_action`)} ${thousandths(of(`${name}_win`))}`);
    return [of("hand"), of("action"), thousandths(of("win")), ...others].join(" ");
  });
  return `${lines.sort().join("\n")}\n`;
}

/** What the page has. */
export const kept = () => readFileSync(short, "utf8");

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(short, shortened());
