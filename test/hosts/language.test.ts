import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";

function hostOf(path: string) {
  const language = hostOfPath(path);
  if (!language) throw new Error(`No host language for '${path}'`);
  return language;
}

function analysisOf(path: string, text: string) {
  return hostOf(path).analyze(text, defaultContext);
}

function problemsIn(path: string, text: string): string[] {
  return analysisOf(path, text)
    .diagnostics()
    .map((it) => `${it.embedded} ${it.code} '${text.slice(it.start, it.end)}'`);
}

const ruleSet = (expression: string) => `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules {
    action     = "block"
    expression = ${expression}
  }
}
`;

test.each([
  [
    "main.tf",
    ruleSet(String.raw`"(http.hots eq \"${"$"}{var.host}\" and ssl)"`),
    ["cfrule unknown-field 'http.hots'"],
  ],
  [
    "main.tofu",
    ruleSet(`<<-EOT
      http.host eq "a.example"
      AND ssl
    EOT`),
    ["cfrule unknown-operator 'AND'"],
  ],
  [
    "main.tf",
    `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "s3://\${var.bucket}/{DATE}?region=eu-central-1"
  filter           = jsonencode({ where = { key = "ClientContry", operator = "eq", value = var.country } })
}
`,
    [`lpfilter unknown-field '"ClientContry"'`],
  ],
  [
    "main.tf",
    `resource "cloudflare_logpush_job" "j" {
  dataset          = var.dataset
  destination_conf = var.destination
  filter           = jsonencode({ where = { key = "Anything", operator = "eq", value = "x" } })
}
`,
    [],
  ],
  [
    "runbook.md",
    '# Block it\n\n```cfrule\nhttp.hots eq "x"\n```\n',
    ["cfrule unknown-field 'http.hots'"],
  ],
  ["runbook.md", "```cfrule no-check\nnonsense\n```\n", []],
  [
    "rules.yaml",
    'rate_limiting_rules:\n  - expression: ssl\n    ratelimit: { counting_expression: "" }\n',
    [],
  ],
  [
    "rules.yaml",
    `# weir: template
waf_custom_rules:
{% for host in hosts %}
  - expression: http.host eq "{{ host }}" {% if tls %}and ssl{% endif %} and ssll
    action: block
{% endfor %}
  {{- if .Values.more }}
  - expression: http.hots eq "a"
  {{- end }}
`,
    ["cfrule unknown-field 'ssll'", "cfrule unknown-field 'http.hots'"],
  ],
  ["rules.yaml", "waf_custom_rules:\n  - expression: null\n  - expression: ~\n", []],
  ["main.tf", ruleSet('"true"'), ["cfrule always-matches 'true'"]],
  ["main.tf", ruleSet('"true"').replace("block", "execute"), []],
  [
    "main.tf",
    ruleSet('"cf.bot_management.score lt 10"'),
    ["cfrule verified-bots 'cf.bot_management.score lt 10'"],
  ],
  ["main.tf", ruleSet(String.raw`"cf.zone.name eq \"example.com\""`), []],
  [
    "job.json",
    '{"result":[{"id":1,"dataset":"http_requests","destination_conf":"s3://a/b?region=eu-west-1","enabled":true}]}',
    [],
  ],
  [
    "main.tf",
    `resource "cloudflare_logpush_job" "j" {
  filter           = jsonencode({ where = { key = "ClientContry", operator = "eq", value = "de" } })
  dataset          = "http_requests"
  destination_conf = "s3://logs/{DATE}?region=eu-central-1"
  frequency        = "high"
}
`,
    ["lpfilter unknown-field '\"ClientContry\"'", "lpjob deprecated-field 'frequency'"],
  ],
])("problems in %s are reported at their position in the host", (path, text, expected) => {
  expect(problemsIn(path, text)).toEqual(expected);
});

test.each([
  [
    "main.tf",
    ruleSet(String.raw`"ssl == true AND http.host eq \"a\""`),
    ruleSet(String.raw`"ssl and http.host eq \"a\""`),
  ],
  ["runbook.md", "> ```cfrule\n> ssl == true\n> ```\n", "> ```cfrule\n> ssl\n> ```\n"],
])("safe fixes rewrite only the region of %s", (path, text, fixed) => {
  expect(fixAll(hostOf(path), text, defaultContext, { style: true })).toBe(fixed);
});

