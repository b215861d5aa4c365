import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareMeanings,
  type Meaning,
  type Witness,
} from "../../../server/src/core/meaning/meaning.ts";
import type { Relation } from "../../../server/src/core/meaning/relation.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import type { LogLine } from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { times } from "../../support/long.ts";
import { excluded } from "../../support/relations.ts";
import { pairs } from "../random-filters.ts";

function meaningOf(text: string): Meaning {
  const meaning = lpfilter.analyze(text, defaultContext).meaning?.();
  assert.ok(meaning, text);
  return meaning;
}

function compare(first: unknown, second: unknown): Relation<Witness> {
  const text = (where: unknown) => JSON.stringify({ where });
  return compareMeanings(meaningOf(text(first)), meaningOf(text(second)));
}

function checkClaim(
  { name, ...witnesses }: Relation<Witness>,
  kept: (line: LogLine) => string,
): void {
  const expected = { onlyFirst: "true false", onlySecond: "false true", both: "true true" };
  for (const [which, sides] of Object.entries(expected)) {
    const witness = witnesses[which as keyof typeof witnesses];
    if (!witness) continue;
    assert.ok("line" in witness);
    assert.equal(kept(witness.line), sides);
    assert.ok(!excluded[name]?.includes(sides), name);
  }
}

test("no line contradicts a claim, and few results are unknown", () => {
  let unknown = 0;
  const runs = times(32);
  fc.assert(
    fc.property(pairs, ({ first, second, lines }) => {
      const [a, b] = [meaningOf(first), meaningOf(second)];
      const kept = (line: LogLine) => `${a.matches({ line })} ${b.matches({ line })}`;
      const found = compareMeanings(a, b);
      if (found.name === "unknown") unknown++;
      checkClaim(found, kept);
      for (const line of lines) {
        assert.ok(
          !excluded[found.name]?.includes(kept(line)),
          `${found.name} ${JSON.stringify(line)}`,
        );
      }
    }),
    { numRuns: runs, seed: 20261115 },
  );
  expect(unknown).toBeLessThanOrEqual(runs / 1000);
});

const status = (operator: string, value: unknown) => ({
  key: "EdgeResponseStatus",
  operator,
  value,
});
const country = (operator: string, value: unknown) => ({ key: "ClientCountry", operator, value });

test("a narrower filter, with the line that it misses", () => {
  expect(compare(status("gt", 500), status("geq", 500))).toEqual({
    name: "narrower",
    onlyFirst: null,
    onlySecond: { line: { EdgeResponseStatus: 500 } },
    both: { line: { EdgeResponseStatus: 501 } },
  });
});

test("fields that do not matter are left out of a line", () => {
  const { both } = compare(
    { or: [status("geq", 500), country("!eq", "de")] },
    { or: [status("geq", 400), country("!eq", "de")] },
  );
  expect(both).toEqual({ line: {} });
});

test("different spellings are equal", () => {
  const either = { or: [country("eq", "de"), country("eq", "at")] };
  expect(compare(either, country("in", ["at", "de", "de"])).name).toBe("equal");
  const [a, b] = [status("lt", 400), country("eq", "de")];
  expect(compare({ or: [{ and: [a, b] }, { and: [a, country("!eq", "de")] }] }, a).name).toBe(
    "equal",
  );
  expect(
    compare({ or: [{ and: [a, b] }, { and: [a, b, status("gt", 3)] }] }, { and: [b, a] }).name,
  ).toBe("equal");
});

test("an empty side is narrower, and two empty ones are equal", () => {
  const none = { and: [country("eq", "de"), country("eq", "at")] };
  expect(compare(none, country("eq", "de")).name).toBe("narrower");
  expect(compare(country("eq", "de"), none).name).toBe("wider");
  expect(compare(none, { and: [status("lt", 1), status("gt", 1)] }).name).toBe("equal");
});

