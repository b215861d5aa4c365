/** A string instead of an array is split or left unchanged, but never wrapped in an array that matches nothing. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze } from "../support/check.ts";

const on = (key: string, operator: string, value: unknown) =>
  JSON.stringify({ where: { key, operator, value } });

function fixed(key: string, operator: string, value: unknown): unknown {
  const after = fixAll(lpfilter, on(key, operator, value), defaultContext, { style: true });
  return JSON.parse(after).where.value;
}

function offered(key: string, operator: string, value: unknown): string[] {
  return analyze(lpfilter, on(key, operator, value))
    .diagnostics()
    .flatMap((it) => it.fixes.map((fix) => fix.title));
}

const two = ["a.com", "b.com"];

describe.each(["in", "!in"])("%s", (operator) => {
  test.each([
    "a.com b.com",
    "a.com,b.com",
    "a.com; b.com",
    "a.com|b.com",
    "a.com\nb.com",
    "a.com\tb.com",
  ])("%j is not fixed automatically, and an array is offered first", (text) => {
    expect(fixed("ClientRequestHost", operator, text)).toBe(text);
    expect(offered("ClientRequestHost", operator, text)[0]).toBe('Use ["a.com", "b.com"]');
  });

  test.each([
    '{"a.com" "b.com"}',
    '["a.com","b.com"]',
    "('a.com', 'b.com')",
    "[a.com, b.com]",
    '"a.com" "b.com"',
  ])("%j is a list of two", (text) =>
    expect(fixed("ClientRequestHost", operator, text)).toEqual(two),
  );

  test.each([
    "{host}",
    ["$", "{HOST}"].join(""),
    "*.a.com",
    "'a.com'",
    '"a.com"',
    " a.com ",
    "[]",
    "{}",
    "<host>",
  ])("%j is not reported", (text) => expect(fixed("ClientRequestHost", operator, text)).toBe(text));

  test("one value is an array of one", () =>
    expect(fixed("ClientRequestHost", operator, "a.com")).toEqual(["a.com"]));

  test.each(["Mozilla/5.0 (X11; Linux x86_64)", "Googlebot Mobile"])(
    "%j may be one user agent",
    (text) => {
      expect(fixed("ClientRequestUserAgent", operator, text)).toBe(text);
      expect(offered("ClientRequestUserAgent", operator, text)[0]).toBe(
        `Use [${JSON.stringify(text)}]`,
      );
    },
  );
});

describe("numbers", () => {
  test.each(["200,201", "200 201", "200;201", "{200 201}", "[200, 201]", '["200","201"]'])(
    "%j is a list of two statuses",
    (text) => expect(fixed("EdgeResponseStatus", "in", text)).toEqual([200, 201]),
  );

  test.each([
    ["EdgeResponseBytes", "in", "1,234"],
    ["EdgeResponseBytes", "eq", "1,234"],
    ["EdgeResponseBytes", "in", "500-599"],
    ["EdgeResponseStatus", "eq", "5xx"],
    ["EdgeResponseBytes", "gt", "1MB"],
    ["EdgeResponseBytes", "gt", "1.5 GiB"],
  ])("%s %s %s is ambiguous", (key, operator, value) => {
    expect(fixed(key, operator, value)).toBe(value);
    expect(offered(key, operator, value).length).toBeGreaterThan(0);
  });

  test.each([
    ["EdgeResponseBytes", "gt", "1,000,000", 1_000_000],
    ["EdgeResponseBytes", "gt", "1_000", 1000],
    ["ClientASN", "eq", "AS13335", 13_335],
    ["ClientASN", "eq", "as 13335", 13_335],
    ["EdgeResponseStatus", "eq", 200.5, 200.5],
    ["EdgeResponseStatus", "eq", "2e2", 200],
    ["EdgeResponseStatus", "eq", "200.0", 200],
  ])("%s %s %s", (key, operator, value, after) => expect(fixed(key, operator, value)).toBe(after));

  test("a range is two conditions", () => {
    expect(offered("EdgeResponseStatus", "!in", "500-599")).toEqual(["Use 'lt' 500 or 'gt' 599"]);
    expect(offered("EdgeResponseStatus", "eq", "500..599")).toEqual([
      "Use 'geq' 500 and 'leq' 599",
    ]);
  });

  test.each(["200", "0", 200, "500"])("%j needs no change", (value) =>
    expect(offered("EdgeResponseStatus", "eq", value)).toEqual([]),
  );
});
