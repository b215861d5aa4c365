/** Detects strings that look like patterns, because filters compare them literally. */
import type { Condition } from "../syntax/filter.ts";

/** An asterisk at the start or end of a word is likely a wildcard. */
export const star = /^(?=.*[\p{L}\d])(?:\*[^*\s]+\*?|[^*\s]+\*)$/u;

/** A trailing `.*` is a regular expression, but `www.*` is a hostname with a wildcard. */
export function isGlob({ field }: Condition, text: string): boolean {
  const shape = field?.shape;
  const isName = shape === "host" || shape === "domain" || shape === "address";
  if (!isName && text.endsWith(".*")) return false;
  return star.test(text) || (shape !== undefined && /[\w/]\*[/.]/.test(text));
}

/** Characters that never occur in plain text, or not in addresses and program names. */
export function isRegex({ field }: Condition, text: string): boolean {
  if (/^\(\?[a-z]+\)|\.[*+](?:[^*+]|$)|\\[dwsb./-]/.test(text) || hasClass(text)) return true;
  const isAddress = field?.shape !== undefined && field.shape !== "uri" && field.shape !== "page";
  if (/^\^[\w/.]/.test(text) && (isAddress || text.endsWith("$"))) return true;
  if (isAddress && /[\w/)]\$$/.test(text)) return true;
  if (isAddress && /^[\w/.-]+(?:\|[\w/.-]+)+$/.test(text)) return field?.shape === "path";
  return field?.name.endsWith("UserAgent") === true && /^\w[\w/.-]*(?:\|\w[\w/.-]*)+$/.test(text);
}

/** `[a-z]` and `[0-9_]` */
function hasClass(text: string): boolean {
  const start = text.search(/\[(?:a-z|A-Z|0-9)/);
  return start !== -1 && text.includes("]", start);
}

/** `%bot%`, `bot%` and `%.php`, as in SQL. `%2e` is an encoded character, and a part of a text may end with a percent sign. */
export function isSqlPattern({ comparison }: Condition, text: string): boolean {
  if (/%[\dA-Fa-f]{2}/.test(text)) return false;
  if (/^%(?=.*[A-Za-z])[\w./ @:-]+%$/.test(text)) return true;
  const isPart = comparison?.name.endsWith("contains") === true;
  return !isPart && /^%(?=.*[A-Za-z])[\w./-]+$|^[A-Za-z/][\w./-]*[A-Za-z/]%$/.test(text);
}
