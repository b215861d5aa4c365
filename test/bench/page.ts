import { readFileSync, writeFileSync } from "node:fs";
import type { Row } from "./measure.ts";

const page = "docs/performance.md";

/** Replaces the table in the docs. */
export function writeTable(rows: readonly Row[], machine: string): void {
  const lines = [
    "| benchmark | Weir | other | ratio | goal | met |",
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
