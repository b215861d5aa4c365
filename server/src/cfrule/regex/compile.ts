/** The only file that imports RE2, which is large, so that bundles without evaluation exclude it. */
import { RE2JS, RE2JSException } from "re2js";
import { toRe2 } from "./re2.ts";
import { readRegex } from "./syntax/read.ts";

export interface Matcher {
  /** Whether any part of the text matches. Each character is one byte. Linear time. */
  test(bytes: string): boolean;
}

/** Undefined for invalid regexes, and for the few that are not supported here. */
export function compileRegex(pattern: string): Matcher | undefined {
  const { root, problems } = readRegex(pattern);
  const source = problems.length === 0 ? toRe2(root) : undefined;
  if (source === undefined) return undefined;
  const compiled = compile(source);
  return compiled && { test: (bytes) => compiled.test(bytes) };
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
