import { expect, test } from "vitest";
import { defaultContext, hostOfPath, languageOfPath } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";

/** Formatting of one text, and completion with placeholders, inside a host. */

function analysisOf(path: string, text: string) {
  const language = hostOfPath(path) ?? languageOfPath(path);
  if (!language) throw new Error(`No language for '${path}'`);
  return language.analyze(text, defaultContext);
}

/** The host after "Format this …" at the marker; undefined when it is not offered. */
function formatted(path: string, marked: string): string | undefined {
  const at = marked.indexOf("<|>");
  const text = marked.replace("<|>", "");
  const [action, ...others] = analysisOf(path, text)
    .refactorings({ start: at, end: at })
    .filter((it) => it.title.startsWith("Format this "));
  expect(others).toEqual([]);
  return action && applyEdits(text, action.edits);
}

const tf = (expression: string) =>
  `resource "cloudflare_filter" "f" {\n  expression = ${expression}\n}\n`;
const long = Array.from({ length: 6 }, (_, it) => `http.host eq "number-${it}.example.com"`);

test.each([
  ["a quoted string", "a.tf", tf('"http.host   <|>eq  \\"a\\""'), tf('"http.host eq \\"a\\""')],
  ["a hole", "a.tf", tf('"http.host   <|>eq  ${var.a}  "'), tf('"http.host eq ${var.a}  "')],
  [
    "a heredoc",
    "a.tf",
    tf(`<<-EOT\n    <|>${long.join(" or ")}\n  EOT`),
    tf(`<<-EOT\n    ${long.join("\n    or ")}\n  EOT`),
  ],
  [
    "a heredoc that keeps its indentation",
    "a.tf",
    tf(`<<EOT\n    <|>${long.join(" or ")}\nEOT`),
    tf(`<<EOT\n    ${long.join("\n    or ")}\nEOT`),
  ],
  [
    "a literal block",
    "a.yaml",
    `cache_rules:\n  - expression: |\n      <|>${long.join("  or ")}\n`,
    `cache_rules:\n  - expression: |\n      ${long.join("\n      or ")}\n`,
  ],
  [
    "a code block",
    "a.md",
    "> ```cfrule\n> ssl  <|>and ssl\n> ```\n",
    "> ```cfrule\n> ssl and ssl\n> ```\n",
  ],
])("%s can be formatted", (_, path, marked, after) => {
  expect(formatted(path, marked)).toBe(after);
});

test.each([
  ["a formatted text", "a.tf", tf('"http.host <|>eq \\"a\\""')],
  ["a heredoc that is formatted", "a.tf", tf(`<<-EOT\n    <|>${long.join("\n    or ")}\n  EOT`)],
  [
    "a string that would get escaped line breaks",
    "a.tf",
    tf(JSON.stringify(long.join(" or ")).replace("http", "ht<|>tp")),
  ],
  [
    "a folded text",
    "a.yaml",
    `cache_rules:\n  - expression: >-\n      <|>${long.join(" or\n      ")}\n`,
  ],
  ["a text with errors", "a.tf", tf('"http.host   eq eq <|>"')],
  [
    "an object",
    "a.tf",
    'resource "cloudflare_logpush_job" "j" {\n  filter = jsonencode({ where = { <|>key = "a", operator = "eq", value = "b" } })\n}\n',
  ],
  ["a place outside of a text", "a.tf", `<|>${tf('"http.host  eq \\"a\\""')}`],
])("%s is not formatted", (_, path, marked) => {
  expect(formatted(path, marked)).toBeUndefined();
});

test("a filter in a heredoc can be formatted", () => {
  const job = (filter: string) =>
    `resource "cloudflare_logpush_job" "j" {\n  dataset = "http_requests"\n  filter = <<-EOT\n${filter}  EOT\n}\n`;
  const marked = job('    {"where":{"key":"RayID","operator":"eq",<|>"value":"${var.id}"}}\n');
  const after = formatted("a.tf", marked);
  expect(after).toBe(
    job(
      '    {\n      "where": { "key": "RayID", "operator": "eq", "value": "${var.id}" }\n    }\n',
    ),
  );
});

function snippet(path: string, marked: string, label: string): string | undefined {
  const at = marked.indexOf("<|>");
  const found = analysisOf(path, marked.replace("<|>", "")).complete(at);
  return found.find((it) => it.label === label)?.edit.newText;
}

test("placeholders of a snippet are not escaped, but the text around them is", () => {
  const name = "starts_with";
  expect(snippet("a.tf", tf('"<|>"'), name)).toBe('starts_with(${1}, \\\\"${2}\\\\")');
  expect(snippet("a.tf", tf("<<EOT\n<|>\nEOT"), name)).toBe('starts_with(${1}, "${2}")');
  expect(snippet("a.yaml", "cache_rules:\n  - expression: '<|>'\n", name)).toBe(
    'starts_with(${1}, "${2}")',
  );
});

