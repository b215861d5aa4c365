/** Texts that stand for a value which somebody, or something, was to fill in. */

import type { Condition } from "../syntax/filter.ts";
import { extentOf } from "./compared.ts";

/** `${env:HOST}`, `${var.host}`, `{{host}}` */
const inside =
  /\$\{\s*(?:(?:env|var|vars|local|data|module|params?|secrets?)\s*[:.][\w .:[\]-]*|[A-Za-z_]\w*)\s*\}|\{\{-?\s*[$.]?[A-Za-z_][\w.]*\s*-?\}\}|\$\{\{[^{}]*\}\}/;
/** `<HOST>`, `$HOST`, `%HOST%` */
const whole = /^(?:<[A-Za-z][\w .-]*>|\$[A-Z_][A-Z0-9_]{2,}|%[A-Z_][A-Z0-9_]{2,}%)$/;

/**
 * The placeholder in a value; undefined where somebody may well look for just that text.
 * Attacks have such signs in their requests, and a search for a part of an address or of a header may be for them.
 */
export function placeholderIn(condition: Condition, text: string): string | undefined {
  if (!/[$<{%]/.test(text)) return undefined;
  const extent = extentOf(condition);
  const shape = condition.field?.shape;
  const isName = shape === "host" || shape === "domain" || shape === "address";
  if ((extent === "part" || extent === "end") && !isName) return undefined;
  return whole.exec(text)?.[0] ?? inside.exec(text)?.[0];
}
