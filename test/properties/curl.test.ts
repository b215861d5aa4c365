import fc from "fast-check";
import { expect, test } from "vitest";
import { changedRuleCurl, newRuleCurl, rulesetRuleCurl } from "../../server/src/push/curl.ts";
import { shellWords } from "../fuzz/shell-words.ts";

/** The calls of a script with several commands: method, address and body of each, as a shell reads them. */
function callsIn(script: string): { method: string; url: string; body: unknown }[] {
  const commands = script.replace(/^#.*\n/gm, "").split(/^(?=curl )/m);
  return commands
    .filter((it) => it.startsWith("curl "))
    .map((command) => {
      const words = shellWords(command.replace(/\n\w+_ID=''\n$/, ""), (name) => `<${name}>`);
      const [, , , method = "", url = ""] = words;
      const data = words.indexOf("--data");
      return { method, url, body: data === -1 ? undefined : JSON.parse(words[data + 1] ?? "") };
    });
}

const place = { baseUrl: "https://api.example/v4" };
const url = `${place.baseUrl}/zones/z1`;
const quotes = fc.string({ unit: fc.constantFrom(..."'\"\\$`!\n #a(é){}") });
const text = fc.oneof(fc.string({ unit: "binary" }), quotes);

/** What JSON makes of half a character when it is written and read. */
const kept = (value: string): string => JSON.parse(JSON.stringify(value));

test("a shell sends what was meant, whatever is in the rule", () => {
  fc.assert(
    fc.property(text, text, (expression, description) => {
      const rule = { expression, action: "block", description };
      const rest = { action: "block", description: kept(description) };
      const whole = { expression: kept(expression), ...rest };
      expect(callsIn(newRuleCurl(place, "z1", rule))).toEqual([
        { method: "POST", url: `${url}/filters`, body: [{ expression: kept(expression) }] },
        {
          method: "POST",
          url: `${url}/firewall/rules`,
          body: [{ ...rest, filter: { id: "<FILTER_ID>" } }],
        },
      ]);
      const known = { zone: "z1", rule: "r1", filter: "f1" };
      expect(callsIn(changedRuleCurl(place, known, rule))).toEqual([
        {
          method: "PUT",
          url: `${url}/filters/f1`,
          body: { id: "f1", expression: kept(expression) },
        },
        {
          method: "PUT",
          url: `${url}/firewall/rules/r1`,
          body: { id: "r1", ...rest, filter: { id: "f1" } },
        },
      ]);
      const phase = { zone: "z1", phase: "p", known: undefined };
      expect(callsIn(rulesetRuleCurl(place, phase, rule))).toEqual([
        { method: "GET", url: `${url}/rulesets/phases/p/entrypoint`, body: undefined },
        { method: "POST", url: `${url}/rulesets/<RULESET_ID>/rules`, body: whole },
      ]);
      const there = { ...phase, known: { ruleset: "s1", rule: "r1" } };
      expect(callsIn(rulesetRuleCurl(place, there, rule))).toEqual([
        { method: "PATCH", url: `${url}/rulesets/s1/rules/r1`, body: whole },
      ]);
    }),
    { seed: 20_261_115, numRuns: 300 },
  );
});
