import type { LogCondition, LogOperator, LogTest, LogValue } from "../../core/log-test.ts";
import type { RequiredGroups, Requirement, ValueClasses } from "../../core/trial.ts";
import type { Extent } from "../../vocabulary/shapes.ts";
import { operatorExtents } from "../values/compared.ts";

/** Necessary conditions for a line to be kept that can be tested on its bytes: one group for each member of an `or`. */
export function requiredGroups(test: LogTest): RequiredGroups {
  if (test.kind === "group" && test.logical === "or") return test.parts.flatMap(requiredGroups);
  return [requiredBy(test)];
}

function requiredBy(test: LogTest): readonly Requirement[] {
  if (test.kind === "condition") return requirementOf(test);
  return test.logical === "and" ? test.parts.flatMap(requiredBy) : [];
}

function requirementOf(condition: LogCondition): readonly Requirement[] {
  if (condition.type === "string") return textRequirement(condition);
  return condition.type === "int" ? integerRequirement(condition) : [];
}

function textRequirement({ field, operator, values }: LogCondition): readonly Requirement[] {
  const extent = operatorExtents[operator];
  if (extent !== "whole" && extent !== "start") return [];
  const texts = values.map(String);
  return [
    {
      kind: "text",
      field,
      texts,
      isPrefix: extent === "start",
      isNegated: operator.startsWith("!"),
    },
  ];
}

function integerRequirement({ field, operator, values }: LogCondition): readonly Requirement[] {
  const range = values.every(isSafe) ? rangeOf(operator, values) : undefined;
  if (!range) return [];
  const [least, most] = range;
  return [{ kind: "integer", field, least, most, isNegated: operator === "!eq" }];
}

function isSafe(value: LogValue): value is number {
  return Number.isSafeInteger(value);
}

/** The smallest range that contains all matching integers. For `!eq`, the excluded integer. */
function rangeOf(
  operator: LogOperator,
  values: readonly number[],
): readonly [least: number, most: number] | undefined {
  const [value = 0] = values;
  switch (operator) {
    case "eq":
    case "!eq":
      return [value, value];
    case "lt":
      return [lowest, value - 1];
    case "leq":
      return [lowest, value];
    case "gt":
      return [value + 1, highest];
    case "geq":
      return [value, highest];
    case "in":
      return values.length > 0
        ? [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
        : undefined;
    case "!in":
    case "startsWith":
    case "!startsWith":
    case "endsWith":
    case "!endsWith":
    case "contains":
    case "!contains":
      return undefined;
    default:
      return operator satisfies never;
  }
}

const lowest = Number.MIN_SAFE_INTEGER;
const highest = Number.MAX_SAFE_INTEGER;

/** Undefined if no classes of values are known to have the same outcome. */
export function classesOf({ type, operator, values }: LogCondition): ValueClasses | undefined {
  const extent = operatorExtents[operator];
  if (type === "string") return textClasses(extent, values.map(String));
  const isOrdered = extent === undefined || extent === "whole";
  if (!isOrdered) return undefined;
  switch (type) {
    case "int":
      return values.every(isNumber) ? { kind: "integer", at: values } : undefined;
    case "float":
      return values.every(isNumber) ? { kind: "number", at: values } : undefined;
    case "int or string":
      return { kind: "time", at: values.filter((it) => typeof it === "string") };
    default:
      return undefined;
  }
}

function isNumber(value: LogValue): value is number {
  return typeof value === "number";
}

function textClasses(
  extent: Extent | undefined,
  texts: readonly string[],
): ValueClasses | undefined {
  if (extent === "part") return { kind: "needle", parts: texts, ends: [] };
  if (extent === "end") return { kind: "needle", parts: [], ends: texts };
  if (extent === "whole") return { kind: "text", at: texts };
  const ends = texts.map(afterPrefix);
  const isStart = extent === "start" && ends.every((it) => it !== undefined);
  return isStart ? { kind: "text", at: [...texts, ...ends] } : undefined;
}

/** The first text, in the order of UTF-16, after all texts with the prefix. */
function afterPrefix(prefix: string): string | undefined {
  const last = prefix.charCodeAt(prefix.length - 1);
  if (Number.isNaN(last) || last === 0xffff) return undefined;
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}
