import type { Computed } from "../compiled.ts";
import type { Headers } from "../state.ts";

export interface HeaderChange {
  readonly name: string;
  readonly operation: string;
  readonly value: Computed;
}

interface Changed {
  readonly headers: Headers;
  /** The number of the service's error page. */
  readonly error?: number;
  /** Headers whose values are not known. */
  readonly unknown: readonly string[];
  readonly text: string;
}

/** In order: `set` replaces all values of the name, `add` appends one, `remove` drops all. */
export function changedHeaders(
  before: Headers,
  changes: readonly HeaderChange[],
  isResponse: boolean,
): Changed {
  const headers = new Map(before);
  const unknown: string[] = [];
  const texts: string[] = [];
  for (const { name: written, operation, value } of changes) {
    const name = written.toLowerCase();
    if (isReserved(name, operation, isResponse))
      return { headers: before, error: 1040, unknown, text: `rules cannot ${operation} ${name}` };
    if (operation === "remove") {
      headers.delete(name);
      texts.push(`removes ${name}`);
      continue;
    }
    if ("unknown" in value) {
      headers.delete(name);
      unknown.push(`'${name}'`);
      texts.push(`sets ${name} to what is not known: ${value.unknown}`);
      continue;
    }
    const text = value.value ?? "";
    if (cannotBeSent(text))
      return {
        headers: before,
        error: 1041,
        unknown,
        text: `the value of ${name} has characters that a header cannot contain`,
      };
    // An empty or missing value removes the header.
    if (text === "" && operation !== "add") headers.delete(name);
    else if (text !== "")
      headers.set(name, operation === "add" ? [...(headers.get(name) ?? []), text] : [text]);
    texts.push(text === "" ? `removes ${name}` : `${operation}s ${name}: ${text}`);
  }
  return { headers, unknown, text: texts.length > 0 ? texts.join(", ") : "changes no header" };
}

/** Whether a header cannot contain a text. */
export function cannotBeSent(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what a header cannot contain.
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text);
}

/** Headers that rules cannot change. */
export function isReserved(name: string, operation: string, isResponse: boolean): boolean {
  if (/^(?:cf-|x-cf-)/.test(name))
    return isResponse || name !== "cf-connecting-ip" || operation !== "remove";
  if (isResponse) return fixedInResponses.has(name);
  return operation !== "remove" && notSettable.has(name);
}

const fixedInResponses = new Set(["server", "eh-cache-tag", "eh-cdn-cache-control"]);
const notSettable = new Set([
  "cookie",
  "true-client-ip",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-real-ip",
]);