test("a range in the catalog proves nothing", () => {
  const score = (operator: string, value: number) => ({ key: "BotScore", operator, value });
  expect(compare(score("geq", 0), score("geq", -5)).name).toBe("narrower");
  expect(compare(score("leq", 99), score("leq", 100)).onlySecond).toEqual({
    line: { BotScore: 100 },
  });
});

test("a filter with an error has no meaning", () => {
  const broken = JSON.stringify({ where: status("geq", "many") });
  expect(lpfilter.analyze(broken, defaultContext).meaning?.()).toBeUndefined();
});

test("long integers differ in their last digit", () => {
  const size = (key: string, value: string) =>
    meaningOf(`{"where":{"key":"${key}","operator":"eq","value":${value}}}`);
  for (const key of ["ClientRequestBytes", "EdgeStartTimestamp", "NobodysField"]) {
    const [a, b] = [size(key, "9007199254740993"), size(key, "9007199254740992")];
    expect(compareMeanings(a, b).name).toBe("disjoint");
    expect(compareMeanings(a, a).name).toBe("equal");
  }
  // A float cannot represent all of these digits, and the behavior of the service is unknown.
  const ratio = (value: string) => size("EdgeResponseCompressionRatio", value);
  const [c, d] = [ratio("9007199254740993"), ratio("9007199254740992")];
  expect(compareMeanings(c, d).name).toBe("unknown");
  expect(compareMeanings(c, c).name).toBe("equal");
});

const time = (operator: string, value: unknown) => ({
  key: "EdgeStartTimestamp",
  operator,
  value,
});

test.each([
  [time("geq", 5), time("geq", 4), "narrower"],
  [time("lt", -1.5), time("startsWith", "-"), "narrower"],
  [time("leq", 1700000000000000000), time("lt", 1700000000000000000), "wider"],
  [{ and: [time("gt", 9), time("lt", 10)] }, time("startsWith", "9."), "narrower"],
  [{ and: [time("geq", 0), time("lt", 1), time("!eq", 0)] }, time("contains", "."), "overlapping"],
  [time("eq", "05"), time("in", [5]), "equal"],
  [{ and: [time("leq", 0), time("geq", 0)] }, time("eq", 0), "equal"],
  [time("eq", ""), time("in", [0, 5]), "narrower"],
  [time("endsWith", "Z"), time("geq", 0), "narrower"],
  [time("lt", "2026-01-02"), time("eq", 7), "disjoint"],
  [time("geq", "2026-01-02"), time("eq", 7), "wider"],
] as const)("times as numbers and strings: %j and %j", (first, second, name) => {
  expect(compare(first, second).name).toBe(name);
});

const any = (operator: string, value: unknown) => ({ key: "NobodysField", operator, value });
const everything = any("!in", []);

test.each([
  // An element is part of the joined string.
  [{ and: [any("contains", "x"), any("!contains", 1)] }, any("leq", "w"), "overlapping"],
  [{ or: [any("lt", 1), any("!contains", "x"), any("gt", 1)] }, everything, "equal"],
  [
    { and: [any("startsWith", "x"), any("endsWith", "x"), any("!contains", "x")] },
    any("eq", "x"),
    "disjoint",
  ],
  [
    { and: [any("!eq", "x"), any("startsWith", "x"), any("leq", "x")] },
    any("contains", "x"),
    "narrower",
  ],
  // The text between two elements is one, or several.
  [
    { and: [any("!contains", "y"), any("geq", "x")] },
    { or: [any("!contains", 1), any("eq", 1), any("!startsWith", "y")] },
    "overlapping",
  ],
  // Only an array of one number is compared as a number.
  [
    { and: [any("!eq", 1), any("geq", 1), any("leq", 1), any("contains", 1)] },
    any("startsWith", "1"),
    "narrower",
  ],
  [{ and: [any("!eq", 1), any("contains", 1), any("contains", 2)] }, any("gt", 5), "overlapping"],
] as const)("a field of unknown type may be an array: %j and %j", (first, second, name) => {
  expect(compare(first, second).name).toBe(name);
});
