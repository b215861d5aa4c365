import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, hostOfPath, languageOfPath } from "../../server/src/languages.ts";
import { holeCharacter } from "../../server/src/text/hole.ts";

/** Characters that represent holes inside Weir may also occur in files. There they are ordinary characters. */

function problemsIn(path: string, text: string): string[] {
  const language = languageOfPath(path) ?? hostOfPath(path);
  if (!language) throw new Error(`No language for '${path}'`);
  return language
    .analyze(text, defaultContext)
    .diagnostics()
    .map((it) => `${it.code} '${text.slice(it.start, it.end)}'`);
}

/** Another character without a meaning in our languages. */
const odd = "\uf123";

const holes = [0, 1, 31].map(holeCharacter);

test.each([
  ["a.cfrule", "http.host eq ?"],
  ["a.cfrule", "?"],
  ["a.cfrule", "http.? eq 1"],
  ["a.cfrule", "ip.src in {? 192.0.2.1}"],
  ["a.cfrule", 'http.host eq "?" and http.host eq "a"'],
  ["a.cfrule", 'http.host eq "?" or http.host eq "?"'],
  ["a.cfrule", 'ssl and (http.host matches "(?")'],
  ["a.cfrule", `http.host eq "${"?".repeat(4100)}"`],
  ["a.lpfilter", '{ "where": { "key": "?", "operator": "eq", "value": "a" } }'],
  ["a.lpfilter", '{ "where": { "key": "ClientIP", "operator": "?", "value": "a" } }'],
  ["a.lpfilter", '{ "where": ? }'],
  ["a.lpfilter", '{ "where": { "key": ?, "operator": "eq", "value": "a" }, ? }'],
  [
    "a.lpfilter",
    '{ "where": { "and": [ { "key": "RayID", "operator": "eq", "value": "?" }, { "key": "RayID", "operator": "eq", "value": "a" } ] } }',
  ],
  [
    "a.lpfilter",
    '{ "where": { "or": [ { "key": "RayID", "operator": "eq", "value": "?" }, { "key": "RayID", "operator": "eq", "value": "?" } ] } }',
  ],
  ["a.lpfilter", '{ "where": { "key": "RayID", "operator": "in", "value": ["?", "?"] } }'],
  ["a.lpjob", '{ "dataset": "?", "destination_conf": "gs://b/{DATE}" }'],
  ["a.lpjob", '{ "dataset": "http_requests", "destination_conf": "?" }'],
  ["a.lpjob", '{ "dataset": "http_requests", "destination_conf": "s3://b?regon=?" }'],
  [
    "a.lpjob",
    '{ "dataset": "http_requests", "destination_conf": "gs://b/{DATE}", "output_options": { "output_type": "?", "field_names": ["?"] } }',
  ],
  [
    "a.tf",
    'resource "cloudflare_filter" "f" {\n  expression = "http.? eq 1 or http.host eq \\"?\\" or http.host eq \\"?\\""\n}\n',
  ],
  ["a.yaml", "cache_rules:\n  - expression: 'http.host eq ?'\n"],
  ["a.md", '```lpfilter\n{ "where": ? }\n```\n'],
])("%#: a hole character in %s has the same effect as any other", (path, text) => {
  const expected = problemsIn(path, text.replaceAll("?", odd));
  for (const it of holes) {
    const found = problemsIn(path, text.replaceAll("?", it)).map((one) => one.replaceAll(it, odd));
    expect(found).toEqual(expected);
  }
});

test("a hole character beside a real hole is ordinary", () => {
  const rule = (part: string) =>
    `resource "cloudflare_filter" "f" {\n  expression = "http.host eq ${"$"}{var.a} or http.${part} eq 1 or http.host eq \\"${part}\\""\n}\n`;
  const expected = problemsIn("a.tf", rule(odd)).map((it) => it.replaceAll(odd, "?"));
  expect(expected).toHaveLength(1);
  for (const it of holes) {
    expect(problemsIn("a.tf", rule(it)).map((one) => one.replaceAll(it, "?"))).toEqual(expected);
  }
});

test("a fix beside a hole leaves a hole character of the host unchanged", () => {
  const text = `resource "cloudflare_filter" "f" {\n  expression = "ssl == true and http.host ne \\"\ufdd0\\" and http.host ne ${"$"}{var.a}"\n}\n`;
  const language = hostOfPath("a.tf");
  expect(language && fixAll(language, text, defaultContext, { style: true })).toBe(
    text.replace(" == true", ""),
  );
});
