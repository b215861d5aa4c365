/** Other kinds of text instead of a filter: reported once, with advice on what to keep, and never changed by a safe fix. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { analyze } from "../support/check.ts";

const filter = '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}';
const job = JSON.stringify({ dataset: "http_requests", filter });
const forms = { fence: "```" };

function messages(text: string): string[] {
  return analyze(lpfilter, text)
    .diagnostics()
    .map((it) => it.message);
}

/** The parsed result of the first fix. */
function kept(text: string): unknown {
  const fix = analyze(lpfilter, text).diagnostics()[0]?.fixes[0];
  expect(fix?.guess).toBe(true);
  return fix && JSON.parse(applyEdits(text, fix.edits));
}

const each: [name: string, text: string, start: string][] = [
  [
    "curl",
    `curl https://example.com -d '${filter}'`,
    "This is a curl command. Keep only the filter",
  ],
  ["curl without data", "curl https://example.com", "This is a curl command. A filter is JSON"],
  ["SQL", "SELECT * FROM logs WHERE ClientCountry = 'de'", "This is an SQL query. Rewrite each"],
  ["SQL in lines", "select RayID\nfrom logs\nwhere a = 1;\n", "This is an SQL query."],
  ["SQL without FROM", "SELECT RayID WHERE ClientCountry = 'de'", "This is an SQL query."],
  ["a WHERE clause", "WHERE EdgeResponseStatus >= 500", "This is an SQL query."],
  ["a rule", 'http.host eq "a.example"', "This is a rule expression. Move it to a '.cfrule' file"],
  ["a rule in parentheses", "(not ip.src in {192.0.2.1} and ssl)", "This is a rule expression."],
  ["a function of a rule", 'any(http.request.uri.args["a"][*] eq "b")', "This is a rule"],
  ["a rule after a comment", '# blocks\nlower(http.host) eq "a"', "This is a rule expression."],
  ["a comparison", 'ClientCountry eq "de" and BotScore < 30', "This is an expression, not JSON."],
  ["percents", encodeURIComponent(filter), "This is percent-encoded. Decode it."],
  ["YAML", "where:\n  and:\n    - key: ClientIP\n      operator: eq\n", "This is YAML."],
  ["YAML with a mark", "---\nkey: ClientIP\noperator: eq\nvalue: 192.0.2.1\n", "This is YAML."],
  ["Markdown", `${forms.fence}json\n${filter}\n${forms.fence}\n`, "This is a Markdown code block."],
  ["Terraform", 'resource "x_job" "a" {\n  enabled = true\n}\n', "This is Terraform."],
  ["HTML", "<!DOCTYPE html>\n<html></html>", "This is HTML or XML."],
  ["open quotes", `"${filter}"`, "The quotes in this string are not escaped."],
];

test.each(each)("%s", (_, text, start) => {
  const said = messages(text);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(start);
  expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
});

describe("keeps the filter", () => {
  test.each([
    ["in single quotes", `curl -X PUT https://example.com --data '${filter}'`],
    ["of a job", `$ curl https://example.com \\\n  --data-raw '${job}'\n`],
    ["in double quotes", `curl https://example.com -d ${JSON.stringify(filter)}`],
    ["of a here document", `curl https://example.com -d @- <<EOF\n${filter}\nEOF\n`],
    [
      "of a here document with quotes and blank lines",
      `curl https://example.com -d @- <<-'DATA' -v\n\n${filter}\n\n\tDATA\nDATA\n`,
    ],
    ["with percents", encodeURIComponent(filter)],
    ["with percents twice", encodeURIComponent(encodeURIComponent(filter))],
    [
      "of a form",
      `filter=${encodeURIComponent(filter.replaceAll(":", ": ")).replaceAll("%20", "+")}`,
    ],
    ["between fences", `Try this:\n\n${forms.fence}json\n${filter}\n${forms.fence}\nThanks.\n`],
    ["of tildes", `~~~\n${filter}\n~~~`],
    ["after a Windows line end", `~~~~ json\r\n${filter}\r\n~~~~\r\n`],
    ["in open quotes", `"${filter}"`],
    ["of a response", JSON.stringify({ success: true, result: { id: 1, filter } })],
    ["of a response with one job", JSON.stringify({ errors: [], result: [{ filter }] })],
  ])("%s", (_, text) => expect(kept(text)).toEqual(JSON.parse(filter)));
});

