import type { ComparisonName } from "../catalog/operators.ts";
import type {
  Argument,
  Call,
  Comparand,
  Expression,
  Index,
  Indexed,
  Operand,
  SetItem,
} from "../syntax/tree.ts";
import { isEach, isOperand } from "../syntax/types.ts";
import { isTested } from "./groups.ts";

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

export function entryKey(map: string, key: string): string {
  return `${map}[${JSON.stringify(key)}]`;
}

/** The key of the entry that `has_key(map, "key")` tests for. */
export function testedEntry(operand: Operand): string | undefined {
  if (operand.kind !== "call" || operand.name !== "has_key") return undefined;
  const [map, key, more] = operand.args;
  const isEntry = map?.kind === "field" && key?.kind === "string" && !more;
  return isEntry ? entryKey(map.name, key.bytes) : undefined;
}

/** The key of the array or map that the first `[*]` iterates over. */
export function elementsKey({ base, indexes }: Indexed, text: string): string {
  const each = indexes.findIndex((it) => it.key.kind === "each");
  return keyOf(base, text) + indexes.slice(0, each).map(indexKey).join("");
}

/** A comparison, or a call that is one: `starts_with(x, "a")`. */
export interface Test {
  readonly left: Operand;
  readonly operator: { readonly name: TestName };
  readonly right: Comparand;
}

export type TestName = ComparisonName | "starts_with" | "ends_with";

export function testIn(bare: Expression): Test | undefined {
  if (bare.kind === "comparison") return bare;
  if (bare.kind !== "call") return undefined;
  const { name, args } = bare;
  if (!isTestName(name)) return undefined;
  const [left, right, more] = args;
  const isTest = left && isOperand(left) && right?.kind === "string" && !more;
  return isTest ? { left, operator: { name }, right } : undefined;
}

function isTestName(name: string): name is "starts_with" | "ends_with" | "contains" | "wildcard" {
  return /^(?:starts_with|ends_with|contains|wildcard)$/.test(name);
}

/** The function that changes a string, or takes the size of a value: `lower`, `upper` or `len` of it. */
export function changeIn(operand: Operand) {
  if (operand.kind !== "call") return undefined;
  const { name, args } = operand;
  const [of, more] = args;
  if (!of || !isOperand(of) || more) return undefined;
  return name === "lower" || name === "upper" || name === "len"
    ? ({ name, of } as const)
    : undefined;
}

/** The same for the same condition, regardless of spacing, string form, and order of a set. `eq` is `in` with one value. */
export function conditionKey(bare: Expression, text: string): string {
  const test = testIn(bare);
  if (!test) return isOperand(bare) ? keyOf(bare, text) : text.slice(bare.start, bare.end);
  const [key, value] = [keyOf(test.left, text), argumentKey(test.right, text)];
  const { name } = test.operator;
  const isOne = name === "eq" && !isOperand(test.right);
  return isOne ? `${key} in {${value}}` : `${key} ${name} ${value}`;
}

export function argumentKey(argument: Argument | Comparand | SetItem, text: string): string {
  switch (argument.kind) {
    case "set":
      return `{${argument.items.map((it) => argumentKey(it, text)).sort()}}`;
    case "list":
      return `$${argument.name}`;
    case "regex":
      return `~${argument.pattern}`;
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
  if (key.kind === "string") return entryKey("", key.bytes);
  return key.kind === "integer" ? `[${key.value}]` : "[*]";
}

/** Functions that return a value whenever their arguments have one. Others may not. */
const total: ReadonlySet<string> = new Set([
  "coalesce",
  "concat",
  "contains",
  "encode_base64",
  "ends_with",
  "has_key",
  "has_value",
  "join",
  "len",
  "lower",
  "remove_bytes",
  "remove_query_args",
  "sha256",
  "sha512",
  "split",
  "starts_with",
  "substring",
  "to_string",
  "upper",
  "url_decode",
  "wildcard",
]);

export function isTotal({ name }: Call): boolean {
  return total.has(name);
}

/** A joined or chosen value is missing only if all arguments are. */
function isMissing({ name, args }: Call, may: (argument: Argument) => boolean): boolean {
  return name === "concat" || name === "coalesce" ? args.every(may) : args.some(may);
}

/** Whether the value may be missing. Elements of `[*]` are never missing. */
export function mayBeMissing(operand: Operand): boolean {
  switch (operand.kind) {
    case "field":
      return operand.definition?.optional === true;
    case "call":
      return (
        !isTotal(operand) ||
        isMissing(operand, (it) => (isOperand(it) ? mayBeMissing(it) : isTested(it)))
      );
    case "indexed":
      return !isEach(operand);
  }
}
