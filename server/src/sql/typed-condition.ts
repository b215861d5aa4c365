import type { LogCondition, LogOperator, LogValue } from "../core/log-test.ts";
import { linePredicate } from "../languages.ts";
import { coalesce, type Dialect, isLong, isRounded, number } from "./dialect.ts";

/** Conditions on columns that have the type of their field. */

export function columnOf({ field }: LogCondition, dialect: Dialect): string {
  return dialect.identifier(field);
}

/** Whether a line without the field is kept. */
export function keepsMissing(condition: LogCondition): boolean {
  return linePredicate(condition)({});
}

/** Whether the empty value replaces a missing one. */
function fillsMissing(condition: LogCondition, { orMissing }: Dialect): boolean {
  return !orMissing && keepsMissing(condition);
}

export function elementCondition(condition: LogCondition, dialect: Dialect): string {
  const [element = ""] = condition.values;
  const has = dialect.hasElement(columnOf(condition, dialect), element);
  if (condition.operator !== "!contains") return has;
  return negate(dialect.orMissing ? has : coalesce(has, "FALSE"));
}

/** For a column that is already a string. */
export function textCondition(condition: LogCondition, column: string, dialect: Dialect): string {
  const { operator, values } = condition;
  const text = fillsMissing(condition, dialect) ? coalesce(column, "''") : column;
  const one = String(values[0] ?? "");
  const search = searches[operator];
  if (!search) return compared(condition, text, (it) => dialect.string(String(it)), dialect);
  const part = dialect[search](text, one);
  if (one === "") return operator.startsWith("!") ? "FALSE" : "TRUE";
  return operator.startsWith("!") ? negate(part) : part;
}

/** Operators that search for a part of a string. */
const searches: Readonly<Record<LogOperator, "startsWith" | "endsWith" | "contains" | undefined>> =
  {
    startsWith: "startsWith",
    "!startsWith": "startsWith",
    endsWith: "endsWith",
    "!endsWith": "endsWith",
    contains: "contains",
    "!contains": "contains",
    eq: undefined,
    "!eq": undefined,
    lt: undefined,
    leq: undefined,
    gt: undefined,
    geq: undefined,
    in: undefined,
    "!in": undefined,
  };

export function numberCondition(condition: LogCondition, dialect: Dialect): string {
  const { type, operator, values } = condition;
  const column = columnOf(condition, dialect);
  const rounded = values.filter((it) => isRounded(numeric(it), dialect));
  if (rounded.length > 0 && rounded.length < values.length) {
    // Compared as DOUBLE, the other integers would lose digits.
    const exact = values.filter((it) => !rounded.includes(it));
    const parts = [exact, rounded].map((it) =>
      numberCondition({ ...condition, values: it }, dialect),
    );
    return `(${parts.join(operator === "in" ? " OR " : " AND ")})`;
  }
  // A column of the field's type is compared as it is.
  const isPlain = type === "float" && !dialect.hasAnyType && rounded.length === 0;
  const value = isPlain
    ? column
    : type === "float" || rounded.length > 0
      ? dialect.double(column)
      : dialect.integer(
          column,
          values.some((it) => isLong(numeric(it))),
        );
  const whole = fillsMissing(condition, dialect) ? coalesce(value, "0") : value;
  return compared(condition, whole, (it) => number(numeric(it), dialect), dialect);
}

function numeric(value: LogValue): number | bigint {
  return typeof value === "bigint" ? value : Number(value);
}

export function booleanCondition(condition: LogCondition, dialect: Dialect): string {
  const value = dialect.boolean(columnOf(condition, dialect));
  const whole = fillsMissing(condition, dialect) ? coalesce(value, "FALSE") : value;
  return compared(condition, whole, (it) => (it === true ? "TRUE" : "FALSE"), dialect);
}

function compared(
  condition: LogCondition,
  column: string,
  literal: (value: LogValue) => string,
  { unlessNull }: Dialect,
): string {
  const { operator, values } = condition;
  if (operator !== "in" && operator !== "!in")
    return `${column} ${plainOperator(operator)} ${literal(values[0] ?? "")}`;
  if (values.length === 0) return operator === "in" ? "FALSE" : "TRUE";
  const list = [...new Set(values.map(literal))].join(", ");
  const test = `${column} ${operator === "in" ? "IN" : "NOT IN"} (${list})`;
  // Where NULL IN (…) is false, NULL NOT IN (…) may be true.
  const isOpen = operator === "!in" && unlessNull !== undefined && !keepsMissing(condition);
  return isOpen ? `(${column} IS NOT NULL AND ${test})` : test;
}

const plain: Readonly<Record<LogOperator, string | undefined>> = {
  eq: "=",
  "!eq": "<>",
  lt: "<",
  leq: "<=",
  gt: ">",
  geq: ">=",
  startsWith: undefined,
  "!startsWith": undefined,
  endsWith: undefined,
  "!endsWith": undefined,
  contains: undefined,
  "!contains": undefined,
  in: undefined,
  "!in": undefined,
};

/** The SQL operator for an operator with a single value. */
export function plainOperator(operator: LogOperator): string {
  const symbol = plain[operator];
  if (!symbol) throw new Error(`'${operator}' is not a comparison`);
  return symbol;
}

/** The parentheses are only for readability: NOT has lower precedence than comparisons in all dialects. */
export function negate(expression: string): string {
  return `NOT (${expression})`;
}
