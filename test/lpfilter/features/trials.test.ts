import { expect, test } from "vitest";
import type { LogRow } from "../../../server/src/core/trial.ts";
import { evaluateTree } from "../../../server/src/core/trial-tree.ts";
import { defaultContext, hostOfPath, languageOfPath } from "../../../server/src/languages.ts";

function row(fields: Readonly<Record<string, unknown>>): LogRow {
  return {
    get: (name) => fields[name],
    raw: (name) => JSON.stringify(fields[name]),
    names: () => Object.keys(fields),
  };
}

function trialOf(text: string) {
  return languageOfPath("a.lpfilter")?.analyze(text, defaultContext).trials?.()[0];
}

const text = `{ "where": { "or": [
  { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
  { "and": [
    { "key": "ClientRequestPath", "operator": "startsWith", "value": "/login" },
    { "key": "BotScore", "operator": "lt", "value": 30 } ] } ] } }`;

test("the fields and conditions of a filter, in the order of the text", () => {
  const trial = trialOf(text)?.trial;
  expect(trial?.fields).toEqual(["EdgeResponseStatus", "ClientRequestPath", "BotScore"]);
  expect(trial?.conditions.map((it) => text.slice(it.start, it.end).slice(2, 14))).toEqual([
    '"key": "Edge',
    '"key": "Clie',
    '"key": "BotS',
  ]);
});

test("results of the conditions, and the outcome", () => {
  const trial = trialOf(text)?.trial;
  const on = row({ EdgeResponseStatus: 200, ClientRequestPath: "/login", BotScore: 40 });
  expect(trial?.outcome(on)).toBe(false);
  expect(trial?.answers(on)).toEqual([false, true, false]);
  const outcomeOf = (answers: boolean[]) => trial && evaluateTree(trial.tree, answers).outcome;
  expect(outcomeOf([false, true, true])).toBe(true);
  expect(outcomeOf([true, false, false])).toBe(true);
});

test("diagnostics do not prevent a trial", () => {
  const odd = '{ "where": { "key": "NoSuchField", "operator": "eq", "value": "x" } }';
  expect(trialOf(odd)?.trial?.outcome(row({ NoSuchField: "x" }))).toBe(true);
});

test.each([
  ["{ where", /./],
  ['{ "where": { "key": "ClientIP", "operator": "equals", "value": "x" } }', /'equals'/],
  ['{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "ok" } }', /./],
])("%s cannot be tried, with a reason", (broken, message) => {
  expect(trialOf(broken)?.error).toMatch(message);
});

const terraform = (host: string) => `resource "cloudflare_logpush_job" "a" {
  dataset = "http_requests"
  filter = jsonencode({ where = { key = "ClientRequestHost", operator = "eq", value = "${host}" } })
}`;

test("a filter in Terraform has the range of its region", () => {
  const source = terraform("a.example");
  const texts = hostOfPath("a.tf")?.analyze(source, defaultContext).trials?.() ?? [];
  const tried = texts.filter((it) => it.trial);
  expect(tried.length).toBeGreaterThan(0);
  for (const it of tried) {
    const condition = it.trial?.conditions[0];
    expect(source.slice(condition?.start, condition?.end)).toContain("ClientRequestHost");
    expect(it.trial?.outcome(row({ ClientRequestHost: "a.example" }))).toBe(true);
  }
});

test("a filter with parts that Terraform fills in cannot be tried", () => {
  const source = terraform("$" + "{var.host}");
  const texts = hostOfPath("a.tf")?.analyze(source, defaultContext).trials?.() ?? [];
  expect(texts.filter((it) => it.trial)).toEqual([]);
  expect(texts.map((it) => it.error)).toContainEqual(expect.stringContaining("filled in later"));
});
