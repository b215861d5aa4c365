import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { firstSettings } from "../../server/src/cli/commands/init.ts";
import { minify } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { readConfig, settings } from "../../server/src/workspace/config/config.ts";
import { hasCredential } from "../../server/src/workspace/config/credentials.ts";
import type { SettingShape } from "../../server/src/workspace/config/shape.ts";
import { times } from "../support/long.ts";

const root = join(import.meta.dirname, "../..");
const schema = JSON.parse(readFileSync(join(root, "schemas/weir.schema.json"), "utf8"));

const ajv = new Ajv({ allErrors: true, strict: true });
/** Schema keywords that editors support beyond the standard. */
ajv.addVocabulary([
  "allowComments",
  "allowTrailingCommas",
  "defaultSnippets",
  "markdownDescription",
  "markdownEnumDescriptions",
]);
const validate = ajv.compile(schema);

function schemaTakes(text: string): boolean {
  const json = parseJson(text);
  return json.root !== undefined && validate(JSON.parse(minify(json.root, text)));
}

function readerTakes(text: string): boolean {
  const { problems, unusable } = readConfig(text);
  return problems.length === 0 && !hasCredential(unusable);
}

describe("the schema accepts what the reader accepts", () => {
  test.each([
    ["nothing", "{}"],
    ["the samples' own", readFileSync(join(root, "samples/weir.json"), "utf8")],
    ["the one that 'weir init' writes", firstSettings],
    ["a schema of one's own", '{ "$schema": "x" }'],
    ["globs", '{ "datasets": { "a/**": "dns_logs", "b": "gateway_dns" } }'],
    ["severities", '{ "severity": { "prefer-in": "off", "value-case": "error" } }'],
    ["excluded files", '{ "exclude": ["old/**", "/a", "!*.tf", "[[]b]"] }'],
    [
      "severities of some files",
      '{ "overrides": [{ "files": ["a/**", "b"], "severity": { "prefer-in": "off" } }, { "files": "c", "severity": {} }] }',
    ],
    ["limits", '{ "limits": { "operators": 1, "bytes": 1e6 } }'],
    ["no fields", '{ "fields": { "http_requests": {} } }'],
    ["a field of logs", '{ "fields": { "http_requests": { "New": "int or string" } } }'],
    ["a field of rules", '{ "fields": { "rules": { "a": " MAP <array<ip\\taddress> > " } } }'],
    ["no lists", '{ "lists": [] }'],
    ["lists", '{ "lists": ["a", "a"] }'],
    [
      "a list with items",
      '{ "lists": { "a": { "kind": "asn", "items": ["AS1", 2] }, "b": "ip" } }',
    ],
    ["a plan", '{ "plan": "enterprise" }'],
    ["a profile without anything", '{ "profiles": { "": {} } }'],
    ["profiles", '{ "profiles": { "p": { "baseUrl": "https://a.example", "zone": "_-0" } } }'],
    ["a target", '{ "profiles": { "p": { "account": "a", "rulesTarget": "rulesets" } } }'],
  ])("%s", (_, text) => {
    expect(readConfig(text).problems).toEqual([]);
    expect([schemaTakes(text), validate.errors]).toEqual([true, null]);
  });
});

