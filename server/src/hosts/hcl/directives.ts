import { code } from "./cursor.ts";
import { holeEnd, startsHole } from "./extent.ts";

/**
 * The branch of `%{ if … } … %{ else } … %{ endif }` that is decoded. The other one is part of a hole, unless both are decoded.
 */
export type Branch = "if" | "else" | "both";

/** Matches if a source may have a second branch: after `%{ else }`, or an alternative object after `%{ endif }`. */
export const mayHaveElse = /%\{~?\s*(?:else\b|endif\s*~?\}\s*%\{~?\s*if\b)/;

/** The keyword of `%{ if … }`. */
export function directive(text: string, start: number): string | undefined {
  if (text.charCodeAt(start) !== code.percent) return undefined;
  keyword.lastIndex = start;
  return keyword.exec(text)?.[1];
}

/** Makes no array for the keyword, as the holes of a text are many. */
export function isDirective(text: string, start: number): boolean {
  keyword.lastIndex = start;
  return keyword.test(text);
}

const keyword = /%\{~?\s*(if|else|endif|for|endfor)\b/y;

/** The end of a hole, including the branch that is not decoded. */
export function unseenEnd(text: string, start: number, limit: number, branch: Branch): number {
  const end = holeEnd(text, start, limit);
  if (end <= 0) return limit;
  if (branch === "both") return end;
  const word = directive(text, start);
  if (word === "else") return partnerEnd(text, end, limit, "endif", Infinity) ?? limit;
  if (word === "endif" && branch === "if") return otherObjectEnd(text, start, end, limit);
  if (word !== "if" || branch === "if") return end;
  return partnerEnd(text, end, limit, "else") ?? firstObjectEnd(text, end, limit) ?? end;
}

/** Bounds the search for the `else` of each `if`. Real files have fewer. */
const mostDirectives = 200;

/** The end of the `%{ else }` or `%{ endif }` that belongs to the `%{ if … }` before `from`. */
function partnerEnd(
  text: string,
  from: number,
  limit: number,
  wanted: "else" | "endif",
  most = mostDirectives,
): number | undefined {
  let open = 1;
  let at = from;
  for (let count = 0; count < most; count++) {
    const next = text.indexOf("%{", at);
    if (next === -1 || next >= limit) return undefined;
    const isHole = startsHole(text, next);
    at = isHole ? holeEnd(text, next, limit) : next + 2;
    if (at <= 0) return undefined;
    const word = isHole ? directive(text, next) : undefined;
    if (word === wanted && open === 1) return at;
    if (word === "if") open++;
    else if (word === "endif" && --open === 0) return undefined;
  }
  return undefined;
}

/**
 * In `%{ if a }{ … }%{ endif }%{ if !a }{ … }%{ endif }`, the second object is an alternative to the first, as after
 * `%{ else }`. Returns the end of the second one.
 */
function otherObjectEnd(text: string, endif: number, end: number, limit: number): number {
  const next = text.slice(0, endif).trimEnd().endsWith("}")
    ? nextObject(text, end, limit)
    : undefined;
  return (next && partnerEnd(text, next, limit, "endif")) ?? end;
}

/** The end of the first of two alternative objects. */
function firstObjectEnd(text: string, from: number, limit: number): number | undefined {
  if (!startsObject(text, from)) return undefined;
  const end = partnerEnd(text, from, limit, "endif");
  return end && nextObject(text, end, limit) ? end : undefined;
}

/** The end of the next `%{ if … }`, if an object follows it. */
function nextObject(text: string, from: number, limit: number): number | undefined {
  blanks.lastIndex = from;
  blanks.test(text);
  const start = blanks.lastIndex;
  const end = directive(text, start) === "if" ? holeEnd(text, start, limit) : 0;
  return end > 0 && startsObject(text, end) ? end : undefined;
}

function startsObject(text: string, at: number): boolean {
  objectStart.lastIndex = at;
  return objectStart.test(text);
}

const blanks = /\s*/y;
const objectStart = /\s*\{/y;
