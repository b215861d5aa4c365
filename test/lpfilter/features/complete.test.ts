import { describe, expect, test } from "vitest";
import { datasets } from "../../../server/src/lpfilter/catalog/datasets.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze, checkAccept, checkComplete, completionsAt } from "../../support/check.ts";
import { twoSpaces } from "../../support/json.ts";

const labels = (marked: string, context = {}): string[] =>
  completionsAt(lpfilter, marked, context).map((it) => it.label);

const condition = (from: number): string =>
  `{ "key": "\${${from}}", "operator": "\${${from + 1}}", "value": "\${${from + 2}}" }`;

const nodes =
  "condition, and, or, condition in, condition !in, server errors, client errors, path prefix, not from country, likely bots";

describe("the structure of a filter", () => {
  const offered: [what: string, marked: string, labels: string][] = [
    ["an empty file", `<|>`, "where condition, where and, where or"],
    ["a file with only a comment", `// errors\n<|>`, "where condition, where and, where or"],
    ["a word in an empty file", `whe<|>`, "where condition, where and, where or"],
    ["a quote in an empty file", `"<|>`, "where condition, where and, where or"],
    ["an escaped filter", `"{\\"where\\": <|>{}}"`, ""],
    ["an empty root", `{ <|> }`, "where condition, where and, where or, where"],
    ["a root that is still open", `{ "wh<|>`, "where condition, where and, where or, where"],
    ["a root whose name has a value", `{ "wh<|>": {} }`, "where"],
    ["a root that has its where", `{ "where": {}, <|> }`, ""],
    ["a root without where", `{ "key": "RayID", <|> }`, "operator, value"],
    ["behind the root", `{ "where": {} } <|>`, ""],
    ["before the root", `<|> { "where": {} }`, ""],
    ["after where", `{ "where": <|> }`, nodes],
    ["after where, with something there", `{ "where": <|> { "and": [] } }`, ""],
    ["an empty node", `{ "where": { <|> } }`, "condition, key, operator, value, and, or"],
    ["a condition", `{ "where": { "operator": "eq", <|> } }`, "key, value"],
    ["a whole condition", `{ "where": { "key": "", "operator": "", "value": "", <|> } }`, ""],
    ["a group", `{ "where": { "and": [], <|> } }`, ""],
    ["the name at the cursor", `{ "where": { "key<|>": "RayID", "value": "" } }`, "key, operator"],
    ["after and", `{ "where": { "and": <|> } }`, "[ ]"],
    ["in a list of nodes", `{ "where": { "or": [ <|> ] } }`, nodes],
    ["a node in a list", `{ "where": { "or": [ { "key": "RayID", <|> } ] } }`, "operator, value"],
    ["a nested list", `{ "where": { "or": [{ "and": [ {}, <|>`, nodes],
    ["an unknown property", `{ "where": { "what": <|> } }`, ""],
    ["an unknown object", `{ "where": { "what": { <|> } } }`, ""],
    ["behind a closing quote", `{ "where": { "key": "RayID"<|> } }`, ""],
    ["before a colon", `{ "where": { "key" <|>: "RayID" } }`, ""],
  ];
  test.each(offered)("%s", (_, marked, expected) => checkComplete(lpfilter, marked, expected));

  const accepted: [what: string, marked: string, label: string, after: string][] = [
    ["One condition", `<|>`, "where condition", `{ "where": ${condition(1)} }`],
    [
      "a group",
      `<|>`,
      "where or",
      `{\n  "where": {\n    "or": [\n      ${condition(1)},\n      ${condition(4)}\n    ]\n  }\n}`,
    ],
    ["a property", `{ "whe<|>" }`, "where", `{ "where": { \${1} } }`],
    ["a name alone", `{ "wh<|>": {} }`, "where", `{ "where": {} }`],
    ["a node", `{ "where": <|> }`, "condition", `{ "where": ${condition(1)} }`],
    [
      "a node before another",
      `{ "where": { "and": [<|>{}] } }`,
      "condition",
      `{ "where": { "and": [${condition(1)}, {}] } }`,
    ],
    [
      "a node after another",
      `{ "where": { "and": [{}<|>] } }`,
      "condition",
      `{ "where": { "and": [{}, ${condition(1)}] } }`,
    ],
    [
      "a node between two without commas",
      `{ "where": { "and": [{}\n<|>\n{}] } }`,
      "condition",
      `{ "where": { "and": [{},\n${condition(1)},\n{}] } }`,
    ],
    [
      "a property after a comment",
      `{ "where": { "key": "RayID" // trace\n<|> } }`,
      "operator",
      `{ "where": { "key": "RayID", // trace\n"operator": "\${1}" } }`,
    ],
    [
      "a property before another",
      `{ "where": { <|>"key": "BotScore" } }`,
      "value",
      `{ "where": { "value": \${1}, "key": "BotScore" } }`,
    ],
    [
      "a word as a name",
      `{ "where": { "key": "RayID" op<|> } }`,
      "operator",
      `{ "where": { "key": "RayID", "operator": "\${1}" } }`,
    ],
    [
      "a list of values",
      `{ "where": { "key": "BotScore", "operator": "in", val<|> } }`,
      "value",
      `{ "where": { "key": "BotScore", "operator": "in", "value": [\${1}] } }`,
    ],
    [
      "a flag",
      `{ "where": { "key": "CacheReserveUsed", <|> } }`,
      "value",
      `{ "where": { "key": "CacheReserveUsed", "value": \${1} } }`,
    ],
  ];
  test.each(accepted)("accepts %s", (_, marked, label, after) =>
    checkAccept(lpfilter, marked, label, after),
  );
});

