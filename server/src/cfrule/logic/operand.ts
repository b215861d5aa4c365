import type { ComparisonName } from "../catalogue/operators.ts";
import type { Argument, Index, Indexed, Operand } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";

/** Operands with the same key have the same value, regardless of spacing and string form. */
export function keyOf(operand: Operand, text: string): string {
  switch (operand.kind) {
    case "field":
      return operand.name;
    case "call":
      return `${operand.name}(${operand.args.map((it) => argumentKey(it, text)).join(",")})`;
    case "indexed":
      return keyOf(operand.base, text) + operand.indexes.map(indexKey).join("");
  }
}

/** The key of the array or map that the first `[*]` iterates over. */
export function elementsKey({ base, indexes }: Indexed, text: string): string {
  const each = indexes.findIndex((it) => it.key.kind === "each");
  return keyOf(base, text) + indexes.slice(0, each).map(indexKey).join("");
}

function argumentKey(argument: Argument, text: string): string {
  switch (argument.kind) {
    case "string":
      return JSON.stringify(argument.bytes);
    case "integer":
      return String(argument.value);
    case "field":
    case "call":
    case "indexed":
      return keyOf(argument, text);
    default:
      return text.slice(argument.start, argument.end);
  }
}

function indexKey({ key }: Index): string {
  if (key.kind === "string") return `[${JSON.stringify(key.bytes)}]`;
  return key.kind === "integer" ? `[${key.value}]` : "[*]";
}

/** Operators that are true of a value and itself; the other ones that compare two values are false. */
export const reflexive: ReadonlySet<ComparisonName> = new Set(["eq", "le", "ge"]);

/** Functions that return a value whenever their arguments have one. Others may not. */
const total: ReadonlySet<string> = new Set([
  "concat",
  "ends_with",
  "has_key",
  "has_value",
  "len",
  "lower",
  "remove_bytes",
  "starts_with",
  "to_string",
  "upper",
]);

/** Whether the value may be missing. Elements of `[*]` are never missing. */
export function mayBeMissing(operand: Operand): boolean {
  switch (operand.kind) {
    case "field":
      return operand.definition?.optional === true;
    case "call":
      return !total.has(operand.name) || operand.args.some((it) => mayLack(it));
    case "indexed":
      return !isEach(operand);
  }
}

function mayLack(argument: Argument): boolean {
  switch (argument.kind) {
    case "field":
    case "call":
    case "indexed":
      return mayBeMissing(argument);
    case "string":
    case "integer":
    case "address":
      return false;
    default:
      return true;
  }
}
