import { describe, expect, test } from "vitest";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import type { Embedded } from "../../../server/src/hosts/embedded.ts";
import { jsonTexts } from "../../../server/src/hosts/json.ts";
import { terraformTexts } from "../../../server/src/hosts/terraform.ts";
import { yamlTexts } from "../../../server/src/hosts/yaml.ts";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { checkOffsets } from "../laws.ts";
import { shown } from "../shown.ts";

/** The texts, each with its action, dataset and phase, and `…` for holes. */
function texts(read: (text: string) => readonly Embedded[], text: string): string[] {
  return read(text).map((it) =>
    shown(text, it)
      .replace(/«.*?»/g, "…")
      .replace(/ (?:attribute|group|order|enabled|description|kind)=[^=|]*(?= |$)/g, "")
      .replace(/ \|\s*$/, ""),
  );
}

const condition = '{"key":"ClientIP","operator":"eq","value":"a"}';
const inHcl = '{ key = "ClientIP", operator = "eq", value = "a" }';

describe("a comment above an object of Terraform declares what it contains by its shape", () => {
  test.each([
    ["a filter", `a = { where = ${inHcl} }`, [`lpfilter {"where":${condition}}`]],
    ["a condition", `a = ${inHcl}`, [`lpfilter {"where":${condition}}`]],
    ["a group", `a = { or = [${inHcl}] }`, [`lpfilter {"where":{"or":[${condition}]}}`]],
    ["merged", `a = merge({ where = ${inHcl} }, b)`, [`lpfilter {"where":${condition},…}`]],
    ["a list of conditions", `a = [${inHcl}]`, [`lpfilter {"where":${condition}}`]],
    ["a map of filters", `a = { b = { where = ${inHcl} } }`, [`lpfilter {"where":${condition}}`]],
    ["a map of strings", 'a = { and = "{}", key = "{ }" }', ["lpfilter {}", "lpfilter { }"]],
    [
      "a list of jobs",
      'a = [{ name = "b", dataset = "dns_logs", filter = "{}" }]',
      ["lpfilter {} | dataset=dns_logs"],
    ],
    ["a block", 'a {\n  key = "b"\n  operator = "c"\n}', []],
  ])("lpfilter, %s", (_, text, expected) => {
    expect(texts(terraformTexts, `# weir: lpfilter\n${text}\n`)).toEqual(expected);
  });

  test.each([
    [
      "a rule",
      'a = { action = "block", description = "b", expression = "ssl", enabled = true }',
      ["cfrule ssl | action=block"],
    ],
    [
      "a list of rules",
      'a = [{ action = "log", expression = "ssl" }, { expression = "b" }]',
      ["cfrule ssl | action=log", "cfrule b"],
    ],
    [
      "a rate limit",
      'a = { expression = "b", ratelimit = { counting_expression = "c", period = 60 } }',
      ["cfrule b", "cfrule c"],
    ],
    [
      "a ruleset",
      'a = { name = "n", phase = "http_ratelimit", rules = [{ expression = "ssl" }] }',
      ["cfrule ssl | phase=http_ratelimit"],
    ],
    ["a rule of another form", 'a = { action = "b", name = "c", when = "ssl" }', ["cfrule ssl"]],
    ["a map", 'a = { name = "ssl", b = { c = ["d"] } }', ["cfrule ssl", "cfrule d"]],
  ])("cfrule, %s", (_, text, expected) => {
    expect(texts(terraformTexts, `# weir: cfrule\n${text}\n`)).toEqual(expected);
  });
});

const filter = { where: { key: "ClientIP", operator: "eq", value: "a" } };

test("objects of JSON are filters in the same way", () => {
  const text = JSON.stringify({ a: filter, b: filter.where, c: { d: "{}" } }, null, 1);
  const declared = text.replace(/^ "/gm, ' // weir: lpfilter\n "');
  const found = jsonTexts(declared);
  expect(found.map((it) => JSON.parse(it.region.text))).toEqual([filter, filter, {}]);
  for (const { region } of found) checkOffsets(declared, region);
});

test.each([
  ["where:\n    key: ClientIP\n    operator: eq\n    value: a", `{"where":${condition}}`],
  ["key: ClientIP\n  operator: 'eq'\n  value: \"a\"", `{"where":${condition}}`],
  ["where: { key: ClientIP, operator: eq, value: a }", `{"where":${condition}}`],
  [
    "where:\n    key: BotScore\n    operator: in\n    value: [1, true, 'b\"c']",
    '{"where":{"key":"BotScore","operator":"in","value":[1,true,"b\\"c"]}}',
  ],
  [
    "where:\n    key: a\n    operator: *x\n    value: ~",
    '{"where":{"key":"a","operator":…,"value":…}}',
  ],
])("objects of YAML too: %s", (object, expected) => {
  const text = `x: &x eq\n# weir: lpfilter\na:\n  ${object}\nb: c\n`;
  const found = yamlTexts(text);
  expect(texts(yamlTexts, text)).toEqual([`lpfilter ${expected}`]);
  for (const { region } of found) checkOffsets(text, region);
});

test("the rules of a YAML list are read by their expressions", () => {
  const text = "# weir: cfrule\na:\n  - action: block\n    description: b c\n    expression: ssl\n";
  expect(texts(yamlTexts, text)).toEqual(["cfrule ssl | action=block"]);
});

test("a path of weir.json may lead to an object", () => {
  const text = JSON.stringify({ a: [filter], b: { expression: "ssl", description: "x" } });
  const paths = [
    { path: "a[*]", language: "lpfilter" },
    { path: "b", language: "cfrule" },
  ] as const;
  expect(jsonTexts(text, paths).map((it) => it.region.text)).toEqual([
    JSON.stringify(filter),
    "ssl",
  ]);
});

function fixed(path: string, text: string): string | undefined {
  const host = hostOfPath(path);
  return host && fixAll(host, text, defaultContext, { style: true });
}

test("fixes write values in the syntax of the host, and nothing else", () => {
  const hcl = (operator: string, value: string) =>
    `# weir: lpfilter\na = {\n  where = {\n    key      = "EdgeResponseStatus"\n    operator = "${operator}"\n    value    = ${value}\n  }\n}\n`;
  expect(fixed("a.tf", hcl("equals", "500"))).toBe(hcl("eq", "500"));
  expect(fixed("a.tf", hcl("geq", '"500"'))).toBe(hcl("geq", '"500"'));
  const json = (operator: string) =>
    `{\n  // weir: lpfilter\n  "a": [{ "key": "ClientIP", "operator": "${operator}", "value": "192.0.2.1" }]\n}\n`;
  expect(fixed("a.json", json("EQ"))).toBe(json("eq"));
  const yaml = "# weir: lpfilter\na:\n  key: ClientIP\n  operator: EQ\n  value: 192.0.2.1\n";
  expect(fixed("a.yaml", yaml)).toBe(yaml);
});
