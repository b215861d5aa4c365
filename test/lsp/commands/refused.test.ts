import { describe, expect, test } from "vitest";
import type { Reason } from "../../../server/src/api/service-error.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { type AnyLanguage, defaultContext } from "../../../server/src/languages.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { lpjob } from "../../../server/src/lpjob/language.ts";
import { diagnosticFor } from "../../../server/src/lsp/commands/service-errors/diagnostic-for.ts";

/** Errors of the service are shown at the location that their message names. */

const rule = `# @action block
# @priority 7
http.host eq "é"   # a remark
  and   http.hots eq "b"
`;
const filter = '{ "where": { "key": "ClientIPs", "operator": "eq", "value": 5 } }';
const job = '{ "dataset": "http_requests", "output_options": { "sample_rate": 2, "a/b": 1 } }';

function shown(language: AnyLanguage, text: string, reason: Reason): string {
  const it = diagnosticFor(reason, { text, language, context: defaultContext });
  return it ? `${text.slice(it.start, it.end)} | ${it.message}` : "nowhere";
}

const said = (words: string) => `The service rejected this: ${words}`;

describe("in a rule", () => {
  const pushed = 'http.host eq "é" and http.hots eq "b"';
  test.each<[what: string, reason: Reason, place: string]>([
    [
      "the engine's line, byte and carets",
      {
        message: `Filter parsing error (1:23):\n${pushed}\n${" ".repeat(22)}^^^^^^^^^ unknown identifier`,
      },
      `http.hots | ${said("unknown identifier.")}`,
    ],
    [
      "carets alone, under the expression in quotes",
      { message: `\`${pushed}\`\n${" ".repeat(22)}^^^^^^^^^ what is this` },
      `http.hots | ${said("what is this.")}`,
    ],
    [
      "a place behind the end",
      { message: `(1:900) is too far` },
      `" | ${said("(1:900) is too far.")}`,
    ],
    ["a line that there is not", { message: `(7:1)` }, "nowhere"],
    [
      "a word in quotes",
      { message: "unknown field 'http.hots'" },
      `http.hots | ${said("unknown field 'http.hots'.")}`,
    ],
    ["a word that is only a part of others", { message: "unknown field 'http'" }, "nowhere"],
    [
      "the expression",
      { message: "too long", pointer: "/rules/0/expression" },
      `${rule.slice(rule.indexOf("http"), -1)} | ${said("too long.")}`,
    ],
    ["a directive", { message: "No!", pointer: "/priority" }, `# @priority 7 | ${said("No!")}`],
    ["a directive that the file lacks", { message: "No!", pointer: "/enabled" }, "nowhere"],
    ["a name of JavaScript's own", { message: "No!", pointer: "/constructor" }, "nowhere"],
    ["nothing", { message: "" }, "nowhere"],
  ])("%s", (_, reason, place) => expect(shown(cfrule, rule, reason)).toBe(place));

  test("an empty file has no positions", () => {
    expect(shown(cfrule, "# @action block\n", { message: "(1:1)" })).toBe("nowhere");
  });

  test("nothing is shown when disabled", () => {
    const context = { ...defaultContext, severity: { "refused-by-service": "off" } } as const;
    const refused = { text: rule, language: cfrule, context };
    expect(diagnosticFor({ message: "'http.hots'" }, refused)).toBeUndefined();
  });
});

describe("in a filter or a job", () => {
  test.each<[what: string, language: AnyLanguage, text: string, reason: Reason, place: string]>([
    [
      "a name",
      lpfilter,
      filter,
      { message: "no field `ClientIPs`" },
      `"ClientIPs" | ${said("no field `ClientIPs`.")}`,
    ],
    ["a number", lpfilter, filter, { message: 'bad value "5"' }, `5 | ${said('bad value "5".')}`],
    [
      "the whole filter",
      lpfilter,
      filter,
      { message: "bad", pointer: "/filter" },
      `${filter} | ${said("bad.")}`,
    ],
    ["no place", lpfilter, filter, { message: "bad", pointer: "/name" }, "nowhere"],
    [
      "a property",
      lpjob,
      job,
      { message: "bad", pointer: "/output_options/sample_rate" },
      `"sample_rate": 2 | ${said("bad.")}`,
    ],
    [
      "a property with a slash",
      lpjob,
      job,
      { message: "bad", pointer: "/output_options/a~1b" },
      `"a/b": 1 | ${said("bad.")}`,
    ],
    [
      "the nearest above",
      lpjob,
      job,
      { message: "bad", pointer: "/dataset/x/y" },
      `"dataset": "http_requests" | ${said("bad.")}`,
    ],
    [
      "escapes in quotes",
      lpjob,
      job,
      { message: 'no "http_requests" here' },
      `"http_requests" | ${said('no "http_requests" here.')}`,
    ],
    ["an empty text", lpjob, "", { message: "bad", pointer: "/name" }, "nowhere"],
  ])("%s", (_, language, text, reason, place) => expect(shown(language, text, reason)).toBe(place));
});
