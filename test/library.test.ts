import { expect, test } from "vitest";
import { hostLanguages, languages } from "../server/src/languages.ts";
import {
  check,
  compare,
  type DialectName,
  evaluate,
  explain,
  fields,
  fix,
  format,
  type LanguageName,
  shrink,
  TextError,
  toSql,
} from "../server/src/library/library.ts";
import { dialectNames } from "../server/src/sql/dialect-names.ts";

const rule = { language: "cfrule" } as const;
const filter = { language: "lpfilter" } as const;
const atLeast = (status: number) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": ${status} } }`;

test("a diagnostic has an editor position, and its fixes", () => {
  const [found, ...more] = check('# @action block\nhttp.hots eq "a.example"\n', rule);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    code: "unknown-field",
    severity: "error",
    message: "Unknown field 'http.hots'. Did you mean 'http.host'?",
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 9 } },
    fixes: [{ title: "Use 'http.host'", guess: true }],
  });
  expect(found?.url).toContain("unknown-field");
});

test("the language follows from the path, also for texts inside other files", () => {
  const text =
    '{"resource":{"cloudflare_ruleset":{"a":{"rules":[{"expression":"http.hots eq 1"}]}}}}';
  const codes = (path: string) => check(text, { path }).map((it) => it.code);
  expect(codes("infra/main.tf.json")).toContain("unknown-field");
  expect(check(text, { path: "main.tf.json", language: "terraform" })[0]?.embedded).toBe("cfrule");
  expect(codes("notes.md")).toEqual([]);
});

test("settings and dataset are those of a weir.json and of --dataset", () => {
  const text = '{ "where": { "key": "Brand", "operator": "eq", "value": "a" } }';
  const settings = { fields: { dns_logs: { Brand: "string" } } };
  expect(check(text, { ...filter, settings }).map((it) => it.code)).toEqual(["unknown-field"]);
  expect(check(text, { ...filter, settings, dataset: "dns_logs" })).toEqual([]);
  const datasets = { "dns/**": "dns_logs" };
  const path = "./dns/a.lpfilter";
  expect(check(text, { path, settings: JSON.stringify({ ...settings, datasets }) })).toEqual([]);
  const off = { severity: { "unknown-field": "off" } };
  expect(check(text, { ...filter, settings: off })).toEqual([]);
});

test("fix applies safe fixes only", () => {
  expect(fix("ssl == true", rule).text).toBe("ssl");
  expect(fix('http.hots eq "a"', rule)).toEqual({ text: 'http.hots eq "a"', applied: [] });
  expect(fix("not not ssl", rule).text).toBe("not not ssl");
  expect(fix("not not ssl", { ...rule, style: true }).text).toBe("ssl");
});

test("fix says what it applied, and where that was before all fixes", () => {
  const text = "ssl == true OR\nhttp.host == 'a' OR\nhttp.host == 'a'";
  const { applied } = fix(text, { ...rule, style: true });
  const lines = text.split("\n");
  const places = applied.map(({ code, title, range: { start, end } }) => {
    const place = lines[start.line]?.slice(start.character, end.character);
    return `${start.line} ${place}: ${code}, ${title}`;
  });
  expect(places).toEqual([
    "0 == true: operator-type, Remove '== true'",
    "0 OR: unknown-operator, Use 'or'",
    "1 'a': expression-syntax, Use \"a\"",
    "1 OR: unknown-operator, Use 'or'",
    "2 'a': expression-syntax, Use \"a\"",
    "1 http.host: prefer-in, Use 'in {…}'",
  ]);
});

test("format returns a text with syntax errors unchanged", () => {
  expect(format('ssl    and  http.host eq "a"', rule)).toBe('ssl and http.host eq "a"\n');
  expect(format("ssl and (", rule)).toBe("ssl and (");
  expect(format("a =    1", { language: "terraform" })).toBe("a =    1");
});

test("a filter keeps or drops a line; a missing field has the empty value", () => {
  expect(evaluate(atLeast(500), { line: { EdgeResponseStatus: 503 } }, filter)).toBe(true);
  expect(evaluate(atLeast(500), { line: {} }, filter)).toBe(false);
  expect(evaluate(atLeast(500), { line: { EdgeResponseStatus: null } }, filter)).toBe(false);
  const job = `{ "dataset": "http_requests", "filter": ${atLeast(500)} }`;
  expect(evaluate(job, { line: { EdgeResponseStatus: 500 } }, { language: "lpjob" })).toBe(true);
});

