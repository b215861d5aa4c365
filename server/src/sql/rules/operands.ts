import { type BridgedDataset, rowsFor } from "../../bridge/rows.ts";
import type { ruleNodes } from "../../languages.ts";
import type { Dialect } from "../dialect.ts";
import { UnknownValue, Untranslatable } from "../untranslatable.ts";
import { derivedValue } from "./derivations.ts";

/** The dialect, dataset and lists that a rule is translated for. */
export interface Target {
  readonly dialect: Dialect;
  readonly dataset: BridgedDataset;
  readonly listItems: Readonly<Record<string, readonly (string | number)[]>>;
  /** Whether the table has a column for a log field. Default: it has all of them. */
  readonly hasColumn?: (log: string) => boolean;
}

export function operandSql(operand: ruleNodes.Operand, target: Target): SqlValue {
  switch (operand.kind) {
    case "field":
      return fieldSql(operand, target);
    case "call":
      return callSql(operand, target);
    case "indexed":
      throw new Untranslatable(`'${operand.base.name}[…]' cannot be read from columns.`);
  }
}

/** If there are several rows, the first one whose log fields are present is used. */
export function fieldSql({ name, type }: ruleNodes.Field, target: Target): SqlValue {
  const { dataset, dialect, hasColumn = () => true } = target;
  const rows = rowsFor(name, dataset).filter(({ logs, some }) =>
    some ? logs.some(hasColumn) : logs.every(hasColumn),
  );
  if (rows.length === 0 || !type)
    throw new UnknownValue(`'${name}' is not in the log lines of '${dataset}'.`, name);
  const values = rows.flatMap((it) => derivedValue(it, dataset, dialect) ?? []);
  const [first] = values;
  if (first === undefined || values.length < rows.length)
    throw new Untranslatable(`'${name}' cannot be derived from log fields in SQL.`);
  const kind = type.kind === "Map" ? "Array" : type.kind;
  const { firstOf = (all) => `coalesce(${all.join(", ")})` } = dialect;
  return { type: kind, sql: values.length === 1 ? first : firstOf(values) };
}

function callSql(call: ruleNodes.Call, target: Target): SqlValue {
  const { dialect } = target;
  const [first, second] = call.args;
  switch (call.name) {
    case "lower":
      return { type: "String", sql: dialect.lower(textOf(first, call, target)) };
    case "upper":
      return { type: "String", sql: dialect.upper(textOf(first, call, target)) };
    case "len":
      return { type: "Integer", sql: dialect.byteLength(textOf(first, call, target)) };
    case "starts_with":
    case "ends_with": {
      if (second?.kind !== "string") throw unsupported(call);
      const part = stringOf(second);
      const text = textOf(first, call, target);
      // Every string starts with the empty string, but NULL stays NULL.
      if (part === "") return { type: "Boolean", sql: `${text} = ${text}` };
      const test = call.name === "starts_with" ? dialect.startsWith : dialect.endsWith;
      return { type: "Boolean", sql: test(text, part) };
    }
    default:
      throw unsupported(call);
  }
}

function textOf(
  argument: ruleNodes.Argument | undefined,
  call: ruleNodes.Call,
  target: Target,
): string {
  if (argument?.kind !== "field" && argument?.kind !== "call" && argument?.kind !== "indexed")
    throw unsupported(call);
  const { sql, type } = operandSql(argument, target);
  if (type !== "String") throw unsupported(call);
  return sql;
}

function unsupported({ name }: ruleNodes.Call): Untranslatable {
  return new Untranslatable(`'${name}(…)' cannot be translated here.`);
}

/** The text of a string. SQL strings cannot contain invalid UTF-8. */
export function stringOf({ value, bytes }: ruleNodes.StringLiteral): string {
  const encoded = new TextEncoder().encode(value);
  const isText =
    encoded.length === bytes.length && encoded.every((it, at) => it === bytes.charCodeAt(at));
  if (!isText) throw new Untranslatable("A string is not valid UTF-8, so no column contains it.");
  return value;
}

/** A value of a rule as SQL. NULL is unknown: the line does not have the log field. */
export interface SqlValue {
  readonly sql: string;
  readonly type: "String" | "Integer" | "Boolean" | "IP" | "Array";
}
