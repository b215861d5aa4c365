import type { Argument, Index, Indexed, Operand } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";

/** Operands with one key have one value, however they are spaced and their strings are written. */
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

/** Names what the first `[*]` goes through. */
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

/** Functions that give a value whenever their arguments have one. Of others we do not know it, or know better. */
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

/** Whether a request may lack the value. An element that `[*]` stands for is there, or it would not be gone through. */
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
