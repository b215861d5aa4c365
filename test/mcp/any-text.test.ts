import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { languages } from "../../server/src/languages.ts";
import { languageParameter } from "../../server/src/mcp/parameters.ts";
import { tools } from "../../server/src/mcp/tools/all.ts";
import { callTool } from "../../server/src/mcp/worker.ts";
import { times } from "../support/long.ts";

const pieces = [
  ..."{}[](),:\"'\\/#@$ \n\r\t!=é😀\u0000\u2028\ufeff\ud800",
  '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}',
  'http.host eq "a"',
  " and ",
  "expression = ",
  'resource "cloudflare_filter" "a" {',
  "```cfrule\n",
  "not (",
  "ip.src in {192.0.2.0/24 ",
];
const anyText = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 20 });
const anyValue = fc.oneof(
  { weight: 6, arbitrary: anyText },
  fc.constantFrom(...languageParameter.enum),
  fc.anything(),
);

test("any arguments get a result, never an internal error", async () => {
  const names = ["text", "language", "dataset", "lines", "request", "first", "second", "code"];
  const given = fc.dictionary(fc.constantFrom(...names, "search", "limit", "x"), anyValue);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tools), given, async ({ name }, args) => {
      const { content } = await callTool({ name, given: args });
      assert.doesNotMatch(content.map((it) => it.text).join("\n"), /bug in Weir/);
    }),
    { seed: 20_261_116, numRuns: times(25) },
  );
});

test("any text gets a result from every tool in every language", async () => {
  const language = fc.constantFrom(...languageParameter.enum);
  await fc.assert(
    fc.asyncProperty(anyText, anyText, language, async (text, other, language) => {
      for (const { name, parameters } of tools) {
        const all = { text, first: text, second: other, lines: other, code: text, language };
        const given = Object.entries(all).filter(([it]) => Object.hasOwn(parameters, it));
        const { content } = await callTool({ name, given: Object.fromEntries(given) });
        assert.doesNotMatch(content.map((it) => it.text).join("\n"), /bug in Weir/);
      }
    }),
    { seed: 20_261_116, numRuns: times(7) },
  );
});

test("deeply nested and long texts get a result", async () => {
  const texts = ['{"where":{"and":['.repeat(3000), "(".repeat(30_000), "not ".repeat(20_000)];
  for (const text of texts)
    for (const { id: language } of languages) {
      const { content } = await callTool({ name: "check", given: { text, language } });
      expect(content[0]?.text).toContain("error");
    }
});
