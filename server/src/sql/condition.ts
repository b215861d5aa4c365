import type { LogCondition, LogValue } from "../core/log-test.ts";
import type { Dialect } from "./dialect.ts";
import { looseCondition } from "./loose-condition.ts";
import { type TimestampColumn, timestampCondition } from "./timestamp-condition.ts";
import {
  booleanCondition,
  columnOf,
  elementCondition,
  numberCondition,
  textCondition,
} from "./typed-condition.ts";
import { Untranslatable } from "./untranslatable.ts";

/**
 * Translates one condition. It is NULL only if the field is missing and the condition is false for the empty value of its
 * type, so databases can use their indexes in other cases.
 */
export function conditionSql(
  condition: LogCondition,
  dialect: Dialect,
  timestamps?: TimestampOptions,
): string {
  refuseUnwritable(condition);
  const possible = withoutNul(condition, dialect);
  if (typeof possible === "boolean") return possible ? "TRUE" : "FALSE";
  switch (condition.type) {
    case "array[string]":
    case "array[int]":
      return elementCondition(possible, dialect);
    case "string":
      return textCondition(possible, stringColumn(possible, dialect), dialect);
    case "int":
    case "float":
      return numberCondition(possible, dialect);
    case "bool":
      return booleanCondition(possible, dialect);
    case "int or string":
      return timeCondition(possible, dialect, timestamps) ?? looseCondition(possible, dialect);
    default:
      return looseCondition(possible, dialect);
  }
}

export interface TimestampOptions {
  /** Default: a column of any type where the database has such columns, otherwise the type of the value. */
  readonly stored?: TimestampColumn | undefined;
  /** Whether another condition excludes lines without the field. */
  readonly isPresent?: boolean;
}

function timeCondition(
  condition: LogCondition,
  dialect: Dialect,
  { stored, isPresent = false }: TimestampOptions = {},
): string | undefined {
  const known = stored ?? (dialect.hasAnyType ? "any" : undefined);
  return known === "any" ? undefined : timestampCondition(condition, known, dialect, isPresent);
}

/** Databases that infer types may read a string column as timestamps if all its values look like timestamps. */
function stringColumn(condition: LogCondition, dialect: Dialect): string {
  const column = columnOf(condition, dialect);
  if (!dialect.hasAnyType) return dialect.text(column);
  const time = condition.values.find((it) => typeof it === "string" && partOfTime.test(it));
  return time === undefined ? dialect.text(column) : dialect.timeText(column, String(time));
}

const partOfTime = /^(?=.*\d)(?=.*[-T:Z])[-\dTZ:.]+$/;

function refuseUnwritable({ field, values }: LogCondition): void {
  if (field.includes("\0")) throw new Untranslatable(`Invalid field name '${field}'.`);
  for (const it of [field, ...values]) {
    if (typeof it === "number" && !Number.isFinite(it))
      throw new Untranslatable(`A value of '${field}' is out of range.`);
    if (typeof it !== "string") continue;
    if (/\p{Surrogate}/u.test(it))
      throw new Untranslatable(
        `A value of '${field}' has half of a surrogate pair, which SQL strings cannot contain.`,
      );
  }
}

/** In a database whose strings cannot contain U+0000, no line matches a value with that character. */
function withoutNul(condition: LogCondition, { hasNul }: Dialect): LogCondition | boolean {
  const { values, operator } = condition;
  const isPossible = (it: LogValue) => typeof it !== "string" || !it.includes("\0");
  if (hasNul || values.every(isPossible)) return condition;
  if (operator !== "in" && operator !== "!in") return operator.startsWith("!");
  return { ...condition, values: values.filter(isPossible) };
}
