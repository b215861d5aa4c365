import { type Fix, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { type Edit, insert } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { isCollection, type Type, typeName } from "../../catalog/type.ts";
import { codeAt, isWord } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Operand } from "../tree.ts";

/** Only the elements of a map or array can be compared. Without a comparison there is nothing to wrap in any(…). */
export function wholeCollection(
  p: Reader,
  left: Operand,
  type: Type,
  comparison?: Span,
): Description {
  const written = shorten(p.slice(left));
  const inQuantifier = p.context === "quantifier";
  const fixes = comparison ? fixesFor(p, left, type, comparison) : [];
  if (left.kind === "call" && left.mapped) {
    const advice = inQuantifier ? "Add '[*]' after it" : "Use any(…[*] …)";
    return { message: `${written} gives one value per element. ${advice}.`, fixes };
  }
  const article = type.kind === "Array" ? "an" : "a";
  return {
    message: `${written} is ${article} ${typeName(type)}; only its elements can be compared. ${adviceFor(p, left, type)}.`,
    fixes,
  };
}

function adviceFor(p: Reader, left: Operand, type: Type): string {
  const whole = p.slice(left);
  const isArray = type.kind === "Array";
  // any(…) and all(…) compare the elements.
  if (p.context === "quantifier" && isArray) return `Use ${whole}[*]`;
  if (isList(left, type)) return `Use any(${whole}[*] …)`;
  const one = `Use ${whole}${stepsInto(type)}`;
  return isArray ? `${one} for one, or any(…[*] …) for any of them` : one;
}

/** The first element of an array field is arbitrary, but a header usually has only one. */
function isList(left: Operand, type: Type): boolean {
  return left.kind === "field" && type.kind === "Array";
}

function fixesFor(p: Reader, left: Operand, type: Type, comparison: Span): Fix[] {
  if (type.kind !== "Array") return [];
  const each = insert(left.end, "[*]");
  const mapped = left.kind === "call" && left.mapped;
  if (p.context === "quantifier") {
    const fix = safeFix("Add '[*]'", [each]);
    return [mapped ? fix : { ...fix, guess: true }];
  }
  const first = likelyFix("Add '[0]'", [insert(left.end, "[0]")]);
  if (p.context !== "filter") return mapped ? [] : [first];
  const edits = [...callAround(p, "any", comparison), each];
  const any = likelyFix("Use any(…[*] …)", edits);
  if (mapped) return [any];
  return isList(left, type) ? [any, first] : [first, any];
}

/** Adds a space if the function name would touch the word before it. */
export function callAround({ text }: Reader, name: string, { start, end }: Span): Edit[] {
  const apart = isWord(codeAt(text, start - 1)) ? " " : "";
  return [insert(start, `${apart}${name}(`), insert(end, ")")];
}

export function stepsInto(type: Type): string {
  if (!isCollection(type)) return "";
  return `${type.kind === "Map" ? '["name"]' : "[0]"}${stepsInto(type.of)}`;
}
