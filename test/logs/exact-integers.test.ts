import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExactly, writeExactly } from "../../server/src/text/exact-integers.ts";

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9007199254740991", 9007199254740991],
  ["90071992547409920e-1", 9007199254740992],
  ['"9007199254740993"', "9007199254740993"],
  [
    '["integer 9007199254740993", 9007199254740993]',
    ["integer 9007199254740993", 9007199254740993n],
  ],
  ['{"\\"9007199254740993":0.1234567890123456}', { '"9007199254740993': 0.1234567890123456 }],
])("%s keeps its digits", (text, value) => {
  expect(parseExactly(text)).toEqual(value);
});

test("invalid JSON is refused", () => {
  expect(() => parseExactly('{"a":09007199254740993}')).toThrow(SyntaxError);
});

test("any value survives a round trip", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
      fc.integer(),
      fc.constantFrom("integer ", '"integer 12345678901234567"', "12345678901234567", "\\"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie("any"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (it) => {
      assert.deepEqual(parseExactly(writeExactly(it)), it);
    }),
    { numRuns: 300, seed: 7 },
  );
});
