import { describe, expect, test } from "vitest";
import type { OutlineSymbol } from "../../server/src/core/analysis.ts";
import { filterFileOf, lpjob } from "../../server/src/lpjob/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import type { Span } from "../../server/src/text/span.ts";
import { analyze } from "../support/check.ts";
import { twoSpaces } from "../support/json.ts";
import { readCursor, trimExample } from "../support/marks.ts";
import { describeAnyText } from "../support/random/any-text.ts";

const shop = trimExample(`
// Errors of the shop
{
  "name": "shop-\${env:STAGE}",
  "dataset": "http_requests",
  "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1",
  "max_upload_bytes": 25000000,
  "frequency": "low", // weir-ignore deprecated-field
  "output_options": {
    "field_names": ["RayID", "ClientIP", "WAFFlags"],
    "sample_rate": 0.1,
    "record_template": "\\"{{.RayID}}\\" {{.ClientIP}}\\n"
  },
  "filter": {
    // weir-ignore unknown-field
    "where": { "key": "ClientIP", "operator": "!eq", "value": "192.0.2.1" }
  }
}
`);

const cutOut = (text: string, spans: readonly Span[]): string[] =>
  spans.map((it) => text.slice(it.start, it.end));

describe("the outline", () => {
  const tree = (symbols: readonly OutlineSymbol[], indent = ""): string[] =>
    symbols.flatMap((it) => [
      `${indent}${it.kind} ${it.name} | ${it.detail}`,
      ...tree(it.children, `${indent}  `),
    ]);

  test("shows the properties, and the filter as its own language does", () => {
    expect(tree(analyze(lpjob, shop).symbols())).toEqual([
      `property name | shop-\${env:STAGE}`,
      "property dataset | http_requests",
      "property destination_conf | s3://logs/shop/{DATE}?region=eu-centr…",
      "property max_upload_bytes | 25000000",
      "property frequency | low",
      "property output_options | ",
      "  property field_names | 3 items",
      "  property sample_rate | 0.1",
      `  property record_template | "{{.RayID}}" {{.ClientIP}} `,
      "property filter | ",
      "  filter where | 1 of 30 operators, 65 of 1,000 bytes",
      `    condition ClientIP !eq "192.0.2.1" | string`,
    ]);
  });
});

describe("tokens", () => {
  test("distinguish known properties, fields, variables and the parts of a template", () => {
    const lines = analyze(lpjob, shop)
      .tokens()
      .map((it) => [it.type, ...it.modifiers, shop.slice(it.start, it.end)].join(" "));
    expect(lines).toEqual([
      'keyword "name"',
      'string "shop-',
      `macro \${env:STAGE}`,
      'string "',
      'keyword "dataset"',
      'string "http_requests"',
      'keyword "destination_conf"',
      'string "s3://logs/shop/',
      "macro {DATE}",
      'string ?region=eu-central-1"',
      'keyword "max_upload_bytes"',
      "number 25000000",
      'keyword deprecated "frequency"',
      'string "low"',
      "macro weir-ignore deprecated-field",
      'keyword "output_options"',
      'keyword "field_names"',
      'property defaultLibrary "RayID"',
      'property defaultLibrary "ClientIP"',
      'property deprecated defaultLibrary "WAFFlags"',
      'keyword "sample_rate"',
      "number 0.1",
      'keyword "record_template"',
      'string "\\"',
      "variable {{.RayID}}",
      'string \\" ',
      "variable {{.ClientIP}}",
      'string \\n"',
      'keyword "filter"',
      "macro weir-ignore unknown-field",
      'keyword "where"',
      'keyword "key"',
      'property defaultLibrary "ClientIP"',
      'keyword "operator"',
      'operator "!eq"',
      'keyword "value"',
      'string "192.0.2.1"',
    ]);
  });
});

describe("inlays", () => {
  const shown = (text: string): string[] =>
    analyze(lpjob, text)
      .inlays({ start: 0, end: text.length })
      .map((it) => `${text.slice(0, it.offset).split("\n").at(-1)?.trim()}«${it.label}»`);

  test("describe the scope of a dataset and the units of numbers", () =>
    expect(shown(shop)).toEqual([
      `"dataset": "http_requests"«zone or account»`,
      `"max_upload_bytes": 25000000«25 MB»`,
      `"sample_rate": 0.1«10%»`,
      `"where": { "key": "ClientIP", "operator": "!eq", "value": "192.0.2.1" }«1 of 30 operators, 65 of 1,000 bytes»`,
    ]));

  test("name the scope of a dataset with only one", () =>
    expect(shown(`{ "dataset": "gateway_dns" }`)).toEqual([`{ "dataset": "gateway_dns"«account»`]));
});