const escapedJob = String.raw`{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "{\"where\":{\"key\":\"ClientIp\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}"
}
`;

test("an escaped filter in a job has its own fixes and completions", () => {
  const analysis = analysisOf("a.lpjob", escapedJob);
  const [fix] = analysis.diagnostics().find((it) => it.code === "unknown-field")?.fixes ?? [];
  expect(applyEdits(escapedJob, fix?.edits ?? [])).toBe(escapedJob.replace("ClientIp", "ClientIP"));
  const at = escapedJob.indexOf("ClientIp");
  const [item] = analysis.complete(at + 4);
  expect(item?.edit).toMatchObject({ start: at, end: at + "ClientIp".length });
});

test.each([
  ["a quoted string", "a.tf", tf('"cf.<|>threat_score gt 0"'), 0],
  ["a heredoc", "a.tf", tf("<<-EOT\n    cf.<|>threat_score gt 0\n  EOT"), 0],
  [
    "a folded block",
    "a.yaml",
    "cache_rules:\n  - expression: >-\n      cf.<|>threat_score gt 0\n",
    0,
  ],
  [
    "a JSON string",
    "a.json",
    '{ "phase": "x", "rules": [{ "expression": "cf.<|>threat_score gt 0" }] }',
    0,
  ],
  ["a code block", "a.md", "```cfrule\ncf.<|>threat_score gt 0\n```\n", 2],
])("no comment is added to %s, except where it is not sent", (_, path, marked, count) => {
  const at = marked.indexOf("<|>");
  const analysis = analysisOf(path, marked.replace("<|>", ""));
  const [region] = analysis.regions?.() ?? [];
  const inside = analysis
    .refactorings({ start: at, end: at })
    .filter((it) => it.title.startsWith("Ignore "))
    .filter((it) => it.edits.some((edit) => edit.start >= (region?.start ?? 0)));
  expect(inside).toHaveLength(count);
});

/** The host after "Add a test …" at the marker, which is kept. */
function withExample(path: string, marked: string, which = "that matches"): string | undefined {
  const at = marked.indexOf("<|>");
  const text = marked.replace("<|>", "");
  const wanted = `Add a test ${which}`;
  const action = analysisOf(path, text)
    .refactorings({ start: at, end: at })
    .find((it) => it.title.startsWith(wanted));
  if (!action) return undefined;
  const after = applyEdits(text, action.edits);
  expect(analysisOf(path, after).examples?.()).toMatchObject([{ passed: true }]);
  const added = action.edits.reduce((sum, { newText }) => sum + newText.length, 0);
  return `${after.slice(0, at + added)}<|>${after.slice(at + added)}`;
}

const match = "# @match GET https://www.example.com/";

test.each([
  ["a.tf", tf('"<|>ssl"'), tf('"<|>ssl"').replace("  expression", `  ${match}\n  expression`)],
  [
    "a.tf",
    tf("<<-EOT\n    <|>ssl\n  EOT"),
    tf("<<-EOT\n    <|>ssl\n  EOT").replace("  expression", `  ${match}\n  expression`),
  ],
  [
    "a.tf",
    tf('"<|>ssl"').replaceAll("\n", "\r\n"),
    tf('"<|>ssl"').replace("  expression", `  ${match}\n  expression`).replaceAll("\n", "\r\n"),
  ],
  [
    "a.yaml",
    "cache_rules:\n  - ref: a\n    expression: >-\n      <|>ssl\n",
    `cache_rules:\n  - ref: a\n    ${match}\n    expression: >-\n      <|>ssl\n`,
  ],
  [
    "a.yaml",
    "cache_rules:\n  - expression: <|>ssl\n",
    `cache_rules:\n  ${match}\n  - expression: <|>ssl\n`,
  ],
  ["a.md", "```cfrule\n<|>ssl\n```\n", `\`\`\`cfrule\n${match}\n<|>ssl\n\`\`\`\n`],
])("an example is added above the text, not to the sent text: %s %#", (path, before, after) => {
  expect(withExample(path, before)).toBe(after);
});

test("an example of a filter is added above its attribute", () => {
  const filter = (it: string) =>
    `resource "cloudflare_logpush_job" "j" {\n  dataset = "http_requests"\n${it}  filter  = "<|>{\\"where\\":{\\"key\\":\\"EdgeResponseStatus\\",\\"operator\\":\\"eq\\",\\"value\\":503}}"\n}\n`;
  const example = '  # @keep { "EdgeResponseStatus": 503 }\n';
  expect(withExample("a.tf", filter(""), "with a kept line")).toBe(filter(example));
  const text = filter("").replace("<|>", "");
  const line = new Map([["EdgeResponseStatus", "503"]]);
  const added = analysisOf("a.tf", text).add?.(
    { kind: "example", isWanted: true, line },
    text.indexOf("where"),
  );
  expect(applyEdits(text, added ?? [])).toBe(filter(example).replace("<|>", ""));
});

