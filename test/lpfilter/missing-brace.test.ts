import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";

const first = '"key": "ClientIP", "operator": "eq", "value": "192.0.2.1"';
const second = '{ "key": "ClientCountry", "operator": "eq", "value": "de" }';
const third = '"key": "ClientASN", "operator": "eq", "value": 13335';
const where = (items: string) => `{ "where": { "or": [${items}] } }`;

test.each([
  [`{ ${first}, ${second}`, `{ ${first} }, ${second}`],
  [`{ ${first} ${second}`, `{ ${first} }, ${second}`],
  [`{${first},${second}`, `{${first}},${second}`],
  [`{ ${first}, { ${third}, ${second}`, `{ ${first} }, { ${third} }, ${second}`],
  [`\n    {\n  ${first},\n    ${second}`, `\n    {\n  ${first}\n    },\n    ${second}`],
  [`\n  {\n  ${first}\n  ${second}`, `\n  {\n  ${first}\n  },\n  ${second}`],
  [
    `{ "and": [{ ${first}, ${second}] }, { ${third} }`,
    `{ "and": [{ ${first} }, ${second}] }, { ${third} }`,
  ],
])("a missing brace is put before the next object: %s", (items, expected) => {
  const text = where(items);
  const errors = lpfilter.analyze(text, defaultContext).diagnostics();
  const found = errors.filter((it) => it.severity === "error");
  expect(new Set(found.map((it) => it.message))).toEqual(
    new Set(["Unclosed '{' before this object. Close the previous one with '},'."]),
  );
  expect(fixAll(lpfilter, text, defaultContext)).toBe(where(expected));
});

test("an object inside of another one is not taken for the next one", () => {
  const text = where(`{ ${first}, ${second} }`);
  expect(fixAll(lpfilter, text, defaultContext)).toBe(text);
});

test("a text with many of them is read ahead a few times only", () => {
  const text = where(`${`{ ${first}, `.repeat(50)}${second}`);
  const errors = lpfilter.analyze(text, defaultContext).diagnostics();
  const found = errors.filter((it) => it.message.startsWith("Unclosed '{' before this object."));
  expect(found.length).toBeGreaterThan(5);
  expect(found.length).toBeLessThan(40);
});
