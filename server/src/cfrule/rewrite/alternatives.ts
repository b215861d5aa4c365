import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { replaceByWord } from "../syntax/word-edits.ts";
import type { ValueUse } from "../values/value-uses.ts";

export interface Replacement {
  readonly advice: string;
  readonly fixes: readonly Fix[];
}

/** The replacement for one string with several values: a set, or one comparison per value. */
export function oneForEach(
  literal: StringLiteral,
  use: ValueUse,
  words: readonly string[],
  text: string,
): Replacement {
  const { node } = use;
  if (use.how === "equal") {
    const items = words.map(quote).join(" ");
    if (use.set) {
      const title = "List each value";
      return { advice: `${title}.`, fixes: [guess(title, [replace(literal, items)])] };
    }
    const advice = "List the values with 'in'.";
    if (node.kind !== "comparison" || node.operator.name !== "eq") return { advice, fixes: [] };
    const edits = [replaceByWord(text, node.operator, "in"), replace(literal, `{${items}}`)];
    return { advice, fixes: [guess(`Use in {${cut(items)}}`, edits)] };
  }
  const operator = node.kind === "comparison" ? node.operator.name : node.name;
  const advice = `Use one '${operator}' per value, joined by 'or'.`;
  if (words.length > maxWords) return { advice, fixes: [] };
  const before = text.slice(node.start, literal.start);
  const after = text.slice(literal.end, node.end);
  const each = words.map((it) => `${before}${quote(it)}${after}`);
  return { advice, fixes: [guess("Use one per value", [replace(node, `(${each.join(" or ")})`)])] };
}

/** Longer chains are not generated. */
const maxWords = 20;

/** The text is valid as written, so every fix is a guess. */
function guess(title: string, edits: Fix["edits"]): Fix {
  return likelyFix(title, edits);
}
