import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { includes } from "../../../server/src/core/solver/text/text-set.ts";
import { numerals, written, writtenBelow } from "../../../server/src/lpfilter/meaning/numerals.ts";
import { times } from "../../support/long.ts";

const small = fc.constantFrom(
  0,
  0.5,
  1,
  1.5,
  5,
  9,
  9.5,
  10,
  12,
  12.25,
  99,
  100,
  123.456,
  1e-6,
  1e20,
);
const number = fc.oneof(
  small,
  fc.constantFrom(1e-7, 2.5e-9, 1e21, 3e300, 5e-324, 0.1 + 0.2),
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: 2000 }).map((it) => it / 16),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);

test("numbers are compared by how they are written", () => {
  fc.assert(
    fc.property(
      number,
      number,
      fc.boolean(),
      fc.constantFrom("", "-"),
      (it, bound, orEqual, sign) => {
        const set = writtenBelow(bound, orEqual, sign);
        assert.equal(set === undefined, /e|Infinity/.test(String(bound)));
        if (!set) return;
        const text = `${sign}${it}`;
        assert.equal(includes(set, text), orEqual ? it <= bound : it < bound, text);
        assert.equal(includes(set, sign === "" ? `-${it}` : `${it}`), false);
      },
    ),
    { numRuns: times(375), seed: 20_261_116 },
  );
});

test("every number is written as one of the numeric strings", () => {
  fc.assert(
    fc.property(number, fc.boolean(), (it, isNegative) => {
      const text = String(isNegative ? 0 - it : it);
      assert.ok(includes(numerals, text) && includes(written, text), text);
    }),
    { numRuns: times(63), seed: 20_261_116 },
  );
});
