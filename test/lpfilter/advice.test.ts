/** Following the advice of a diagnostic resolves it. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { logFieldsOf, unfilterable } from "../../server/src/lpfilter/catalog/fields.ts";
import { expectedNames } from "../../server/src/lpfilter/catalog/substitutes.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze, checkDiagnostics } from "../support/check.ts";

function messages(text: string): string[] {
  return analyze(lpfilter, text)
    .diagnostics()
    .map((it) => it.message);
}

function titles(text: string): string[] {
  return analyze(lpfilter, text)
    .diagnostics()
    .flatMap((it) => it.fixes.map((fix) => fix.title));
}

const on = (key: string, operator: string, value: unknown) =>
  JSON.stringify({ key, operator, value });
const a = on("ClientIP", "eq", "192.0.2.1");
const b = on("ClientCountry", "eq", "ca");

describe("a list in one string", () => {
  test.each([
    ["a.example.com, b.example.com", `Use ["a.example.com", "b.example.com"]`],
    ["a.example.com,b.example.com", `Use ["a.example.com", "b.example.com"]`],
    ["(KHTML, like Gecko)", `Use ["(KHTML, like Gecko)"]`],
  ])("%s", (text, title) => {
    expect(titles(`{ "where": ${on("ClientRequestHost", "in", text)} }`)[0]).toBe(title);
  });
});

describe("contradictory conditions, and conditions that exclude nothing", () => {
  test.each([
    ["and", "WorkerSubrequest", ["eq", true], ["eq", false], "Keep one of them."],
    ["or", "WorkerSubrequest", ["!eq", true], ["!eq", false], "Keep one of them."],
    ["and", "WorkerSubrequest", ["eq", true], ["!eq", true], "Keep one of them."],
    ["and", "JA3Hash", ["eq", "x"], ["!eq", "x"], "Keep one of them."],
    ["and", "JA3Hash", ["eq", "x"], ["eq", "y"], "Use 'or' or 'in'."],
    ["and", "BotScore", ["lt", 4], ["gt", 8], "Use 'or', or change one."],
  ] as const)("%s %s %s %s", (logical, key, first, second, advice) => {
    const [found] = messages(
      `{ "where": { "${logical}": [${on(key, first[0], first[1])}, ${on(key, second[0], second[1])}] } }`,
    );
    expect(found?.endsWith(` ${advice}`), found).toBe(true);
  });
});

describe("field names from elsewhere", () => {
  test("a field that cannot be filtered is reported", () =>
    checkDiagnostics(
      lpfilter,
      `
{ "where": { "key": "ClientRequestHeaders", "operator": "contains", "value": "curl" } }
                    ^^^^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientRequestHeaders'. 'RequestHeaders' has such values but cannot be filtered. Use a field such as 'ClientRequestHost', 'ClientRequestReferer' or 'ClientRequestUserAgent', or a transformer.
`,
    ));

  test.each([
    ["StatusCode", "EdgeResponseStatus"],
    ["status_code", "EdgeResponseStatus"],
    ["http.request.uri.path", "ClientRequestPath"],
    ["http.host", "ClientRequestHost"],
    ["ip.src", "ClientIP"],
  ])("%s", (name, field) => {
    expect(messages(`{ "where": ${on(name, "eq", "1")} }`)[0]).toContain(
      `Did you mean '${field}'?`,
    );
  });

  test("all lead to fields of their dataset", () => {
    for (const [dataset, names] of Object.entries(expectedNames)) {
      const fields = logFieldsOf(dataset, {});
      for (const [name, field] of Object.entries(names)) {
        expect(fields.has(field), `${dataset}: ${name} → ${field}`).toBe(true);
        expect(fields.has(name), `${dataset} has ${name}`).toBe(false);
      }
    }
    const headers = logFieldsOf("http_requests", {}).get("RequestHeaders");
    expect(headers && unfilterable(headers)).toBeTruthy();
  });
});

describe("an error does not hide what follows it", () => {
  test("a word before the filter", () => {
    checkDiagnostics(
      lpfilter,
      `
line one
^^^^^^^^ error: Unexpected 'line one' before the JSON. Remove it.
{ "where": { "key": "clientip", "operator": "eq", "value": "192.0.2.1" } }
                    ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
`,
    );
  });

  test("parentheses are one error", () => {
    const text = `{ "where": { "and": ( ${a}, ${b} ) } }`;
    expect(messages(text)).toEqual(["Expected '[', found '('.", "Expected ']', found ')'."]);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(
      `{ "where": { "and": [ ${a}, ${b} ] } }`,
    );
  });

  test("parentheses around a part of an array are redundant", () => {
    expect(messages(`{ "where": { "and": [( ${a} ), ${b}] } }`)).toEqual([
      "'(' is not JSON. Remove it.",
      "')' is not JSON. Remove it.",
    ]);
  });

  test("objects under both logical operators", () => {
    const text = `{ "where": { "and": ${a}, "or": ${b} } }`;
    expect(messages(text).filter((it) => it.includes("needs an array"))).toEqual([
      "'and' needs an array. Wrap this object in '[ ]'.",
      "'or' needs an array. Wrap this object in '[ ]'.",
    ]);
  });
});

describe("duplicate groups", () => {
  const group = (...parts: string[]) => `{ "or": [${parts.join(", ")}] }`;
  test.each([
    ["in the same order", group(a, b), group(a, b), 1],
    ["swapped", group(a, b), group(b, a), 1],
    [
      "with lists in another order",
      group(a, on("BotScore", "in", [1, 2])),
      group(on("BotScore", "in", ["2", 1]), a),
      1,
    ],
    ["but for one value", group(a, b), group(a, on("ClientCountry", "eq", "de")), 0],
    ["but for letter case", group(a, b), group(a, on("ClientCountry", "eq", "CA")), 0],
  ])("%s", (_, first, second, count) => {
    const text = `{ "where": { "and": [${first}, ${second}] } }`;
    const found = analyze(lpfilter, text)
      .diagnostics()
      .filter((it) => it.code === "duplicate-condition");
    expect(found.length).toBe(count);
    if (count === 0) return;
    expect(
      fixAll(
        lpfilter,
        text,
        { ...defaultContext, severity: { "redundant-group": "off" } },
        { style: true },
      ),
    ).toBe(`{ "where": { "and": [${first}] } }`);
  });
});

describe("a truncated tree", () => {
  const nested = `{"where":${'{"and":['.repeat(20_000)}${a}${"]}".repeat(20_000)}}`;
  const found = (text: string) => analyze(lpfilter, text).diagnostics();

  test("is measured by its text, and gets no warning about a near limit", () => {
    const large = found(nested).find((it) => it.code === "filter-too-large");
    expect(large?.message).toContain(`${nested.length.toLocaleString("en")} bytes`);
    expect(
      found(nested)
        .map((it) => it.code)
        .join(),
    ).not.toMatch(/near-|too-many-operators/);
  });

  test("reports its open brackets", () => {
    const told = found("[".repeat(100_000)).map((it) => it.message);
    expect(told.join()).toContain("(100,000 are open)");
    expect(told.join()).not.toContain("near the limit");
  });
});

describe("messages quote the source text", () => {
  test.each(["1e3", "99999999999999999999999", "2.50"])("%s", (number) => {
    const text = `{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": ${number} } }`;
    expect(messages(text)).toEqual([
      `'ClientRequestPath' is a string, but '${number}' is not quoted. Use "${number}".`,
    ]);
  });

  test("of conditions", () => {
    const parts = ["1e3", "2e3"].map(
      (it) => `{ "key": "EdgeResponseBytes", "operator": "eq", "value": ${it} }`,
    );
    expect(messages(`{ "where": { "and": [${parts}] } }`).join(" ")).toContain(
      "both '1e3' and '2e3'",
    );
  });
});

describe("messages are readable", () => {
  test.each([
    [
      on("ContentScanObjSizes", "contains", "big"),
      "An element of 'ContentScanObjSizes' is a number, but 'big' is not. Use a number.",
    ],
    [
      on("EdgeResponseStatus", "eq", "OK"),
      "'EdgeResponseStatus' is a number, but 'OK' is not. Use a number.",
    ],
    [on("", "eq", "x"), 'Missing field. Add one, as in "ClientIP".'],
    [
      on("Nothing", "eq", "x"),
      "'http_requests' has no field 'Nothing'. Use one of its fields, or add this one under 'fields' in 'weir.json'.",
    ],
    [
      `{ "or": [${on("ClientRequestPath", "!startsWith", "/a")}, ${on("ClientRequestPath", "!startsWith", "/b")}] }`,
      "No value of 'ClientRequestPath' both starts with '/a' and starts with '/b', so the filter keeps all lines. Use 'and'.",
    ],
    [
      `{ "and": [${on("BotScore", "geq", "500")}, ${on("BotScore", "geq", "400")}] }`,
      "This condition is redundant in this 'and': if 'BotScore' is at least '500', it is at least '400' too. Remove it, or change one.",
    ],
    [
      `{ "or": [${a}, { "and": [${a}, ${b}] }] }`,
      "This 'and' is redundant here, because another part keeps the lines where 'ClientIP' is '192.0.2.1'. Remove it, or change one.",
    ],
  ])("%s", (where, message) => expect(messages(`{ "where": ${where} }`)).toContain(message));
});

test("two exclusions in an 'or' should be in an 'and'", () => {
  const text = `{ "where": { "or": [${on("BotScore", "!eq", 2)}, ${on("BotScore", "!in", [31])}] } }`;
  expect(messages(text)).toEqual([
    "'BotScore' cannot be both '2' and one of '31', so the filter keeps all lines. Use 'and' or '!in'.",
  ]);
});

describe("a range of times", () => {
  const range = (from: unknown, to: unknown) =>
    `{ "where": { "and": [${on("EdgeStartTimestamp", "gt", from)}, ${on("EdgeStartTimestamp", "leq", to)}] } }`;
  test.each([
    ["2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z"],
    ["2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z"],
    [1767225600, 1767225500],
    ["1767225600", 1767225500],
  ])("from %s to %s contains no time", (from, to) =>
    expect(messages(range(from, to)).join()).toContain("so the filter keeps no lines"),
  );
  test.each([
    ["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"],
    // The order of the strings may differ from the order of the times.
    ["2026-11-01T01:00:00+02:00", "2026-11-01T00:00:00Z"],
    // Two different formats.
    [1767225600, "2025-11-01T00:00:00Z"],
    [1767225600000000000, 1767225600],
  ])("from %s to %s is not reported", (from, to) => expect(messages(range(from, to))).toEqual([]));
});

describe("the letter case of a part of a known value", () => {
  test.each([
    ["ClientRequestMethod", "startsWith", "po", ["PO"]],
    ["ClientRequestMethod", "!endsWith", "ost", ["OST"]],
    ["ClientRequestMethod", "contains", "Get", ["GET"]],
    ["ClientRequestMethod", "contains", "ET", []],
    ["ClientRequestMethod", "contains", "zzz", []],
    ["ClientRequestPath", "contains", "/A", []],
  ])("%s %s %s", (key, operator, value, right) =>
    expect(titles(`{ "where": ${on(key, operator, value)} }`)).toEqual(
      right.map((it) => `Use '${it}'`),
    ),
  );
});
