import { describe, expect, test } from "vitest";
import { format as formatOnly } from "../server/src/library/format.ts";
import * as library from "../server/src/library/library.ts";

/** JavaScript callers may pass anything. */
const {
  check,
  compare,
  evaluate,
  explain,
  fields,
  fix,
  format,
  review,
  shrink,
  toSql,
  trace,
  TextError,
} = library as unknown as Record<string, (...args: unknown[]) => unknown> & {
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
    ["a symbol as diagnostic", () => explain?.(Symbol("regex-syntax"))],
    ["a symbol as dialect", () => toSql?.("ssl", { ...rule, dialect: Symbol("duckdb") })],
    ["operators that are no text", () => formatOnly("ssl", { ...rule, operators: {} } as never)],
  ])("%s", (_, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/^(?:Expected|Missing|Unknown|Invalid|A rule needs) /);
  });
});

/** Values that JSON leaves out, changes or does not have. */
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const throwing = () => {
  throw new Error("no");
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const notData: Readonly<Record<string, unknown>> = {
  ...{ "a symbol": Symbol("x"), "a function": throwing, "an object that contains itself": cyclic },
  ...{ "a Date": new Date(0), "a Map": new Map(), "not a number": Number.NaN },
  ...{ "a promise": Promise.resolve("ssl"), "a revoked proxy": revoked.proxy },
  "a proxy that throws": new Proxy({}, { get: throwing, ownKeys: throwing }),
  "a property that throws": Object.defineProperty({}, "a", { get: throwing, enumerable: true }),
};

const places: Readonly<Record<string, (it: unknown) => unknown>> = {
  "the settings": (it) => check?.("ssl", { ...rule, settings: { checks: it } }),
  "the options": (it) => fix?.("ssl", { ...rule, style: it }),
  "the options of the formatter": (it) => formatOnly("ssl", it as never),
  "a log line": (it) => evaluate?.("{}", { line: { a: it } }, { language: "lpfilter" }),
  "a request": (it) => evaluate?.("ssl", { request, fields: { ssl: it } }, rule),
  "a traced request": (it) => trace?.(ruleset, { request, fields: { ssl: it } }),
  "a configuration": (it) => trace?.({ ...ruleset, rules: [it] }, request),
  "an expression": (it) => review?.({ ...ruleset, rules: [{ expression: it }] }, ruleset),
};

describe.each(Object.entries(places))("what JSON cannot say is a TypeError: %s", (_, call) => {
  test.each(Object.entries(notData))("%s", (_name, value) => {
    expect(() => call(value)).toThrow(TypeError);
    expect(() => call(value)).toThrow(/^Expected plain data as '/);
  });
});

test("a big integer is a value of a request, and of nothing else", () => {
  const [text, fields] = ["ip.src.asnum eq 7", { "ip.src.asnum": 7n }];
  const rules = [{ action: "block", expression: text }];
  expect(evaluate?.(text, { request, fields }, rule)).toBe(true);
  expect(trace?.({ ...ruleset, rules }, { request, fields })).toMatchObject({
    outcome: { kind: "block" },
  });
  expect(() => evaluate?.(text, { request, fields: { "ip.src.asnum": [7n] } }, rule)).toThrow(
    TypeError,
  );
  expect(() => trace?.({ ...ruleset, rules: [{ enabled: 7n }] }, request)).toThrow(
    "Expected plain data as 'configuration.rules[0].enabled', not a bigint.",
  );
});

test("undefined headers and fields are omitted", () => {
  const text = 'has_key(http.request.headers, "a")';
  const rules = [{ action: "block", expression: text }];
  const given = { request, headers: { a: undefined }, fields: { ssl: undefined } };
  expect(evaluate?.(text, given, rule)).toBe(false);
  expect(trace?.({ ...ruleset, rules }, given)).toMatchObject({ outcome: { kind: "origin" } });
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