test("a rule matches, does not match, or is undetermined", () => {
  const text = 'http.request.headers["x-a"][0] eq "1" and ip.src in {203.0.113.0/24}';
  const request = "GET https://a.example/";
  const fields = { "ip.src": "203.0.113.7" };
  const ask = (more: object) => evaluate(text, { request, ...more }, rule);
  expect(ask({ fields, headers: { "X-A": "1" } })).toBe(true);
  expect(ask({ fields })).toBe(false);
  expect(ask({ headers: { "x-a": "1" } })).toBeUndefined();
});

test("examples of a comparison are inputs of evaluate", () => {
  const [first, second] = ['http.host eq "a.example"', 'http.host contains "example"'];
  const { relation, onlyFirst, onlySecond, both } = compare(first, second, rule);
  expect([relation, onlyFirst]).toEqual(["narrower", null]);
  if (!onlySecond || !both) throw new Error("Expected examples");
  expect(evaluate(first, onlySecond, rule)).toBe(false);
  expect(evaluate(second, onlySecond, rule)).toBe(true);
  expect(evaluate(first, both, rule) && evaluate(second, both, rule)).toBe(true);
  expect(compare(atLeast(500), atLeast(501), filter)).toMatchObject({
    relation: "wider",
    onlyFirst: { line: { EdgeResponseStatus: 500 } },
  });
});

test("what else two rules or jobs do differently is listed, without secrets", () => {
  expect(compare("# @action block\nssl", "# @action log\nssl", rule)).toMatchObject({
    relation: "equal",
    changed: [{ property: "action", before: "block", after: "log" }],
  });
  expect(
    compare("# @action block\nssl", "# @action block\n# @ref a\nssl", rule),
  ).not.toHaveProperty("changed");
  const job = (destination: string) =>
    JSON.stringify({ name: "a", dataset: "http_requests", destination_conf: destination });
  const { changed } = compare(job("s3://a/SECRET"), job("gs://b/SECRET"), { language: "lpjob" });
  expect(changed).toEqual([{ property: "destination_conf", before: "s3://…", after: "gs://…" }]);
  const tf = (value: string) =>
    `resource "cloudflare_logpush_job" "a" {\n  dataset = "http_requests"\n  enabled = ${value}\n  filter = "{}"\n}`;
  const found = compare(tf("true").replace("{}", ""), tf("false").replace("{}", ""), {
    path: "a.tf",
  });
  expect(found.changed).toEqual([{ property: "enabled", before: "true", after: "false" }]);
});

test("a rule inside a file is compared, shortened and translated if it is the only one", () => {
  const tf = (expression: string) =>
    `resource "cloudflare_ruleset" "a" {\n  rules = [{ expression = ${JSON.stringify(expression)} }]\n}\n`;
  const options = { language: "terraform" } as const;
  const long = tf('http.host eq "a" or http.host eq "b"');
  expect(compare(long, tf('http.host in {"a" "b"}'), options).relation).toBe("equal");
  expect(shrink(long, options).text).toBe(tf('http.host in {"a" "b"}'));
  expect(toSql(long, { ...options, dialect: "duckdb", where: true })).toContain(
    "ClientRequestHost",
  );
  expect(() => shrink("a = 1", options)).toThrow("No filter or rule found in the text.");
});

test("shrink reports sizes, and whether they fit", () => {
  expect(shrink('http.host eq "a" or http.host eq "b"', rule)).toEqual({
    text: 'http.host in {"a" "b"}',
    before: { characters: 36 },
    after: { characters: 22 },
    fits: true,
  });
});

test("fields are those of rules, or of a dataset", () => {
  const names = (options: Parameters<typeof fields>[0]) => fields(options).map((it) => it.name);
  expect(names(rule)).toContain("http.host");
  expect(names(filter)).toContain("EdgeResponseStatus");
  expect(names({ ...filter, dataset: "dns_logs" })).not.toContain("EdgeResponseStatus");
  expect(fields(filter).find((it) => it.name === "EdgeResponseStatus")).toMatchObject({
    type: "int",
    operators: expect.arrayContaining(["geq"]),
  });
  expect(fields({ language: "yaml" })).toEqual([]);
  expect(() => fields({ ...filter, dataset: "dns_log" })).toThrow("Did you mean 'dns_logs'?");
});

test("explain returns the page of a code for each language", () => {
  expect(explain("unknown-field").map((it) => it.severity)).toContain("error");
  expect(() => explain("unknown-feild")).toThrow("Did you mean 'unknown-field'?");
});