test("a comment before the string suppresses a diagnostic in all its lines", () => {
  const text = ruleSet(`<<-EOT
      ssl and
      http.hots eq "x"
    EOT`);
  const at = text.indexOf("    expression");
  const ignored = `${text.slice(0, at)}    # weir-ignore unknown-field\n${text.slice(at)}`;
  expect(problemsIn("main.tf", text)).toHaveLength(1);
  expect(problemsIn("main.tf", ignored)).toEqual([]);
});

test("a comment before a code block suppresses diagnostics in all of its lines", () => {
  const block = "- x\n\n  ```cfrule\n  ssl and\n  http.hots eq 1\n  ```\n";
  const ignored = block.replace("  ```cfrule", "  <!-- weir-ignore unknown-field -->\n$&");
  expect(problemsIn("a.md", block)).toHaveLength(1);
  expect(problemsIn("a.md", ignored)).toEqual([]);
  // Only the problem of the next block.
  expect(problemsIn("a.md", `${ignored}\n${block}`)).toHaveLength(1);
});

test("hover and completion work only inside a region", () => {
  const text = ruleSet(String.raw`"http.host eq \"a\" and "`);
  const analysis = analysisOf("main.tf", text);
  const field = text.indexOf("http.host");
  const hover = analysis.hover(field + 3);
  expect(text.slice(hover?.start, hover?.end)).toBe("http.host");
  expect(analysis.complete(text.indexOf('and "') + 4).map((it) => it.label)).toContain("ip.src");
  expect(analysis.hover(3)).toBeUndefined();
  expect(analysis.complete(3)).toEqual([]);
});

test("a value from a list is escaped for the host when it is completed", () => {
  const text = ruleSet(`"http.request.method eq "`);
  const analysis = analysisOf("main.tf", text);
  const get = analysis.complete(text.indexOf('eq "') + 3).find((it) => it.label.includes("GET"));
  expect(get?.edit.newText).toBe(String.raw`\"GET\"`);
});

test("a file without embedded texts has no regions", () => {
  expect(analysisOf("main.tf", 'resource "aws_s3_bucket" "b" {}\n').regions?.()).toEqual([]);
  expect(analysisOf("package.json", '{ "name": "x" }').regions?.()).toEqual([]);
});

test("files in the style of the provider's examples have only the expected errors", () => {
  const folder = join(import.meta.dirname, "fixtures");
  const found = readdirSync(folder).flatMap((name) => {
    if (!hostOfPath(name)) return [];
    const text = readFileSync(join(folder, name), "utf8");
    const errors = analysisOf(name, text)
      .diagnostics()
      .filter((it) => it.severity === "error");
    return errors.map((it) => `${name}: ${it.code}`);
  });
  expect(found).toEqual(["logpush.tf: unfilterable-field", "runbook.md: destination-parameter"]);
});

/** Realistic files without problems, or without our languages: every phase, function, template and placeholder. */
const userStyles = join(import.meta.dirname, "fixtures", "user-styles");

test.each(readdirSync(userStyles))("nothing is reported in %s", (name) => {
  const text = readFileSync(join(userStyles, name), "utf8");
  for (const written of [text, text.replaceAll("\n", "\r\n")]) {
    const found = analysisOf(name, written).diagnostics();
    const wrong = found.filter((it) => it.severity === "error" || it.severity === "warning");
    expect(wrong.map((it) => `${it.code}: ${it.message}`)).toEqual([]);
  }
});

test("holes are shown as written in the host, unless they are long", () => {
  const text = ruleSet(
    String.raw`"ip.src in {${"$"}{var.ips}} and http.host eq \"${"$"}{join(".", [var.shop, var.domain, var.country])}\""`,
  );
  const analysis = analysisOf("main.tf", text);
  expect(analysis.lenses().map((it) => it.title)).toEqual([
    `Matches requests where ip.src is ${"$"}{var.ips} and http.host is "…"`,
  ]);
  expect(analysis.hover(text.indexOf("and"))?.markdown).not.toMatch(/[\ufdd0-\ufdef]/);
});

