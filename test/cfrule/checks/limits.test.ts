import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import type { FileContext } from "../../../server/src/languages.ts";
import { analyze } from "../../support/check.ts";

/** The diagnostics about length, with their code and marked text. */
function lengthFindings(text: string, context: Partial<FileContext> = {}): string[] {
  return analyze(cfrule, text, context)
    .diagnostics()
    .filter((it) => it.code.endsWith("-length-limit") || it.code === "expression-too-long")
    .map((it) => `${it.code}: ${text.slice(it.start, it.end)}`);
}

/** `http.cookie contains "…"` with that many characters. */
function ofLength(length: number, character = "x"): string {
  return `http.cookie contains "${character.repeat(length - 23)}"`;
}

test.each([
  ["no.such.field eq 1", []],
  ["no_such_function(http.host)", []],
  ['ssl eq "a"', []],
  ["ssl and", ["expression-syntax"]],
  ['http.host equals "a"', ["unknown-operator"]],
  ["tcp.dstport eq 99999999999999999999", ["bad-number"]],
  [String.raw`http.host eq "\q"`, ["bad-escape"]],
])("a text too large for all checks still gets syntax and limits: %s", (text, codes) => {
  const found = analyze(cfrule, text, { brief: true }).diagnostics();
  expect(found.map((it) => it.code)).toEqual(codes);
  // Each of them has a problem.
  expect(
    analyze(cfrule, text)
      .diagnostics()
      .some((it) => it.severity === "error"),
  ).toBe(true);
});

describe("the length of an expression", () => {
  test("is fine up to the limit of the dashboard", () => {
    expect(lengthFindings(ofLength(4000))).toEqual([]);
  });

  test("is near the limit above that, and up to the limit", () => {
    expect(lengthFindings(ofLength(4001))).toEqual(['near-length-limit: "']);
    expect(lengthFindings(ofLength(4096))).toEqual([`near-length-limit: ${"x".repeat(95)}"`]);
  });

  test("is too large above the limit", () => {
    expect(lengthFindings(ofLength(4097))).toEqual(['expression-too-long: "']);
    expect(lengthFindings(ofLength(4097), { brief: true })).toEqual(['expression-too-long: "']);
  });

  test("counts code points, not UTF-16 units", () => {
    expect(lengthFindings(ofLength(4000, "😀"))).toEqual([]);
    expect(lengthFindings(ofLength(4098, "😀"))).toEqual(['expression-too-long: 😀"']);
  });

  test("counts the pushed text, not comments and formatting", () => {
    const layout = `# ${"a".repeat(5000)}\r\n\r\n\t`;
    expect(lengthFindings(layout + ofLength(4000) + layout)).toEqual([]);
    const longer = `${layout}ssl${layout}and ${ofLength(4088)}${layout}`;
    expect(lengthFindings(longer)).toEqual([`near-length-limit: ${"x".repeat(95)}"`]);
  });
});

test.each([
  ["@description", 4096],
  ["@ref", 50],
])("the length of %s", (name, limit) => {
  const found = (length: number) =>
    analyze(cfrule, `# ${name} ${"é".repeat(length)}\nssl`)
      .diagnostics()
      .map((it) => it.message);
  expect(found(limit)).toEqual([]);
  expect(found(limit + 1)).toEqual([
    `'${name}' is ${(limit + 1).toLocaleString("en-US")} characters; the limit is ${limit.toLocaleString("en-US")}.`,
  ]);
});

test("concat takes 32 arguments", () => {
  const found = (count: number) =>
    analyze(cfrule, `concat(${Array(count).fill("http.host").join(", ")}) eq "a"`)
      .diagnostics()
      .map((it) => it.message);
  expect(found(32)).toEqual([]);
  expect(found(33)).toEqual(["'concat' needs 2 to 32 arguments, found 33."]);
});
