import { readWildcard } from "../syntax/wildcard.ts";
import { inCase } from "../values/operand-facts.ts";

/** The replacement with the captures of the stars; the unchanged string if the pattern does not match all of it. */
export function wildcardReplace(
  source: string,
  pattern: string,
  replacement: string,
  { strict }: { strict: boolean },
): string {
  const { parts, problems } = readWildcard(pattern);
  const stars = problems.length === 0 ? starsOf(parts, source, strict) : undefined;
  return stars ? filledIn(replacement, [source, ...stars]) : source;
}

/** `${1}` is the first group, and `$$` a dollar sign. A missing group is empty. */
export function filledIn(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\$\$|\$\{(\d+)\}/g, (_, number) =>
    number === undefined ? "$" : (groups[Number(number)] ?? ""),
  );
}

/** The capture of each star: lazy, from left to right. */
function starsOf(parts: readonly string[], source: string, strict: boolean): string[] | undefined {
  const [text = "", ...wanted] = [source, ...parts].map((it) =>
    strict ? it : inCase(it, "lower"),
  );
  const [first = ""] = wanted;
  if (!text.startsWith(first)) return undefined;
  if (wanted.length === 1) return text === first ? [] : undefined;
  const stars: string[] = [];
  let at = first.length;
  for (let i = 1; i < wanted.length; i++) {
    const part = wanted[i] ?? "";
    const last = i === wanted.length - 1;
    const found = last ? text.length - part.length : text.indexOf(part, at);
    if (found < at || (last && !text.endsWith(part))) return undefined;
    stars.push(source.slice(at, found));
    at = found + part.length;
  }
  return stars;
}
