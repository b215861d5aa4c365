import { type Edit, remove, replace } from "../../text/edit.ts";
import { respell, spelledOperators } from "../rewrite/spelling.ts";
import { isUtf8 } from "../syntax/bytes.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { RegexLiteral, StringLiteral } from "../syntax/tree.ts";
import { rawString } from "../values/spelling.ts";

/** The quoted or the raw form of a string, whichever is shorter. */
export function shorterLiteral(literal: StringLiteral | RegexLiteral): readonly Edit[] {
  if (literal.kind === "string" && !isUtf8(literal.bytes)) return [];
  const content = literal.kind === "string" ? literal.value : literal.pattern;
  const special = literal.kind === "string" ? /["\\]/g : /"/g;
  const spellings = [`"${content.replace(special, "\\$&")}"`, rawString(content)];
  const [shortest] = spellings.sort((a, b) => a.length - b.length);
  const length = literal.end - literal.start;
  return shortest !== undefined && shortest.length < length ? [replace(literal, shortest)] : [];
}

/** `&&` and `!` instead of `and` and `not`. */
export function symbols(parsed: Parsed): readonly Edit[] {
  const words = spelledOperators(parsed.root, parsed.text);
  return respell(
    parsed,
    words.filter((it) => it.spelling === "English"),
  );
}

/** Removes whitespace beside symbols. */
export function withoutSpaces({ text, gaps }: Parsed): readonly Edit[] {
  const edits: Edit[] = [];
  for (let i = 0; i < gaps.length; i += 2) {
    const start = gaps[i] ?? 0;
    const end = gaps[i + 1] ?? start;
    if (start === 0 || end === text.length || text.slice(start, end).includes("#")) continue;
    const before = text.charAt(start - 1);
    const after = text.charAt(end);
    const isLoose = "&|=<>({".includes(before) || "&|=<>)}".includes(after);
    if (isLoose) edits.push(remove({ start, end }));
  }
  return edits;
}
