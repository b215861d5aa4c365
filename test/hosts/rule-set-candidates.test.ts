import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { candidatesIn } from "../../server/src/core/configuration/candidates.ts";
import {
  mayCover,
  type OrderedRule,
  shapeOf,
} from "../../server/src/core/configuration/rule-set.ts";

const condition = fc.constantFrom(
  'http.host eq "a"',
  'http.host == "b"',
  'http.request.uri.path eq "/a"',
  'http.request.uri.path eq "/b"',
  'http.request.method eq "GET"',
  'http.host contains "a"',
  "not ssl",
);

const expression = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), fc.constantFrom(" and ", " or "))
  .map(([parts, join]) => parts.join(join));

const rules = fc
  .array(fc.tuple(expression, fc.constantFrom(true, true, true, false)), { maxLength: 12 })
  .map((found) => found.map(([text, isEnabled], order) => ruleOf(text, order, isEnabled)));

function ruleOf(text: string, order: number, isEnabled: boolean): OrderedRule {
  return {
    start: order,
    end: order,
    text,
    order,
    name: undefined,
    action: "block",
    isEnabled,
    ends: true,
    mayEnd: true,
    settings: undefined,
    shape: shapeOf(text),
    meaning: () => undefined,
  };
}

/** Whether no earlier enabled rule has the same text. */
function isFirst({ text, order }: OrderedRule, set: readonly OrderedRule[]): boolean {
  return set.find((it) => it.isEnabled && it.text === text)?.order === order;
}

test("the candidates that may cover a rule are exactly those that a full comparison finds", () => {
  fc.assert(
    fc.property(rules, (set) => {
      const expected = set.flatMap((rule, index) => {
        const before = set
          .slice(0, index)
          .filter((it) => it.isEnabled && mayCover(it, rule) && isFirst(it, set));
        return rule.isEnabled ? [{ rule, index, earlier: before }] : [];
      });
      assert.deepEqual([...candidatesIn(set)], expected);
    }),
    { seed: 14 },
  );
});