describe("lenses", () => {
  const titles = (text: string): string[] =>
    analyze(lpjob, text)
      .lenses()
      .map((it) => it.title);

  test("describe the destination and the filter", () =>
    expect(titles(shop)).toEqual([
      "Sends http_requests to S3 · 3 fields · 10% of the lines · 'enabled' is not set",
      'Keeps lines where ClientIP is not "192.0.2.1"',
    ]));

  test.each([
    [
      `{ "destination_conf": "gs://a", "enabled": true }`,
      ["Sends http_requests to Google Cloud Storage"],
    ],
    [
      `{ "destination_conf": "gs://a", "enabled": false }`,
      ["Sends http_requests to Google Cloud Storage · disabled"],
    ],
    [
      `{ "destination_conf": "\${env:D}", "enabled": true }`,
      ["Sends http_requests to its destination"],
    ],
    [
      `{ "name": "a", "filter": { } }`,
      ["Sends http_requests to its destination · 'enabled' is not set", "Keeps lines where …"],
    ],
    [
      `{ "enabled": true, "output_options": { "field_names": [""] } }`,
      ["Sends http_requests to its destination · 0 fields"],
    ],
    ["", ["Sends http_requests to its destination · 'enabled' is not set"]],
  ])("%s", (text, expected) => expect(titles(text)).toEqual(expected));
});

describe("highlights", () => {
  const marked = (name: string): string[] => {
    const { text, offset } = readCursor(shop.replace(name, `${name}<|>`));
    return cutOut(text, analyze(lpjob, text).highlights(offset));
  };

  test.each([[`"ClientIP`], ["{{.ClientIP"], [`"key": "ClientIP`]])(
    "on a field show every occurrence: %s",
    (name) => expect(marked(name)).toEqual([`"ClientIP"`, "ClientIP", `"ClientIP"`]),
  );

  test("are empty elsewhere", () => expect(marked("low")).toEqual([]));
});

describe("links", () => {
  const targets = (text: string): string[] =>
    analyze(lpjob, text)
      .links()
      .map((it) => `${text.slice(it.start, it.end)} → ${it.target}`);

  test("open the page of a dataset", () =>
    expect(targets(`{ "dataset": "dns_logs" }`)).toEqual([
      "dns_logs → https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/dns_logs/",
    ]));

  test.each([
    ["./a.lpfilter", "./a.lpfilter"],
    ["a.lpfilter", "./a.lpfilter"],
    ["../x/./y/../a b#1.lpfilter", "./../x/a%20b%231.lpfilter"],
    ["command:run.lpfilter", "./command%3Arun.lpfilter"],
  ])("open the file of a path: %s", (path, target) =>
    expect(targets(`{ "filter": "${path}" }`)).toEqual([`${path} → ${target}`]),
  );

  test.each([["/etc/a.lpfilter"], ["C:/a.lpfilter"], ["a.json"], [""]])(
    "are omitted for %s",
    (path) => expect(targets(`{ "filter": "${path}" }`)).toEqual([]),
  );
});

test.each([
  [
    `{ "dataset": "dns_logs", "filter": "./a/../b.lpfilter" }`,
    { path: "b.lpfilter", dataset: "dns_logs", start: 35 },
  ],
  [`{ "filter": "../b.lpfilter", `, { path: "../b.lpfilter", dataset: "http_requests", start: 12 }],
  [`{ "filter": { "where": {} } }`, undefined],
  ["", undefined],
])("a job names its filter file:%s", (text, expected) =>
  expect(filterFileOf(text)).toEqual(expected),
);