test.each([
  [
    "several rules on one line",
    "a.yaml",
    'cache_rules: [{ expression: "<|>ssl" }, { expression: "not ssl" }]\n',
  ],
  ["a hole", "a.tf", tf('"<|>http.host eq \\"${var.a}\\""')],
  [
    "JSON, which has no comments",
    "a.json",
    '{ "phase": "http_ratelimit", "rules": [{ "expression": "<|>ssl" }] }',
  ],
  ["the middle of a text", "a.tf", tf('"s<|>sl"')],
  [
    "a string in a string",
    "a.tf",
    tf('<<-EOT\n    ${\n    join(" and ", ["<|>ssl"])\n    }\n  EOT'),
  ],
])("no example is added to %s", (_, path, text) => {
  expect(withExample(path, text)).toBeUndefined();
});

/** The host after "Ignore … here" at the marker. */
function ignoredAt(path: string, marked: string): string | undefined {
  const at = marked.indexOf("<|>");
  const text = marked.replace("<|>", "");
  const offered = analysisOf(path, text).refactorings({ start: at, end: at });
  const action = offered.find((it) => /^Ignore '.*' here$/.test(it.title));
  return action && applyEdits(text, action.edits);
}

const job = (filter: string) =>
  `resource "cloudflare_logpush_job" "j" {\n  dataset = "http_requests"\n  destination_conf = "gs://logs/{DATE}"\n  output_options {\n    field_names = ["RayID", "RayID"]\n  }\n  filter = ${filter}\n}\n`;
const octorules = (expression: string) =>
  `waf_custom_rules:\n  - ref: a\n    action: block\n    expression: ${expression}\n  - ref: b\n    action: log\n    expression: cf.threat_score gt 1\n`;
const condition = '{ where = {\n    key = "ClientRequestPath", operator = "eq", value = "a" } }';

test.each([
  ["a string", "a.tf", tf('"cf.threat_score<|> gt 0 and ssl"'), "expression ="],
  [
    "a heredoc",
    "a.tf",
    tf("<<-EOT\n    ssl and\n    cf.threat_score<|> gt 0\n  EOT"),
    "expression =",
  ],
  [
    "a call",
    "a.tf",
    tf("trimspace(<<-EOT\n    cf.threat_score<|> gt 0\n  EOT\n  )"),
    "expression =",
  ],
  [
    "a branch",
    "a.tf",
    tf('"%{ if a } ssl %{ else } ip.geoip.asnum<|> eq 1 %{ endif }"'),
    "expression =",
  ],
  ["a filter", "a.tf", job(`jsonencode(${condition.replace('"a"', '<|>"a"')})`), "filter ="],
  ["a job", "a.tf", job(`jsonencode(${condition})`).replace('D"]', 'D<|>"]'), "field_names ="],
  ["a plain scalar", "a.yaml", octorules("cf.threat_score<|> gt 0"), "expression: c"],
  [
    "a block scalar",
    "a.yaml",
    octorules("|\n      ssl and\n      cf.threat_score<|> gt 0"),
    "expression: |",
  ],
  ["a folded scalar", "a.yaml", octorules(">-\n      cf.threat_score<|> gt 0"), "expression: >"],
  ["the next line", "a.yaml", octorules("\n      cf.threat_score<|> gt 0"), "cf.threat_score gt 0"],
])("a diagnostic in %s is ignored by a comment of the host", (_, path, marked, line) => {
  const text = marked.replace("<|>", "");
  const after = ignoredAt(path, marked) ?? "";
  const lines = after.split("\n");
  const added = lines.findIndex((it) => it.trim().startsWith("# weir-ignore "));
  expect(lines[added + 1]).toContain(line);
  expect(lines.toSpliced(added, 1).join("\n")).toBe(text);
  const count = (it: string) => analysisOf(path, it).diagnostics().length;
  expect(count(after)).toBe(count(text) - 1);
});

test("a second code is added to the comment above", () => {
  const marked = tf('"cf.threat_score<|> gt 0"').replace(
    "  expr",
    "  # weir-ignore dash-range\n  expr",
  );
  const after = ignoredAt("a.tf", marked);
  expect(after).toContain("  # weir-ignore dash-range, never-matches\n");
});

test("JSON has no comments", () => {
  const text =
    '{"phase":"http_request_firewall_custom","rules":[{"expression":"cf.threat_score<|> gt 0"}]}';
  expect(ignoredAt("a.json", text)).toBeUndefined();
});
