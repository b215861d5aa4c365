/** Edits `weir.json` without changing its comments and formatting. */

/** A comment or string that is not closed is one token too, so that no part of it is searched again. */
const token =
  /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\r\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:/]+|[\s\S]/g;

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Token extends Span {
  readonly text: string;
}

/** The range of the value at a path. */
export function valueAt(text: string, names: readonly string[]): Span | undefined {
  const tokens = [...text.matchAll(token)]
    .map((it): Token => ({ text: it[0], start: it.index, end: it.index + it[0].length }))
    .filter((it) => it.text.trim() !== "" && !/^\/[/*]/.test(it.text));
  let at: number | undefined = 0;
  for (const name of names) {
    at = memberOf(tokens, at, name);
    if (at === undefined) return undefined;
  }
  const first = tokens[at];
  const last = tokens[after(tokens, at) - 1];
  return first && last && { start: first.start, end: last.end };
}

/** An edit that adds or replaces a member of an object. */
export function memberEdit(
  text: string,
  names: readonly string[],
  value: string,
): (Span & { readonly newText: string }) | undefined {
  const written = JSON.stringify(value);
  const old = valueAt(text, names);
  if (old) return { ...old, newText: written };
  const object = valueAt(text, names.slice(0, -1));
  if (!object || text[object.start] !== "{") return undefined;
  const start = object.start + 1;
  const gap = /^\s*/.exec(text.slice(start))?.[0] ?? "";
  const isEmpty = text[start + gap.length] === "}";
  const newText = `${isEmpty ? " " : gap}${JSON.stringify(names.at(-1))}: ${written}${isEmpty ? " " : ","}`;
  return { start, end: isEmpty ? start + gap.length : start, newText };
}

/** The index of the first token of a member's value. */
function memberOf(tokens: readonly Token[], object: number, name: string): number | undefined {
  if (tokens[object]?.text !== "{") return undefined;
  let at = object + 1;
  while (tokens[at]?.text.startsWith('"') && tokens[at + 1]?.text === ":") {
    if (tokens[at]?.text === JSON.stringify(name)) return at + 2;
    at = after(tokens, at + 2);
    if (tokens[at]?.text === ",") at += 1;
  }
  return undefined;
}

/** The index of the token after a value. */
function after(tokens: readonly Token[], value: number): number {
  let depth = 0;
  for (let at = value; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? "";
    if (text === "{" || text === "[") depth += 1;
    if (text === "}" || text === "]") depth -= 1;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}
