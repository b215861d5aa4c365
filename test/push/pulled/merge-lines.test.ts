import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedText } from "../../../server/src/push/pulled/merge-lines.ts";
import { times } from "../../support/long.ts";

test.each<[string, string, string, string, string, number]>([
  ["nothing", "a b", "a b", "a b", "a b", 0],
  ["our change", "a b c", "a x c", "a b c", "a x c", 0],
  ["their change", "a b c", "a b c", "a x c", "a x c", 0],
  ["the same change", "a b c", "a x c", "a x c", "a x c", 0],
  ["changes of different lines", "a b c", "x b c", "a b y", "x b y", 0],
  ["changes of lines beside each other", "a b", "x b", "a y", "x y", 0],
  ["lines that we add and they remove", "a b c", "a b c d", "a c", "a c d", 0],
  ["lines that both add at one place", "a b", "a x b", "a y b", "a < x = y > b", 1],
  ["one line in two ways", "a b c", "a x c", "a y c", "a < x = y > c", 1],
  ["lines that overlap", "a b c d", "a x d", "a b y d", "a < x = b y > d", 1],
  ["a line that one side removes", "a b c", "a c", "a x c", "a < = x > c", 1],
])("merges %s", (_, base, ours, theirs, expected, conflicts) => {
  const text = (words: string) => words.split(" ").join("\n");
  const merged = mergedText(text(base), text(ours), text(theirs));
  const short = merged.text
    .replace("<<<<<<< this file", "<")
    .replace("=======", "=")
    .replace(">>>>>>> the service", ">");
  expect([short.split("\n").join(" "), merged.conflicts]).toEqual([expected, conflicts]);
});

const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });

test("what one side leaves is taken from the other, and no line of a change is lost", () => {
  fc.assert(
    fc.property(lines, lines, lines, (...all) => {
      const [base, ours, theirs] = all.map((it) => it.join("\n"));
      assert.ok(base !== undefined && ours !== undefined && theirs !== undefined);
      assert.deepEqual(mergedText(base, ours, base), { text: ours, conflicts: 0 });
      assert.deepEqual(mergedText(base, base, theirs), { text: theirs, conflicts: 0 });
      assert.deepEqual(mergedText(base, ours, ours), { text: ours, conflicts: 0 });
      const [one, other] = [mergedText(base, ours, theirs), mergedText(base, theirs, ours)];
      assert.equal(one.conflicts, other.conflicts);
    }),
    { seed: 20_261_119, numRuns: times(250, 20_000) },
  );
});
