/** Safe fixes may remove brackets and names, but never comments. */
import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze } from "../support/check.ts";

const condition = `{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }`;
const other = `{ "key": "ClientCountry", "operator": "!eq", "value": "ca" }`;

const rows: [name: string, text: string, fixed: string][] = [
  [
    "a nested 'where'",
    `{ "where": { "and": [{ /* a */ "where": ${condition} /* b */ }, ${other}] } }`,
    `{ "where": { "and": [/* a */ ${condition} /* b */, ${other}] } }`,
  ],
  [
    "a nested 'where' over several lines",
    `{\n  "where": {\n    // a\n    "where": ${condition} // b\n  }\n}\n`,
    `{\n  "where": // a\n  ${condition} /* b */\n}\n`,
  ],
  [
    "text around a 'where'",
    `{ /* a */ "filter": /* b */ { "where": ${condition} } /* c */ }`,
    `/* a */ /* b */ { "where": ${condition} } /* c */`,
  ],
  [
    "a 'not'",
    `{ "where": { "not": /* a */ ${condition} /* b */ } }`,
    `{ "where": /* a */ ${condition.replace('"eq"', '"!eq"')} /* b */ }`,
  ],
  [
    "a list of one value",
    `{ "where": { "key": "ClientIP", "operator": "eq", "value": [/* a */ "192.0.2.1" /* b */] } }`,
    `{ "where": { "key": "ClientIP", "operator": "eq", "value": /* a */ "192.0.2.1" /* b */ } }`,
  ],
  [
    "a list of one value, under an operator that does not fit",
    `{ "where": { "key": "CacheReserveUsed", "operator": "in", "value": [true /* a */] } }`,
    `{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": true /* a */ } }`,
  ],
  [
    "a logical as operator",
    `{ "where": { "operator": /* a */ "and", "rules": [${condition}, ${other}] /* b */ } }`,
    `{ "where": /* a */ { "and": [${condition}, ${other}] /* b */ } }`,
  ],
];

test.each(rows)("%s", (_, text, fixed) => {
  expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(fixed);
});

test("a condition with comments is not expanded into a group, where they would be lost", () => {
  const text = `{ "where": { "key": "ClientRequestPath", /* a */ "operator": "contains", "value": ["/a", "/b"] } }`;
  expect(
    analyze(lpfilter, text)
      .diagnostics()
      .flatMap((it) => it.fixes),
  ).toEqual([]);
});
