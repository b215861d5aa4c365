import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examplesOf } from "../../server/src/core/check.ts";
import { maxDiagnostics } from "../../server/src/core/diagnostic.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, type FileContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { analyze, checkDiagnostics, checkFix } from "../support/check.ts";
import { times } from "../support/long.ts";
import { readMarks, trimExample } from "../support/marks.ts";

const ok = `{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }`;

function check(marked: string, context: Partial<FileContext> = {}): void {
  checkDiagnostics(lpfilter, marked, context);
}

/** The codes found in a text, in the order of the text. */
function codes(text: string, context: Partial<FileContext> = {}): string[] {
  return analyze(lpfilter, text, context)
    .diagnostics()
    .map((it) => it.code);
}

describe("one error never hides another", () => {
  test("errors of every kind in one text", () =>
    check(`
// @dataset http_request
            ^^^^^^^^^^^^ error: Unknown dataset 'http_request'. Did you mean 'http_requests'?
{
  "where": {
    "and": [
      { "key": "ClientIP", "operator": "equals" "value": "192.0.2.1" },
                                       ^^^^^^^^ error: Unknown operator 'equals'. Use 'eq'.
                                                ^^^^^^^ error: Missing ',' before '"value"'.
      { "operator": "in", "value": "a" },
      ^ error: Missing 'key'. Add a field, as in "key": "ClientIP".
                                   ^^^ error: 'in' needs an array, found 'a'. Use ["a"].
      7
      ^ error: Expected a condition or group, found '7'. Use { "key": …, "operator": …, "value": … }.
    ],
    "note": "x"
    ^^^^^^ error: A group has only 'and' or 'or'. Remove 'note', or use a '//' comment.
  }
}
`));

  test("field, operator and value of one condition", () =>
    check(`
{ "where": { "key": "clientip", "operator": "=>", "value": [[1]] } }
                    ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
                                            ^^^^ error: Unknown operator '=>'. Use 'geq'.
                                                            ^^^ error: An array cannot hold another array. Remove the inner brackets.
`));

  test("the content of a misspelled group", () =>
    check(`
{ "where": { "ALL": [{ "key": "clientip", "operator": "eq", "value": "x" }] } }
             ^^^^^ error: Unknown property 'ALL'. Use 'and'.
                              ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
`));

  test("the content of an array without a group", () =>
    check(`
{ "where": [{ "key": "clientip", "operator": "eq", "value": "x" }] }
           ^ error: Expected a condition or group, found an array. Move it into an 'and' or 'or'.
                     ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
`));

  test("the content of the ignored one of two groups", () =>
    check(`
{ "where": { "and": [{ "key": "clientip", "operator": "eq", "value": "x" }, ${ok}], "or": [${ok}, { "key": "RayID", "operator": "eq", "value": "x" }] } }
                              ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
                                                                                                                                            ^^^^ error: An object cannot have both 'and' and 'or'. Move one group into the array of the other.
`));

  test("the content of an object instead of an array", () =>
    check(`
{ "where": { "and": { "key": "clientip", "operator": "eq", "value": "x" } } }
                    ^ error: 'and' needs an array. Wrap this object in '[ ]'.
                             ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
`));

  test("the content beside 'where', and of a duplicate one", () =>
    check(`
{ "also": { "key": "clientip", "operator": "eq", "value": "x" }, "where": { "where": ${ok} } }
  ^^^^^^ error: A filter has only 'where'. Remove 'also'.
                   ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
                                                                            ^^^^^^^ error: 'where' is only allowed at the top level. Remove it and keep its contents.
`));

  test("the content of a missing 'where'", () =>
    check(`
{ "filters": { "key": "clientip", "operator": "eq", "value": "x" } }
  ^^^^^^^^^ error: A filter starts with 'where', found 'filters'. Did you mean 'where'?
                      ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
`));
});