test("a text with errors throws an error that says why", () => {
  const broken = 'http.hots eq "a"';
  const request = { request: "GET https://a.example/" };
  expect(() => evaluate(broken, request, rule)).toThrow(TextError);
  expect(() => evaluate(broken, request, rule)).toThrow("Unknown field 'http.hots'.");
  expect(() => compare(broken, "ssl", rule)).toThrow("Unknown field 'http.hots'.");
  expect(() => shrink(broken, rule)).toThrow(TextError);
  expect(() => shrink("http.hots eq 1", rule)).toThrow(
    "Cannot be shortened, because the text has errors: Unknown field 'http.hots'.",
  );
  expect(() => toSql(broken, { ...rule, dialect: "duckdb" })).toThrow(TextError);
  const partly = () => toSql('ssl and http.cookie eq "a"', { ...rule, dialect: "duckdb" });
  expect(partly).toThrow(expect.objectContaining({ name: "TextError", offset: 8 }));
  const job = '{ "dataset": "http_requests", "filter": "./a.lpfilter" }';
  expect(() => evaluate(job, { line: {} }, { language: "lpjob" })).toThrow("'a.lpfilter'");
});

test("the types name every language and dialect", () => {
  const names: Record<LanguageName, true> = {
    lpfilter: true,
    lpjob: true,
    cfrule: true,
    terraform: true,
    yaml: true,
    json: true,
    markdown: true,
  };
  const ids = [...languages, ...hostLanguages].map((it) => it.id);
  expect(new Set(Object.keys(names))).toEqual(new Set(ids));
  const dialects: readonly DialectName[] = dialectNames;
  expect(dialects.every((dialect) => toSql("ssl", { ...rule, dialect }) !== "")).toBe(true);
});

test.each([null, undefined, "text", [], { line: [] }, { line: null }])(
  "%j is neither a line nor a request",
  (input) => {
    expect(() => evaluate("ssl", input as never, rule)).toThrow(/^A rule needs a request/);
    expect(() => evaluate(atLeast(1), input as never, filter)).toThrow(
      /^A filter needs a log line/,
    );
  },
);

test("fields and headers of a request have JSON values; undefined is treated as omitted", () => {
  const text = 'http.user_agent eq "undefined" or http.request.headers["x"][0] eq "undefined"';
  const on = (more: object) => () =>
    evaluate(text, { request: "GET https://example.com/", ...more }, rule);
  expect(on({ fields: undefined, headers: undefined })()).toBe(on({})());
  expect(on({ fields: { "http.user_agent": undefined } })()).toBe(on({})());
  expect(on({ headers: { x: undefined } })()).toBe(on({})());
  expect(on({ fields: { "http.user_agent": () => 1 } })).toThrow(
    "Expected plain data as 'input.fields.http.user_agent', not a function.",
  );
  expect(on({ headers: { x: ["a", "b"] } })).toThrow("Expected a string as header 'x'.");
  expect(on({ fields: "ip.src=1" })).toThrow("Expected an object as 'fields'.");
});

test("invalid options are reported", () => {
  const wrong = (options: unknown) => () => check("ssl", options as never);
  expect(wrong(undefined)).toThrow("Missing options. Set 'language' or 'path'.");
  expect(wrong({})).toThrow("Missing language.");
  expect(wrong({ language: "sql" })).toThrow("Unknown language 'sql'. Use ");
  expect(wrong({ path: "a.txt" })).toThrow("Unknown file type 'a.txt'.");
  expect(wrong({ ...filter, dataset: "http_request" })).toThrow("Did you mean 'http_requests'?");
  expect(wrong({ ...rule, settings: { severities: {} } })).toThrow(/^Invalid settings: /);
  expect(wrong({ ...rule, settings: "{" })).toThrow(/^Invalid settings: /);
  expect(() => check(1 as never, rule)).toThrow("Expected a string as text.");
  expect(() => evaluate("ssl", { line: {} }, rule)).toThrow("A rule needs a request");
  expect(() => evaluate(atLeast(1), { request: "" }, filter)).toThrow("A filter needs a log line");
  expect(() => evaluate("ssl", { request: "GET nowhere" }, rule)).toThrow(/^Invalid request: /);
  expect(wrong({ path: 1 })).toThrow("Expected a string as 'path'.");
  expect(() => toSql("ssl", { ...rule, dialect: "nosuchsql" as never })).toThrow("Unknown dialect");
  expect(() => toSql("ssl", { ...rule, dialect: "duckdb", timestamps: "x" as never })).toThrow(
    "Unknown timestamps 'x'. Use 'timestamp', 'unixnano'",
  );
});

test("lines of a selection count from 0", () => {
  const text = "```cfrule\nssl\n```\n\n```cfrule\nnot ssl\n```\n";
  const answer = (line: number) =>
    evaluate(
      text,
      { request: "GET https://a.example/" },
      { language: "markdown", select: { line } },
    );
  expect([answer(1), answer(5)]).toEqual([true, false]);
  expect(() => answer(3)).toThrow("line 4");
});
