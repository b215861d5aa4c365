import fc from "fast-check";
import { expect, test } from "vitest";
import { minify, pushedLength } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { commentedJson, jsonish, seeded } from "../support/json.ts";

function check(text: string): void {
  const json = parseJson(text);
  const pushed = json.root ? minify(json.root, text) : "";
  expect(pushedLength(json)).toBe(Buffer.byteLength(pushed));
}

test("is the length of the pushed text", () => {
  fc.assert(fc.property(commentedJson, check), seeded);
  fc.assert(fc.property(jsonish, check), seeded);
});

test.each([
  `[]`,
  `{}`,
  `{ "a": [], "b": {}, }`,
  `// é in a comment\n{ "a": 1.50 }`,
  `{ "a": "é" }`,
  `{ "a": "\\u0041" }`,
  `[${'"0123456789", '.repeat(5000)}]`,
  `[${'"0123456789", '.repeat(5000)} "é"]`,
])("of %.40s", check);