describe("one error is reported once", () => {
  const cases: [string, string, string[]][] = [
    [
      "a misspelled property",
      `{ "where": { "keys": "ClientIP", "op": "eq", "val": "x" } }`,
      ["unknown-property", "unknown-property", "unknown-property"],
    ],
    [
      "an operator as a property",
      `{ "where": { "key": "ClientIP", "contains": "x" } }`,
      ["unknown-property"],
    ],
    [
      "a condition without a value yet",
      `{ "where": { "key": "ClientIP", "operator": "eq", "value": } }`,
      ["json-syntax"],
    ],
    [
      "a field that no filter takes, with an operator that does not fit",
      `{ "where": { "key": "Cookies", "operator": "lt", "value": [1] } }`,
      ["unfilterable-field"],
    ],
    [
      "an operator that does not fit, with its list",
      `{ "where": { "key": "BotTags", "operator": "in", "value": ["a", 1] } }`,
      ["operator-type"],
    ],
    [
      "fields of an unknown dataset",
      `// @dataset nothing_of_ours\n{ "where": { "key": "A", "operator": "lt", "value": "x" } }`,
      ["unknown-dataset"],
    ],
    [
      "another letter case",
      `{ "where": { "key": "ClientRequestScheme", "operator": "eq", "value": "HTTPS" } }`,
      ["value-case"],
    ],
    [
      "a word for a status",
      `{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "5xx" } }`,
      ["value-type"],
    ],
    [
      "one text in place of a list",
      `{ "where": { "key": "ClientCountry", "operator": "in", "value": "us,ca" } }`,
      ["value-type"],
    ],
    [
      "an empty text",
      `{ "where": { "key": "CacheCacheStatus", "operator": "!eq", "value": "" } }`,
      [],
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => expect(codes(text)).toEqual(expected));
});

describe("an escaped filter", () => {
  const plain = `{\n  "where": {\n    "key": "ClientIP",\n    "operator": "eq",\n    "value": "192.0.2.1"\n  }\n}`;
  const escaped = JSON.stringify(`{"where":${ok}}`);
  const cases: [string, string][] = [
    ["a string", escaped],
    ["a string of a string", JSON.stringify(escaped)],
    ["a laid-out string", JSON.stringify(plain)],
    ["the inside of a string", escaped.slice(1, -1)],
    ["the inside of a laid-out string", JSON.stringify(plain).slice(1, -1)],
    ["the inside of a string over two lines", escaped.slice(1, -1).replace(",", ",\n  ")],
    ["a property of a job", `"filter": ${escaped}`],
    ["a property of a job with its comma", `  "filter" : ${escaped} ,\n`],
    ["an attribute of Terraform", `filter = ${escaped}`],
    ["an object with the property", `{ "filter": ${escaped} }`],
    ["an argument of a shell", `'{"where":${ok}}'`],
  ];
  test.each(cases)("%s", (_, text) => {
    expect(codes(text)).toEqual(["escaped-filter"]);
    checkFix(lpfilter, text, text.endsWith("\n") ? `  ${plain}\n` : plain);
  });

  test("stays after its comments and keeps the line endings of the file", () => {
    const text = `// @dataset http_requests\r\n${escaped}\r\n`;
    checkFix(lpfilter, text, `// @dataset http_requests\r\n${plain.replaceAll("\n", "\r\n")}\r\n`);
  });

  test("keeps the digits of a number that is too long to be parsed", () => {
    const text = JSON.stringify(
      `{"where":{"key":"BotScore","operator":"gt","value":12345678901234567890}}`,
    );
    checkFix(lpfilter, text, JSON.parse(text));
  });

  test("far over the limit of the service is unescaped, but not formatted", () => {
    const long = `{"where":{"and":[${Array(2000).fill(ok).join(",")}]}}`;
    for (const text of [JSON.stringify(long), JSON.stringify(JSON.stringify(long))]) {
      expect(codes(text)).toContain("escaped-filter");
      checkFix(lpfilter, text, long);
    }
  });

  test("with errors inside is unescaped before those are reported", () => {
    const broken = String.raw`"{\"where\": {\"key\": \"ClientIP\" \"operator\": \"eq\"}}"`;
    expect(codes(broken)).toEqual(["escaped-filter"]);
    const fixed = `{"where": {"key": "ClientIP" "operator": "eq"}}`;
    checkFix(lpfilter, broken, fixed);
    expect(codes(fixed)).toEqual(["missing-value", "json-syntax"]);
  });

  test("inside a job is not replaced, because the job would be lost", () => {
    const [found, ...more] = analyze(
      lpfilter,
      `{ "name": "x", "filter": ${escaped} }`,
    ).diagnostics();
    expect(more).toEqual([]);
    expect(found?.code).toBe("escaped-filter");
    expect(found?.fixes).toEqual([]);
  });

  test.each(['"hello"', '"{ not json }"', '"5"', '"[1"'])("is not %s", (text) =>
    expect(codes(text)).toEqual(["missing-where"]),
  );
});

describe("suppressions", () => {
  const bad = `{ "key": "clientip", "operator": "equals", "value": "x" }`;

  test("a comment suppresses the codes that it names on the next line", () =>
    expect(codes(`{ "where":\n  // weir-ignore unknown-field\n  ${bad}\n}`)).toEqual([
      "unknown-operator",
    ]));

  test("several codes in one comment", () =>
    expect(
      codes(`{ "where":\n  // weir-ignore unknown-field, unknown-operator\n  ${bad}\n}`),
    ).toEqual([]));

  test("several comments, with a blank line and CR LF", () =>
    expect(
      codes(
        `{ "where":\r\n  // weir-ignore unknown-field\r\n\r\n  /* weir-ignore unknown-operator */\r\n  ${bad}\r\n}`,
      ),
    ).toEqual([]));

  test("a comment does not reach the line after next", () =>
    expect(codes(`// weir-ignore unknown-field\n{ "where":\n  ${bad}\n}`)).toEqual([
      "unknown-field",
      "unknown-operator",
    ]));

  test("a comment for the whole file", () =>
    expect(codes(`{ "where":\n  ${bad}\n}\n// weir-ignore-file unknown-field`)).toEqual([
      "unknown-operator",
    ]));

  test("a comment for structure and limits", () => {
    const text = `// weir-ignore-file unknown-property, filter-too-large\n{ "where": ${ok}, "x": 1 }`;
    expect(codes(text, { limits: { operators: 30, bytes: 20 } })).toEqual([]);
  });
});

describe("severities", () => {
  const text = `{ "where": { "key": "ClientCountry", "operator": "eq", "value": "US" } }`;

  test("off", () => expect(codes(text, { severity: { "value-case": "off" } })).toEqual([]));

  test("changed", () => {
    const [found] = analyze(lpfilter, text, { severity: { "value-case": "error" } }).diagnostics();
    expect(found?.severity).toBe("error");
  });

  test("a severity setting applies to diagnostics that are milder than the rest of their code", () => {
    const negative = `{ "where": { "key": "BotScore", "operator": "gt", "value": "-1" } }`;
    const [found] = analyze(lpfilter, negative).diagnostics();
    expect(found?.severity).toBe("hint");
    const [changed] = analyze(lpfilter, negative, {
      severity: { "value-type": "warning" },
    }).diagnostics();
    expect(changed?.severity).toBe("warning");
  });

  test("one check that is off leaves the others on", () => {
    const several = `{ "where": { "key": "clientip", "operator": "equals", "value": "x" } }`;
    expect(codes(several, { severity: { "unknown-field": "off" } })).toEqual(["unknown-operator"]);
  });
});

describe("datasets", () => {
  test("the command line takes precedence over the directive, which is still checked", () =>
    check(
      `
// @dataset gateway_dn
            ^^^^^^^^^^ error: Unknown dataset 'gateway_dn'. Did you mean 'gateway_dns'?
{ "where": ${ok} }
`,
      { forcedDataset: "firewall_events" },
    ));

  test("an unknown dataset of the command line", () =>
    check(
      `
{ "where": ${ok} }
  ^^^^^^^ error: Unknown dataset 'nothing_of_ours', set on the command line.
`,
      { forcedDataset: "nothing_of_ours" },
    ));

  test("a field must be in every dataset that the filter serves", () =>
    check(
      `
{ "where": { "key": "ClientRequestURI", "operator": "eq", "value": "/" } }
                    ^^^^^^^^^^^^^^^^^^ error: 'firewall_events' has no field 'ClientRequestURI'. This filter is used with 2 datasets. Found in dataset 'http_requests'.
`,
      { datasets: ["http_requests", "firewall_events"] },
    ));

  test("a field of another dataset may mean that the dataset is wrong", () => {
    const text = `{\r\n  "where": { "key": "QueryName", "operator": "eq", "value": "x" }\r\n}`;
    checkFix(lpfilter, text, `// @dataset gateway_dns\r\n${text}`, {
      title: "Use dataset 'gateway_dns'",
    });
  });

  test("a renamed field", () =>
    check(`
{ "where": { "key": "FirewallMatchesActions", "operator": "contains", "value": "block" } }
                    ^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'FirewallMatchesActions'. Did you mean 'SecurityActions'?
`));
});

describe("limits", () => {
  const hosts = (count: number) =>
    `{ "where": { "or": [${Array.from({ length: count }, (_, i) => `{ "key": "F${i}", "operator": "eq", "value": "${i}" }`).join(", ")}] } }`;
  const sized = (bytes: number) => {
    const bare = `{"where":{"key":"ClientRequestUserAgent","operator":"eq","value":""}}`;
    return `// A comment, which is not pushed.\n${bare.replace('""', `"${"x".repeat(bytes - bare.length)}"`)}`;
  };
  const open: Partial<FileContext> = {
    datasets: ["brand_new"],
    extraFields: { brand_new: {} },
    limits: { operators: 30, bytes: 100_000 },
  };

  test.each<[number, string[]]>([
    [26, []],
    [27, ["near-operator-limit"]],
    [30, ["near-operator-limit"]],
    [31, ["too-many-operators"]],
  ])("%i operators", (count, expected) => expect(codes(hosts(count), open)).toEqual(expected));

  test.each<[number, string[]]>([
    [899, []],
    [900, ["near-size-limit"]],
    [1000, ["near-size-limit"]],
    [1001, ["filter-too-large"]],
  ])("%i bytes", (bytes, expected) => expect(codes(sized(bytes))).toEqual(expected));

  test("bytes are those of UTF-8, with the shortest escapes", () =>
    check(
      String.raw`
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "\/é\u00e9\nx" } }
  ^^^^^^^ error: Filter is 72 bytes; the limit is about 10. Shorten its arrays and strings, or split it across two jobs. Or use a transformer: 'weir sql --dialect transformer' prints its SQL.
`,
      { limits: { operators: 30, bytes: 10 } },
    ));

  test("thousands are separated", () =>
    expect(analyze(lpfilter, sized(1204)).diagnostics()[0]?.message).toBe(
      "Filter is 1,204 bytes; the limit is about 1,000. Shorten its arrays and strings, or split it across two jobs. Or use a transformer: 'weir sql --dialect transformer' prints its SQL.",
    ));

  test("a text too large for every check keeps syntax and limits", () => {
    const text = `${hosts(40).slice(0, -1)}, "x": 1 ]`;
    expect(codes(text, { brief: true })).toEqual([
      "json-syntax",
      "too-many-operators",
      "filter-too-large",
      "json-syntax",
    ]);
  });
});

describe("fixes", () => {
  const examples = lpfilter.checks.flatMap((it) =>
    examplesOf(it).map((example) => [it.code, example] as const),
  );

  test.each(examples)("of the examples of %s resolve their diagnostic", (_, example) => {
    const { text } = readMarks(example.text);
    const before = analyze(lpfilter, text, example.context).diagnostics();
    for (const { code, message, fixes } of before) {
      for (const fix of fixes) {
        const after = analyze(lpfilter, applyEdits(text, fix.edits), example.context).diagnostics();
        const count = (found: typeof before) =>
          found.filter((it) => it.code === code && it.message === message).length;
        expect(count(after), `${code}: ${fix.title}`).toBeLessThan(count(before));
      }
    }
  });

  test("all of them together leave a valid filter", () => {
    const text = trimExample(`
{
  "and": [
    { "where": { "Key": "clientip", "operator": "neq", "value": 5 } },
    { "key": "EdgeResponseStatus", "operator": "In", "value": "500,502" },
    { "not": { "key": "ClientCountry", "operator": "eq", "value": "CA" } },
    { "key": "SecurityActions", "operator": "eq", "value": ["block"] }
  ]
}
`);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(
      trimExample(`
{ "where": {
  "and": [
    { "key": "ClientIP", "operator": "!eq", "value": "5" },
    { "key": "EdgeResponseStatus", "operator": "in", "value": [500, 502] },
    { "key": "ClientCountry", "operator": "!eq", "value": "CA" },
    { "key": "SecurityActions", "operator": "eq", "value": ["block"] }
  ]
} }
`),
    );
  });

  test("removing a property removes its comma and keeps comments", () => {
    checkFix(lpfilter, `{ "where": ${ok}, "x": 1 }`, `{ "where": ${ok} }`);
    checkFix(lpfilter, `{ "x": 1, "where": ${ok} }`, `{ "where": ${ok} }`);
    checkFix(
      lpfilter,
      `{\r\n  "x": 1, // why\r\n  "where": ${ok},\r\n}`,
      `{\r\n   // why\r\n  "where": ${ok},\r\n}`,
    );
    checkFix(
      lpfilter,
      `{\n  "where": ${ok}, // the filter\n  "x": 1\n}`,
      `{\n  "where": ${ok}, // the filter\n  \n}`,
    );
  });
});

test("CRLF line endings make no difference", () => {
  for (const check of lpfilter.checks) {
    for (const { text: marked, context } of examplesOf(check)) {
      const { text } = readMarks(marked);
      expect(codes(text.replaceAll("\n", "\r\n"), context)).toEqual(codes(text, context));
    }
  }
});

describe("hostile texts", () => {
  const cases: [string, string][] = [
    [
      "unknown fields",
      `{"where":{"and":[${`{"key":"ClientRequestXost","operator":"eq","value":""},`.repeat(5000)}]}}`,
    ],
    [
      "unknown properties",
      `{"where":{${Array.from({ length: 40_000 }, (_, i) => `"p${i}":1`).join()}}}`,
    ],
    ["duplicate properties", `{"where":{${'"key":1,'.repeat(40_000)}}}`],
    [
      "unknown values",
      `{"where":{"key":"CacheCacheStatus","operator":"in","value":[${'"hitx",'.repeat(40_000)}]}}`,
    ],
    [
      "values of another type",
      `{"where":{"key":"BotScore","operator":"in","value":[${'"x",'.repeat(40_000)}]}}`,
    ],
    ["second 'where's", `{"where":{"and":[${`{"where":${ok}},`.repeat(5000)}]}}`],
  ];
  test.each(cases)("%s are reported up to a limit", (_, text) => {
    const found = analyze(lpfilter, text).diagnostics();
    expect(found.length).toBe(maxDiagnostics + 1);
    expect(found.at(-1)?.code).toBe("too-many-findings");
  });
});

/** Texts with the structure of a filter and arbitrary errors. */
function almostFilters(): fc.Arbitrary<unknown> {
  const word = fc.constantFrom(
    "ClientIP",
    "BotScore",
    "BotTags",
    "Cookies",
    "CacheReserveUsed",
    "eq",
    "in",
    "!in",
    "lt",
    "contains",
    "and",
    "neq",
    "x",
    "",
    "200,201",
    "a, b",
    "[1]",
    '{"where":1}',
    " ",
    "US",
  );
  const scalar = fc.oneof(
    word,
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const name = fc.constantFrom(
    "key",
    "operator",
    "value",
    "and",
    "or",
    "where",
    "not",
    "Key",
    "op",
    "AND",
    "eq",
    "ClientIP",
    "filter",
    "$note",
    "",
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(name, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  return fc.dictionary(fc.constantFrom("where", "filter", "and", "key", "Where"), tree, {
    maxKeys: 3,
  });
}

test("any almost-valid filter is checked without an exception, and every fix is a valid edit", () => {
  fc.assert(
    fc.property(almostFilters(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      for (const { start, end, message, fixes } of analyze(lpfilter, text).diagnostics()) {
        assert(0 <= start && start <= end && end <= text.length, `${start} to ${end}`);
        assert.match(message, /[.?]$/);
        for (const { edits } of fixes) {
          const fixed = applyEdits(text, edits);
          assert.notEqual(fixed, text);
          assert.doesNotThrow(() => JSON.parse(fixed), fixed);
        }
      }
    }),
    { seed: 7, numRuns: times(50) },
  );
});

test("an ignore comment covers a condition that is formatted over several lines", () => {
  checkDiagnostics(
    lpfilter,
    `
{
  "where": {
    // weir-ignore unknown-field
    "and": [
      { "key": "Nothing", "operator": "eq", "value": "a" },
               ^^^^^^^^^ error: 'http_requests' has no field 'Nothing'. Use one of its fields, or add this one under 'fields' in 'weir.json'.
      // weir-ignore unknown-field
      {
        "key": "Nothing",
        "operator": "eq",
        "value": "b"
      }
    ]
  }
}
`,
  );
});