test("an Elasticsearch query is not renamed", () => {
  for (const query of [{ query: { bool: { must: [] } } }, { bool: { filter: [] } }]) {
    const found = analyze(lpfilter, JSON.stringify(query)).diagnostics();
    expect(found.map((it) => it.message).join()).toMatch(/^This is an Elasticsearch query\./);
    expect(found.flatMap((it) => it.fixes)).toEqual([]);
  }
});

describe("is not detected in", () => {
  test.each([
    [
      "a property without braces",
      `"where": {"key":"ClientIP","operator":"eq","value":"192.0.2.1"}`,
    ],
    ["a name without quotes", `where: {"key":"ClientIP","operator":"eq","value":"192.0.2.1"}`],
    ["a filter with a slip", filter.replace(",", " ")],
    ["a fence in a comment", `/*\n${forms.fence}\n*/\n${filter.replace(",", " ")}`],
    ["a first word", "where"],
    ["a response's name", `{"result":1,"where":{}}`],
  ])("%s", (_, text) => expect(messages(text).join()).not.toMatch(/This is|not escaped/));
});

describe("numbers with separators", () => {
  const on = (value: string) =>
    `{"where":{"key":"EdgeResponseBytes","operator":"in","value":${value}}}`;
  test.each([
    ["1,000,000", 1_000_000],
    ["12,345", 12_345],
    ["1_000", 1000],
    ["[1,000]", [1000]],
    ["[5,1,000,2]", [5, 1000, 2]],
  ])("%s", (written, value) => {
    const text = on(written).replace('"in"', Array.isArray(value) ? '"in"' : '"gt"');
    expect(messages(text)).toHaveLength(1);
    expect(kept(text)).toMatchObject({ where: { value } });
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
  });
  test.each(["[1,234]", "[200,201,404]", "[10,0]"])("%s is a list", (written) =>
    expect(messages(on(written))).toEqual([]),
  );
});

describe("a set of a rule", () => {
  const on = (key: string, value: string) =>
    `{"where":{"key":"${key}","operator":"in","value":${value}}}`;
  test.each([
    ["ClientRequestHost", '{"a.com" "b.com"}', ["a.com", "b.com"]],
    ["ClientRequestHost", '{"a.com" "b.com" "c.com"}', ["a.com", "b.com", "c.com"]],
    ["ClientRequestHost", '{"a.com", "b.com"}', ["a.com", "b.com"]],
    ["EdgeResponseStatus", "{200 201}", [200, 201]],
    ["EdgeResponseStatus", "{200 201 202}", [200, 201, 202]],
  ])("on %s: %s is an array", (key, set, value) => {
    const text = on(key, set);
    expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
    expect(kept(text)).toMatchObject({ where: { value } });
  });
});

test.each([
  [
    '{ "success": false, "errors": [{ "code": 1, "message": "bad filter" }], "result": null }',
    "This is an API error response: 'bad filter'. It holds no filter.",
  ],
  [
    '{ "success": false, "errors": [], "messages": [] }',
    "This is an API error response. It holds no filter.",
  ],
  [
    '{ "success": true, "result": null }',
    "This is an API response without a result. It holds no filter.",
  ],
])("%s is a response without a filter", (text, start) => {
  const [first, ...more] = messages(text);
  expect(first).toContain(start);
  expect(more).toEqual([]);
  expect(fixAll(lpfilter, text, defaultContext, { style: true })).toBe(text);
});
