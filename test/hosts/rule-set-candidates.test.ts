import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { candidatesIn } from "../../server/src/core/configuration/candidates.ts";
import { ClosedSet, isQuestion } from "../../server/src/core/configuration/closed-set.ts";
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

/** Rules with the same text are kept as one. */
const keptTexts = new Map<string, object>();
const keptRule = ({ order, ...rule }: OrderedRule, place: number): OrderedRule => {
  const kept = keptTexts.get(rule.text) ?? {};
  keptTexts.set(rule.text, kept);
  const ends = rule.text.length % 3 > 0;
  return { ...rule, order: place, ends, settings: ends ? undefined : rule.text.slice(0, 9), kept };
};

const hasQuestion = (set: readonly OrderedRule[]) =>
  [...candidatesIn(set)].some(({ rule, earlier }) => earlier.some((it) => isQuestion(it, rule)));

test("a set without questions has one after a change exactly if a changed rule is part of it", () => {
  const change = fc.record({ at: fc.nat(12), removed: fc.nat(2), added: rules });
  const runs = { without: 0, with: 0 };
  fc.assert(
    fc.property(rules, change, (before, { at, removed, added }) => {
      const set = before.map(keptRule).filter((_, i, all) => !hasQuestion(all.slice(0, i + 1)));
      const next = set.toSpliced(at, removed, ...added.slice(0, 2)).map(keptRule);
      const isStill = new ClosedSet(set).isStill(next);
      assert.equal(isStill, !hasQuestion(next));
      runs[isStill ? "without" : "with"]++;
    }),
    { seed: 15, numRuns: 600 },
  );
  assert(Math.min(runs.without, runs.with) > 50, JSON.stringify(runs));
});
