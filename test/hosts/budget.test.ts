import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";

/** Usage of limits in texts with holes: a hole counts 0, so the result is a lower bound. */

function analysisOf(text: string, limits = { operators: 30, bytes: 1000 }) {
  const language = hostOfPath("main.tf");
  if (!language) throw new Error("No host language");
  return language.analyze(text, { ...defaultContext, limits });
}

function rule(expression: string): string {
  return `resource "cloudflare_filter" "f" {\n  expression = ${JSON.stringify(expression)}\n}\n`;
}

function job(filter: string): string {
  return `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "gs://logs/{DATE}"
  filter           = ${filter}
}
`;
}

const budgets = (text: string) =>
  analysisOf(text)
    .lenses()
    .flatMap((it) => it.budget?.text ?? []);

const hole = "${var.host}";

test("an expression with a hole has at least the characters around it", () => {
  expect(budgets(rule("http.host eq 1"))).toEqual(["14 of 4,096 characters"]);
  expect(budgets(rule(`http.host eq ${hole}`))).toEqual(["at least 13 of 4,096 characters"]);
  expect(budgets(rule(`http.host eq "${hole}${hole}"`))).toEqual([
    "at least 15 of 4,096 characters",
  ]);
});

test.each([
  [
    'jsonencode({ where = { key = "ClientIP", operator = "eq", value = var.ip } })',
    '{"where":{"key":"ClientIP","operator":"eq","value":}}',
  ],
  [
    `jsonencode({ where = { key = "ClientIP", operator = "eq", value = "${hole}" } })`,
    '{"where":{"key":"ClientIP","operator":"eq","value":""}}',
  ],
  [
    `"{\\"where\\":{\\"key\\":\\"ClientIP\\",\\"operator\\":\\"eq\\",\\"value\\":\\"a${hole}\\"}}"`,
    '{"where":{"key":"ClientIP","operator":"eq","value":"a"}}',
  ],
])("a filter with a hole has at least the bytes around it: %s", (filter, counted) => {
  expect(budgets(job(filter))).toEqual([
    `at least 1 of 30 operators, at least ${counted.length} of 1,000 bytes`,
  ]);
});

test("hover shows 'at least' as well", () => {
  const text = job('jsonencode({ where = { key = "RayID", operator = "eq", value = var.id } })');
  const hover = analysisOf(text).hover(text.indexOf("where") + 2);
  expect(hover?.markdown).toContain("at least 1 of 30 operators, at least ");
});

test("a text is over the limit even if its holes are empty", () => {
  const long = Array.from({ length: 60 }, (_, it) => `http.host eq "${"a".repeat(60)}${it}"`);
  const text = rule(`${long.join(" or ")} or http.host eq ${hole} or ssl`);
  const [found] = analysisOf(text)
    .diagnostics()
    .filter((it) => it.code === "expression-too-long");
  expect(found?.message).toMatch(
    /^Expression is at least 4,\d{3} characters; the limit is 4,096\./,
  );
  expect(text.slice(found?.start, found?.end)).not.toContain("$");
});

test("limits of filters show 'at least'", () => {
  const filter = job('jsonencode({ where = { key = "RayID", operator = "eq", value = var.id } })');
  const messages = (limits: { operators: number; bytes: number }) =>
    analysisOf(filter, limits)
      .diagnostics()
      .map((it) => it.message.split(".")[0]);
  expect(messages({ operators: 0, bytes: 10 })).toEqual([
    "Filter has at least 1 operators; the limit is about 0",
    "Filter is at least 50 bytes; the limit is about 10",
  ]);
});

test("a destination that ends with a hole may have any parameters", () => {
  const found = (destination: string) =>
    analysisOf(
      `resource "cloudflare_logpush_job" "j" {\n  dataset = "http_requests"\n  destination_conf = ${JSON.stringify(destination)}\n}\n`,
    )
      .diagnostics()
      .map((it) => it.message);
  expect(found(`s3://${hole}`)).toEqual([]);
  expect(found(`s3://bucket/${hole}`)).toEqual([]);
  expect(found(`s3://${hole}/{DATE}`)).toEqual(["Missing S3 parameter 'region'. Add it."]);
});

test("a hole is shown as written in the host", () => {
  const titles = (text: string) =>
    analysisOf(text)
      .lenses()
      .map((it) => it.title);
  expect(titles(rule(`http.host eq ${hole}`))).toEqual([
    "Matches requests where http.host is ${var.host}",
  ]);
  const all = Array.from({ length: 40 }, (_, it) => `http.host eq \${var.a${it}}`).join(" or ");
  for (const it of titles(rule(all))) expect(it).not.toMatch(/[\ufdd0-\ufdef]/);
});
