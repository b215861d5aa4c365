import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf } from "../../../server/src/cfrule/syntax/bytes.ts";
import { matchWildcard, readWildcard } from "../../../server/src/cfrule/syntax/wildcard.ts";
import { times } from "../../support/long.ts";
import { readMarks, trimExample, writeMarks } from "../../support/marks.ts";
import { startEngine } from "../../support/programs/engine.ts";

const engine = await startEngine();
const request = { ip: "192.0.2.1", method: "GET", host: "", path: "/", headers: {}, details: {} };

function engineMatches(pattern: string, value: string, operator = "wildcard") {
  const expression = `local["v"] ${operator} r#"${pattern}"#`;
  return engine.judge(expression, { ...request, local: { v: value } });
}

describe("parsing", () => {
  test.each([
    ["", '[""]'],
    ["a", '["a"]'],
    ["*", '["",""]'],
    ["a*b*", '["a","b",""]'],
    ["\\**\\\\", '["*","\\\\"]'],
    ["a?[b]", '["a?[b]"]'],
  ])("%s", (pattern, parts) => {
    const wildcard = readWildcard(pattern);
    expect(JSON.stringify(wildcard.parts)).toBe(parts);
    expect(wildcard.problems).toEqual([]);
  });

  test.each([
    `
/a/**/b
   ^^ error: '**' is not supported. One '*' matches any number of characters; use '\\*' for a literal star.
`,
    `
a\\d\\é
 ^^ error: Invalid escape '\\d'. Use '\\\\' for a backslash; only '\\*' and '\\\\' are supported.
   ^^ error: Invalid escape '\\é'. Use '\\\\' for a backslash; only '\\*' and '\\\\' are supported.
`,
    `
C:\\\\temp\\
        ^ error: The pattern ends with a single '\\'. Use '\\\\' for a backslash.
`,
  ])("%s", (marked) => {
    const example = marked.trimEnd();
    const { text } = readMarks(example);
    const problems = readWildcard(text).problems.map((it) => ({
      ...it,
      severity: "error" as const,
    }));
    expect(writeMarks(text, problems)).toBe(trimExample(example));
    expect(engineMatches(text, "")).toBe("refused");
  });

  test("a million stars are one problem, and problems of a million escapes are limited", () => {
    expect(readWildcard("*".repeat(1_000_000)).problems).toHaveLength(1);
    expect(readWildcard("\\a".repeat(500_000)).problems.length).toBeLessThanOrEqual(1000);
  });
});

describe("matching", () => {
  const pieces = [
    "*",
    "*",
    "\\*",
    "\\\\",
    "\\a",
    "\\",
    "a",
    "b",
    "A",
    "B",
    "ab",
    "é",
    "É",
    "?",
    ".",
    " ",
    "\n",
    "K",
  ];
  const patterns = fc
    .array(fc.constantFrom(...pieces), { maxLength: 8 })
    .map((some) => some.join(""));
  const values = fc
    .array(
      fc.constantFrom(
        ...["a", "b", "A", "B", "é", "É", "*", "\\", "?", ".", " ", "\n", "k", "\u212a"],
      ),
      {
        maxLength: 8,
      },
    )
    .map((some) => some.join(""));

  test.each([
    { strict: false, operator: "wildcard" },
    { strict: true, operator: "strict wildcard" },
  ])("matches like the engine: %o", ({ strict, operator }) => {
    fc.assert(
      fc.property(patterns, fc.array(values, { minLength: 4, maxLength: 4 }), (pattern, some) => {
        const wildcard = readWildcard(bytesOf(pattern));
        return some.every((value) => {
          const ours =
            wildcard.problems.length > 0
              ? "refused"
              : matchWildcard(wildcard, bytesOf(value), { strict });
          return ours === engineMatches(pattern, value, operator);
        });
      }),
      { seed: 1, numRuns: times(63) },
    );
  });

  test("the parts before the first star and after the last one do not overlap", () => {
    expect(matchWildcard(readWildcard("aba*aba"), "ababa", { strict: true })).toBe(false);
    expect(matchWildcard(readWildcard("aba*aba"), "abaaba", { strict: true })).toBe(true);
  });
});
