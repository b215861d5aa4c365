/** The only file that imports RE2, which is large, so that bundles without evaluation exclude it. */
import { RE2JS, RE2JSException } from "re2js";
import { toCapturingRe2, toRe2 } from "./re2.ts";
import { readRegex } from "./syntax/read.ts";

export interface Matcher {
  /** Whether any part of the text matches. Each character is one byte. Linear time. */
  test(bytes: string): boolean;
}

/** A few regexes, because the texts of a comparison are compiled for each of its questions. */
const compiledRegexes = new Map<string, Matcher | undefined>();
let compiledLength = 0;

/** Compiled regexes are large: the limit fits the regexes of two rules. */
const mostLength = 16_384;

/** Undefined for invalid regexes, and for the few that are not supported here. */
export function compileRegex(pattern: string): Matcher | undefined {
  if (compiledRegexes.has(pattern)) return compiledRegexes.get(pattern);
  if (compiledLength + pattern.length > mostLength) {
    compiledRegexes.clear();
    compiledLength = 0;
  }
  compiledLength += pattern.length;
  const matcher = compileAnew(pattern);
  compiledRegexes.set(pattern, matcher);
  return matcher;
}

function compileAnew(pattern: string): Matcher | undefined {
  const { root, problems } = readRegex(pattern);
  const source = problems.length === 0 ? toRe2(root) : undefined;
  if (source === undefined) return undefined;
  const compiled = compile(source);
  return compiled && { test: (bytes) => compiled.test(bytes) };
}

/** The first match in a byte string, with its groups. */
export interface Captures {
  readonly start: number;
  readonly end: number;
  /** The whole match first; undefined for a group that did not participate. */
  readonly groups: readonly (string | undefined)[];
}

/** Compiles a search for the first match. Undefined for invalid and unsupported regexes. */
export function compileSearch(
  pattern: string,
): ((bytes: string) => Captures | undefined) | undefined {
  const { root, problems } = readRegex(pattern);
  const source = problems.length === 0 ? toCapturingRe2(root) : undefined;
  const compiled = source === undefined ? undefined : compile(source);
  return compiled && ((bytes) => search(compiled, bytes));
}

function search(compiled: RE2JS, bytes: string): Captures | undefined {
  const matcher = compiled.matcher(bytes);
  if (!matcher.find()) return undefined;
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => {
    return matcher.group(at) ?? undefined;
  });
  return { start: matcher.start(), end: matcher.end(), groups };
}

/** A regex of another kind: for any part of a text, in RE2's own syntax. Undefined for an invalid one. */
export function compilePattern(source: string): Pick<RE2JS, "test"> | undefined {
  return compile(source);
}

/** RE2 has its own limits on the compiled size. */
function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.LOOKBEHINDS);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
