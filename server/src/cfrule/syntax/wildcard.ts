import { maxDiagnostics } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";
import { longestText } from "../catalog/limits.ts";

export interface WildcardProblem extends Span {
  readonly message: string;
}

export interface Wildcard {
  /** The parts between the stars, with escapes resolved: one more than there are stars. */
  readonly parts: readonly string[];
  /** Problems for which the engine rejects the pattern, with offsets in the pattern. */
  readonly problems: readonly WildcardProblem[];
}

/** Whether it has only text and single stars, like most patterns, and therefore no problems. */
export function isPlainWildcard(pattern: string): boolean {
  return pattern.length <= longestText && !pattern.includes("\\") && !pattern.includes("**");
}

/** Only `*` is special; `\*` and `\\` are escapes. Never throws. */
export function readWildcard(pattern: string): Wildcard {
  if (isPlainWildcard(pattern)) return { parts: pattern.split("*"), problems: none };
  if (pattern.length > longestText) return unread(pattern);
  const parts: string[] = [];
  const problems: WildcardProblem[] = [];
  let part = "";
  let from = 0;
  // By hand, because a regex match per escape is slow on long patterns.
  for (let at = 0; at < pattern.length; ) {
    const end = tokenEnd(pattern, at);
    if (end > at) {
      const token = pattern.slice(at, end);
      const isEscape = token.startsWith("\\");
      part += pattern.slice(from, at) + (isEscape ? token.slice(1) || token : "");
      if (!isEscape) {
        parts.push(part);
        part = "";
      }
      const message = problems.length < maxDiagnostics ? problemOf(token) : undefined;
      if (message) problems.push({ start: at, end, message });
      from = end;
    }
    at = Math.max(end, at + 1);
  }
  parts.push(part + pattern.slice(from));
  return { parts, problems };
}

const none: readonly WildcardProblem[] = [];

function unread(pattern: string): Wildcard {
  const message = "This pattern exceeds the length limit of an expression. Shorten it.";
  return { parts: [pattern], problems: [{ start: 0, end: pattern.length, message }] };
}

const star = 42;
const backslash = 92;

/** The end of the stars or the escape at this offset; the offset itself if there are none. */
function tokenEnd(pattern: string, at: number): number {
  const char = pattern.charCodeAt(at);
  if (char === backslash) {
    const escaped = pattern.codePointAt(at + 1);
    return at + (escaped === undefined ? 1 : escaped > 0xffff ? 3 : 2);
  }
  let end = at;
  while (pattern.charCodeAt(end) === star) end++;
  return end;
}

function problemOf(token: string): string | undefined {
  if (token.startsWith("*")) {
    if (token === "*") return undefined;
    return `'${token.length > 8 ? "**" : token}' is not supported. One '*' matches any number of characters; use '\\*' for a literal star.`;
  }
  if (token === "\\*" || token === "\\\\") return undefined;
  return token === "\\"
    ? "The pattern ends with a single '\\'. Use '\\\\' for a backslash."
    : `Invalid escape '${token}'. Use '\\\\' for a backslash; only '\\*' and '\\\\' are supported.`;
}

/**
 * Whether the whole value matches. Case-sensitive only under `strict`; otherwise the case of ASCII letters is ignored,
 * so the value can be text or bytes.
 */
export function matchWildcard(
  { parts }: Pick<Wildcard, "parts">,
  value: string,
  { strict }: { strict: boolean },
): boolean {
  return strict ? matchParts(parts, value) : matchParts(parts.map(foldCase), foldCase(value));
}

/** The first match of a part between two stars is always sufficient, so no backtracking is needed. */
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
