import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Embedded } from "../../server/src/hosts/embedded.ts";
import { hostEdits } from "../../server/src/hosts/region.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { times } from "../support/long.ts";
import { checkEdit, checkOffsets, editOf, type ReadRegion, regionIn } from "./laws.ts";

/** Terraform objects that are parsed as the JSON they become. */

function around(body: string): string {
  return `resource "cloudflare_logpush_job" "a" {\n${body}\n}\n`;
}

function reading(language: Embedded["language"]): ReadRegion {
  return (host) => terraformTexts(host).find((it) => it.language === language)?.region;
}

function edited(language: Embedded["language"], body: string, find: string, by: string) {
  const host = around(body);
  const { text, ...region } = regionIn(reading(language), host);
  const start = text.indexOf(find);
  expect(start, `'${find}' in '${text}'`).not.toBe(-1);
  const edit = { start, end: start + find.length, newText: by };
  const edits = hostEdits({ text, ...region }, [edit]);
  return edits && applyEdits(host, edits).slice(around("").indexOf("\n") + 1, -3);
}

describe("an edit of a filter in 'jsonencode'", () => {
  test.each([
    ["changes a string", '{ key = "a" }', '"a"', '"b"', '{ key = "b" }'],
    ["changes part of a string", '{ key = "ab" }', "b", 'c\\"d', '{ key = "ac\\"d" }'],
    ["adds signs to a string", '{ key = "ab" }', "b", "{c}, [d]: e", '{ key = "a{c}, [d]: e" }'],
    ["changes a number", "{ value = 500 }", "500", "499", "{ value = 499 }"],
    ["changes a string into a number", '{ value = "500" }', '"500"', "500", "{ value = 500 }"],
    ["renames a property", "{ kye = 1 }", "kye", "key", "{ key = 1 }"],
    ["renames a property with its quotes", "{ kye = 1 }", '"kye"', '"key"', '{ "key" = 1 }'],
    ["removes a property", "{ a = 1\n b = 2 }", '"a":1,', "", "{ b = 2 }"],
    ["removes an element", "{ a = [1, 2] }", ",2", "", "{ a = [1] }"],
    ["escapes a string", '{ a = "b" }', '"b"', '"${"', '{ a = "$${" }'],
    ["changes a value into null", "{ a = true }", "true", "null", "{ a = null }"],
    ["does not add an element", "{ a = [1, 2] }", "2", "2,3", undefined],
    ["does not add a property", "{ a = 1 }", "1", '1,"b":2', undefined],
    ["does not write an object", "{ a = 1 }", "1", '{"b":1}', undefined],
    ["does not write a list", '{ a = "b" }', '"b"', '["b"]', undefined],
    ["does not write an empty list", "{ a = 1 }", "1", "[]", undefined],
    ["does not replace an object", "{ a = { b = 1 } }", '{"b":1}', '{"b":2}', undefined],
    ["does not write what JSON alone has", '{ a = "b" }', "b", "\\/", undefined],
    ["does not tear a sign apart", '{ a = "\\n" }', "n", "t", undefined],
  ])("%s", (_, object, find, by, expected) => {
    const after = edited("lpfilter", `  filter = jsonencode(${object})`, find, by);
    expect(after).toBe(expected && `  filter = jsonencode(${expected})`);
  });
});

test("a fix that restructures a filter in 'jsonencode' is not offered", () => {
  const condition = '{ key = "EdgeResponseStatus", operator = "geq", value = 500 }';
  const host = around(`  dataset = "http_requests"
  filter = jsonencode({ where = { and = [
    { or = [${condition}] },
    { and = [${condition.replace("geq", "lt")}, ${condition.replace("Response", "Request")}] },
  ] } })`);
  const found = hostOfPath("main.tf")?.analyze(host, defaultContext).diagnostics() ?? [];
  const groups = found.filter((it) => it.code === "redundant-group");
  expect(groups.map((it) => it.fixes)).toEqual([[], []]);
});

test.each([
  [
    "main.tf",
    `resource "cloudflare_logpush_job" "generated" {
      dataset             = "http_requests"
      destination_conf    = "gs://logs/{DATE}"
      enabled             = null
      filter              = null
      frequency           = null
      kind                = null
      logpull_options     = null
      ownership_challenge = null
      output_options      = { field_names = ["RayID"], output_type = null, timestamp_format = null }
    }`,
  ],
  [
    "main.tf.json",
    `{ "resource": { "cloudflare_logpush_job": { "generated": {
      "enabled": null, "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "kind": null, "frequency": null,
      "output_options": { "output_type": null, "field_names": ["RayID"], "timestamp_format": null }, "filter": null
    } } } }`,
  ],
])("attributes that are null are not set: %s", (path, host) => {
  expect(hostOfPath(path)?.analyze(host, defaultContext).diagnostics()).toEqual([]);
});

