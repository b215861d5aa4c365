import { describe, expect, test } from "vitest";
import type { Analysis, Language } from "../../../server/src/core/analysis.ts";
import {
  defaultContext,
  type FileContext,
  hostOfPath,
  languageFor,
} from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import type { Span } from "../../../server/src/text/span.ts";

const lpfilter = languageFor("filter");
const lpjob = languageFor("job");

function offersIn(analysis: Analysis, span: Span) {
  return analysis.refactorings(span).filter((it) => /^Add a test/.test(it.title));
}

/** The examples that are offered, each added to the text. */
function added(text: string, at = 0, language: Language<FileContext> = lpfilter): string[] {
  const offers = offersIn(language.analyze(text, defaultContext), { start: at, end: at });
  return offers.map(({ edits }) => {
    const after = applyEdits(text, edits);
    const results = language.analyze(after, defaultContext).examples?.() ?? [];
    expect(results, after).toMatchObject([{ passed: true, message: "" }]);
    return after;
  });
}

function example(text: string): string {
  return /@\w+ .*/.exec(text)?.[0] ?? "";
}

const filter = (where: object): string => JSON.stringify({ where });
const is = (key: string, operator: string, value: unknown) => ({ key, operator, value });

describe("examples use the values of the filter", () => {
  test.each([
    [
      is("EdgeResponseStatus", "lt", 400),
      ['@keep { "EdgeResponseStatus": 399 }', '@drop { "EdgeResponseStatus": 400 }'],
    ],
    [
      {
        and: [
          is("ClientRequestHost", "eq", "a.example"),
          is("EdgeResponseStatus", "geq", 500),
          is("EdgeResponseStatus", "lt", 502),
        ],
      },
      [
        '@keep { "ClientRequestHost": "a.example", "EdgeResponseStatus": 500 }',
        expect.stringMatching(
          /^@drop \{ "ClientRequestHost": "(?!a\.example").*", "EdgeResponseStatus": 500 \}$/,
        ),
      ],
    ],
    [
      {
        or: [
          is("ClientRequestMethod", "in", ["GET", "HEAD"]),
          is("ClientRequestPath", "startsWith", "/a"),
        ],
      },
      [
        '@keep { "ClientRequestMethod": "GET" }',
        expect.stringMatching(
          /^@drop \{ "ClientRequestMethod": ".*", "ClientRequestPath": ".*" \}$/,
        ),
      ],
    ],
  ])("%j", (where, examples) => {
    expect(added(filter(where)).map(example)).toEqual(examples);
  });

  test.each([
    is("ClientRequestPath", "!contains", "bot"),
    is("ClientRequestPath", "contains", 'a"\\\n'),
    {
      and: [is("ClientRequestPath", "startsWith", "/a"), is("ClientRequestPath", "!eq", "/a")],
    },
    is("EdgeResponseStatus", "!in", [0, 1, 2, 200]),
    is("WAFAttackScore", "eq", "7"),
    is("BotDetectionTags", "contains", "x"),
    is("BotDetectionTags", "!contains", "x"),
    is("EdgeStartTimestamp", "gt", "2026-01-01T00:00:00Z"),
    is("EdgeStartTimestamp", "lt", 1_700_000_000),
    is("ClientIPClass", "!eq", "clean"),
    {
      and: [
        is("ClientRequestPath", "startsWith", "/a"),
        is("ClientRequestPath", "contains", "b"),
        is("ClientRequestPath", "endsWith", ".php"),
      ],
    },
    { and: [is("EdgeResponseStatus", "gt", 5), is("EdgeResponseStatus", "lt", 7)] },
    {
      or: [
        { and: [is("ClientCountry", "eq", "de"), is("ClientASN", "!in", [64496, 64497])] },
        { and: [is("ClientCountry", "!eq", "de"), is("CacheCacheStatus", "eq", "hit")] },
      ],
    },
  ])("one that is kept and one that is dropped: %j", (where) => {
    const text = filter(where);
    const kept = lpfilter.analyze(text, defaultContext).diagnostics();
    expect(kept.filter((it) => it.severity === "error")).toEqual([]);
    expect(added(text).map((it) => example(it).slice(0, 5))).toEqual(["@keep", "@drop"]);
  });

  test("only possible examples", () => {
    const never = { and: [is("ClientIP", "eq", "192.0.2.1"), is("ClientIP", "eq", "192.0.2.2")] };
    expect(added(filter(never)).map((it) => example(it).slice(0, 5))).toEqual(["@drop"]);
  });
});

describe("examples are offered", () => {
  const where = filter(is("EdgeResponseStatus", "lt", 400));

  test("above the filter, and not in it", () => {
    const text = `// @dataset http_requests\r\n\r\n${where}`;
    expect(added(text, 4)[0]).toBe(
      `// @dataset http_requests\r\n\r\n// @keep { "EdgeResponseStatus": 399 }\r\n${where}`,
    );
    expect(added(text, text.indexOf("{"))).toHaveLength(2);
    expect(added(text, text.indexOf("{") + 1)).toEqual([]);
    expect(added(text, text.indexOf("\n") + 1)).toEqual([]);
    expect(added("")).toEqual([]);
    expect(added(filter(is("EdgeResponseStatus", "lt", "x")))).toEqual([]);
  });

  test("after a byte order mark, and not between the lines of a comment", () => {
    expect(added(`\ufeff${where}`)[0]).toBe(
      `\ufeff// @keep { "EdgeResponseStatus": 399 }\n${where}`,
    );
    expect(added(`/* a\n b */ ${where}`)).toEqual([]);
  });

  test("in a job, above its filter", () => {
    const text = `{\n  "name": "a",\n  "dataset": "http_requests",\n  "filter": ${where}\n}\n`;
    const after = `{\n  "name": "a",\n  "dataset": "http_requests",\n  // @keep { "EdgeResponseStatus": 399 }\n  "filter": ${where}\n}\n`;
    expect(added(text, 0, lpjob)[0]).toBe(after);
    expect(added(text, text.indexOf('"filter"') + 2, lpjob)[0]).toBe(after);
    expect(added(text, text.indexOf('"name"') + 2, lpjob)).toEqual([]);
    const escaped = text.replace(where, JSON.stringify(where));
    expect(added(escaped, 0, lpjob)).toEqual([]);
    expect(added(escaped, escaped.indexOf('"{') + 1, lpjob)).toEqual([]);
  });

  test("not in JSON documents, which have no comments", () => {
    const job = { dataset: "http_requests", filter: where };
    const text = JSON.stringify({ resource: { cloudflare_logpush_job: { job } } });
    const terraform = hostOfPath("a.tf.json")?.analyze(text, defaultContext);
    expect(terraform?.embedded?.().length).toBeGreaterThan(0);
    const at = text.indexOf('"{') + 1;
    expect(terraform && offersIn(terraform, { start: at, end: at })).toEqual([]);
  });
});
