import { nearLimit } from "../../core/context.ts";
import { maxRegexes } from "../catalog/limits.ts";
import type { Document } from "../document.ts";
import { eachNode } from "../syntax/children.ts";
import type { Comparison } from "../syntax/tree.ts";

/** From this number, a rule is near the limit. */
export const manyRegexes = Math.ceil(maxRegexes * nearLimit);

/** The comparisons with a regular expression; empty if there are too few to be near the limit. */
export function regexesNearLimit({ text, parsed }: Document): readonly Comparison[] {
  const found: Comparison[] = [];
  // Cheap test first: few texts have that many.
  if (parsed.regexes < manyRegexes || !mayHaveMany(text)) return found;
  eachNode(parsed.root, (it) => {
    if (it.kind === "comparison" && it.operator.name === "matches") found.push(it);
  });
  return found;
}

/** Operators of other languages are also read as `matches`, and not counted. */
function mayHaveMany(text: string): boolean {
  return occurrences(text, "~") + occurrences(text, "matches") >= manyRegexes;
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) count++;
  return count;
}
