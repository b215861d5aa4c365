import { compileSearch } from "../regex/compile.ts";
import { textOfBytes } from "../syntax/bytes.ts";
import { type Result, unknownValue } from "./value.ts";
import { filledIn } from "./wildcard-replace.ts";

type Search = ReturnType<typeof compileSearch>;

/** The pattern is a literal, so one expression needs few. */
const compiled = new Map<string, Search>();
const maxCompiled = 100;

function searchFor(pattern: string): Search {
  if (compiled.size > maxCompiled) compiled.clear();
  if (!compiled.has(pattern)) compiled.set(pattern, compileSearch(textOfBytes(pattern)));
  return compiled.get(pattern);
}

/** The string with the first match replaced; unknown if the matcher does not support the pattern. */
export function regexReplace(source: string, pattern: string, replacement: string): Result {
  const search = searchFor(pattern);
  if (!search) return unknownValue;
  const found = search(source);
  if (!found) return source;
  return (
    source.slice(0, found.start) + filledIn(replacement, found.groups) + source.slice(found.end)
  );
}