describe("fields", () => {
  const dns = "// @dataset dns_logs\n";

  test("are those of the dataset, with unfilterable and deprecated ones last", () => {
    checkComplete(
      lpfilter,
      `${dns}{ "where": { "key": <|> } }`,
      "QueryName, QueryType, ResponseCode, SourceIP, ColoCode, EDNSSubnet, EDNSSubnetLength, ResponseCached, Timestamp",
    );
  });

  test("that support the operator come first", () => {
    const found = labels(`${dns}{ "where": { "key": <|>, "operator": "lt" } }`);
    expect(found.slice(0, 3)).toEqual(["QueryType", "ResponseCode", "EDNSSubnetLength"]);
    expect(found).toHaveLength(9);
  });

  test("that are deprecated or unfilterable are marked", () => {
    const found = completionsAt(lpfilter, `{ "where": { "key": "<|>" } }`);
    const headers = found.find((it) => it.label === "RequestHeaders");
    expect(headers?.detail).toBe("object, cannot be filtered");
    expect(found.find((it) => it.label === "WAFFlags")?.deprecated).toBe(true);
    const order = found.map((it) => it.label);
    expect(order.indexOf("ZoneName")).toBeLessThan(order.indexOf("WAFFlags"));
    expect(order.indexOf("WAFFlags")).toBeLessThan(order.indexOf("RequestHeaders"));
  });

  test("have their type as detail, and a description", () => {
    const found = completionsAt(lpfilter, `{ "where": { "key": "<|>" } }`);
    const status = found.find((it) => it.label === "EdgeResponseStatus");
    expect(status).toMatchObject({ detail: "int" });
    expect(status?.documentation?.()).toContain("HTTP status code the edge returned");
  });

  test("of an unknown dataset are not guessed", () =>
    checkComplete(lpfilter, `// @dataset nope\n{ "where": { "key": <|> } }`, ""));

  test("for several datasets are those in all of them", () => {
    const found = labels(`{ "where": { "key": "<|>" } }`, {
      datasets: ["dns_logs", "gateway_dns"],
    });
    expect(found).toContain("QueryName");
    expect(found).not.toContain("EDNSSubnet");
  });

  test("may come from the workspace", () => {
    const extraFields = { http_requests: { BrandNewField: "string" } };
    expect(labels(`{ "where": { "key": "<|>" } }`, { extraFields })).toContain("BrandNewField");
  });

  const accepted: [what: string, marked: string, after: string][] = [
    ["in a gap", `{ "where": { "key": <|> } }`, `{ "where": { "key": "RayID" } }`],
    ["over a string", `{ "where": { "key": "R<|>ay" } }`, `{ "where": { "key": "RayID" } }`],
    ["over a word", `{ "where": { "key": Ra<|>y } }`, `{ "where": { "key": "RayID" } }`],
    ["over single quotes", `{ "where": { "key": 'R<|>' } }`, `{ "where": { "key": "RayID" } }`],
    ["over a value ahead", `{ "where": { "key": <|> "X" } }`, `{ "where": { "key": "RayID" } }`],
    ["over an open string", `{ "where": { "key": "Ra<|> } }`, `{ "where": { "key": "RayID" } }`],
    [
      "over an open string before others",
      `{ "where": { "key": "Ra<|>, "operator": "eq", "value": "x" } }`,
      `{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }`,
    ],
    [
      "before a property without comma",
      `{ "where": { "key": <|>\n"operator": "eq" } }`,
      `{ "where": { "key": "RayID",\n"operator": "eq" } }`,
    ],
    ["without a colon", `{ "where": { "key" <|> } }`, `{ "where": { "key": "RayID" } }`],
    ["without colon, typed", `{ "where": { "key" "R<|>" } }`, `{ "where": { "key": "RayID" } }`],
    ["at the end of the text", `{ "where": { "key": "R<|>`, `{ "where": { "key": "RayID"`],
    [
      "after a lost value",
      `{ "where": { "value": "key": <|> `,
      `{ "where": { "value": "key": "RayID" `,
    ],
  ];
  test.each(accepted)("are accepted %s", (_, marked, after) =>
    checkAccept(lpfilter, marked, "RayID", after),
  );
});