describe("the schema rejects what the reader rejects", () => {
  test.each([
    "[]",
    "null",
    '{ "plam": "pro" }',
    '{ "$schema": 1 }',
    '{ "datasets": [] }',
    '{ "datasets": { "": "dns_logs" } }',
    '{ "datasets": { "a": "dns_log" } }',
    '{ "datasets": { "a": ["dns_logs"] } }',
    '{ "severity": { "prefer-inn": "off" } }',
    '{ "severity": { "prefer-in": "loud" } }',
    '{ "severity": { "prefer-in": true } }',
    '{ "severity": "off" }',
    '{ "exclude": "old/**" }',
    '{ "exclude": [1] }',
    '{ "exclude": [""] }',
    '{ "overrides": {} }',
    '{ "overrides": [{ "files": "a" }] }',
    '{ "overrides": [{ "files": 1, "severity": {} }] }',
    '{ "overrides": [{ "files": [1], "severity": {} }] }',
    '{ "overrides": [{ "files": "a", "severity": { "prefer-inn": "off" } }] }',
    '{ "overrides": [{ "files": "a", "severity": { "prefer-in": "loud" } }] }',
    '{ "limits": { "operators": 0 } }',
    '{ "limits": { "operators": 1.5 } }',
    '{ "limits": { "operators": "30" } }',
    '{ "limits": { "byte": 30 } }',
    '{ "limits": 3 }',
    '{ "fields": { "http_request": {} } }',
    '{ "fields": { "http_requests": { "New": "String" } } }',
    '{ "fields": { "http_requests": { "New": "strng" } } }',
    '{ "fields": { "http_requests": "string" } }',
    '{ "fields": { "rules": { "a": "Strin" } } }',
    '{ "fields": { "rules": { "a": "Array<>" } } }',
    '{ "fields": { "rules": { "a": "List<String>" } } }',
    '{ "fields": { "rules": { "a": "" } } }',
    '{ "lists": "office_ips" }',
    '{ "lists": ["a", 1] }',
    '{ "lists": { "a": { "items": [] } } }',
    '{ "lists": { "a": { "kind": "ip", "items": [true] } } }',
    '{ "lists": { "a": { "kind": "ip", "items": "192.0.2.1" } } }',
    '{ "plan": "Pro" }',
    '{ "plan": null }',
    '{ "defaultProfile": 1 }',
    '{ "profiles": [] }',
    '{ "profiles": { "p": "production" } }',
    '{ "profiles": { "p": { "token": "x" } } }',
    '{ "profiles": { "p": { "baseUrl": 1 } } }',
    '{ "profiles": { "p": { "zone": "../x" } } }',
    '{ "profiles": { "p": { "zone": "" } } }',
    '{ "profiles": { "p": { "account": 1 } } }',
    '{ "profiles": { "p": { "rulesTarget": "both" } } }',
  ])("%s", (text) => {
    expect(readerTakes(text)).toBe(false);
    expect(schemaTakes(text)).toBe(false);
  });

  test.each([
    ["that a name exists elsewhere in the file", '{ "defaultProfile": "p" }'],
    ["that a name is unique", '{ "plan": "pro", "plan": "pro" }'],
    ["what a list contains", '{ "lists": { "a": { "kind": "ip", "items": ["x"] } } }'],
    ["whether a glob can match", '{ "exclude": ["a[b"] }'],
    ["that brackets are balanced", '{ "fields": { "rules": { "a": "Array<String" } } }'],
  ])("except for what a schema cannot express: %s", (_, text) => {
    expect(readerTakes(text)).toBe(false);
    expect(schemaTakes(text)).toBe(true);
  });
});

/** Values of a shape, and sometimes other values. */
function valuesOf(shape: SettingShape): fc.Arbitrary<unknown> {
  const slips = fc.oneof(fc.constantFrom("", 0, 1, -1, 1.5, true, null, [], {}), fc.string());
  const usual = shapely(shape);
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: slips });
}

