import { mostFindings } from "../core/diagnostic.ts";
import type { Span } from "../text/span.ts";

export interface WildcardProblem extends Span {
  readonly message: string;
}

export interface Wildcard {
  /** What stands between the stars, escapes resolved: one part more than there are stars. */
  readonly parts: readonly string[];
  /** What the engine refuses. Offsets count in the pattern. */
  readonly problems: readonly WildcardProblem[];
}

/** Whether it is just texts and stars, as most patterns are, so that nothing can be wrong with it. */
export function isPlainWildcard(pattern: string): boolean {
  return !pattern.includes("\\") && !pattern.includes("**");
}

/** Only `*` has a meaning; `\*` and `\\` take it away. Never throws. */
export function readWildcard(pattern: string): Wildcard {
  if (isPlainWildcard(pattern)) return { parts: pattern.split("*"), problems: none };
  const parts: string[] = [];
  const problems: WildcardProblem[] = [];
  let part = "";
  for (const { 0: token, index } of pattern.matchAll(tokens)) {
    const [first, second] = [token.charAt(0), token.charAt(1)];
    if (first === "*") {
      parts.push(part);
      part = "";
    } else {
      part += first === "\\" ? second || first : token;
    }
    const message = first === "*" || first === "\\" ? problemOf(token) : undefined;
    if (message && problems.length < mostFindings) {
      problems.push({ start: index, end: index + token.length, message });
    }
  }
  parts.push(part);
  return { parts, problems };
}

const none: readonly WildcardProblem[] = [];

/** Stars, an escape, or text up to either. */
const tokens = /\*+|\\(?:.|$)|[^*\\]+/gsu;

function problemOf(token: string): string | undefined {
  if (token.startsWith("*")) {
    if (token === "*") return undefined;
    return `The engine refuses '${token.length > 8 ? "**" : token}'. One '*' matches any number of characters; write '\\*' for the character itself.`;
  }
  if (token === "\\*" || token === "\\\\") return undefined;
  return token === "\\"
    ? "The pattern ends in a lone '\\'. Write '\\\\' for a backslash."
    : `'${token}' is no escape: only '\\*' and '\\\\' are. Write '\\\\' for a backslash.`;
}

/**
 * Whether the whole value matches. Letter case counts only under `strict`, and otherwise only that of ASCII letters is
 * overlooked, so that the value may be text or bytes.
 */
export function matchWildcard(
  { parts }: Pick<Wildcard, "parts">,
  value: string,
  { strict }: { strict: boolean },
): boolean {
  return strict ? matchParts(parts, value) : matchParts(parts.map(foldCase), foldCase(value));
}

/** The first place is always good enough for what stands between two stars, so there is nothing to go back to. */
function matchParts(parts: readonly string[], value: string): boolean {
  const [first = ""] = parts;
  const last = parts[parts.length - 1] ?? "";
  if (parts.length === 1) return value === first;
  if (!value.startsWith(first) || !value.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = value.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= value.length - last.length;
}

function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