describe("operators", () => {
  const on = (key: string): string => `{ "where": { "key": "${key}", "operator": "<|>" } }`;
  const all =
    "eq, !eq, contains, !contains, in, !in, startsWith, !startsWith, endsWith, !endsWith, geq, gt, leq, lt";
  const offered: [what: string, marked: string, labels: string][] = [
    ["an int", on("BotScore"), "eq, !eq, in, !in, geq, gt, leq, lt"],
    ["a bool", on("CacheReserveUsed"), "eq, !eq"],
    ["a list", on("BotTags"), "contains, !contains"],
    ["an object", on("RequestHeaders"), ""],
    ["an unknown field", on("Nope"), all],
    ["no field", `{ "where": { "operator": <|> } }`, all],
    [
      "a field behind it",
      `{ "where": { "operator": <|>, "key": "BotTags" } }`,
      "contains, !contains",
    ],
  ];
  test.each(offered)("that support %s", (_, marked, expected) =>
    checkComplete(lpfilter, marked, expected),
  );

  test("replace text that was typed without quotes", () =>
    checkAccept(
      lpfilter,
      `{ "where": { "operator": !<|>, "key": "RayID" } }`,
      "!in",
      `{ "where": { "operator": "!in", "key": "RayID" } }`,
    ));
});

describe("values", () => {
  const of = (key: string, operator: string, value: string): string =>
    `{ "where": { "key": "${key}", "operator": "${operator}", "value": ${value} } }`;

  test.each([
    ["a bool", of("CacheReserveUsed", "eq", "<|>"), "true, false"],
    [
      "an enumeration",
      of("ClientMTLSAuthStatus", "eq", `"<|>"`),
      "unknown, ok, absent, untrusted, notyetvalid, expired",
    ],
    ["a scheme", of("ClientRequestScheme", "eq", "<|>"), "http, https"],
    ["a scheme not yet listed", of("ClientRequestScheme", "in", `["http", <|>]`), "https"],
    ["a scheme being replaced", of("ClientRequestScheme", "in", `["http<|>"]`), "http, https"],
    ["a field without any", of("RayID", "eq", "<|>"), ""],
    ["an unknown field", of("Nope", "eq", "<|>"), ""],
    ["a list operator", of("ClientRequestScheme", "in", "<|>"), "[ ], http, https"],
  ])("of %s", (_, marked, expected) => checkComplete(lpfilter, marked, expected));

  test("have their meaning as detail, and can be found by it", () => {
    const found = completionsAt(lpfilter, of("ClientCountry", "eq", `"<|>"`));
    const germany = found.find((it) => it.label === "de");
    expect(germany).toMatchObject({ detail: "Germany", filterText: "de Germany" });
  });

  test("are found by their meaning first where more than a code is typed: 'ger' is Germany", () => {
    const found = completionsAt(lpfilter, of("ClientCountry", "eq", `"ger<|>"`));
    const names = found.filter((it) => it.filterText?.startsWith("Ger")).map((it) => it.label);
    expect(names).toEqual(["de"]);
    expect(found.every((it) => it.isSoughtByLength)).toBe(true);
  });

  test.each([
    [
      "a number",
      of("EdgeResponseStatus", "eq", "<|>"),
      "503",
      of("EdgeResponseStatus", "eq", "503"),
    ],
    [
      "a number in quotes",
      of("EdgeResponseStatus", "eq", `"5<|>"`),
      "503",
      of("EdgeResponseStatus", "eq", `"503"`),
    ],
    [
      "a number over another",
      of("EdgeResponseStatus", "eq", "5<|>0"),
      "503",
      of("EdgeResponseStatus", "eq", "503"),
    ],
    [
      "a number in a list",
      of("EdgeResponseStatus", "in", `[502, "<|>"]`),
      "503",
      of("EdgeResponseStatus", "in", "[502, 503]"),
    ],
    [
      "a number without its comma",
      of("EdgeResponseStatus", "in", "[502 <|>]"),
      "503",
      of("EdgeResponseStatus", "in", "[502, 503]"),
    ],
    [
      "a number before another",
      of("EdgeResponseStatus", "in", "[<|> 502]"),
      "503",
      of("EdgeResponseStatus", "in", "[503, 502]"),
    ],
    [
      "a first number",
      of("EdgeResponseStatus", "in", `"5<|>"`),
      "503",
      of("EdgeResponseStatus", "in", "[503]"),
    ],
    [
      "a hole for a list",
      of("EdgeResponseStatus", "in", "<|>"),
      "[ ]",
      of("EdgeResponseStatus", "in", `[\${1}]`),
    ],
    [
      "a flag in quotes",
      of("CacheReserveUsed", "eq", `"t<|>"`),
      "true",
      of("CacheReserveUsed", "eq", "true"),
    ],
    [
      "a country",
      of("ClientCountry", "!in", `["us", de<|>]`),
      "de",
      of("ClientCountry", "!in", `["us", "de"]`),
    ],
    [
      "a method",
      of("ClientRequestMethod", "eq", `"<|>"`),
      "POST",
      of("ClientRequestMethod", "eq", `"POST"`),
    ],
  ])("are accepted as %s", (_, marked, label, after) =>
    checkAccept(lpfilter, marked, label, after),
  );
});

