import { describe, expect, test } from "vitest";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { analyze, checkHover } from "../../support/check.ts";
import { readCursor } from "../../support/marks.ts";

/** The text in the range of the hover at the cursor. */
function hovered(marked: string): string | undefined {
  const { text, offset } = readCursor(marked);
  const hover = analyze(lpfilter, text).hover(offset);
  return hover && text.slice(hover.start, hover.end);
}

const shop = `{ "where": { "and": [
  { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
  { "or": [
    { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
    { "key": "ClientCountry", "operator": "in", "value": ["de", "at"] }
  ] }
] } }`;

test("a field of an example", () =>
  checkHover(
    lpfilter,
    `// @keep { "EdgeRes<|>ponseStatus": 500 }\n${shop}`,
    "**EdgeResponseStatus** · int",
  ));

describe("the filter", () => {
  test("is a sentence that describes the filter, with its usage of limits", () =>
    checkHover(
      lpfilter,
      shop.replace("where", "wh<|>ere"),
      `Keeps lines where ClientRequestHost is "shop.example.com" and (EdgeResponseStatus is at least 500 or ClientCountry is one of "de", "at").`,
      "3 of 30 operators, 219 of 1,000 bytes",
    ));

  test("uses the limits of the workspace", () => {
    const { text, offset } = readCursor(shop.replace("where", "wh<|>ere"));
    const limits = { operators: 5, bytes: 20_000 };
    const hover = analyze(lpfilter, text, { limits }).hover(offset);
    expect(hover?.markdown).toContain("3 of 5 operators, 219 of 20,000 bytes");
  });

  test.each([
    [
      "a single condition",
      `{ "where<|>": { "key": "RayID", "operator": "!eq", "value": "" } }`,
      `where RayID is not "".`,
    ],
    [
      "a flag in quotes",
      `{ "where<|>": { "key": "CacheReserveUsed", "operator": "eq", "value": "true" } }`,
      "CacheReserveUsed is true.",
    ],
    [
      "a number for text",
      `{ "where<|>": { "key": "RayID", "operator": "eq", "value": "12" } }`,
      `RayID is "12".`,
    ],
    ["an unfinished condition", `{ "where<|>": { "key": "RayID" } }`, "where RayID … …."],
    [
      "an unknown operator",
      `{ "where<|>": { "key": "RayID", "operator": "equals", "value": 1 } }`,
      "RayID equals 1.",
    ],
    ["an empty group", `{ "where<|>": { "and": [] } }`, "where (no conditions)."],
    [
      "an empty list",
      `{ "where<|>": { "key": "RayID", "operator": "in", "value": [] } }`,
      "RayID is one of (no values).",
    ],
    [
      "a group of one",
      `{ "where<|>": { "or": [{ "key": "RayID", "operator": "eq", "value": "a" }] } }`,
      `where RayID is "a".`,
    ],
    [
      "a group in its like",
      `{ "where<|>": { "or": [{ "or": [{ "key": "A" }, { "key": "B" }] }, { "key": "C" }] } }`,
      "where A … … or B … … or C … ….",
    ],
    [
      "a long list",
      `{ "where<|>": { "key": "BotScore", "operator": "!in", "value": [1, 2, 3, 4, 5, 6, 7] } }`,
      "BotScore is none of 1, 2, 3, 4, 5, … (7 values).",
    ],
  ])("reads %s", (_, marked, sentence) => checkHover(lpfilter, marked, sentence));

  test("shows the user's text unchanged", () =>
    checkHover(
      lpfilter,
      `{ "where<|>": { "key": "RayID", "operator": "contains", "value": "*a* <b> [c](http://d.example)\\n" } }`,
      'RayID contains "\\*a\\* \\<b\\> \\[c\\](http\\://d.example)\\\\n".',
    ));

  test("stays short however long the filter is", () => {
    const many = `{ "key": "RayID", "operator": "eq", "value": "${"x".repeat(500)}" },`.repeat(
      5000,
    );
    const { text, offset } = readCursor(`{ "where<|>": { "or": [${many}] } }`);
    const hover = analyze(lpfilter, text).hover(offset);
    expect(hover?.markdown.length).toBeLessThan(1500);
    expect(hover?.markdown).toContain("5,000 of 30 operators");
  });

  test.each([
    ["without a node", `{ "where<|>": }`],
    ["inside the filter", `{ "where": { "where<|>": {} } }`],
    ["on a bracket", `<|>{ "where": {} }`],
    ["in whitespace", `{ <|> "where": {} }`],
    ["in an empty file", `<|>`],
  ])("is empty %s", (_, marked) => checkHover(lpfilter, marked));
});

describe("groups", () => {
  test("describe the logical operator and the number of members", () => {
    checkHover(lpfilter, shop.replace('"and', '"a<|>nd'), "All must be true · 3 conditions");
    checkHover(
      lpfilter,
      shop.replace('"or', '"o<|>r'),
      "True when EdgeResponseStatus is at least 500 or ClientCountry",
      "At least one must be true · 2 conditions",
    );
  });
});

