import { describe, expect, test } from "vitest";
import type { OutlineSymbol } from "../../../server/src/core/analysis.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import type { Span } from "../../../server/src/text/span.ts";
import { analyze } from "../../support/check.ts";
import { readCursor, trimExample } from "../../support/marks.ts";
import { describeAnyText } from "../../support/random/any-text.ts";

const shop = trimExample(`
// @dataset http_requests
// Errors of the shop,
// and what comes from afar.
{
  "where": { /* both
    must hold */
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "or": [ // weir-ignore unknown-field
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
          { "key": "WAFFlags", "operator": "!eq", "value": "" },
          { "key": "Nope", "operator": "in", "value": ["a", true] }
        ]
      }
    ]
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

  test("shows the filter, its groups and their conditions", () => {
    expect(tree(analyze(lpfilter, shop).symbols())).toEqual([
      "filter where | 4 of 30 operators, 254 of 1,000 bytes",
      "  group all of 2 | and",
      `    condition ClientRequestHost eq "shop.example.com" | string`,
      "    group any of 3 | or",
      "      condition EdgeResponseStatus geq 500 | int",
      `      condition WAFFlags !eq "" | string`,
      `      condition Nope in "a", true | `,
    ]);
  });

  test("works for unfinished filters", () => {
    const found = analyze(lpfilter, `{ "key": "RayID", "operator": "e`).symbols();
    expect(tree(found)).toEqual([
      "filter filter | 1 of 30 operators, 30 of 1,000 bytes",
      "  condition RayID e … | string",
    ]);
    expect(tree(analyze(lpfilter, "").symbols())).toEqual([]);
  });
});

describe("folding", () => {
  const firstLines = (text: string): string[] =>
    analyze(lpfilter, text)
      .folds()
      .map((it) => {
        const lines = text.slice(it.start, it.end).split(/\r?\n/);
        return `${it.kind} ${lines.length}: ${lines[0]?.trim()}`;
      });

  test("includes brackets over several lines, and comments", () => {
    expect(firstLines(shop)).toEqual([
      "comment 3: // @dataset http_requests",
      "region 15: {",
      "region 13: { /* both",
      "comment 2: /* both",
      "region 10: [",
      "region 7: {",
      "region 5: [ // weir-ignore unknown-field",
    ]);
  });

  test("uses the outermost of several on one line, with any line ending", () => {
    expect(firstLines(`{ "where": { "and": [\r\n\r\n] } }`)).toEqual([
      'region 3: { "where": { "and": [',
    ]);
  });
});

describe("selection", () => {
  const grown = (marked: string): string[] => {
    const { text, offset } = readCursor(marked);
    return cutOut(text, analyze(lpfilter, text).selections(offset));
  };

  test("grows from the content of a string to the file", () => {
    expect(grown(`{ "where": { "key": "Ray<|>ID" } } `)).toEqual([
      "RayID",
      `"RayID"`,
      `"key": "RayID"`,
      `{ "key": "RayID" }`,
      `"where": { "key": "RayID" }`,
      `{ "where": { "key": "RayID" } }`,
      `{ "where": { "key": "RayID" } } `,
    ]);
  });

  test.each([
    ["a number", `{ "value": [5<|>0] }`, ["50", "[50]", `"value": [50]`, `{ "value": [50] }`]],
    ["a comment", `{ /* a<|> */ }`, ["/* a */", "{ /* a */ }"]],
    ["an empty file", `<|>`, [""]],
  ])("grows from %s", (_, marked, spans) => expect(grown(marked)).toEqual(spans));
});

describe("tokens", () => {
  test("distinguish keywords, known and deprecated fields, operators, values and directives", () => {
    const found = analyze(lpfilter, shop).tokens();
    const lines = found.map((it) =>
      [it.type, ...it.modifiers, shop.slice(it.start, it.end)].join(" "),
    );
    expect(lines.slice(0, 3)).toEqual([
      "macro @dataset http_requests",
      'keyword "where"',
      'keyword "and"',
    ]);
    expect(lines).toContain('property defaultLibrary "ClientRequestHost"');
    expect(lines).toContain('property deprecated defaultLibrary "WAFFlags"');
    expect(lines).toContain('property "Nope"');
    expect(lines).toContain('operator "!eq"');
    expect(lines).toContain("number 500");
    expect(lines).toContain('string "a"');
    expect(lines).toContain("macro weir-ignore unknown-field");
  });
});

