/** The SQL of the service's own stores: only what it documents, run in a database that has the same functions. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defaultContext,
  hostOfPath,
  type LogLine,
  linePredicate,
  ruleSource,
} from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { predicatesIn } from "../../server/src/sql/dialect.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateDocument } from "../../server/src/sql/document.ts";
import { translateFilter, translateRule } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { times } from "../support/long.ts";
import { type Database, openTypedDuckdb } from "./databases.ts";
import { matchedIn, requestLine, requestsIn, ruleColumns, rules } from "./rule-samples.ts";
import { columns, context, linesWith, where } from "./samples.ts";

const names = ["log-explorer", "transformer"] as const;
type Name = (typeof names)[number];

function ofFilter(written: object, name: Name) {
  const filter = lpfilter.analyze(JSON.stringify({ where: written }), context).logFilter?.();
  assert(filter, JSON.stringify(written));
  return { ...translateFilter(filter, { dialect: dialects[name], where: true }), filter };
}

function ofRule(rule: string, name: Name) {
  const source = ruleSource(rule, defaultContext);
  assert(source, rule);
  return translateRule(source, defaultContext, { dialect: dialects[name], where: true });
}

/** Documented parts that are not translated. */
const refusals: Readonly<Record<Name, RegExp>> = {
  "log-explorer":
    /^(A string has the control character U\+00|Addresses cannot be compared|Log Explorer has no function|'%', '_' and|The condition needs \d+ predicates|The values of 'Time' have several types)/,
  transformer:
    /^(A string has the control character U\+00|Addresses cannot be compared|'%', '_' and|The values of 'Time' have several types)/,
};

/** SQL compares paths as they are logged, without the normalization that makes `/%C3%A9` of `/é`. */
const normalized = requestLine.filter((it) => !it.includes('"/é"'));

const clean = { numbers: false, hasNul: false, others: [] };

/** Times in a form that the table does not have are converted, and never equal in lines. */
const hasOtherTimes = (it: unknown) =>
  /"Time","operator":"[^"]+","value":(?!"20[^"]*Z"|\["20[^"]*Z"(,"20[^"]*Z")*\])/.test(
    JSON.stringify(it),
  );

describe.each(names)("%s", (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTypedDuckdb();
  }, 120_000);
  afterAll(() => database.close());

  test("keeps the lines that the evaluator keeps", async () => {
    const filters = fc.array(where, { minLength: 20, maxLength: 40 });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(linesWith(clean), filters, async (lines, wheres) => {
        if (/"Time":\d/.test(lines.join())) return;
        await database.load(lines, columns);
        const parsed = lines.map((it) => parseExactly(it) as LogLine);
        for (const it of wheres) {
          if (hasOtherTimes(it)) continue;
          const { filter, ...result } = ofFilter(it, name);
          if ("error" in result) {
            assert.match(result.error, refusals[name]);
            continue;
          }
          compared++;
          const holds = linePredicate(filter.test);
          const kept = parsed.flatMap((line, n) => (holds(line) ? [n] : []));
          const found = await database
            .kept(result.sql)
            .catch((error) => assert.fail(`${result.sql}\n${error}`));
          assert.deepEqual(
            found,
            kept,
            `${JSON.stringify(it)}\n${result.sql}\n${lines.join("\n")}`,
          );
        }
      }),
      { numRuns: times(5, 60), seed: 11, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(50);
  });

  test("selects the lines of the requests that a rule matches", async () => {
    const lines = fc.array(normalized, { minLength: 1, maxLength: 60 });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.array(rules(name), { minLength: 20, maxLength: 30 }),
        async (texts, some) => {
          await database.load(texts, ruleColumns);
          const requests = requestsIn(texts);
          for (const rule of some) {
            const result = ofRule(rule, name);
            if ("error" in result) {
              assert.match(result.error, refusals[name], rule);
              continue;
            }
            compared++;
            const found = await database
              .kept(result.sql)
              .catch((error) => assert.fail(`${rule}\n${result.sql}\n${error}`));
            assert.deepEqual(found, matchedIn(rule, requests), `${rule}\n${result.sql}`);
          }
        },
      ),
      { numRuns: times(2, 30), seed: 12, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(20);
  });
});

