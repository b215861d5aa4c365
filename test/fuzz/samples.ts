import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyLanguage } from "../../server/src/languages.ts";
import { readMarks } from "../support/marks.ts";

/** The working folder is the repository's, for the script and the tests alike. */
const folder = join(process.cwd(), "samples");

/** The examples of every check of a language, and our sample files of it. */
export function samplesOf({ checks, extensions: [extension] }: AnyLanguage): string[] {
  const examples = checks.flatMap((it) => it.examples.map(({ text }) => readMarks(text).text));
  return [...new Set([...examples, ...filesWith(extension)])];
}

export function filesWith(ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(ending))
    .sort()
    .map((it) => readFileSync(join(folder, it), "utf8"));
}
