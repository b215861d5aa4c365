import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "../../server/src/json/syntax/escapes.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { stringOffsets } from "../../server/src/json/syntax/string-text.ts";
import type { JsonString } from "../../server/src/json/syntax/tree.ts";
import { seeded } from "../support/json.ts";
import { anyCharacter } from "../support/random/any-character.ts";

function stringIn(text: string): JsonString {
  const { root } = parseJson(text);
  if (root?.kind !== "string") throw new Error(`No string: ${text}`);
  return root;
}

test("every character of a string is mapped to its character or escape in the source", () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3 }).map((it) => JSON.stringify(it).slice(1, -1)),
    fc.constantFrom("\\n", '\\"', "\\/", "\\u00e9", "\\ud83d\\ude00", "a", "{", "\\\\"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.constantFrom("", "  "), (pieces, before) => {
      const text = `${before}"${pieces.join("")}"`;
      const node = stringIn(text);
      const inside = stringOffsets(text, node);
      for (let i = 0; i < node.value.length; i++) {
        assert.equal(decode(text.slice(inside(i), inside(i + 1))), node.value[i]);
      }
      assert.equal(inside(0), before.length + 1);
      assert.equal(inside(node.value.length), text.length - 1);
    }),
    seeded,
  );
});

test.each([
  ["no closing quote", `"ab`, 3],
  ["other quotes", `'ab'`, 3],
  ["no quotes", `ab`, 2],
  ["nothing inside", `""`, 1],
])("a string with %s ends where its text does", (_, text, end) => {
  const node = stringIn(text);
  expect(stringOffsets(text, node)(node.value.length)).toBe(end);
});
