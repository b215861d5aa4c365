import assert from "node:assert/strict";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { type Edit, insert, remove, replace } from "../../server/src/text/edit.ts";
import { Random } from "../conformance/random.ts";
import { times } from "../support/long.ts";

/** The text after the fixes of one round, each given by its edits. */
function fixed(text: string, fixes: readonly (readonly Edit[])[]): string {
  const found = fixes.map(
    (edits): Diagnostic => ({
      start: edits[0]?.start ?? 0,
      end: edits[0]?.end ?? 0,
      code: "x",
      severity: "error",
      message: "X.",
      fixes: [{ title: "Fix", edits }],
    }),
  );
  const analyze = (it: string) => ({ diagnostics: () => (it === text ? found : []) });
  return fixAll({ analyze } as never, text, defaultContext, { rounds: 1 });
}

test("fixes that touch each other are not applied together: the first one is", () => {
  const at = (start: number, end: number, newText: string) => [replace({ start, end }, newText)];
  expect(fixed("abcdef", [at(0, 2, "X"), at(1, 3, "Y"), at(4, 5, "Z")])).toBe("XcdZf");
  expect(fixed("abcdef", [at(0, 2, "X"), at(2, 3, "Y")])).toBe("Xcdef");
  expect(fixed("abcdef", [at(2, 4, "X"), at(0, 6, "Y")])).toBe("abXef");
  expect(fixed("abcdef", [[insert(3, "X")], [insert(3, "Y")]])).toBe("abcXdef");
});

test("a fix whose own edits overlap is not applied", () => {
  const twice = [remove({ start: 1, end: 3 }), remove({ start: 2, end: 4 })];
  expect(fixed("abcdef", [twice, [insert(6, "X")]])).toBe("abcdefX");
  const order = [insert(4, "Y"), insert(0, "X"), remove({ start: 0, end: 1 })];
  expect(fixed("abcdef", [order])).toBe("XbcdYef");
});

test("a character that no edit names is never lost", () => {
  const random = new Random(20_261_117);
  const text = "abcdefghijklmnopqrst";
  for (let i = 0; i < times(75); i++) {
    const fixes = random.several(1, 6, () =>
      random.several(1, 4, () => {
        const start = random.below(text.length + 1);
        const end = Math.min(text.length, start + random.below(4));
        return replace({ start, end }, random.pick(["", "_", "__"]));
      }),
    );
    const named = new Set(
      fixes.flat().flatMap((it) => [...text].filter((_, at) => it.start <= at && at < it.end)),
    );
    const after = fixed(text, fixes);
    const kept = [...after].filter((it) => it !== "_").join("");
    assert.equal(kept, [...text].filter((it) => kept.includes(it)).join(""));
    for (const it of text) assert(named.has(it) || kept.includes(it), JSON.stringify(fixes));
  }
});

test.each([
  ['k:"value":[[[m', "m"],
  ['k:"value":[[["]}', "]}"],
])("brackets that are not closed are not removed: %s", (text, last) => {
  const after = fixAll(lpfilter, text, defaultContext, { style: true });
  for (const it of ["k", "value", "[[[", last]) expect(after).toContain(it);
});
