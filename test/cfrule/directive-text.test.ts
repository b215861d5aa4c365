import fc from "fast-check";
import { expect, test } from "vitest";
import { directiveText, readDirectives } from "../../server/src/cfrule/syntax/directives.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

function read(text: string, name = "description"): string | undefined {
  return readDirectives(text, [{ start: 0, end: text.length }]).find((it) => it.name === name)
    ?.value;
}

const hard = fc.constantFrom(..." \t\n\r\"\\:=#'@\u2028\u0085\ufeff\ud800");

test("any text is read as it was written, from one line", () => {
  const text = fc.string({ unit: fc.oneof(anyCharacter, hard), minLength: 1 });
  fc.assert(
    fc.property(text, (it) => {
      const line = `# @description ${directiveText(it)}`;
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u);
      expect(read(line)).toBe(it);
    }),
    { numRuns: times(125) },
  );
});

test.each([
  ["plain text # with 'marks'", "plain text # with 'marks'"],
  ['"quoted"', '"quoted"'],
  ["a\\b", "a\\b"],
  ["two\nlines", '"two\\nlines"'],
  [" spaces ", '"\\u0020spaces "'],
  ["trailing ", '"trailing\\u0020"'],
  [": colon", '"\\u003a colon"'],
  ['"\\n"', '"\\"\\\\n\\""'],
  ["\u0085", '"\\u0085"'],
])("%j is written as %s", (text, written) => {
  expect(directiveText(text)).toBe(written);
});

test("other values and invalid strings are read literally", () => {
  for (const it of ['"a\\x"', '"quoted"', '"a\\n', "{}"])
    expect(read(`# @ref ${it}`, "ref")).toBe(it);
  expect(read('# @action "a\\n"', "action")).toBe('"a\\n"');
  const [directive] = readDirectives('# @ref "a\\n"  ', [{ start: 0, end: 14 }]);
  expect(directive?.valueSpan).toEqual({ start: 7, end: 12 });
});
