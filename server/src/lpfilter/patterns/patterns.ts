/** Texts that are written as patterns, which filters compare as plain text. */
import type { Condition } from "../syntax/filter.ts";

/** At one end of a word a star is hardly meant as itself. */
export const star = /^(?=.*[\p{L}\d])(?:\*[^*\s]+\*?|[^*\s]+\*)$/u;

/** `.*` at the end is a regular expression, but `www.*` is a name with a star. */
export function isGlob({ field }: Condition, text: string): boolean {
  const shape = field?.shape;
  const isName = shape === "host" || shape === "domain" || shape === "address";
  if (!isName && text.endsWith(".*")) return false;
  return star.test(text) || (shape !== undefined && /[\w/]\*[/.]/.test(text));
}

/** Signs that no plain text has, and those that an address, or the name of a program, has not. */
export function isRegex({ field }: Condition, text: string): boolean {
  if (/^\(\?[a-z]+\)|\.[*+](?:[^*+]|$)|\\[dwsb./-]|\[(?:a-z|A-Z|0-9)[^\]]*\]/.test(text))
    return true;
  const isAddress = field?.shape !== undefined && field.shape !== "uri" && field.shape !== "page";
  if (/^\^[\w/.]/.test(text) && (isAddress || text.endsWith("$"))) return true;
  if (isAddress && /[\w/)]\$$/.test(text)) return true;
  if (isAddress && /^[\w/.-]+(?:\|[\w/.-]+)+$/.test(text)) return field?.shape === "path";
  return field?.name.endsWith("UserAgent") === true && /^\w[\w/.-]*(?:\|\w[\w/.-]*)+$/.test(text);
}

/** `%bot%`, `bot%` and `%.php`, as in SQL. `%2e` is an encoded character, and a part of a text may end with a percent sign. */
export function isSqlPattern({ comparison }: Condition, text: string): boolean {
  if (/%[\dA-Fa-f]{2}/.test(text)) return false;
  if (/^%[\w./ @:-]*[A-Za-z][\w./ @:-]*%$/.test(text)) return true;
  const isPart = comparison?.name.endsWith("contains") === true;
  return !isPart && /^%[\w./-]*[A-Za-z][\w./-]*$|^[A-Za-z/][\w./-]*[A-Za-z/]%$/.test(text);
}
