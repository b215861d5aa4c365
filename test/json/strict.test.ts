import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { firstJsonError } from "../../server/src/json/syntax/strict.ts";
import { times } from "../support/long.ts";

const samples = fc.constantFrom(
  '{"a":[1,{"b":"x\\n\\u00e9"},[],{}],"c":-0.5e+3,"d":null}',
  " [ true , false ]\n",
  '{"a" : "b" , "c":[ ] }',
  "12",
);
const unit = fc.constantFrom(...'{}[]",:\\ 01-.eEtrufalsn\n\tx/');

test("a text is accepted if JSON.parse accepts it", () => {
  const at = fc.nat(60);
  const edit = fc.tuple(samples, at, at, fc.array(unit, { maxLength: 2 }));
  fc.assert(
    fc.property(edit, ([text, start, length, units]) => {
      const end = start + (length % 3);
      const changed = text.slice(0, start) + units.join("") + text.slice(end);
      assert.equal(firstJsonError(changed) === undefined, isJson(changed), changed);
    }),
    { seed: 20_261_119, numRuns: times(1500) },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
