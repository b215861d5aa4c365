import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { WriteRequest } from "../../server/src/api/calls.ts";
import { commandsFor } from "../../server/src/push/curl/calls.ts";
import { newId } from "../../server/src/push/simulation/announcement.ts";
import { shellWords } from "../fuzz/shell-words.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

/** The calls of a script with several commands: method, URL and body of each, as a shell parses them. */
function callsIn(script: string): { method: string; url: string; body: unknown }[] {
  const commands = script.replace(/^#.*\n\w+=''\n/gm, "").split(/^(?=curl )/m);
  return commands
    .filter((it) => it.startsWith("curl "))
    .map((command) => {
      const words = shellWords(command.trimEnd(), (name) => `<${name}>`);
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

/** The calls for a new rule and for one in a ruleset. */
function callsFor(expression: string, description: string): readonly WriteRequest[] {
  const filter = { id: newId(1) };
  return [
    { method: "POST", path: "/zones/z1/filters", body: [{ expression }] },
    {
      method: "POST",
      path: "/zones/z1/firewall/rules",
      body: [{ action: "block", description, filter }],
    },
    { method: "PATCH", path: "/zones/z1/rulesets/s1/rules/r1", body: { expression, description } },
  ];
}

const asWritten = { written: {}, env: {}, hide: (it: string) => it };

test("a shell sends the intended request for any rule", () => {
  fc.assert(
    fc.property(text, text, (expression, description) => {
      const sent = { expression: kept(expression), description: kept(description) };
      const rule = { action: "block", description: sent.description, filter: { id: "<NEW_1>" } };
      assert.deepEqual(callsIn(commandsFor(place, callsFor(expression, description), asWritten)), [
        { method: "POST", url: `${url}/filters`, body: [{ expression: sent.expression }] },
        { method: "POST", url: `${url}/firewall/rules`, body: [rule] },
        { method: "PATCH", url: `${url}/rulesets/s1/rules/r1`, body: sent },
      ]);
    }),
    { seed: 20_261_115, numRuns: times(13) },
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
      const [filters, rules] = callsFor(expression, description) as [WriteRequest, WriteRequest];
      const script = commandsFor(windows, [filters, rules], asWritten);
      const bodies = [...script.matchAll(/GetBytes\((.*?)\)\)(?=\n#|$)/gs)];
      assert.deepEqual(
        bodies.map((it) => JSON.parse(powershellValue(it[1] ?? ""))),
        [
          [{ expression: kept(expression) }],
          [{ action: "block", description: kept(description), filter: { id: "<NEW_1>" } }],
        ],
      );
    }),
    { seed: 20_261_115, numRuns: times(13) },
  );
});

test("for PowerShell the token is an environment variable, and no redirect is followed", () => {
  const windows = { ...place, shell: "powershell" } as const;
  const calls: readonly WriteRequest[] = [
    { method: "POST", path: "/zones/z1/filters", body: [{ expression: "it's" }] },
    { method: "DELETE", path: `/zones/z1/filters/${newId(1)}` },
  ];
  expect(commandsFor(windows, calls, asWritten)).toBe(
    `Invoke-RestMethod -Method POST -MaximumRedirection 0 -Uri ('${url}/filters') \`
  -Headers @{ 'Authorization' = 'Bearer ' + $env:WEIR_API_TOKEN } \`
  -ContentType 'application/json' \`
  -Body ([Text.Encoding]::UTF8.GetBytes('[{"expression":"it''s"}]'))
# Set NEW_1 to the ID in the response of the call that created it.
$NEW_1 = ''
Invoke-RestMethod -Method DELETE -MaximumRedirection 0 -Uri ('${url}/filters/' + $NEW_1) \`
  -Headers @{ 'Authorization' = 'Bearer ' + $env:WEIR_API_TOKEN }`,
  );
});
