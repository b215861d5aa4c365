import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { minifiedLength, minify, pushedLength } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { commentedJson, jsonish, seeded } from "../support/json.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

function minified(text: string): string | undefined {
  const { root } = parseJson(text);
  return root && minify(root, text);
}

test.each([
  [`{ "b": 1, /* c */ "a": [ true, null, ], }`, `{"b":1,"a":[true,null]}`],
  // Strings in their shortest form, numbers as written.
  [
    `["\\u0041\\/\\u00e9", 1.50, 1E3, -0, 12345678901234567890]`,
    `["A/é",1.50,1E3,-0,12345678901234567890]`,
  ],
  [`["\\u0000\\u001f\\b\\u007f\\ud800"]`, `["\\u0000\\u001f\\b\u007f\\ud800"]`],
  // The pushed text is JSON even if the source is not, because its errors may be suppressed.
  [`{ 'a': 007, b: .5, "c": nil, "d" }`, `{"a":7,"b":0.5,"c":null,"d":null}`],
  [``, undefined],
])("%s", (text, expected) => expect(minified(text)).toBe(expected));

test("of JSON equals JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.nat(4), (value, indent) => {
      assert.equal(minified(JSON.stringify(value, null, indent)), JSON.stringify(value));
    }),
    seeded,
  );
});

test("of any text is JSON of the predicted length", () => {
  fc.assert(
    fc.property(fc.oneof(jsonish, commentedJson), (text) => {
      const json = parseJson(text);
      const { root } = json;
      if (!root) return;
      const pushed = minify(root, text);
      JSON.parse(pushed);
      assert.equal(minifiedLength(root, text), Buffer.byteLength(pushed));
      assert.equal(pushedLength(json), Buffer.byteLength(pushed));
    }),
    { ...seeded, numRuns: times(63) },
  );
});
