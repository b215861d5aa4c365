import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf } from "../../server/src/core/check.ts";
import type { AnyLanguage } from "../../server/src/languages.ts";
import { readMarks } from "../support/marks.ts";

/** Both the script and the tests run in the root of the repository. */
const folder = join(process.cwd(), "samples");

/** The examples of all checks of a language, and its sample files. */
export function samplesOf({ checks, extensions: [extension] }: AnyLanguage): string[] {
  const examples = checks.flatMap((it) => examplesOf(it).map(({ text }) => readMarks(text).text));
  return [...new Set([...examples, ...filesWith(extension)])];
}

export function filesWith(ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(ending))
    .sort()
    .map((it) => readFileSync(join(folder, it), "utf8"));
}
