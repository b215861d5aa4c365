import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedRuleCurl, newRuleCurl, rulesetRuleCurl } from "../../server/src/push/curl/calls.ts";
import { shellWords } from "../fuzz/shell-words.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

/** The calls of a script with several commands: method, URL and body of each, as a shell parses them. */
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

const place = {
  baseUrl: "https://api.example/v4",
  auth: { headers: [["Authorization", ["Bearer ", { variable: "WEIR_API_TOKEN" }]]] },
  shell: "posix",
} as const;
const url = `${place.baseUrl}/zones/z1`;
const quotes = fc.string({ unit: fc.constantFrom(..."'\"\\$`!\n #a(é){}") });
const text = fc.oneof(fc.string({ unit: anyCharacter }), quotes);

/** A string after a JSON round trip, which changes lone surrogates. */
const kept = (value: string): string => JSON.parse(JSON.stringify(value));

test("a shell sends the intended request for any rule", () => {
  fc.assert(
    fc.property(text, text, (expression, description) => {
      const rule = { expression, action: "block", description };
      const rest = { action: "block", description: kept(description) };
      const whole = { expression: kept(expression), ...rest };
      assert.deepEqual(callsIn(newRuleCurl(place, "z1", rule)), [
        { method: "POST", url: `${url}/filters`, body: [{ expression: kept(expression) }] },
        {
          method: "POST",
          url: `${url}/firewall/rules`,
          body: [{ ...rest, filter: { id: "<FILTER_ID>" } }],
        },
      ]);
      const known = { zone: "z1", rule: "r1", filter: "f1" };
      assert.deepEqual(callsIn(changedRuleCurl(place, known, rule)), [
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
      assert.deepEqual(callsIn(rulesetRuleCurl(place, phase, rule)), [
        { method: "GET", url: `${url}/rulesets/phases/p/entrypoint`, body: undefined },
        { method: "POST", url: `${url}/rulesets/<RULESET_ID>/rules`, body: whole },
      ]);
      const there = { ...phase, known: { ruleset: "s1", rule: "r1" } };
      assert.deepEqual(callsIn(rulesetRuleCurl(place, there, rule)), [
        { method: "PATCH", url: `${url}/rulesets/s1/rules/r1`, body: whole },
      ]);
    }),
    { seed: 20_261_115, numRuns: times(25) },
  );
});

/** Evaluates a PowerShell expression of strings and variables: a quote of any kind ends a string unless it is doubled. */
function powershellValue(expression: string): string {
  let value = "";
  let rest = expression;
  while (rest !== "") {
    const [whole = "", text, variable] =
      /^(?:'((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)'|\$(\w+))(?: \+ )?/.exec(rest) ?? [];
    if (whole === "") throw new Error(`PowerShell cannot read ${rest}`);
    value += text?.replace(/(['\u2018-\u201b])['\u2018-\u201b]/g, "$1") ?? `<${variable}>`;
    rest = rest.slice(whole.length);
  }
  return value;
}

test("PowerShell sends the intended request for any rule", () => {
  const windows = { ...place, shell: "powershell" } as const;
  const any = fc.oneof(text, fc.string({ unit: fc.constantFrom(..."'’‘‚‛\"`$(){}@;\n#é") }));
  fc.assert(
    fc.property(any, any, (expression, description) => {
      const script = newRuleCurl(windows, "z1", { expression, action: "block", description });
      const bodies = [...script.matchAll(/GetBytes\((.*?)\)\)(?=\n#|$)/gs)];
      assert.deepEqual(
        bodies.map((it) => JSON.parse(powershellValue(it[1] ?? ""))),
        [
          [{ expression: kept(expression) }],
          [{ action: "block", description: kept(description), filter: { id: "<FILTER_ID>" } }],
        ],
      );
    }),
    { seed: 20_261_115, numRuns: times(25) },
  );
});

test("for PowerShell the token is an environment variable, and no redirect is followed", () => {
  const windows = { ...place, shell: "powershell" } as const;
  expect(newRuleCurl(windows, "z1", { expression: "it's", action: "log" })).toBe(
    `# 1. Create the filter. The response has its ID.
Invoke-RestMethod -Method POST -MaximumRedirection 0 -Uri ('${url}/filters') \`
  -Headers @{ 'Authorization' = 'Bearer ' + $env:WEIR_API_TOKEN } \`
  -ContentType 'application/json' \`
  -Body ([Text.Encoding]::UTF8.GetBytes('[{"expression":"it''s"}]'))
# 2. Create the rule. Set its filter ID first.
$FILTER_ID = ''
Invoke-RestMethod -Method POST -MaximumRedirection 0 -Uri ('${url}/firewall/rules') \`
  -Headers @{ 'Authorization' = 'Bearer ' + $env:WEIR_API_TOKEN } \`
  -ContentType 'application/json' \`
  -Body ([Text.Encoding]::UTF8.GetBytes('[{"action":"log","filter":{"id":"' + $FILTER_ID + '"}}]'))`,
  );
});
