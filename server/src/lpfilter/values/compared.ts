import type { LogOperator } from "../../core/log-test.ts";
/** How the values of a condition are compared with its field. */
import { parseAddress } from "../../vocabulary/ip.ts";
import { type Extent, shapeProblem } from "../../vocabulary/shapes.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Condition } from "../syntax/filter.ts";

/** The part of a string that an operator compares. */
export const operatorExtents: Readonly<Record<LogOperator, Extent | undefined>> = {
  eq: "whole",
  "!eq": "whole",
  in: "whole",
  "!in": "whole",
  startsWith: "start",
  "!startsWith": "start",
  endsWith: "end",
  "!endsWith": "end",
  contains: "part",
  "!contains": "part",
  lt: undefined,
  leq: undefined,
  gt: undefined,
  geq: undefined,
};

/** Undefined for numbers, times and ordering operators. An element of an array is compared as a whole. */
export function extentOf({ field, comparison }: Condition): Extent | undefined {
  if (!comparison || !field) return undefined;
  if (field.type === "array[string]") return "whole";
  return field.type === "string" ? operatorExtents[comparison.name] : undefined;
}

/** Spaces, placeholders, and characters with a special meaning in some syntax. Most values have none of them. */
const odd =
  /[\s"'`*^$%|\\<>{}()[\],;]|__|(?:YOUR|your|MY)[-_]|(?:ME|THIS|TODO|TBD|FIXME)$|INSERT_|\/:/;

/** Whether the string may need a diagnostic. Called for each value, so it must be fast. */
export function isOddText(text: string, field: Field, extent: Extent): boolean {
  if (text === "") return false;
  if (odd.test(text)) return true;
  const { shape } = field;
  if (shape === undefined) return false;
  if (shape === "address") return extent !== "whole" ? text.includes("/") : !parseAddress(text);
  return shapeProblem(shape, { name: field.name, text, extent }) !== undefined;
}

/** Whether a string of the condition, or an item of its array, may need a diagnostic. */
export function hasOddText(condition: Condition): boolean {
  const { field } = condition;
  const operand = condition.value?.value;
  const extent = operand && extentOf(condition);
  if (!extent || !field) return false;
  if (operand.kind === "string") return isOddText(operand.value, field, extent);
  if (operand.kind !== "array") return false;
  for (const it of operand.items) {
    if (it.kind === "string" && isOddText(it.value, field, extent)) return true;
  }
  return false;
}