describe("Log Explorer", () => {
  const is = (key: string, operator: string, value: unknown) => ({ key, operator, value });

  test.each([
    ["a plain name", is("Host", "eq", "it's"), "Host = 'it''s'"],
    ["a name with a space", is("path name", "eq", "a"), "\"path name\" = 'a'"],
    ["a line without the field", is("Host", "!eq", "a"), "(Host IS DISTINCT FROM 'a')"],
    ["the same in a list", is("Status", "!in", [1]), "(Status NOT IN (1) OR Status IS NULL)"],
    ["an empty value", is("Host", "eq", ""), "(Host = '' OR Host IS NULL)"],
    ["no value", is("Host", "!in", []), "TRUE"],
    ["a part", is("Host", "contains", "a"), "Host LIKE '%a%'"],
    ["a special part", is("Host", "contains", "a_b"), "replace(Host, 'a_b', '') <> Host"],
    ["a special start", is("Host", "startsWith", "😀%"), "substr(Host, 1, 2) = '😀%'"],
    ["a special end", is("Host", "endsWith", "\\"), "substr(Host, length(Host) - 0) = '\\'"],
    [
      "an element",
      is("Scores", "!contains", 5),
      "(NOT (ARRAY_CONTAINS(Scores, 5)) OR Scores IS NULL)",
    ],
    ["a time", is("Time", "geq", 1762905600), "Time >= '2025-11-12T00:00:00Z'"],
    ["a part of a time", is("Time", "startsWith", "2025-11"), "Time LIKE '2025-11%'"],
  ])("%s", (_, written, sql) => {
    expect(ofFilter(written, "log-explorer")).toMatchObject({ sql: `${sql}\n` });
  });

  test("a reserved word is quoted, and a statement has neither comments nor a semicolon", () => {
    const text = `{ // who
      "where": { "key": "When", "operator": "gt", "value": 5 } }`;
    const options = { ...context, forcedDataset: "audit_logs" };
    const filter = lpfilter.analyze(text, options).logFilter?.();
    assert(filter);
    expect(translateFilter(filter, { dialect: dialects["log-explorer"], count: true })).toEqual({
      sql: `SELECT COUNT(*)\nFROM audit_logs\nWHERE\n  "When" > '1970-01-01T00:00:05Z'\n`,
    });
  });

  test("more than 25 predicates are refused with their number", () => {
    const many = (count: number) => ({
      or: Array.from({ length: count }, (_, n) => is("Host", "contains", `a in b = ${n}`)),
    });
    expect(ofFilter(many(25), "log-explorer")).toHaveProperty("sql");
    expect(ofFilter(many(26), "log-explorer")).toHaveProperty(
      "error",
      "The condition needs 26 predicates; Log Explorer accepts 25. Shorten it with 'weir shrink'.",
    );
    const rule = (count: number) =>
      Array.from({ length: count }, (_, n) => `http.host contains "a${n}"`).join(" or ");
    expect(ofRule(rule(25), "log-explorer")).toHaveProperty("sql");
    expect(ofRule(rule(30), "log-explorer")).toHaveProperty(
      "error",
      expect.stringContaining("needs 30 predicates"),
    );
  });

  test.each([
    ["a = 'x = y' AND \"b < c\" IN ('it''s = ''') OR d IS NOT NULL", 3],
    ["a IS DISTINCT FROM 'b'", 1],
    ["CASE WHEN a >= 1 THEN b <> c END", 2],
    ["NOT (ARRAY_CONTAINS(a, 'in'))", 1],
  ])("%s has %d predicates", (sql, count) => {
    expect(predicatesIn(sql)).toBe(count);
  });
});

describe("transformers", () => {
  const job = (extra: object) =>
    JSON.stringify({ dataset: "http_requests", destination_conf: "gs://a/b", ...extra });
  const ofJob = (text: string, options: object = {}) => {
    const document = { language: lpjob, text, context: defaultContext, readFilter };
    const [first] = translateDocument(document, { dialect: dialects.transformer, ...options });
    return first;
  };
  const readFilter = () => ({
    text: '{ "where": { "key": "RayID", "operator": "startsWith", "value": "a" } }',
  });
  const host = { key: "ClientRequestHost", operator: "contains", value: "a_b" };

  test.each([
    [
      "a filter in the job",
      JSON.stringify({ where: { or: [host, host] } }),
      `strpos("ClientRequestHost", 'a_b') > 0\n  OR strpos("ClientRequestHost", 'a_b') > 0`,
    ],
    ["a filter in a file", "./a.lpfilter", `"RayID" LIKE 'a%'`],
  ])("%s: the fields of the job are selected", (_, filter, sql) => {
    const output_options = { field_names: ["RayID", "ClientIP"] };
    expect(ofJob(job({ filter, output_options }))).toMatchObject({
      sql: `SELECT "RayID", "ClientIP"\nFROM http_requests\nWHERE\n  ${sql}\n`,
    });
    expect(ofJob(job({ filter }))).toHaveProperty("sql", expect.stringMatching(/^SELECT \*\n/));
  });

  test("the fields of a job in Terraform are selected", () => {
    const text = `resource "cloudflare_logpush_job" "a" {
  dataset          = "http_requests"
  destination_conf = "gs://a/b"
  filter           = jsonencode({ where = { key = "RayID", operator = "eq", value = "a" } })
  output_options   = { field_names = ["RayID"] }
}`;
    const language = hostOfPath("a.tf");
    assert(language);
    const document = { language, text, context: defaultContext, readFilter };
    expect(translateDocument(document, { dialect: dialects.transformer })).toMatchObject([
      { sql: `SELECT "RayID"\nFROM http_requests\nWHERE\n  "RayID" = 'a'\n` },
    ]);
  });

  test("the size is checked", () => {
    const hosts = (count: number) =>
      job({
        filter: JSON.stringify({
          where: {
            ...host,
            operator: "in",
            value: Array.from({ length: count }, (_, n) => `host-${n}.example.com`),
          },
        }),
      });
    expect(ofJob(hosts(300))).not.toHaveProperty("warning");
    expect(ofJob(hosts(500))).toHaveProperty(
      "warning",
      "The SQL has 11,950 bytes. The service documents a limit of 10 KB for a transformer, and elsewhere 32,768 characters.",
    );
    expect(ofJob(hosts(2000))).toHaveProperty(
      "error",
      "The SQL has 48,950 characters; a transformer may have 32,768.",
    );
  });

  test("neither a table nor a count", () => {
    const text = job({ filter: JSON.stringify({ where: host }) });
    expect(ofJob(text, { count: true })).toHaveProperty(
      "error",
      expect.stringContaining("cannot count"),
    );
    expect(ofJob(text, { table: "b" })).toHaveProperty(
      "error",
      expect.stringContaining("Omit the table"),
    );
  });
});
