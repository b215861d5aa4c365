import { assert, integer, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { filterIn } from "../../../client/src/commands/escaped.ts";

const filter = '{"where":{"key":"ClientIP","operator":"eq","value":"10"}}';
const escaped = JSON.stringify(filter);

test("a filter is found in every common form", () => {
  expect(filterIn(filter)).toBe(filter);
  expect(filterIn(`  ${escaped}\n`)).toBe(filter);
  expect(filterIn(escaped.slice(1, -1))).toBe(filter);
  expect(filterIn(`'${filter}'`)).toBe(filter);
  expect(filterIn(JSON.stringify({ name: "job", filter }))).toBe(filter);
  expect(filterIn(JSON.stringify(JSON.stringify({ filter })))).toBe(filter);
});

test("other text is rejected", () => {
  const others = [
    "",
    "hello",
    "[]",
    "{}",
    "12",
    "null",
    '"',
    '{"filter":""}',
    '{"a":"\\"where\\""}',
  ];
  expect(others.filter((it) => filterIn(it) !== undefined)).toEqual([]);
});

test("text that is escaped too many times is rejected", () => {
  let text = filter;
  for (let times = 0; times < 5; times += 1) text = JSON.stringify(text);
  expect(filterIn(text)).toBeUndefined();
});

test("numbers are kept as written", () => {
  const long = '{"where":{"key":"a","operator":"eq","value":12345678901234567890.10}}';
  expect(filterIn(JSON.stringify(long))).toBe(long);
});

test("any value is restored, however many times it was escaped", () => {
  assert(
    property(tuple(string({ unit: "grapheme" }), integer({ min: 0, max: 3 })), ([value, times]) => {
      const text = JSON.stringify({ where: { key: "k", operator: "eq", value } });
      let shown = text;
      for (let i = 0; i < times; i += 1) shown = JSON.stringify(shown);
      expect(filterIn(shown)).toBe(text);
    }),
    { seed: 7 },
  );
});