describe("comments", () => {
  test.each([
    ["an empty one", `// <|>`, "@dataset, @keep, @drop, weir-ignore, weir-ignore-file"],
    ["a directive", `// @d<|>\n{}`, "@dataset, @drop"],
    ["a second directive", `// @dataset dns_logs\n// @<|>\n{}`, "@keep, @drop"],
    ["a block", `/* @<|> */`, "@dataset, @keep, @drop"],
    ["prose", `// keep the wei<|>`, ""],
    ["a suppressions one", `// weir<|>`, "weir-ignore, weir-ignore-file"],
    ["behind a block", `/* @dataset */<|>`, "where condition, where and, where or"],
  ])("%s", (_, marked, expected) => checkComplete(lpfilter, marked, expected));

  test("offer the fields of an example, those of the filter first", () => {
    const filter = '{ "where": { "key": "RayID", "operator": "eq", "value": "a" } }';
    for (const line of ['{ "<|>', '{ "ClientIP": "192.0.2.1", "Cl<|>', '{"<|>'])
      expect(labels(`// @keep ${line}\n${filter}`)[0]).toBe("RayID");
    expect(labels(`// @keep { "ClientIP": "<|>\n${filter}`)).toEqual([]);
  });

  test.each([
    [
      '{ "EdgeResponseStatus": <|> }',
      '"EdgeResponseStatus", "operator": "geq", "value": 500',
      "500",
    ],
    ['{ "EdgeResponseStatus": 4<|> }', '"RayID", "operator": "eq", "value": "a"', "200"],
    ['{ "RayID": "<|>" }', '"RayID", "operator": "in", "value": ["a b", "c"]', "a b"],
    ['{ "ClientIP": "a:{", "RayID": <|> }', '"RayID", "operator": "eq", "value": "a"', "a"],
    ['{ "CacheReserveUsed": <|>', '"RayID", "operator": "eq", "value": "a"', "true"],
  ])(
    "offer the values of an example, those of the filter first: %s",
    (line, condition, expected) => {
      const found = labels(`// @keep ${line}\n{ "where": { "key": ${condition} } }`);
      expect(found[0]).toBe(expected);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  test.each([
    ['{ "RayID": <|> }', '{ "RayID": "a" }'],
    ['{ "RayID": "<|>" }', '{ "RayID": "a" }'],
    ['{ "BotTags": <|> }', '{ "BotTags": ["a"] }'],
  ])("accept a value of an example: %s", (line, after) => {
    const conditions = `[{ "key": "RayID", "operator": "eq", "value": "a" }, { "key": "BotTags", "operator": "contains", "value": "a" }]`;
    const rest = `\n{ "where": { "or": ${conditions} } }`;
    checkAccept(lpfilter, `// @keep ${line}${rest}`, "a", `// @keep ${after}${rest}`);
  });

  test("offer datasets", () => {
    const found = completionsAt(lpfilter, `// @dataset <|>\n{}`);
    expect(found).toHaveLength(datasets.length);
    expect(found.find((it) => it.label === "dns_logs")?.documentation?.()).toContain("Scope: zone");
  });

  test("offer the codes that are not listed yet", () => {
    const codes = lpfilter.checks.map((it) => it.code);
    expect(labels(`// weir-ignore <|>`)).toEqual(codes);
    const rest = codes.filter((it) => it !== "json-syntax");
    expect(labels(`// weir-ignore-file json-syntax, <|>`)).toEqual(rest);
  });

  test.each([
    ["a directive", `// @da<|>\n{}`, "@dataset", `// @dataset \${1}\n{}`],
    ["a dataset", `// @dataset dns<|>_log\n{}`, "dns_logs", `// @dataset dns_logs\n{}`],
    ["a code", `/* weir-ignore js<|>*/`, "json-syntax", `/* weir-ignore json-syntax*/`],
  ])("accept %s", (_, marked, label, after) => checkAccept(lpfilter, marked, label, after));
});

describe("while a filter is typed", () => {
  const filter = `{ "where": { "or": [
  { "key": "ClientCountry", "operator": "!in", "value": ["de", "at"] },
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 503 },
  { "key": "CacheReserveUsed", "operator": "eq", "value": false }
] } }`;
  const words = [...filter.matchAll(/"([^"]*)"|\d+|false/g)].map((it) => ({
    start: it.index,
    label: it[1] ?? it[0],
    inside: it[0].length - (it[1] === undefined ? 0 : 1),
  }));

  /** The completion with that label, and the text that the editor filters it by. */
  const offered = (text: string, offset: number, label: string) => {
    const marked = `${text.slice(0, offset)}<|>${text.slice(offset)}`;
    const item = completionsAt(lpfilter, marked).find((it) => it.label === label);
    expect(item, `'${label}' at ${marked}`).toBeDefined();
    const typed = text.slice(item?.edit.start, offset);
    expect((item?.filterText ?? label).startsWith(typed), typed).toBe(true);
    return item;
  };

  test.each(words)("'$label' at $start is offered at each letter", ({ start, label, inside }) => {
    for (let offset = start + 1; offset <= start + inside; offset++) {
      offered(filter.slice(0, offset), offset, label);
      const item = offered(filter, offset, label);
      if (item)
        expect(applyEdits(filter, [item.edit, ...(item.additionalEdits ?? [])])).toBe(filter);
    }
  });
});

