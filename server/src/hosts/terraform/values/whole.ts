import { marked, marksOf } from "./marks.ts";
import { hasHoles, type Text, text, type Value } from "./value.ts";

/** A number as Terraform writes it; undefined if its digits are not certain. */
export function numberText(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  const written = String(value);
  return /^-?\d{1,9}\.\d{1,6}$/.test(written) ? written : undefined;
}

/** The value as a text, as in a template. Undefined where Terraform refuses it, or if it is not known. */
export function asText(value: Value): Text | undefined {
  if (value.kind === "text") {
    const { choice, ...own } = value;
    return choice ? marked(own, choice) : value;
  }
  if (value.kind !== "plain" || value.value === null) return undefined;
  const written = typeof value.value === "number" ? numberText(value.value) : String(value.value);
  const { text: source } = value.place.source;
  const { start, end } = value.place;
  if (written === undefined) return undefined;
  const isLiteral = source.slice(start, end) === written;
  const kind = isLiteral ? "copy" : "replacement";
  return text([{ kind, text: written, ...value.place, marks: marksOf(value) }], value.place);
}

/** Whether the value and all that it contains is known. */
export function isWhole(value: Value): boolean {
  switch (value.kind) {
    case "unknown":
      return false;
    case "text":
      return !hasHoles(value);
    case "list":
      return value.items.every(isWhole);
    case "object":
      return !value.rest && [...value.entries.values()].every(isWhole);
    default:
      return true;
  }
}

/** Equality of whole values; undefined if it is not known. */
export function isEqual(a: Value, b: Value): boolean | undefined {
  if (!isWhole(a) || !isWhole(b)) return undefined;
  return keyOf(a) === keyOf(b);
}

/** Equal for equal values. Only for whole ones. */
export function keyOf(value: Value): string {
  return JSON.stringify(jsonOf(value));
}

/** The value as JavaScript has it. Only for whole ones. */
export function jsonOf(value: Value): unknown {
  switch (value.kind) {
    case "text":
      return value.shown;
    case "plain":
      return value.value;
    case "list":
      return value.items.map(jsonOf);
    case "object":
      return Object.fromEntries(
        [...value.entries].sort(([a], [b]) => order(a, b)).map(([name, it]) => [name, jsonOf(it)]),
      );
    default:
      return undefined;
  }
}

/** Terraform sorts by code points. */
export function order(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