describe("the pushed text", () => {
  test.each([
    [`{ "name": "a", /* b */ "enabled": true, }`, `{"name":"a","enabled":true}`],
    [
      `{ "filter": { "where": { "key": "RayID", "operator": "eq", "value": "a" } } }`,
      String.raw`{"filter":"{\"where\":{\"key\":\"RayID\",\"operator\":\"eq\",\"value\":\"a\"}}"}`,
    ],
    [
      String.raw`{ "filter": "{ \"where\": { \"key\": \"RayID\", \"operator\": \"eq\", \"value\": \"a\" } }" }`,
      String.raw`{"filter":"{\"where\":{\"key\":\"RayID\",\"operator\":\"eq\",\"value\":\"a\"}}"}`,
    ],
    [`{ "filter": "" }`, `{"filter":""}`],
    [`{ "filter": "./a.lpfilter" }`, `{"filter":"./a.lpfilter"}`],
  ])("%s", (text, expected) => expect(analyze(lpjob, text).pushed()).toBe(expected));
});

describe("formatting", () => {
  test("formats a job, and the pushed text stays the same", () => {
    const text = `{"dataset":"http_requests","destination_conf":"gs://a","filter":{"where":{"key":"RayID","operator":"eq","value":"a"}}}`;
    const edits = analyze(lpjob, text).format(twoSpaces) ?? [];
    const after = applyEdits(text, edits);
    expect(after).toBe(
      trimExample(`
{
  "dataset": "http_requests",
  "destination_conf": "gs://a",
  "filter": {
    "where": { "key": "RayID", "operator": "eq", "value": "a" }
  }
}
`),
    );
    expect(analyze(lpjob, after).pushed()).toBe(analyze(lpjob, text).pushed());
  });

  test("leaves a text with errors unchanged", () =>
    expect(analyze(lpjob, `{ "a": }`).format(twoSpaces)).toBeUndefined());
});

describe("refactorings", () => {
  const titlesAt = (marked: string): string[] => {
    const { text, offset } = readCursor(marked);
    const found = analyze(lpjob, text).refactorings({ start: offset, end: offset });
    return found.map((it) => it.title);
  };
  const rewritten = (marked: string, title: string): string => {
    const { text, offset } = readCursor(marked);
    const found = analyze(lpjob, text).refactorings({ start: offset, end: offset });
    return applyEdits(text, found.find((it) => it.title === title)?.edits ?? []);
  };
  const job = (inner: string): string =>
    `{ "dataset": "magic_bgp_logs", "destination_conf": "gs://a", ${inner} }`;

  test("sort the names of fields", () =>
    expect(
      rewritten(
        job(`"output_options": { "field_names": ["Timestamp"<|>, "EventTypes"] }`),
        "Sort 'field_names'",
      ),
    ).toContain(`["EventTypes", "Timestamp"]`));

  test("add the fields that are not listed yet", () => {
    const marked = job(`"output_options": { "field_names": [<|>] }`);
    const title = titlesAt(marked).find((it) => it.startsWith("Add the other")) ?? "";
    const whole = rewritten(marked, title);
    expect(whole).toContain(`"field_names": ["`);
    expect(analyze(lpjob, whole).diagnostics()).toEqual([]);
  });

  test("are those of the filter inside it, and ways to suppress its diagnostics", () =>
    expect(
      titlesAt(
        job(
          `"filter": { "where": { <|>"and": [{ "key": "TunnelID", "operator": "eq", "value": "a" }] } }`,
        ),
      ),
    ).toEqual(
      expect.arrayContaining([
        "Negate group",
        "Ignore 'redundant-group' here",
        "Ignore 'redundant-group' in this file",
      ]),
    ));
});

describeAnyText(
  lpjob,
  [
    shop,
    shop.replaceAll("\n", "\r\n"),
    `{ "destination_conf": "splunk://h:8088/services/collector/raw?header_Authorization=Splunk%20\${env:T}&channel=", }`,
    String.raw`{ "destination_conf": "azure:\/\/c\/{DATE}?sig=\u0061", "filter": "{\"where\": {\"key\": \"RayID\"}}" }`,
    `{ "filter": "./a.lpfilter", "output_options": { "record_template": "{{.", "field_names": ["RayID", 1] } }`,
    `{ "filter": [ { "key": "RayID" } ], "kind": "", "enabled": tru }`,
    "// weir-ignore ",
    "",
  ],
  ["filter", '"where":', '"output_options": {', "{{", "}}", `\${env:A}`, "://", "?", "&", "{DATE}"],
);
