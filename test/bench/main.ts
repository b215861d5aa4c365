import { cpus } from "node:os";
import { commandLineRows, sizeRows } from "./command-line.ts";
import { filterRows } from "./filter-in-process.ts";
import { stdioRows } from "./filter-stdio.ts";
import type { Row } from "./measure.ts";
import { ruleRows } from "./rule-in-process.ts";

/** Prints one table: each number that we hold ourselves to, beside what a user would pick instead. */
const parts: readonly (() => Row[] | Promise<Row[]>)[] = [
  filterRows,
  ruleRows,
  stdioRows,
  commandLineRows,
  sizeRows,
];

const asJson = process.argv.includes("--json");
const rows: Row[] = [];
for (const part of parts) {
  for (const row of await part()) {
    rows.push(row);
    if (!asJson) print(row);
  }
}
if (asJson) console.log(JSON.stringify({ rows }, undefined, 2));
else
  console.log(
    `\nNode ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`,
  );
if (rows.some((it) => !it.held)) process.exitCode = 1;

function print({ name, ours, other, ratio, goal, held }: Row): void {
  console.log(
    `${held ? "✓" : "✗"} ${name.padEnd(74)} ${ours.padStart(19)} ${other.padStart(19)} ${ratio.toFixed(2).padStart(7)}×  ${goal}`,
  );
}