function shapely(shape: SettingShape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "text":
    case "glob":
      return fc.string();
    case "form":
      return fc.oneof(
        fc.constantFrom(...(shape.common ?? ["z1"])),
        fc.stringMatching(new RegExp(shape.pattern.source), { size: "-1" }),
      );
    case "word":
      return fc.constantFrom(...shape.words.map((it) => it.name));
    case "scalar":
      return fc.oneof(fc.string(), fc.nat());
    case "count":
      return fc.nat(5000);
    case "amount":
      return fc.double({ noNaN: true, min: 0, max: 1e6 });
    case "flag":
      return fc.boolean();
    case "schema":
      return fc.constantFrom(true, {}, { type: "string" }, { required: ["a"] }, { not: { a: 1 } });
    case "either":
      return fc.oneof(shapely(shape.short), shapely(shape.object));
    case "list": {
      const list = fc.array(valuesOf(shape.of), { maxLength: 3 });
      return shape.named ? fc.oneof(list, valuesOf(shape.named)) : list;
    }
    case "named":
      return fc.dictionary(fc.string(), valuesOf(shape.of), { maxKeys: 3 });
    case "settings": {
      const rows = Object.entries(shape.settings).map(([name, it]) =>
        valuesOf(it.shape).map((value) => [name, value] as const),
      );
      const others = fc.tuple(fc.string(), fc.constant("off"));
      const one = fc.oneof(
        { weight: 30, arbitrary: fc.oneof(...rows) },
        { weight: 1, arbitrary: others },
      );
      return fc.array(one, { maxLength: 5 }).map((it) => Object.fromEntries(it));
    }
  }
}

test("both agree on any other file", () => {
  const beyondSchemas =
    /^Unknown profile|a type, such as "String"|a path, such as|an IP address or|a hostname|an AS number|a URL|^Only lists of|matches no file|' without '|^Use '\/' between/;
  const said = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(valuesOf({ kind: "settings", settings }), (value) => {
      const text = JSON.stringify(value);
      const problems = readConfig(text).problems.map((it) => it.message);
      const isTaken = schemaTakes(text);
      if (problems.length === 0) assert(isTaken, text);
      else if (!problems.every((it) => beyondSchemas.test(it))) assert(!isTaken, text);
      said[isTaken ? "taken" : "refused"]++;
    }),
    { seed: 11, numRuns: times(75) },
  );
  expect(Math.min(said.taken, said.refused)).toBeGreaterThan(times(7));
});

describe("in an editor that reads schemas", () => {
  const service = getLanguageService({});
  service.configure({ schemas: [{ uri: "weir://schema", fileMatch: ["weir.json"], schema }] });
  const open = (text: string) => {
    const document = TextDocument.create("file:///w/weir.json", "json", 1, text);
    return { document, json: service.parseJSONDocument(document) };
  };
  const labels = async (marked: string) => {
    const offset = marked.indexOf("<|>");
    const { document, json } = open(marked.replace("<|>", ""));
    const found = await service.doComplete(document, document.positionAt(offset), json);
    return found?.items.map((it) => it.label) ?? [];
  };

  test("comments and trailing commas are accepted, and errors are shown", async () => {
    const good = open('{\n  // why\n  "plan": "pro",\n  "lists": ["a",],\n}\n');
    expect(await service.doValidation(good.document, good.json)).toEqual([]);
    const bad = open('{ "plan": "gold", "lits": [] }');
    const found = await service.doValidation(bad.document, bad.json);
    expect(found.map((it) => it.message)).toEqual([
      'Value is not accepted. Valid values: "free", "pro", "business", "enterprise".',
      "Property lits is not allowed.",
    ]);
  });

  test("names and values are offered", async () => {
    expect(await labels('{ "<|>" }')).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(await labels('{ "datasets": { "a": <|> } }')).toContain('"gateway_dns"');
    expect(await labels('{ "severity": { "<|>" } }')).toContain("missing-where");
    expect(await labels('{ "severity": { "prefer-in": <|> } }')).toContain('"off"');
    expect(await labels('{ "fields": { "rules": { "a": <|> } } }')).toContain('"Array<String>"');
    expect(await labels('{ "profiles": <|> }')).toContain("The emulator on this machine");
    expect(await labels('{ "profiles": { "p": { "rulesTarget": <|> } } }')).toContain('"rulesets"');
  });

  test("a hover describes a setting, with a link to the docs", async () => {
    const { document, json } = open('{ "severity": { "prefer-in": "off" } }');
    const hover = await service.doHover(document, document.positionAt(20), json);
    expect(JSON.stringify(hover?.contents)).toContain("/diagnostics/prefer-in.html");
  });
});