describe("inlays", () => {
  const shown = (text: string, span: Span = { start: 0, end: text.length }): string[] =>
    analyze(lpfilter, text)
      .inlays(span)
      .map((it) => `${text.slice(0, it.offset).split("\n").at(-1)}«${it.label}»`);

  test("show the usage of limits and the logical operators of groups", () => {
    expect(shown(shop)).toEqual([
      `  "where": { /* both«4 of 30 operators, 254 of 1,000 bytes»`,
      `    "and": [«all of 2»`,
      `        "or": [«any of 3»`,
    ]);
  });

  test("are limited to the requested lines", () => {
    const start = shop.indexOf('"or"');
    expect(shown(shop, { start, end: start + 10 })).toEqual([`        "or": [«any of 3»`]);
  });

  test("are not shown for a group of one", () => {
    const one = `{ "where": { "and": [{ "key": "RayID", "operator": "eq", "value": "a" }] } }`;
    expect(shown(one)).toEqual([`${one}«1 of 30 operators, 63 of 1,000 bytes»`]);
  });
});

describe("lenses", () => {
  const titles = (text: string): string[] =>
    analyze(lpfilter, text)
      .lenses()
      .map((it) => it.title);

  test("summarize the filter in one line", () => {
    expect(titles(shop)).toEqual([
      `Keeps lines where ClientRequestHost is "shop.example.com" and (EdgeResponseSt…`,
    ]);
    expect(analyze(lpfilter, shop).lenses()[0]).toMatchObject({
      detail: expect.stringMatching(/^Keeps lines where .* or WAFFlags is not /),
      budget: { text: "4 of 30 operators, 254 of 1,000 bytes", isOver: false },
    });
    expect(analyze(lpfilter, shop).lenses()[0]?.start).toBe(shop.indexOf("{"));
  });

  test.each(["", "{", "{}", "[]", '{ "where": }', '{ "where": { "key": "" } }', '{\n  "where": {'])(
    "stay above the filter while one types: %j",
    (typed) => {
      const [lens, ...others] = analyze(lpfilter, `// a comment\n${typed}`).lenses();
      expect(lens).toMatchObject({ start: 13, title: "Keeps lines where …" });
      expect(others).toEqual([]);
    },
  );
});

describe("highlights", () => {
  const marked = (text: string): string[] => {
    const cursor = readCursor(text);
    const spans = analyze(lpfilter, cursor.text).highlights(cursor.offset);
    return spans.map((it) => `${it.start}:${cursor.text.slice(it.start, it.end)}`);
  };

  test("show every occurrence of the field", () =>
    expect(marked(`{"or": [{"key": "A<|>"}, {"key": "B"}, {"value": "A"}, {"key": "A"}]}`)).toEqual(
      [`16:"A"`, `60:"A"`],
    ));

  test("show the brackets of a group", () => {
    expect(marked(`{"o<|>r": [{}]}`)).toEqual([`1:"or"`, "7:[", "10:]"]);
    expect(marked(`{"o<|>r": [{}`)).toEqual([`1:"or"`, "7:["]);
  });

  test("are empty elsewhere", () => expect(marked(`{"value": "<|>A"}`)).toEqual([]));
});

describe("links", () => {
  test.each([
    ["dns_logs", "zone/dns_logs"],
    ["gateway_dns", "account/gateway_dns"],
  ])("open the page of %s", (dataset, page) => {
    const text = `// @dataset ${dataset}\n{}`;
    const found = analyze(lpfilter, text).links();
    expect(cutOut(text, found)).toEqual([dataset]);
    expect(found[0]?.target).toBe(
      `https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/${page}/`,
    );
  });

  test("are omitted for an unknown dataset", () =>
    expect(analyze(lpfilter, "// @dataset nope\n{}").links()).toEqual([]));
});

describeAnyText(
  lpfilter,
  [
    shop,
    shop.replaceAll("\n", "\r\n"),
    `{ "where": { "key": "ClientCountry", "operator": "in", "value": ["de", "at", ], }, }`,
    `{"where":{"or":[{"key":"RayID","operator":"eq","value":"a\\"b"},{"and":[]}]}}`,
    `/* @dataset gateway_dns */ { "where" : { "key" : "QueryName" } } // weir-ignore-file json-syntax`,
    `{ "key": "CacheReserveUsed", "operator": "eq", "value": true }`,
    "// weir-ignore ",
    "",
  ],
  ["where", '"key":', '"in"', "// @dataset "],
);
