/** The only file that imports RE2, which is large: a bundle that evaluates no rule leaves it out. */
import { RE2JS, RE2JSException } from "re2js";
import { toRe2 } from "./re2.ts";
import { readRegex } from "./syntax/read.ts";

export interface Matcher {
  /** Whether any part of the text matches. Each character of the text is one byte. Takes time in proportion to the text. */
  test(bytes: string): boolean;
}

/** Undefined for what the engine refuses, and for the little that cannot be evaluated here. */
export function compileRegex(pattern: string): Matcher | undefined {
  const { root, problems } = readRegex(pattern);
  const source = problems.length === 0 ? toRe2(root) : undefined;
  if (source === undefined) return undefined;
  const compiled = compile(source);
  return compiled && { test: (bytes) => compiled.test(bytes) };
}

/** RE2 has limits of its own, on the size of what it compiles to. */
function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.LOOKBEHINDS);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
