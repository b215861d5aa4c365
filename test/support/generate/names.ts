import { readFileSync } from "node:fs";
import { join } from "node:path";
import { datasets } from "../../../server/src/lpfilter/catalog/datasets.ts";
import type { Dialect } from "../../../server/src/sql/dialect.ts";
import { dialects } from "../../../server/src/sql/dialects.ts";

const names = Object.keys(dialects);

/** server/src/sql/dialect-names.ts */
export function dialectNamesModule(): string {
  return withNames("server/src/sql/dialect-names.ts", [
    [
      /(?<=export const dialectNames = \[\n).*?(?=\] as const;)/s,
      names.map((it) => `  "${it}",\n`),
    ],
  ]);
}

/** server/src/workspace/config/engines.ts, with the dialects of statements that a program can run. It may not import `sql/`. */
export function engineDialects(): string {
  const runnable = Object.entries<Dialect>(dialects).filter(([, it]) => !it.perLine);
  return withNames("server/src/workspace/config/engines.ts", [
    [/(?<=const dialects = \[\n).*?(?=\];)/s, runnable.map(([name]) => `  "${name}",\n`)],
  ]);
}

/** package.json, with the values of settings. */
export function manifest(): string {
  const sorted = datasets.map((it) => it.name).sort();
  return withNames("package.json", [
    [
      /(?<="weir.sqlDialect": \{[^}]*?"enum": \[\n *"ask").*?(?=\n *\])/s,
      names.map((it) => `,\n            "${it}"`),
    ],
    [
      /(?<="weir.defaultDataset": \{[^}]*?"enum": \[).*?(?=\n *\])/s,
      [sorted.map((it) => `\n            "${it}"`).join(",")],
    ],
  ]);
}

type Place = readonly [place: RegExp, written: readonly string[]];

function withNames(path: string, places: readonly Place[]): string {
  const file = join(import.meta.dirname, "../../..", path);
  let text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  for (const [place, written] of places) {
    if (!place.test(text)) throw new Error(`${path}: no place for ${written.join("").trim()}.`);
    text = text.replace(place, written.join(""));
  }
  return text;
}
