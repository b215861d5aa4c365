/** Strings that look like a regex or glob, after an operator that compares them literally. */
import { holdsAddress } from "../values/ip-ranges.ts";
import type { TestedField } from "../values/operand-facts.ts";
import type { How } from "../values/value-uses.ts";

export type PatternText =
  /** Words separated by `|`, or the expansion of `{a,b}` in a shell. */
  | { readonly kind: "alternatives"; readonly words: readonly string[] }
  | { readonly kind: "regex" | "glob" | "sql" };

/** Undefined for a string that may be meant literally. */
export function patternText(
  text: string,
  how: How,
  tested: TestedField | undefined,
): PatternText | undefined {
  if (how === "order" || how === "bits" || how === "regex") return undefined;
  const isWildcard = how === "wildcard" || how === "strict wildcard";
  const mayBePattern = isWildcard ? mayBeInWildcard : mayBeInText;
  if (text.length > longestPattern || !mayBePattern.test(text)) return undefined;
  // Part of another site's URL can be anything.
  const isAddress =
    tested !== undefined &&
    holdsAddress(tested) &&
    (tested.field.shape !== undefined || how === "equal");
  const words =
    (isWildcard ? undefined : alternativesIn(text)) ?? (isAddress ? expanded(text) : undefined);
  if (words) return { kind: "alternatives", words };
  const inName = isProgram(tested);
  if (isCertainRegex(text, isAddress, inName)) return { kind: "regex" };
  if (isWildcard) return wildcardText(text, isAddress);
  if (repeatsAny.test(text)) return { kind: "regex" };
  if (/^%[^%\s]+%$/.test(text) || isSqlEnd(text, how)) return { kind: "sql" };
  if (inName && globInName.test(text)) return { kind: "glob" };
  return (isAddress ? globInAddress : globAlone(how)).test(text) ? { kind: "glob" } : undefined;
}

/** `bot%` and `%.php`, compared as a whole or at that end. A substring may end with a literal percent sign. */
function isSqlEnd(text: string, how: How): boolean {
  if (how === "part" || /%[\dA-Fa-f]{2}/.test(text)) return false;
  return /^%[\w./-]+$|^[A-Za-z/][\w./-]*[A-Za-z/]%$/.test(text);
}

/** Bounds the work: longer strings are not checked. */
const longestPattern = 200;

/** Cheap test first: most strings have none of these. */
const mayBeInText = /[*|\\^$[%+{]|\(\?/;
const mayBeInWildcard = /[|\\^$[%{]|\(\?|\.[*+]/;

/** `curl|wget`. Spaces around the `|` suggest a command line. */
function alternativesIn(text: string): readonly string[] | undefined {
  return /^[\w./@-]+(?: [\w./@-]+)*(?:\|[\w./@-]+(?: [\w./@-]+)*)+$/.test(text)
    ? text.split("|")
    : undefined;
}

/** `*.{com,net}`, which shells and globs expand. */
function expanded(text: string): readonly string[] | undefined {
  const [, before = "", inner = "", after = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(text) ?? [];
  if (!inner.includes(",")) return undefined;
  return inner.split(",").map((it) => `${before}${it.trim()}${after}`);
}

const anywhere: readonly RegExp[] = [
  // `(?i)`, `(?:`, `(?=`
  /\(\?(?:[:=!<]|P<|[imsxU]+(?:-[imsxU]+)?[:)])/,
  // `(com|net)`
  /\([\w.*/-]+(?:\|[\w.*/-]+)+\)/,
  // `[0-9]`, `[^/]`
  /\[(?:\^[^[\]\s]+|(?=[^[\]\s]*(?:0-9|a-z|A-Z|a-f))[^[\]\s]*)\]/,
  // `\d`, `\w+`, but not `\dir`
  /(?<!\\)\\[dDwWsS](?![\w\\])/,
  // `\.php`, but not `..\..\`
  /(?<![.\\])\\\.(?:\w|[([])/,
  /\\\.\\[./]/,
];

const inAddress: readonly RegExp[] = [...anywhere, /\\\//, /\w\|\w/];

/** Whether the text has syntax that only regexes have. */
function isCertainRegex(text: string, isAddress: boolean, inName: boolean): boolean {
  return (
    (isAddress ? inAddress : anywhere).some((it) => it.test(text)) ||
    anchored(text, isAddress) ||
    (inName && anchoredName(text))
  );
}

/** `bot.*` and `.+bot`. */
const repeatsAny = /\.[*+]/;

/** A string can start or end with these characters, except in a URL. */
function anchored(text: string, isAddress: boolean): boolean {
  const atStart = /^\^[\w/(.[\\]/.test(text);
  const atEnd = /[\w)*\]+]\$$/.test(text);
  return isAddress ? atStart || atEnd : atStart && atEnd;
}

/** User agents usually consist of words and versions, but an attacker can send anything. */
function isProgram(tested: TestedField | undefined): boolean {
  return tested?.field.name === "http.user_agent" || tested?.key?.toLowerCase() === "user-agent";
}

/** `^curl` and `bot$`. */
function anchoredName(text: string): boolean {
  return /^\^[\w./ -]{3,}\$?$|^[\w./ -]{3,}\$$/.test(text);
}

/** `curl/*` and `*Bot/2.0`. */
const globInName = /^(?:\*[\w./ -]{3,}\*?|[\w./ -]{3,}\*)$/;

/** `example.*` and `curl/7.*` are valid wildcard patterns. */
function wildcardText(text: string, isAddress: boolean): PatternText | undefined {
  const words = text.includes("|") && /\w\|[\w*]|\*\|[\w*]/.test(text);
  if (words || /^\.[*+]/.test(text)) return { kind: "regex" };
  if (!isAddress && /^[^./]*[A-Za-z]\.[*+]/.test(text)) return { kind: "regex" };
  if (isAddress && pathRegex.test(text)) return { kind: "regex" };
  return /^%[^%\s]|[^%\s]%$/.test(text) && !/%[\dA-Fa-f]{2}/.test(text.replace(/^%|%$/g, ""))
    ? sqlText(text)
    : undefined;
}

// A directory followed by `.*`, but neither an extension as in `/index.*` nor hidden files after a star.
const pathRegex = /^(?!\*)[^*]*\w\/\.\*$|\/\.\*\/|\.\+(?:$|[/$])/;

/** `%2e` at the start is a character, and `%bot%` is not. */
function sqlText(text: string): PatternText | undefined {
  const atStart = /^%(?![\dA-Fa-f]{2})/.test(text) || text.endsWith("%");
  return atStart ? { kind: "sql" } : undefined;
}

/** `/wp-*` and `*.example.com`. */
const globInAddress = /[\w/.-]\*|^\*[\w.]/;

/** `*bot*`, and for whole values also `bot*`, but neither `text/*` nor SQL comments. */
function globAlone(how: How): RegExp {
  return how === "equal"
    ? /^(?=.*[A-Za-z\d])(?:\*[\w.@ -]+\*?|[\w.@ -]+\*)$/
    : /^(?:(?=.*[A-Za-z\d])\*[\w.@-]+\*|\*[\w.@-]+|[\w@-]+\*)$/;
}