describe("templates", () => {
  const words: Readonly<Record<string, string>> = { "1": "ClientCountry", "2": "de" };
  const written = (snippet: string): string =>
    snippet.replace(
      /\$\{(\d)(?::(\w+))?\}/g,
      (_, number: string, word?: string) => word ?? words[number] ?? "",
    );

  test.each(nodes.split(", ").slice(3))(
    "'%s' is a condition without findings, formatted",
    (label) => {
      const [before, after] = ['{\n  "where": ', "\n}\n"];
      const offer = completionsAt(lpfilter, `${before}<|>${after}`).find(
        (it) => it.label === label,
      );
      const node = written(offer?.edit.newText ?? "").replace(
        '"!in", "value": ["ClientCountry"]',
        '"!in", "value": ["de"]',
      );
      const analysis = analyze(lpfilter, before + node.replaceAll("\n", "\n  ") + after);
      expect(analysis.diagnostics().map((it) => it.message)).toEqual([]);
      expect(analysis.format(twoSpaces)).toEqual([]);
    },
  );

  test("only those whose fields the dataset has", () => {
    const marked = `// @dataset dns_logs\n{ "where": <|> }`;
    checkComplete(lpfilter, marked, "condition, and, or, condition in, condition !in");
  });

  test("the template of a filter is found by that word, and only in an empty file", () => {
    expect(completionsAt(lpfilter, "fil<|>")[0]).toMatchObject({
      filterText: "where condition filter",
    });
    expect(labels(`{ "where": { <|> } }`)).not.toContain("where condition");
  });
});
