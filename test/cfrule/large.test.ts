import { expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { analyze } from "../support/check.ts";

/** The diagnostics by code. Text beyond the limits is not analyzed, so that no text blocks the server. */
function codes(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of analyze(cfrule, text).diagnostics()) {
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

test("regular expressions are parsed up to a budget of five rules", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, it) => `http.host matches "(a${it}"`).join(" or ");
  expect(codes(many(60))).toMatchObject({ "regex-syntax": 60 });
  const { "regex-syntax": syntax = 0, ...rest } = codes(many(900));
  expect(syntax).toBeGreaterThan(400);
  expect(syntax).toBeLessThan(900);
  expect(rest).toMatchObject({ "too-many-regexes": 1, "expression-too-long": 1 });
});

test("nothing is reported as missing in unparsed text", () => {
  const found = analyze(cfrule, 'http.host eq "a" or '.repeat(30_000)).diagnostics();
  expect(found.filter((it) => it.code === "expression-syntax")).toMatchObject([
    { message: expect.stringContaining("the rest is not checked") },
  ]);
});

test("long ones use more of the budget", () => {
  const long = (it: number) => `http.host matches "${"a?".repeat(3000)}(${it}"`;
  expect(codes(Array.from({ length: 9 }, (_, it) => long(it)).join(" or "))).toMatchObject({
    "regex-syntax": 3,
  });
});

test.each([
  ["matches", "regex-syntax", "This regex exceeds the length limit of an expression. Shorten it."],
  [
    "wildcard",
    "wildcard-syntax",
    "This pattern exceeds the length limit of an expression. Shorten it.",
  ],
])("a pattern of %s that is longer than a rule is reported once", (operator, code, message) => {
  const text = `http.host ${operator} "${"a*".repeat(5000)}"`;
  const found = analyze(cfrule, text).diagnostics();
  expect(found.filter((it) => it.code === code).map((it) => it.message)).toEqual([message]);
});

test("an overlong value has no other problems", () => {
  expect(codes(`http.request.method eq "${"a-".repeat(5000)}"`)).toEqual({
    "expression-too-long": 1,
  });
});

test.each([
  [String.raw`"\"(a"`, "(", 21],
  [String.raw`"[\"](a"`, "(", 23],
  [String.raw`"\\\\(a"`, "(", 23],
  [String.raw`r"\\(a"`, "(", 22],
])("a problem in %s has the right position", (literal, sign, start) => {
  const text = `http.host matches ${literal}`;
  const [first] = analyze(cfrule, text).diagnostics();
  expect(text[first?.start ?? -1]).toBe(sign);
  expect(first?.start).toBe(start);
});
