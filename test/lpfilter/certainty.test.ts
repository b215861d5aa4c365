/** Facts that the logic checks must not assume: letter case, and the digits of large numbers. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze, checkFix } from "../support/check.ts";
import { trimExample } from "../support/marks.ts";

type Part = [operator: string, value: unknown];

function filterOn(key: string, logical: "and" | "or", parts: readonly Part[]): string {
  const items = parts.map(
    ([operator, value]) =>
      `{ "key": "${key}", "operator": "${operator}", "value": ${typeof value === "bigint" ? value : JSON.stringify(value)} }`,
  );
  return `{ "where": { "${logical}": [${items.join(", ")}] } }`;
}

function found(text: string): string[] {
  return analyze(lpfilter, text)
    .diagnostics()
    .map((it) => `${it.severity} ${it.code}`);
}

const judgments = /never-matches|always-matches|redundant-condition|duplicate-condition/;

describe("letter case", () => {
  const cases: ["and" | "or", Part, Part][] = [
    ["and", ["eq", "/a"], ["eq", "/A"]],
    ["or", ["eq", "/a"], ["eq", "/A"]],
    ["or", ["!eq", "/a"], ["!eq", "/A"]],
    ["and", ["eq", "/a"], ["!eq", "/A"]],
    ["or", ["eq", "/a"], ["!eq", "/A"]],
    ["and", ["in", ["/a", "/b"]], ["in", ["/A", "/B"]]],
    ["and", ["eq", "/api"], ["startsWith", "/A"]],
    ["and", ["startsWith", "/api"], ["startsWith", "/API/v2"]],
    ["and", ["endsWith", ".PNG"], ["endsWith", "a.png"]],
    ["or", ["contains", "x"], ["contains", "X"]],
  ];
  test.each(cases)("decides nothing: %s %s %s", (logical, first, second) => {
    const text = filterOn("ClientRequestPath", logical, [first, second]);
    expect(found(text).join()).not.toMatch(judgments);
  });

  test("decides nothing among three conditions", () => {
    const parts: Part[] = [
      ["in", ["/a", "/b"]],
      ["!eq", "/A"],
      ["!eq", "/B"],
    ];
    expect(found(filterOn("ClientRequestPath", "and", parts)).join()).not.toMatch(judgments);
  });

  test("keeps results that hold either way", () => {
    const differ: Part[] = [
      ["eq", "/a"],
      ["eq", "/B"],
    ];
    expect(found(filterOn("ClientRequestPath", "and", differ))).toEqual(["warning never-matches"]);
    const wider: Part[] = [
      ["startsWith", "/Api"],
      ["startsWith", "/Api/V2"],
    ];
    expect(found(filterOn("ClientRequestPath", "or", wider))).toEqual([
      "warning redundant-condition",
    ]);
  });

  test("is a hint, and its fix a guess", () => {
    const text = filterOn("ClientCountry", "and", [
      ["eq", "us"],
      ["eq", "US"],
    ]);
    expect(found(text)).toEqual(["hint value-case"]);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
  });

  test("keeps both spellings in a list", () => {
    const text = filterOn("ClientCountry", "or", [
      ["eq", "us"],
      ["eq", "US"],
    ]);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toContain(`["us", "US"]`);
  });
});

describe("large numbers", () => {
  test.each([
    ["EdgeResponseBytes", "eq", 9007199254740993n, 9007199254740992n],
    ["EdgeStartTimestamp", "geq", 1767225600000000001n, 1767225600000000002n],
    ["EdgeResponseBytes", "!eq", 18446744073709551615n, 18446744073709551614n],
  ])("are distinguished by their digits: %s %s", (key, operator, first, second) => {
    const text = filterOn(key, "or", [
      [operator, first],
      [operator, second],
    ]);
    expect(found(text).join()).not.toMatch(judgments);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toContain(String(second));
  });

  test("are recognized as duplicates", () => {
    const text = filterOn("EdgeStartTimestamp", "or", [
      ["geq", 1767225600000000001n],
      ["geq", 1767225600000000001n],
    ]);
    expect(found(text)).toEqual(["warning duplicate-condition"]);
  });
});

describe("comments of conditions that become one", () => {
  test("are kept once each, with others in the group", () =>
    checkFix(
      lpfilter,
      `
{
  "where": {
    "or": [
      // first
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      // second
      { "key": "ClientCountry", "operator": "eq", "value": "fr" },
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ]
  }
}
`,
      `
{
  "where": {
    "or": [
      // first
      // second
      { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ]
  }
}
`,
      { code: "prefer-in" },
    ));

  test("are kept once when they precede the removed condition", () =>
    checkFix(
      lpfilter,
      `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" }, // first
      // second
      { "key": "ClientCountry", "operator": "eq", "value": "fr" }, { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ]
  }
}
`,
      `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] }, // first
      // second
       { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ]
  }
}
`,
      { code: "prefer-in" },
    ));

  test.each(["", `,\n      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }`])(
    "are kept once each after all fixes",
    (rest) => {
      const text = trimExample(`
{
  "where": {
    "or": [
      // first
      { "key": "ClientCountry", "operator": "eq", "value": "de" }, // beside
      // second
      { "key": "ClientCountry", "operator": "eq", "value": "fr" }${rest}
    ]
  }
}
`);
      const fixed = fixAll(lpfilter, text, defaultContext, { style: true });
      for (const comment of ["// first", "// second", "// beside"]) {
        expect(fixed.split(comment).length - 1, `${comment} in ${fixed}`).toBe(1);
      }
    },
  );
});

describe("a duplicate property", () => {
  const condition = (first: string, second: string) =>
    `{ "where": { "key": "ClientIP", "operator": "eq", "value": ${first}, "value": ${second} } }`;

  test("is removed by a safe fix when both are the same", () => {
    expect(
      fixAll(lpfilter, condition('"192.0.2.1"', '"192.0.2.1"'), defaultContext, { style: true }),
    ).toBe(`{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }`);
  });

  test("is not changed when they differ", () => {
    const text = condition('"192.0.2.1"', '"192.0.2.2"');
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
  });
});
