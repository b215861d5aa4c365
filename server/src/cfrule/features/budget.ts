import type { Budget } from "../../core/analysis.ts";
import { countText, plural, thousands } from "../../text/wording.ts";
import { maxCharacters } from "../catalog/limits.ts";
import type { Document } from "../document.ts";

/** How much of the length limit the expression uses. */
export function budget({ length, context }: Document): Budget {
  return {
    text: `${countText(length, context.hasHoles)} of ${thousands(maxCharacters)} characters`,
    isOver: length > maxCharacters,
  };
}

/** From this share of the limit, the remaining characters are shown. */
const shownFrom = 0.75;

/** Undefined unless close to the limit. */
export function charactersLeft({ length, context }: Document): string | undefined {
  if (length < maxCharacters * shownFrom) return undefined;
  const left = maxCharacters - length;
  const count = Math.abs(left);
  const characters = plural(count, "character");
  if (left < 0) return `${context.hasHoles ? "at least " : ""}${characters} too many`;
  return `${context.hasHoles ? "at most " : ""}${characters} left`;
}
