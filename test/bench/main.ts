import { cpus } from "node:os";
import { commandLineRows, sizeRows } from "./command-line.ts";
import { filterRows } from "./filter-in-process.ts";
import { stdioRows } from "./filter-stdio.ts";
import { hostRows } from "./hosts/rows.ts";
import { hostVersionRows } from "./hosts/versions.ts";
import { jobRows } from "./job-in-process.ts";
import type { Row } from "./measure.ts";
import { writeTable } from "./page.ts";
import { planRows } from "./plan.ts";
import { proveRows } from "./prove.ts";
import { reviewRows } from "./review.ts";
import { ruleRows } from "./rule-in-process.ts";
import { traceRows } from "./trace.ts";
import { tryRows } from "./try/rows.ts";

/** Prints one table: each of our performance goals, compared with what a user would use instead. */
const parts: readonly (() => Row[] | Promise<Row[]>)[] = [
  filterRows,
  jobRows,
  ruleRows,
  hostRows,
  hostVersionRows,
  proveRows,
  reviewRows,
  stdioRows,
  commandLineRows,
  planRows,
  traceRows,
  tryRows,
  sizeRows,
];

const asJson = process.argv.includes("--json");
const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`;
const rows: Row[] = [];
if (!asJson) console.log(line(["", "", "ours", "the other's", "ratio", " goal"]));
for (const part of parts) {
  for (const row of await part()) {
    rows.push(row);
    if (!asJson) print(row);
  }
}
if (asJson) console.log(JSON.stringify({ rows }, undefined, 2));
else console.log(`\nTimes are the median and, after the stroke, the 95th percentile.\n${machine}`);
if (process.argv.includes("--write")) writeTable(rows, machine);
if (rows.some((it) => !it.held)) process.exitCode = 1;

function print({ name, ours, other, ratio, goal, held }: Row): void {
  console.log(line([held ? "✓" : "✗", name, ours, other, `${ratio.toFixed(2)}×`, ` ${goal}`]));
}

function line([
  held = "",
  name = "",
  ours = "",
  other = "",
  ratio = "",
  goal = "",
]: readonly string[]) {
  return `${held.padEnd(1)} ${name.padEnd(74)} ${ours.padStart(19)} ${other.padStart(19)} ${ratio.padStart(8)} ${goal}`;
}
