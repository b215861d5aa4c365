import { describe, expect, test } from "vitest";
import * as library from "../server/src/library/library.ts";

/** JavaScript callers may pass anything. */
const { check, compare, evaluate, fields, fix, format, review, shrink, toSql, trace, TextError } =
  library as unknown as Record<string, (...args: unknown[]) => unknown> & {
    TextError: typeof library.TextError;
  };
const rule = { language: "cfrule" };
const ruleset = {
  ...{ phase: "http_request_firewall_custom", kind: "zone" },
  rules: [{ action: "block", expression: "ssl" }],
};
const request = "GET https://example.com/";

describe("a wrong argument is a TypeError", () => {
  test.each([
    ["no text", () => check?.(undefined, rule)],
    ["a number as text", () => fix?.(1, rule)],
    ["no options", () => format?.("ssl")],
    ["an unknown language", () => check?.("ssl", { language: "x" })],
    ["an unknown file type", () => shrink?.("ssl", { path: "a.x" })],
    ["a path", () => check?.("ssl", { path: 1 })],
    ["a style", () => fix?.("ssl", { ...rule, style: "yes" })],
    ["a selection", () => evaluate?.("ssl", { request }, { ...rule, select: 3 })],
    ["a line", () => shrink?.("ssl", { ...rule, select: { line: "3" } })],
    ["a second selection", () => compare?.("ssl", "ssl", { ...rule, second: [] })],
    ["a table", () => toSql?.("ssl", { ...rule, dialect: "duckdb", table: 1 })],
    ["settings", () => check?.("ssl", { ...rule, settings: 1 })],
    ["a request", () => evaluate?.("ssl", { request: 1 }, rule)],
    ["no language for fields", () => fields?.({})],
    ["no configuration", () => trace?.(undefined, request)],
    ["a number as configuration", () => trace?.(1, request)],
    ["numbers in a configuration", () => trace?.([1], request)],
    ["a file without text", () => trace?.([{ path: "a.json" }], request)],
    ["a file of another type", () => trace?.([{ path: "a.cfrule", text: "ssl" }], request)],
    ["no request", () => trace?.(ruleset, undefined)],
    ["headers", () => trace?.(ruleset, { request, headers: { a: 1 } })],
    ["a zone", () => trace?.(ruleset, request, { zone: 1 })],
    ["rate limits", () => trace?.(ruleset, request, { over: "a" })],
    ["a response", () => trace?.(ruleset, request, { response: { status: "200" } })],
    ["null as options", () => trace?.(ruleset, request, null)],
    ["a review of null", () => review?.(null, ruleset)],
    ["a review of a file type", () => review?.(ruleset, [{ path: "a.txt", text: "" }])],
    ["settings of a review", () => review?.(ruleset, ruleset, { settings: 1 })],
  ])("%s", (_, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/^(?:Expected|Missing|Unknown|Invalid|A rule needs) /);
  });
});

const json = JSON.stringify(ruleset);

describe("a configuration that is not valid is a TextError with its place", () => {
  test.each([
    ["no JSON", "not json", "no rulesets"],
    ["an empty text", "", "no rulesets"],
    ["JSON that is cut off", json.slice(0, -1), /^rulesets\.json:1:1: Unclosed/],
    ["JSON of something else", '{"a": 1}', "no rulesets"],
    ["YAML", 'phase: "http', /^rulesets\.yaml:1:\d+: Missing closing/],
    ["Terraform", [{ path: "a.tf", text: 'resource "cloudflare_ruleset" "a" {' }], /^a\.tf:1:36: /],
    ["an expression", json.replace("ssl", "(ssl"), /^rulesets\.json:1:\d+: Invalid expression: /],
    ["a tab", json.replace("ssl", "ssl\\tand ssl"), /Invalid expression: The engine rejects a tab/],
  ])("%s", (_, configuration, message) => {
    expect(() => trace?.(configuration, request)).toThrow(TextError);
    expect(() => trace?.(configuration, request)).toThrow(message);
    if (configuration !== "" && configuration !== '{"a": 1}')
      for (const sides of [
        [configuration, ruleset],
        [ruleset, configuration],
      ])
        expect(() => review?.(...sides)).toThrow(TextError);
  });
});