/** The text with its hints, without the hints about limits. */
function withHints(path: string, text: string): string {
  const hints = analysisOf(path, text).inlays({ start: 0, end: text.length });
  const shown = hints.filter((it) => !it.isBudget);
  return applyEdits(
    text,
    shown.map(({ offset, label }) => ({ start: offset, end: offset, newText: `«${label}»` })),
  );
}

test.each([
  [
    "main.tf",
    `filter = jsonencode({
    where = {
      and = [«all of 2»
        # the shop
        { key = "ClientRequestHost", operator = "eq", value = "a" },
        {
          or = [«any of 2»
            { key = "ClientCountry", operator = "eq", value = "de" },
            { key = "BotScore", operator = "lt", value = 30 },
          ]
        },
      ]
    }
  })`,
  ],
  [
    "main.tf",
    String.raw`filter = "{\"where\":{\"and\":[«all of 2»{\"key\":\"RayID\",\"operator\":\"eq\",\"value\":\"a\"},{\"key\":\"BotScore\",\"operator\":\"lt\",\"value\":30}]}}"`,
  ],
])("hints are shown after what they are about: %s", (path, marked) => {
  const job = `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "s3://logs/{DATE}?region=eu-central-1"
  ${marked}
}
`;
  const text = job.replaceAll(/«.*?»/g, "");
  // The hint of the dataset belongs to the job.
  expect(withHints(path, text).replace(/(?<=_requests")«.*?»/, "")).toBe(job);
});

test("hints around conditions are shown at them, also across lines and joined strings", () => {
  const marked = ruleSet(`join(" or ", [
    "ssl", "«(»http.host eq \\"a\\" and ip.src in {10.0.0.0/8«(16,777,216 addresses)»}«)»"
  ])`);
  expect(withHints("main.tf", marked.replaceAll(/«.*?»/g, ""))).toBe(marked);
});

test("tokens of a filter replace those of the string in its job", () => {
  const text = `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "s3://logs/{DATE}?region=eu-central-1"
  filter           = "{\\"where\\": 1}"
}
`;
  const tokens = analysisOf("main.tf", text).tokens();
  const words = tokens.map((it) => text.slice(it.start, it.end));
  expect(words).toContain('"http_requests"');
  expect(words.slice(-2)).toEqual(['\\"where\\"', "1"]);
  expect(tokens.every((it, i) => it.start >= (tokens[i - 1]?.end ?? 0))).toBe(true);
});

test.each([
  ["main.tf", 'resource "constructor" "cloudflare_" {\n  expression = "x"\n}\n'],
  ["main.tf", 'resource "cloudflare_filter" "toString" {\n  expression = constructor("x")\n}\n'],
  [
    "main.tf",
    'resource "cloudflare_logpush_job" "j" {\n  constructor = 1\n  output_options { toString = 1 }\n}\n',
  ],
  ["main.tf.json", '{ "resource": { "constructor": { "cloudflare_": { "rules": [] } } } }'],
  [
    "main.tf.json",
    '{ "resource": { "cloudflare_logpush_job": { "j": { "output_options": { "constructor": 1 } } } } }',
  ],
  ["a.yaml", "constructor:\n  - expression: x\ncache_rules:\n  - constructor: x\n"],
  ["a.md", "```constructor lpjob\n{\n```\n"],
])("a name that every object has is treated like any other in %s", (path, text) => {
  expect(() => problemsIn(path, text)).not.toThrow();
  expect(problemsIn(path, text).filter((it) => it.startsWith("cfrule"))).toEqual([]);
});

test("a large text with many problems has fixes for the first ones", () => {
  const text = ruleSet(JSON.stringify("ssl == true and ".repeat(20_000)));
  const found = analysisOf("main.tf", text).diagnostics();
  expect(found[0]?.fixes).toHaveLength(1);
  expect(found.at(-2)?.fixes).toEqual([]);
});

const gap = " ".repeat(200_000);
test.each([
  ["main.tf", ruleSet(`"ssl${gap}and ssl"`)],
  ["a.yaml", `cache_rules:\n  - expression: >2-\n      ssl\n\n${gap}and ssl\n`],
])("a wide gap in %s is formatted in bounded time", (path, text) => {
  const layout = { tabSize: 2, insertSpaces: true };
  expect(() => analysisOf(path, text).format(layout)).not.toThrow();
});

/** The messages, and the host after all safe fixes. */
function comments(path: string, text: string): { messages: string[]; fixed: string } {
  const analyze = (it: string) => hostOfPath(path)?.analyze(it, defaultContext);
  const messages = (analyze(text)?.diagnostics() ?? []).map(
    (it) => `${text.slice(it.start, it.end)}: ${it.message}`,
  );
  let fixed = text;
  for (let count = 0; count < 5; count++) {
    const [found] = analyze(fixed)?.diagnostics() ?? [];
    fixed = applyEdits(fixed, found?.fixes[0]?.edits ?? []);
  }
  return { messages, fixed };
}

const rejected =
  "The service rejects comments in an expression. Move the comment out of the expression.";

test("comments in an expression that is sent are moved out of it", () => {
  const tf = (above: string, lines: string) =>
    `resource "cloudflare_filter" "f" {\n${above}  expression = <<-EOT\n${lines}  EOT\n}\n`;
  const text = tf("", '    # office\n    ip.src eq 192.0.2.1 # one\n    and http.cookie eq "#a"\n');
  const { messages, fixed } = comments("a.tf", text);
  expect(messages).toEqual([`# office: ${rejected}`, `# one: ${rejected}`]);
  expect(fixed).toBe(
    tf("  # office\n  # one\n", '    ip.src eq 192.0.2.1\n    and http.cookie eq "#a"\n'),
  );
});

test("comments in YAML", () => {
  const yaml = (above: string, lines: string) =>
    `cache_rules:\n  - ref: a\n${above}    expression: ${lines}`;
  const block = comments("a.yaml", yaml("", "|\n      # office\n      ssl\n"));
  expect(block.messages).toEqual([`# office: ${rejected}`]);
  expect(block.fixed).toBe(yaml("    # office\n", "|\n      ssl\n"));
  const folded = comments("a.yaml", yaml("", ">-\n      # office\n      ssl\n"));
  expect(folded.messages).toEqual([
    "# office\n      ssl: The lines of this text are joined, so everything after '#' is a comment. Move the comment out of the expression.",
  ]);
});

test.each(["// office", "-- office", "/* office */"])("'%s' is a comment too", (comment) => {
  const tf = (above: string, line: string) =>
    `resource "cloudflare_filter" "f" {\n${above}  expression = <<-EOT\n    ${line}\n  EOT\n}\n`;
  const { messages, fixed } = comments("a.tf", tf("", `ssl ${comment}`));
  expect(messages).toEqual([`${comment}: ${rejected}`]);
  expect(fixed).toBe(tf("  # office\n", "ssl"));
});

test.each([
  [
    "a.json",
    (it: string) => JSON.stringify({ phase: "http_ratelimit", rules: [{ expression: it }] }),
  ],
  ["a.yaml", (it: string) => `cache_rules:\n  - ref: a\n    expression: ${JSON.stringify(it)}\n`],
  [
    "a.tf",
    (it: string) =>
      `resource "cloudflare_filter" "f" {\n  expression = ${JSON.stringify(it).replaceAll(/\\[vf]|[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n}\n`,
  ],
])("whitespace in an expression of %s that the engine rejects becomes a space", (path, holding) => {
  const before = '\ufeff\tssl and\thttp.host strict\n wildcard\u00a0"*.a.example"\u2009';
  const { messages, fixed } = comments(path, holding(before));
  expect(messages).toHaveLength(4);
  expect(fixed).toContain(
    holding('\tssl and http.host strict wildcard "*.a.example"\u2009').slice(-60),
  );
  expect(comments(path, fixed).messages).toEqual([]);
  expect(comments("a.md", `\`\`\`cfrule\nssl and\tssl\n\`\`\`\n`).messages).not.toContain("tab");
});

test("a comment in JSON can only be removed", () => {
  const text = JSON.stringify({ phase: "http_ratelimit", rules: [{ expression: "ssl // a" }] });
  expect(comments("a.json", text).messages).toEqual([
    "// a: The service rejects comments in an expression. Remove the comment.",
  ]);
});

test("rules of a phase whose fields are unknown are not checked", () => {
  const body = (phase: string) => JSON.stringify({ phase, rules: [{ expression: "a.b > 1" }] });
  expect(comments("a.json", body("http_ratelimit")).messages).toHaveLength(1);
  expect(comments("a.json", body("alpha")).messages).toEqual([]);
  const terraform = (phase: string) =>
    `resource "cloudflare_ruleset" "a" {\n  phase = "${phase}"\n  rules = [{ expression = "a.b > 1" }]\n}\n`;
  expect(comments("a.tf", terraform("http_ratelimit")).messages).toHaveLength(1);
  expect(comments("a.tf", terraform("http_request_new")).messages).toEqual([]);
});

test.each(["# weir-ignore unknown-field", "# @match x"])("the directive '%s' is kept", (it) => {
  const text = `resource "cloudflare_filter" "f" {\n  expression = <<-EOT\n    ${it}\n    ssl\n  EOT\n}\n`;
  expect(comments("a.tf", text).messages.join()).not.toContain("rejects");
});

test("comments in code blocks are not sent", () => {
  expect(comments("a.md", "```cfrule\n# office\nssl\n```\n").messages).toEqual([]);
});

test.each([
  ["# @match GET https://a/ ip.<|>", "ip.src", "# @match GET https://a/ ip.src="],
  ["# @match GET https://a/ ip.src=<|>", "192.0.2.1", "# @match GET https://a/ ip.src=192.0.2.1"],
  ["#@no-match PO<|>", "POST", "#@no-match POST "],
  ["// @<|>", "@match", "// @match ${1}"],
  ["# prose\n    # @no<|>", "@no-match", "# prose\n    # @no-match ${1}"],
])("an example above an expression is completed: %s", (line, label, after) => {
  const marked = ruleSet('"ip.src eq 192.0.2.1"').replace("expression", `${line}\n    expression`);
  const text = marked.replace("<|>", "");
  const found = analysisOf("main.tf", text).complete(marked.indexOf("<|>"));
  const item = found.find((it) => it.label === label);
  expect(item && applyEdits(text, [item.edit])).toBe(
    text.replace(line.replace("<|>", ""), () => after),
  );
  expect(found.map((it) => it.label)).not.toContain("@action");
});

test("an example above a filter is completed, and has hovers", () => {
  const filter = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}';
  const text = `resource "cloudflare_logpush_job" "j" {
  dataset = "http_requests"
  # @keep { "EdgeResponseStatus": }
  filter = ${JSON.stringify(filter)}
}
`;
  const analysis = analysisOf("main.tf", text);
  expect(analysis.complete(text.indexOf(" }"))[0]?.label).toBe("500");
  const hover = analysis.hover(text.indexOf("EdgeRes") + 2);
  expect(hover && text.slice(hover.start, hover.end)).toContain("EdgeResponseStatus");
});

test.each([
  "# @match GET https://a/ ip.<|>\n\n    expression",
  "# @action <|>\n    expression",
  "# mail a@<|>\n    expression",
  "<|># @match GET\n    expression",
])("other comments of a host are not completed: %s", (line) => {
  const marked = ruleSet('"ip.src eq 192.0.2.1"').replace("expression", line);
  const found = analysisOf("main.tf", marked.replace("<|>", "")).complete(marked.indexOf("<|>"));
  expect(found).toEqual([]);
});

test("at most a thousand problems of a file with many texts are shown", () => {
  const text = `waf_custom_rules:\n${"  - expression:\n".repeat(1100)}`;
  const codes = analysisOf("rules.yaml", text)
    .diagnostics()
    .map((it) => it.code);
  expect(codes).toHaveLength(1001);
  expect(codes.at(-1)).toBe("too-many-findings");
});
