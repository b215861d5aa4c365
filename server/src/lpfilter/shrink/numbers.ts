import type { LogOperator } from "../../core/log-test.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { valueTest } from "../evaluation/evaluate.ts";
import { isExact } from "../logic/claim.ts";
import { withOperand } from "../rewrite/condition.ts";
import { removePart } from "../rewrite/remove.ts";
import type { Condition, Filter, Group } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";

/** Two conditions on the same number that one can replace: `gt 500 or eq 500` is `geq 500`. */
export interface Pair {
  readonly first: Condition;
  readonly second: Condition;
  readonly operator: LogOperator;
  readonly value: number;
}

export interface NumberTest {
  readonly condition: Condition;
  readonly values: readonly number[];
  isTrue(number: number): boolean;
}

/** Bounds the number of pairs. */
const mostPerField = 30;

export function numberPairs({ items, logical }: Group): readonly Pair[] {
  const byField = new Map<string, NumberTest[]>();
  for (const item of items) {
    const test = item.kind === "condition" ? numberTest(item) : undefined;
    const name = test?.condition.field?.name ?? "";
    if (test) byField.set(name, [...(byField.get(name) ?? []), test]);
  }
  return [...byField.values()].flatMap((tests) =>
    tests
      .slice(0, mostPerField)
      .flatMap((first, index) =>
        tests.slice(index + 1, mostPerField).flatMap((second) => joined(first, second, logical)),
      ),
  );
}

export function numberTest(
  condition: Condition,
  mostValues = mostPerField,
): NumberTest | undefined {
  const values = condition.field?.type === "int" ? valuesOf(condition) : undefined;
  if (!values?.every(isExact) || !condition.comparison || values.length > mostValues)
    return undefined;
  const numbers = values.map(Number);
  return { condition, values: numbers, isTrue: intTest(condition.comparison.name, numbers) };
}

function intTest(operator: LogOperator, values: readonly number[]) {
  return valueTest({ type: "int", operator, values });
}

const results = ["eq", "!eq", "lt", "gt"] as const;

function joined(first: NumberTest, second: NumberTest, logical: Group["logical"]): Pair[] {
  const edges = [...first.values, ...second.values];
  // The result is constant between these points.
  const points = [...new Set(edges.flatMap((it) => [it - 2, it - 1, it, it + 1, it + 2]))];
  const wanted = points.map((it) =>
    logical === "and"
      ? first.isTrue(it) && second.isTrue(it)
      : first.isTrue(it) || second.isTrue(it),
  );
  return results.flatMap((operator) =>
    points
      .filter((value) => {
        const isTrue = intTest(operator, [value]);
        return points.every((it, i) => isTrue(it) === wanted[i]);
      })
      .map((value) => ({ first: first.condition, second: second.condition, operator, value })),
  );
}

export function joinNumbers(
  filter: Filter,
  { first, second, operator, value }: Pair,
): readonly Edit[] {
  const gone = removePart(filter, second);
  if (gone.length === 0) return [];
  const text = withOperand(first, filter.json.text, operator, String(value));
  return [replace(first, text), ...gone];
}