describe("fields", () => {
  const on = (field: string): string => `{ "where": { "key": "${field}<|>" } }`;

  test.each([
    [
      "the type, the dataset and the meaning",
      on("BotScore"),
      ["**BotScore** · int · `http_requests`", "Bot likelihood from 1"],
    ],
    [
      "what can be done with them",
      on("BotTags"),
      ["Can be filtered with `contains`, `!contains`."],
    ],
    ["their values", on("ClientMTLSAuthStatus"), ["Values: `unknown`, `ok`, `absent`"]],
    ["the kind of their values", on("ClientCountry"), ["Format: country code"]],
    ["that they are deprecated", on("WAFFlags"), ["Deprecated."]],
    ["that objects cannot be filtered", on("RequestHeaders"), ["Cannot be filtered: objects"]],
    [
      "that is unknown",
      on("EdgeStartTimestamp"),
      ["It is not documented whether this type can be filtered."],
    ],
    [
      "that the service refuses them",
      `// @dataset firewall_events\n${on("Action")}`,
      ["Cannot be filtered: the service rejects"],
    ],
    [
      "an example",
      `// @dataset casb_findings\n${on("FindingTypeSeverity")}`,
      [
        'Example: `{"key":"FindingTypeSeverity","operator":"eq","value":"High"}`',
        "`casb_findings`",
        "[Documentation](https://developers.cloudflare.com/logs/",
      ],
    ],
    [
      "a usual status",
      on("EdgeResponseStatus"),
      ['Example: `{"key":"EdgeResponseStatus","operator":"eq","value":200}`'],
    ],
  ])("describe %s", (_, marked, parts) => checkHover(lpfilter, marked, ...parts));

  test("that do not exist have no hover", () => checkHover(lpfilter, on("Nope")));
});

describe("operators", () => {
  test("describe the operator, its values and its opposite", () => {
    checkHover(
      lpfilter,
      `{ "where": { "operator": "<|>geq" } }`,
      "**geq** · is at least",
      "Needs one value.",
      "Supports `int`. The opposite is `lt`.",
    );
    checkHover(lpfilter, `{ "where": { "operator": "!in<|>" } }`, "Needs an array");
    checkHover(lpfilter, `{ "where": { "operator": "nope<|>" } }`);
  });
});

describe("values", () => {
  const on = (field: string, value: string): string =>
    `{ "where": { "key": "${field}", "operator": "eq", "value": ${value} } }`;

  test.each([
    ["a country", on("ClientCountry", `"de<|>"`), "`de` Germany"],
    ["an uppercase country", on("ClientCountry", `["DE<|>"]`), "`DE` Germany"],
    ["a status", on("EdgeResponseStatus", "5<|>03"), "`503` Service unavailable"],
    ["a status in quotes", on("EdgeResponseStatus", `"5<|>03"`), "`503` Service unavailable"],
    ["a method", on("ClientRequestMethod", `"POST<|>"`), "`POST` Sends data to a resource"],
    [
      "a documented value",
      on("CacheCacheStatus", `"hit<|>"`),
      "`hit` is a documented value of **CacheCacheStatus**.",
    ],
  ])("have a meaning: %s", (_, marked, part) => checkHover(lpfilter, marked, part));

  test.each([
    ["free text", on("RayID", `"a<|>"`)],
    ["an unknown field", on("Nope", `"de<|>"`)],
    ["a value out of the list", on("CacheCacheStatus", `"nope<|>"`)],
  ])("without a meaning have no hover: %s", (_, marked) => checkHover(lpfilter, marked));
});

describe("the parts of a condition", () => {
  test("describe the purpose of the field and the condition", () =>
    checkHover(
      lpfilter,
      shop.replace('"operator', '"ope<|>rator'),
      "How to compare the field with the value.",
      `True when ClientRequestHost is "shop.example.com".`,
    ));
});

describe("comments", () => {
  test.each([
    ["the word", `// @data<|>set dns_logs\n{}`],
    ["the name", `// @dataset dns_l<|>ogs\n{}`],
    ["a block", `/* @dataset dns_l<|>ogs */ {}`],
  ])("describe the dataset: %s", (_, marked) =>
    checkHover(
      lpfilter,
      marked,
      "`dns_logs`",
      "Scope: zone · 9 fields",
      "/datasets/zone/dns_logs/",
    ),
  );

  test("describe what they suppress", () =>
    checkHover(lpfilter, `// weir-ignore json-syntax, unknown-<|>field\n{}`, "no such field"));

  test.each([
    ["an unknown dataset", `// @dataset no<|>pe\n{}`],
    ["prose", `// shop er<|>rors\n{}`],
  ])("have no hover on %s", (_, marked) => checkHover(lpfilter, marked));
});

test.each([
  ["a name", shop.replace("where", "wh<|>ere"), `"where"`],
  ["a field", shop.replace("ClientRequestHost", "Client<|>RequestHost"), `"ClientRequestHost"`],
  ["an operator", shop.replace("geq", "ge<|>q"), `"geq"`],
  ["an item", shop.replace("de", "d<|>e"), `"de"`],
  ["a directive", `// for @data<|>set dns_logs here\n{}`, "@dataset dns_logs"],
  ["a code", `// weir-ignore json-<|>syntax\n{}`, "json-syntax"],
])("the hover on %s is about exactly that", (_, marked, text) => {
  expect(hovered(marked)).toBe(text);
});
