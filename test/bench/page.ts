import { readFileSync, writeFileSync } from "node:fs";
import type { Row } from "./measure.ts";

const page = "docs/performance.md";

/** Puts the table of a run into the manual, between its two marks. */
export function writeTable(rows: readonly Row[], machine: string): void {
  const lines = [
    "| row | ours | the other's | ratio | goal | held |",
    "|---|---|---|---|---|---|",
    ...rows.map(
      ({ name, ours, other, ratio, goal, held }) =>
        `| ${name} | ${ours} | ${other} | ${ratio.toFixed(2)}× | ${goal} | ${held ? "yes" : "**no**"} |`,
    ),
    "",
    `${machine}.`,
  ];
  const place = /(<!-- figures -->\n)[\s\S]*?(<!-- end -->)/;
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(place, (_, start, end) => `${start}${lines.join("\n")}\n${end}`),
  );
}
