import { describe, expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { operators } from "../../server/src/lpfilter/catalog/operators.ts";
import { readDocument } from "../../server/src/lpfilter/document.ts";
import { type LogLine, predicateOf } from "../../server/src/lpfilter/evaluation/evaluate.ts";

function passes(where: object, line: LogLine): boolean | undefined {
  return predicateOf(readDocument(JSON.stringify({ where }), defaultContext).filter)?.(line);
}

/** Field, operator, value, the value in the line, and whether it passes. */
const rows: readonly (readonly [string, string, unknown, unknown, boolean])[] = [
  ["ClientCountry", "eq", "de", "de", true],
  ["ClientCountry", "eq", "de", "DE", false],
  ["ClientCountry", "eq", "", undefined, true],
  ["ClientCountry", "eq", "", null, true],
  ["ClientCountry", "in", ["de", "fr"], "fr", true],
  ["ClientCountry", "in", [], "fr", false],
  ["ClientRequestPath", "startsWith", "/a", "/a/b", true],
  ["ClientRequestPath", "endsWith", "/b", "/a/b", true],
  ["ClientRequestPath", "contains", "a/", "/a/b", true],
  ["ClientRequestPath", "contains", "b/", "/a/b", false],
  ["ClientRequestPath", "contains", "", undefined, true],
  ["EdgeResponseStatus", "eq", "500", 500, true],
  ["EdgeResponseStatus", "eq", 500, "500", true],
  ["EdgeResponseStatus", "eq", "0500", 500, true],
  ["EdgeResponseStatus", "lt", "1000", 500, true],
  ["EdgeResponseStatus", "lt", 500, 500, false],
  ["EdgeResponseStatus", "leq", 500, 500, true],
  ["EdgeResponseStatus", "lt", 1, undefined, true],
  ["EdgeResponseStatus", "eq", 0, "nothing", true],
  ["EdgeResponseStatus", "in", [200, "201"], 201, true],
  ["EdgeResponseCompressionRatio", "lt", "1.5", 1.25, true],
  ["EdgeResponseCompressionRatio", "eq", 1e20, 1e20, true],
  ["EdgeResponseCompressionRatio", "eq", "100000000000000000000", "1e20", true],
  ["EdgeResponseCompressionRatio", "in", [0.5, "1e20"], 1e20, true],
  ["EdgeResponseCompressionRatio", "lt", "1e20", 9e19, true],
  ["EdgeResponseCompressionRatio", "leq", "1e20", 1.5e20, false],
  ["WorkerSubrequest", "eq", "true", true, true],
  ["WorkerSubrequest", "eq", false, undefined, true],
  ["SecurityActions", "contains", "block", ["log", "block"], true],
  ["SecurityActions", "contains", "lo", ["log", "block"], false],
  ["SecurityActions", "contains", "", undefined, false],
  ["BotDetectionIDs", "contains", "2", [1, 2], true],
  ["EdgeStartTimestamp", "eq", "5", 5, true],
  // A string is neither less nor greater than a number, so that the opposites hold. A missing value is also 0.
  ["EdgeStartTimestamp", "leq", "", 0, false],
  ["EdgeStartTimestamp", "gt", "", 0, true],
  ["EdgeStartTimestamp", "lt", 20, "0x10", false],
  ["EdgeStartTimestamp", "lt", 20, " ", false],
  ["EdgeStartTimestamp", "geq", 20, " ", true],
  ["EdgeStartTimestamp", "lt", " ", -1, false],
  ["EdgeStartTimestamp", "lt", 20, "", true],
  ["EdgeStartTimestamp", "geq", 20, "", false],
  ["EdgeStartTimestamp", "lt", "2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z", true],
  // A string of digits is a number, as in CSV, and as quoted values of a filter are.
  ["EdgeStartTimestamp", "eq", 1762905600, "1762905600", true],
  ["EdgeStartTimestamp", "eq", 1762905600, "2025-11-12T00:00:00Z", false],
  ["EdgeStartTimestamp", "eq", 0, undefined, true],
  ["EdgeStartTimestamp", "eq", "0", null, true],
  ["EdgeStartTimestamp", "eq", 0, "", true],
  ["EdgeStartTimestamp", "eq", "", undefined, true],
  ["EdgeStartTimestamp", "eq", "", 0, false],
  ["EdgeStartTimestamp", "eq", 0, "x", false],
  ["EdgeStartTimestamp", "leq", 0, undefined, true],
  ["EdgeStartTimestamp", "in", [5, 0], undefined, true],
  ["EdgeStartTimestamp", "in", [5], undefined, false],
  ["NobodysField", "eq", 0, undefined, true],
  ["NobodysField", "in", [0], "", true],
  // The same applies to a Boolean.
  ["EdgeStartTimestamp", "lt", 20, true, false],
  ["EdgeStartTimestamp", "leq", "", false, false],
  // The same integer in other forms.
  ["BotScore", "eq", "1e20", "100000000000000000000", true],
  ["BotScore", "eq", "100000000000000000000", "1e20", true],
  ["BotScore", "eq", 9007199254740992, "9.007199254740992e15", true],
  ["BotDetectionIDs", "contains", "1e20", ["1e20"], true],
  ["EdgeStartTimestamp", "in", ["1e20"], "1e20", true],
  ["NobodysField", "eq", "x", "x", true],
  ["NobodysField", "contains", "x", ["x", "y"], true],
];

describe("a condition and its opposite", () => {
  for (const [key, operator, value, has, expected] of rows) {
    const line = has === undefined ? {} : { [key]: has };
    test(`${key} ${operator} ${JSON.stringify(value)} on ${JSON.stringify(line)}`, () => {
      expect(passes({ key, operator, value }, line)).toBe(expected);
      const opposite = operators.find((it) => it.name === operator)?.opposite;
      expect(passes({ key, operator: opposite, value }, line)).toBe(!expected);
    });
  }
});

test("groups combine their members", () => {
  const home = { key: "ClientCountry", operator: "eq", value: "de" };
  const failed = { key: "EdgeResponseStatus", operator: "geq", value: 500 };
  const line = { ClientCountry: "de", EdgeResponseStatus: 404 };
  expect(passes({ and: [home, failed] }, line)).toBe(false);
  expect(passes({ or: [failed, { and: [home] }] }, line)).toBe(true);
  expect(passes({ and: [] }, line)).toBe(true);
  expect(passes({ or: [] }, line)).toBe(false);
});

test("only own properties of the log line are used", () => {
  expect(passes({ key: "constructor", operator: "eq", value: "" }, {})).toBe(true);
});

test("a filter that the service rejects has no result", () => {
  const refused: readonly object[] = [
    { key: "ClientCountry", operator: "eq" },
    { key: "ClientCountry", operator: "is", value: "de" },
    { key: "ClientCountry", operator: "lt", value: "de" },
    { key: "ClientCountry", operator: "in", value: "de" },
    { key: "EdgeResponseStatus", operator: "eq", value: "many" },
    { key: "RequestHeaders", operator: "eq", value: "x" },
    { and: { key: "ClientCountry", operator: "eq", value: "de" } },
    { and: [], or: [] },
    { and: ["ClientCountry"] },
  ];
  for (const where of refused) expect(passes(where, {}), JSON.stringify(where)).toBeUndefined();
});