test("an edit of a job changes the resource", () => {
  const body =
    '  zone_id = var.z\n  dataset = "http_request"\n  output_options {\n    sample_rate = 2\n  }';
  expect(edited("lpjob", body, "http_request", "http_requests")).toBe(
    body.replace("request", "requests"),
  );
  expect(edited("lpjob", body, "2", "0.5")).toBe(body.replace("2", "0.5"));
  // The provider uses a different name for it.
  expect(
    edited("lpjob", "  output_options = { cve_2021_44228 = 1 }", '"CVE-2021-44228"', '"a"'),
  ).toBe('  output_options = { "a" = 1 }');
});

const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(
      "1",
      "true",
      "null",
      "var.a",
      '"b"',
      '"é\\"\\n${c}"',
      '""',
      "<<E\nd\nE\n",
      "(2)",
    ),
    fc.array(tie("value"), { maxLength: 3 }).map((it) => `[${it.join(", ")}]`),
    fc
      .array(tie("value"), { maxLength: 3 })
      .map((it) => `{${it.map((v) => `\n  k = ${v}`).join("")}\n}`),
    tie("value").map((it) => `[for x in y : ${it}]`),
  ),
})).value;
const newTexts = fc.constantFrom("", "1", '"x"', "x", ",", ',{"y":1}', "\\", "${");
const runs = { seed: 20_261_115, numRuns: times(19) };

test.each([
  ["lpfilter", (it: string) => `  filter = jsonencode({ where = ${it} })`],
  [
    "lpjob",
    (it: string) => `  name = "abcdefghijklmnopqrstuvwxyz"\n  output_options = ${it}\n  count = 1`,
  ],
] as const)("regions of '%s' keep the laws", (language, put) => {
  const read = reading(language);
  let expressed = 0;
  fc.assert(
    fc.property(value, fc.nat(), fc.nat(), newTexts, (it, at, length, newText) => {
      const host = around(put(it));
      const region = regionIn(read, host);
      checkOffsets(host, region);
      if (checkEdit(read, host, region, editOf(region.text, at, length, newText))) expressed++;
    }),
    runs,
  );
  expect(expressed).toBeGreaterThan(times(0, 20));
});

test.each([
  ["a string", `"{\\"where\\":{\\"key\\":\\"A\\",\\"operator\\":\\"eq\\",\\"value\\":\\"x\\"}}"`],
  ["an object", 'jsonencode({ where = { key = "A", operator = "eq", value = "x" } })'],
])("an unknown dataset is reported once, with %s as the filter", (_, filter) => {
  const conf = 'destination_conf = "s3://a/b?region=us-east-1"';
  const host = around(`  dataset = "http_request"\n  ${conf}\n  filter = ${filter}`);
  const found = hostOfPath("main.tf")?.analyze(host, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => [it.code, host.slice(it.start, it.end)])).toEqual([
    ["unknown-dataset", '"http_request"'],
  ]);
});

test("a secret in Terraform is not replaced with one of our variables", () => {
  const text = `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "https://logs.example.com?header_Authorization=Basic%20hunter2"
}
`;
  const found = hostOfPath("main.tf")?.analyze(text, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => [it.code, it.message, it.fixes])).toEqual([
    [
      "secret-in-file",
      "The value of 'header_Authorization' is a secret. Use a variable of the tool that reads this file.",
      [],
    ],
  ]);
});

test.each([
  [
    "datadog://http-intake.logs.datadoghq.com/api/v2/logs",
    "Missing Datadog parameter 'header_DD-API-KEY'. Add it.",
  ],
  [
    "gs://$BUCKET/{DATE}",
    "'$BUCKET' is sent literally. Use a variable of the tool that reads this file.",
  ],
  [
    "gs://${a-b}/{DATE}",
    "'${a-b}' is sent literally. Use a variable of the tool that reads this file.",
  ],
])("none of our variables is offered in a host: %s", (destination, message) => {
  const body = `{ "dataset": "http_requests", "destination_conf": "${destination}" }`;
  const found = hostOfPath("job.json")?.analyze(body, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => [it.message, it.fixes])).toEqual([[message, []]]);
});

test.each([
  "gs://$<|>/{DATE}",
  "datadog://http-intake.logs.datadoghq.com/api/v2/logs?header_DD-API-KEY=<|>",
])("nor completed: %s", (destination) => {
  const marked = `{ "dataset": "http_requests", "destination_conf": "${destination}" }`;
  const analysis = hostOfPath("job.json")?.analyze(marked.replace("<|>", ""), defaultContext);
  expect(analysis?.complete(marked.indexOf("<|>")).map((it) => it.label)).toEqual([]);
});

test.each([
  [
    "main.tf",
    'resource "cloudflare_logpush_job" "a" {\n  dataset = "http_requests"\n  destination_conf = "gs://logs/{DATE}"\n  filter = ""\n}\n',
  ],
  [
    "jobs.json",
    '{ "result": [{ "dataset": "http_requests", "destination_conf": "s3://b/a?region=eu-west-1", "filter": "" }] }',
  ],
])("an empty filter in %s is treated as no filter", (path, text) => {
  const found = hostOfPath(path)?.analyze(text, defaultContext).diagnostics();
  expect(found?.filter((it) => it.severity === "error")).toEqual([]);
});
