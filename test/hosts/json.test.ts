import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTexts } from "../../server/src/hosts/json.ts";
import { terraformJsonTexts } from "../../server/src/hosts/terraform.ts";
import { times } from "../support/long.ts";
import { checkEdit, checkOffsets, editOf, onlyRegion, regionIn } from "./laws.ts";
import { shown } from "./shown.ts";

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
}

test("Terraform in JSON", () => {
  const text = fixture("ruleset.tf.json");
  const waf = "phase=http_request_firewall_custom kind=zone group=cloudflare_ruleset.waf";
  expect(terraformJsonTexts(text).map((it) => shown(text, it))).toEqual([
    `cfrule starts_with(http.request.uri.path, "«\${var.prefix[\\"admin\\"]}»") and http.user_agent contains "\${jndi" | action=block enabled=true ${waf} order=0 attribute=expression`,
    `cfrule ip.src in {192.0.2.0/24} | action=skip ${waf} order=1 attribute=expression`,
    'lpjob {"enabled": «"${var.enabled}"»,"dataset": "http_requests","destination_conf": "s3://«${var.bucket}»/logs?region=eu-central-1","filter": «…»,"output_options": {"field_names": ["RayID",«"${var.field}"»],"CVE-2021-44228": true}} | dataset=http_requests group=cloudflare_logpush_job.errors',
    'lpfilter {"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}} | dataset=http_requests group=cloudflare_logpush_job.errors',
  ]);
});

test.each([
  ["an object", (rule: string) => `{ "rules": { "for_each": "\${var.r}", "content": ${rule} } }`],
  ["lists", (rule: string) => `[{ "rules": [{ "for_each": [1], "content": [${rule}] }] }]`],
])("dynamic blocks in Terraform's JSON: %s", (_, dynamic) => {
  const headers = (name: string) =>
    `{ "headers": { "${name}": { "operation": "set", "expression": "http.host" } } }`;
  const rule = `{ "expression": "ssl", "action_parameters": ${headers("dynamic")} }`;
  const other = `{ "expression": "not ssl", "action_parameters": ${headers("a")} }`;
  const text = `{ "resource": { "cloudflare_ruleset": { "r": { "phase": "http_request_late_transform",
    "dynamic": ${dynamic(rule)}, "rules": [${other}] } } } }`;
  expect(terraformJsonTexts(text).map((it) => it.region.text)).toEqual([
    "ssl",
    "http.host",
    "not ssl",
    "http.host",
  ]);
});

test("rule sets and jobs in the format of the service", () => {
  const set = fixture("ruleset.json");
  const around = "phase=http_request_firewall_custom kind=zone";
  expect(jsonTexts(set).map((it) => shown(set, it))).toEqual([
    `cfrule http.request.uri.path contains "/admin" | action=block ref=admin ${around} order=0 attribute=expression`,
    `cfrule ssl | action=block ${around} order=1 attribute=expression`,
    `cfrule http.response.code eq 401 | action=block ${around} order=1 attribute=ratelimit.counting_expression`,
  ]);
  const jobs = fixture("jobs.json");
  expect(jsonTexts(jobs).map((it) => shown(jobs, it).replace(/⏎ */g, " "))).toEqual([
    'lpjob { "name": "errors", "dataset": "http_requests", "destination_conf": "s3://logs/errors?region=eu-central-1", "filter": «…» } | dataset=http_requests',
    'lpfilter {"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}} | dataset=http_requests',
    'lpjob { "name": "all", "dataset": "dns_logs", "destination_conf": "gs://logs/dns", "filter": null } | dataset=dns_logs',
  ]);
});

test("rules without settings have a position, but no text", () => {
  const text = `{ "phase": "http_request_firewall_custom",
    "rules": [{}, { "expression": "ssl" }, {}, [{}], { "expression": "not ssl" }] }`;
  const found = jsonTexts(text).map((it) => [it.region.text, it.context.order]);
  expect(found).toEqual([
    ["ssl", 1],
    ["not ssl", 4],
  ]);
});

test("an object without settings is no filter", () => {
  const filter = '{ "key": "RayID", "operator": "eq", "value": "a" }';
  const text = `{ "all": [{}, ${filter}, { "or": [{}, ${filter}] }, { "or": [] }] }`;
  const found = jsonTexts(text, [{ path: "all[*]", language: "lpfilter" }]);
  expect(found.map((it) => it.region.text)).toEqual([
    `{"where":${filter}}`,
    `{"where":{ "or": [{}, ${filter}] }}`,
  ]);
});

describe("strings that the workspace declares", () => {
  const text = '{ "a": { "b": [{ "c": "ssl" }, { "c": "not ssl" }], "x.y": { "z": "ip.src" } } }';
  test.each([
    ["a.b[*].c", ["ssl", "not ssl"]],
    ["a.b[1].c", ["not ssl"]],
    ['a["x.y"].z', ["ip.src"]],
    ["a.*.z", ["ip.src"]],
    ["a.b.c", []],
    ["a.b[2].c", []],
    ["a..b", []],
    ["", []],
    ["a", []],
  ])("%s", (path, expected) => {
    const found = jsonTexts(text, [{ path, language: "cfrule" }]);
    expect(found.map((it) => it.region.text)).toEqual(expected);
  });

  test("or a comment does", () => {
    const declared = '{\n  // weir: cfrule\n  "a": "ssl",\n  "b": "{}" // weir: lpfilter\n}';
    expect(jsonTexts(declared).map((it) => shown(declared, it))).toEqual([
      "cfrule ssl | ",
      "lpfilter {} | ",
    ]);
  });
});

test.each([
  '{ "phase": "x" }',
  '{ "rules": [], "name": "phase" }',
  '{ "dataset": "x" }',
  '{ "dataset": 1, "destination_conf": 2 }',
  '["phase"]',
  '"phase"',
  "{",
  "",
])("%s has no embedded text", (text) => {
  expect(jsonTexts(text)).toEqual([]);
  expect(terraformJsonTexts(text)).toEqual([]);
});

const runs = { seed: 20_261_115, numRuns: times(10) };
const parts = [
  "a eq ",
  '\\"',
  "\\\\",
  "\\n",
  "\\u00e9",
  "\\ud83d\\ude00",
  "é😀",
  "\\/",
  "${b}",
  "$${",
  " ",
  "\ufdd0",
];
const content = fc
  .array(fc.constantFrom(...parts), { maxLength: 10 })
  .map((it) => `x${it.join("")}`);
const newTexts = fc.constantFrom("", "x", '"', "\\", "\n", "${", "${b}", "é😀", "\t");

describe.each([
  [
    "strings",
    (it: string) => `{\n  "a": "${it}",\n  "b": 1\n}`,
    onlyRegion((text) => jsonTexts(text, [{ path: "a", language: "cfrule" }])),
  ],
  [
    "templates",
    (it: string) => `{"resource":{"cloudflare_filter":{"a":{"expression":"${it}"}}}}`,
    onlyRegion(terraformJsonTexts),
  ],
])("regions in %s", (_, around, read) => {
  test("keep the laws", () => {
    let expressed = 0;
    fc.assert(
      fc.property(content, fc.nat(), fc.nat(), newTexts, (it, at, length, newText) => {
        const host = around(it);
        const region = regionIn(read, host);
        checkOffsets(host, region);
        if (checkEdit(read, host, region, editOf(region.text, at, length, newText))) expressed++;
      }),
      runs,
    );
    expect(expressed).toBeGreaterThan(runs.numRuns * 0.6);
  });
});
