import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toMarkup } from "../../../server/src/lsp/wire/convert.ts";
import { code, escapeMarkdown } from "../../../server/src/text/markdown.ts";
import { seeded } from "../../support/json.ts";
import { times } from "../../support/long.ts";

function read(markdown: string): string {
  return toMarkup(markdown, false).value;
}

test.each([
  ["**a** is a `word`, see [more](https://x.example)", "a is a word, see more"],
  ["**http\\_host** \\*\\* is \\<b\\>, \\[so\\](x)", "http_host ** is <b>, [so](x)"],
  ["`C:\\_x` and C:\\\\\\_x", "C:\\_x and C:\\_x"],
  ["**`a*b` and [`c]d`](https://x.example)**", "a*b and c]d"],
  ['Before\n```json\n{ "a\\_b": `**x**` }\n```\nafter', 'Before\n{ "a\\_b": `**x**` }\nafter'],
  ["2 ** 3 and a lone ` stay", "2 ** 3 and a lone ` stay"],
])("markdown %j reads as plain text", (markdown, expected) => {
  expect(read(markdown)).toBe(expected);
});

test("escaped text renders as written", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."\\`*_[]()<>&~@:/.w ab"), maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      fc.pre(b.trim() !== "");
      assert.equal(
        read(`**${escapeMarkdown(`x${a}`)}** ${code(b)}, ${escapeMarkdown(a)}`),
        `x${a} ${b}, ${a}`,
      );
    }),
    { ...seeded, numRuns: times(63) },
  );
});
