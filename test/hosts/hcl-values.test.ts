import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { isLong } from "../support/long.ts";
import { shown } from "./shown.ts";

/** Expressions in Terraform: literals are evaluated, and everything else is a hole. */

function texts(text: string): string[] {
  return terraformTexts(text).map((it) => shown(text, it).replace(/ \| .*/s, ""));
}

function problemsIn(text: string, path = "main.tf"): string[] {
  const analysis = hostOfPath(path)?.analyze(text, defaultContext);
  return (analysis?.diagnostics() ?? []).map((it) => `${it.code} ${text.slice(it.start, it.end)}`);
}

const filter = (value: string) =>
  `resource "cloudflare_filter" "f" {\n  expression = ${value}\n}\n`;
const rules = (value: string) =>
  `resource "cloudflare_ruleset" "r" {\n  phase = "http_request_firewall_custom"\n  rules = ${value}\n}\n`;
const job = (value: string) => `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "gs://logs/{DATE}"
  filter           = ${value}
}
`;

test.each([
  ["strip markers", '"http.host eq ${~ var.a ~} and ssl"', ["http.host eq «${~ var.a ~}» and ssl"]],
  ["a condition", '"ssl %{ if var.a ~}or b%{~ endif }"', ["ssl «%{ if var.a ~}»or b«%{~ endif }»"]],
  [
    "the first of two branches",
    '"%{ if var.a }b%{ else }c%{ if d }e%{ else }f%{ endif }%{ endif } and g"',
    ["«%{ if var.a }»b«%{ else }c%{ if d }e%{ else }f%{ endif }%{ endif }» and g"],
  ],
  ["a loop", '"{%{ for a in b }${a} %{ endfor }}"', ["{«%{ for a in b }»«${a}» «%{ endfor }»}"]],
  ["a branch without an end", '"%{ if a }b%{ else }c"', ["«%{ if a }»b«%{ else }c»"]],
  ["formatlist", 'join(" or ", formatlist("a eq %q", var.b))', ["«formatlist(» or a eq «%q»"]],
  ["format", 'format("a eq %s and %d%%", var.b, 1)', ["a eq «%s» and 1%"]],
  [
    "format of literals",
    'format("%s eq %q and %t%v", "a", "b\\"c", true, 2)',
    ['a eq "b\\"c" and true2'],
  ],
  ["format with indexes", 'format("%[2]s %[1]s %s", "a", "b")', ["b a b"]],
  ["format with a width", 'format("%5d %-3s %*d %s", 1, "a", 2, 3, "b")', ["«%5d» «%-3s» «%*d» b"]],
  ["format with a flag", 'format("a %#v %f %x", "a", 1, 2)', ["a «%#v» «%f» «%x»"]],
  ["format without a value", 'format("a %s %s", "b")', ["a b «%s»"]],
  ["format with a value too many", 'format("a", "b")', []],
  ["format of another format", 'format("%s or %s", format("a %d", 1), lower("B"))', ["a 1 or b"]],
  ["format with markup", 'format("a eq %q", "<b>")', ["a eq «%q»"]],
  [
    "what a program fills in",
    '"%[1]s and a eq \\"%[12]d\\" 5%[x] %[3]"',
    ['«%[1]s» and a eq "«%[12]d»" 5%[x] %[3]'],
  ],
  ["join", 'join(" or ", ["a", var.b, "c"])', ["a or «var.b» or c"]],
  ["join with concat", 'join(" or ", concat(["a"], var.b, ["c"]))', ["a or «var.b» or c"]],
  ["join with distinct", 'join(" or ", distinct(compact(["a", "b"])))', ["a or b"]],
  ["compact", 'join(" or ", compact(["", "a", "", var.b, ""]))', ["a or «var.b»"]],
  ["lower", 'lower("A eq ${var.B} É")', ["a eq «${var.B}» é"]],
  ["upper", 'upper("get")', ["GET"]],
  ["trimspace and chomp", 'trimspace(chomp("a"))', ["a"]],
  ["replace", 'replace("a\\nb", "\\n", " ")', ["a b"]],
  ["replace of whitespace", 'replace("a  b", "/\\\\s+/", " ")', ["a  b"]],
  ["replace of something else", 'replace("a  b", "/[a-z]+/", " ")', []],
  ["split", 'join(" ", compact(split("\\n", trimspace("a\\nb"))))', ["a⏎b"]],
  ["a condition", 'var.a ? "b" : var.c ? "d" : ""', ["b", "d"]],
  ["a condition in a string", '"${var.a ? "b" : "c"}"', ["b", "c"]],
  ["a call in a string", '"${join(" or ", ["a", "b"])}"', ["a or b"]],
  ["a reference in a string", '"${local.a}"', []],
  ["a choice", 'try(var.a, coalesce(local.b, "c"))', ["c"]],
  ["a template file", 'templatefile("a.tpl", { b = "c" })', []],
])("%s", (_, value, expected) => {
  expect(texts(filter(value))).toEqual(expected.map((it) => `cfrule ${it}`));
});

test.each([
  ["merge", '[merge(local.a, { expression = "b" }, { action = "block" })]', ["b"]],
  ["merge in a loop", '[for a in var.b : merge(a, { expression = "c" }) if a.d]', ["c"]],
  ["concat", 'concat([{ expression = "a" }], local.b, [{ expression = "c" }])', ["a", "c"]],
  [
    "a condition in concat",
    'concat([{ expression = "a" }], var.b ? [{ expression = "c" }] : [])',
    ["a", "c"],
  ],
  ["a condition", 'var.a ? [{ expression = "b" }] : []', ["b"]],
  ["a condition of an item", '[var.a ? { expression = "b" } : { expression = "c" }]', ["b", "c"]],
  ["flatten", 'flatten([[{ expression = "a" }], [[{ expression = "b" }]]])', ["a", "b"]],
  ["a choice", 'try(var.rules, [{ expression = "a" }])', ["a"]],
  ["a loop over an object", '{ for k, v in var.a : k => { expression = "b" } }', ["b"]],
])("rules in %s", (_, value, expected) => {
  expect(texts(rules(value))).toEqual(expected.map((it) => `cfrule ${it}`));
});

test.each([
  ["merge", "jsonencode(merge({ where = { a = 1 } }, var.b))", ['{"where":{"a":1},«var.b»}']],
  [
    "a condition",
    "jsonencode(var.a ? { where = { b = 1 } } : { where = { c = 1 } })",
    ['{"where":{"b":1}}', '{"where":{"c":1}}'],
  ],
  ["a condition outside", "var.a ? jsonencode({ b = 1 }) : null", ['{"b":1}']],
])("filters in %s", (_, value, expected) => {
  expect(texts(job(value)).slice(1)).toEqual(expected.map((it) => `lpfilter ${it}`));
});

test("a dynamic block of a job", () => {
  const text = `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "gs://logs/{DATE}"
  dynamic "output_options" {
    for_each = var.options
    content {
      field_names = ["RayID", "Nope"]
    }
  }
}
`;
  expect(problemsIn(text)).toEqual(['unknown-field "Nope"']);
});

/** None of these can be proved wrong. */
test.each([
  filter('"%{ if var.a }http.host eq \\"a\\"%{ else }http.host eq \\"b\\"%{ endif }"'),
  filter('"ssl ${var.or}http.host eq \\"b\\""'),
  filter('"ip.src in { %{ if x } 192.0.2.1 %{ else } 192.0.2.1 %{ endif } }"'),
  filter('"http.host eq \\"a\\" %{ if var.a }and http.host eq \\"b\\"%{ endif }"'),
  filter(
    '<<-EOT\n    %{ for h in var.a ~}\n    http.host eq "${h}" or\n    %{ endfor ~}\n    ssl\n  EOT',
  ),
  filter('"(%{ for i, h in a }%{ if i > 0 } or %{ endif }http.host eq \\"${h}\\"%{ endfor })"'),
  job("jsonencode(merge(local.base, {}))"),
  job('jsonencode({ where = merge(local.condition, { value = "a" }) })'),
  job('jsonencode({ where = { and = [merge({ key = "ClientIP" }, local.more), local.other] } })'),
  job('jsonencode({ (var.name) = { key = "ClientIP", operator = "eq", value = "192.0.2.1" } })'),
  job('"{ ${local.body} }"'),
  job('"{\\"where\\":{ ${local.condition} }}"'),
  job('"{\\"where\\":{\\"and\\":[${join(",", local.conditions)}]}}"'),
  job(
    '"{\\"where\\":{\\"key\\":\\"ClientCountry\\",\\"operator\\":\\"in\\",\\"value\\":${jsonencode(var.c)}}}"',
  ),
  job(
    '<<-EOT\n    { "where": %{ if a }{ "key": "RayID", "operator": "eq", "value": "b" }%{ else }{ "key": "RayID", "operator": "eq", "value": "c" }%{ endif } }\n  EOT',
  ),
  job(
    '<<-EOT\n    { "where": { "or": [\n    %{ for a in b ~}\n    { "key": "RayID", "operator": "eq", "value": "${a}" },\n    %{ endfor ~}\n    { "key": "RayID", "operator": "eq", "value": "c" }\n    ] } }\n  EOT',
  ),
  job(
    '<<-EOT\n    { "where": { "and": [\n    %{ if a ~}\n    { "key": "RayID", "operator": "eq", "value": "a" },\n    { "key": "ClientCountry", "operator": "eq", "value": "de" },\n    %{ endif ~}\n    { "key": "ClientCountry", "operator": "eq", "value": "fr" }\n    ] } }\n  EOT',
  ),
  job(
    '<<-EOT\n    %{ if a }{ "where": { "key": "RayID", "operator": "eq", "value": "b" } }%{ endif }\n  EOT',
  ),
  job(
    '<<-EOT\n    { "where": { "or": [ { "key": "RayID", "operator": "eq", "value": "b" } ${var.more} { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } ] } }\n  EOT',
  ),
])("nothing is concluded from unknown values: %s", (text) => {
  expect(problemsIn(text)).toEqual([]);
});

test("conditions around a hole are compared with each other", () => {
  const found = problemsIn(
    job(
      'jsonencode({ where = { and = [{ key = "ClientCountry", operator = "eq", value = "de" }, var.more, { key = "ClientCountry", operator = "eq", value = "fr" }] } })',
    ),
  );
  expect(found.map((it) => it.split(" ")[0])).toEqual(["never-matches"]);
});

test("a fix that would remove a hole is not offered", () => {
  const text = job(
    '<<-EOT\n    { "where": { "or": [ { "key": "RayID", "operator": "eq", "value": "b" } ${var.more} { "key": "RayID", "operator": "eq", "value": "c" } ] } }\n  EOT',
  );
  const language = hostOfPath("main.tf");
  expect(language && fixAll(language, text, defaultContext, { style: true })).toBe(text);
});

test("strings that exceed the length of an expression are not joined", () => {
  const [found] = terraformTexts(filter(`join("", [${'"ssl ",'.repeat(12_000)}])`));
  expect(found?.region.text.length).toBe(40_001);
  expect(found?.region.holes.length).toBe(1);
});

test("only the start of a very long list is parsed, and the file continues after it", () => {
  const rule = '{ expression = "ssl" },';
  const list = (count: number) =>
    `resource "cloudflare_ruleset" "a" {\n  phase = "http_request_firewall_custom"\n  rules = [${"{},".repeat(count)}${rule}]\n}\n${filter('"ssl"')}`;
  expect(texts(list(isLong ? 99_999 : 10_000)).length).toBe(2);
  expect(texts(list(100_000)).length).toBe(1);
});

test("thousands of placeholders are not parsed", () => {
  expect(texts(filter(`format("${"%s".repeat(10_000)}")`)).length).toBe(0);
  expect(texts(filter(`format("ssl${"%s".repeat(10_000)}")`)).length).toBe(1);
  expect(texts(filter(`format("ssl${"%s".repeat(10_001)}")`)).length).toBe(0);
});

test("nested interpolations are parsed up to a limit", () => {
  const depth = 20_000;
  const text = filter(`"${'${"'.repeat(depth)}a${'"}'.repeat(depth)}"`);
  expect(() => texts(text)).not.toThrow();
});

test.each([
  [
    '"ssl and %{ if a } http.hots eq \\"a\\" %{ else } http.hosts eq \\"b\\" %{ endif } and x"',
    ["http.hots", "http.hosts", "x"],
  ],
  [
    '"%{ if a ~} ssl %{ if b } %{ endif } %{~ else ~} http.hosts eq \\"${c}\\" %{ endif }"',
    ["http.hosts"],
  ],
  [
    'trimspace(<<-EOT\n  %{ if a }\n  ssl\n  %{ else }\n  http.hosts eq "a"\n  %{ endif }\n  EOT\n)',
    ["http.hosts"],
  ],
  ['"%{ if a } ssl %{ else } http.hosts eq 1"', ["http.hosts"]],
  ['"%{ if a }http.hots%{ else }http.hosts%{ endif } eq \\"b\\""', ["http.hots", "http.hosts"]],
  ['"ssl and %{ if a }http.hots eq \\"a\\"%{ endif }"', ["http.hots"]],
  ['"(%{ if a }%{ if b }http.hots eq \\"a\\"%{ endif }%{ endif })"', ["http.hots"]],
  ['"%{ for h in hs }(http.hots eq \\"${h}\\") or %{ endfor }ssl"', ["http.hots"]],
  ['"starts_with(%{ if a }http.hots%{ else }http.host%{ endif }, \\"a\\")"', ["http.hots"]],
  // These could be parts of longer names.
  ['"a%{ if b }c%{ endif } eq \\"d\\""', []],
  ['"http.%{ if a }hots%{ else }host%{ endif } eq \\"b\\""', []],
  ['"${a}%{ if b }c%{ endif } eq \\"d\\""', []],
  ['"ssl or ${a} %{~ if b }c%{ endif } eq \\"d\\""', []],
  ['"%{ if a }starts_with%{ else }ends_with%{ endif }(http.host, \\"b\\")"', []],
  ['"lower%{ if a }(http.host)%{ endif } eq \\"b\\""', []],
  ['"http.host eq \\"%{ if a }b%{ else }c%{ endif }\\""', []],
  ['"%{ if a } http.host eq \\"b\\" %{ else } http.host eq \\"b\\" %{ endif }"', []],
  ['"tcp.srcport in { %{ if a }80%{ else }443%{ endif } }"', []],
  ['"http.host eq %{ if a }\\"b\\"%{ else }\\"c\\"%{ endif } and ssl"', []],
  ['"tcp.srcport eq %{ if a } 80 %{ else } 443 %{ endif } and ssl"', []],
  ['"ip.src in %{ if a }{ 192.0.2.1 }%{ else }$office%{ endif } and ssl"', []],
])("problems in both branches of %s", (value, expected) => {
  expect(problemsIn(filter(value))).toEqual(expected.map((it) => `unknown-field ${it}`));
});

test.each([
  '"http.host ${a} eq \\"b\\""',
  '"http.host ${a} ${b} eq \\"c\\""',
  '"ssl and ${a} \\"b\\""',
  '"%{ if a }lower(%{ endif }http.host%{ if a })%{ endif } eq \\"b\\""',
  '"http.host %{ if a }eq%{ else }ne%{ endif } \\"b\\""',
  '"http.host contains %{ if a }r%{ endif }\\"b\\""',
  '"%{ if a }not %{ endif }ssl%{ if b } and http.host eq \\"c\\"%{ endif }"',
  '"any(http.request.headers[%{ if a }\\"b\\"%{ else }\\"c\\"%{ endif }][*] eq \\"d\\")"',
  '"%{ if a }http.request.headers[\\"b\\"]%{ else }http.request.cookies[\\"b\\"]%{ endif }[0] eq \\"c\\""',
  '"http.host eq %{ if a }\\"b\\"%{ else }\\"c\\"%{ endif } and http.host eq \\"c\\""',
])("a hole may end or start in the middle of a comparison: %s", (value) => {
  expect(problemsIn(filter(value))).toEqual([]);
});

/** A filter whose key or operator depends on a condition. */
const choice = (name: string, first: string) => {
  const parts = { key: '"ClientIP"', operator: '"eq"', value: '"192.0.2.1"' };
  const chosen = { ...parts, [name]: `%{ if a }${first}%{ else }${parts.key}%{ endif }` };
  return job(
    `<<EOT\n{ "where": { "key": ${chosen.key}, "operator": ${chosen.operator}, "value": ${chosen.value} } }\nEOT`,
  );
};

test.each([
  [choice("key", '"ClientIPP"'), ['unknown-field "ClientIPP"']],
  [choice("key", '"RayID"'), []],
  [choice("operator", '"eqq"'), ['unknown-operator "eqq"', 'unknown-operator "ClientIP"']],
  [choice("key", '${b}"ClientIPP"'), []],
  [
    job(
      '<<EOT\n{ "where": { "and": [{ "key": "RayID", "operator": "eq", "value": %{ if a }"b"%{ else }"c"%{ endif } }, { "key": "RayID", "operator": "eq", "value": "c" }] } }\nEOT',
    ),
    [],
  ],
])("strings in directives of a filter: %s", (text, expected) => {
  expect(problemsIn(text)).toEqual(expected);
});

const where = (key: string) => `{ "where": { "key": "${key}", "operator": "eq", "value": "a" } }`;

test.each([
  `%{ if a }${where("RayIDD")}%{ endif }%{ if !a }${where("ClientIPP")}%{ endif }`,
  `%{ if a ~}\n${where("RayIDD")}\n%{ endif ~}\n\n%{ if b ~}\n${where("ClientIPP")}\n%{ endif ~}`,
  `{ "where": { "or": [%{ if a }${where("RayIDD")}%{ endif } %{ if !a }${where("ClientIPP")}%{ endif }] } }`,
])("both objects of a conditional are checked: %s", (text) => {
  expect(problemsIn(job(`<<EOT\n${text}\nEOT`)).filter((it) => it.startsWith("unknown"))).toEqual([
    'unknown-field "RayIDD"',
    'unknown-field "ClientIPP"',
  ]);
});

test.each([
  `%{ if a }${where("RayID")}%{ endif }%{ if !a }${where("RayID")}%{ endif }`,
  `%{ if a }${where("RayID")}%{ endif }%{ if b }${where("RayID")}%{ endif }%{ if c }{}%{ endif }`,
  `%{ if a }${where("RayID")}%{ endif }%{ if b }{`,
])("one of several objects is used: %s", (text) => {
  expect(problemsIn(job(`<<EOT\n${text}\nEOT`))).toEqual([]);
});

/** A filter with one condition whose value is given as source, and other conditions beside it. */
const other = '{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }';
const valued = (value: string, more = "", key = "EdgeResponseStatus", operator = '"eq"') =>
  job(
    `<<EOT\n{ "where": { "and": [{ "key": "${key}", "operator": ${operator}, "value": ${value} }, ${more || other}] } }\nEOT`,
  );

test.each([
  ['%{ if a }500%{ else }"x"%{ endif }', ['value-type "x"']],
  ['%{ if a }"x"%{ else }500%{ endif }', ['value-type "x"']],
  ["%{ if a }abc%{ else }5%{ endif }", ["json-syntax abc", "value-type abc", "unknown-value 5"]],
  [
    "%{ if a } abc %{ else } True %{ endif }",
    ["json-syntax abc", "value-type abc", "json-syntax True", "value-type True"],
  ],
  ["%{ if a } 500 %{ endif }", []],
  ["%{ if a }0500%{ else }'500'%{ endif }", ["json-syntax 0500", "json-syntax '500'"]],
  ["%{ if a }[500]%{ else }500%{ endif }", ["value-type [500]"]],
  ["%{ if a }%{ if b }x%{ endif }%{ endif }", ["json-syntax x", "value-type x"]],
  ["%{ if a } 500 %{ endif }%{ if !a } 501 %{ endif }", []],
  ["%{ if a }500%{ endif }%{ if !a }501%{ endif }", []],
  ["%{ if a }[1]%{ endif } %{ if !a }501%{ endif }", []],
  // These could be parts of longer values.
  ["5%{ if a }x%{ endif }", []],
  ["5%{ if a }0%{ else }1%{ endif }0", []],
  ["%{ if a }x%{ endif }5", []],
  ["${a}%{ if b }x%{ endif }", []],
  ["%{ if b }x%{ endif }${a}", []],
  ["${a} x", []],
  ["${a} %{~ if b }x%{ endif }", []],
])("values in directives of a filter: %s", (value, expected) => {
  expect(problemsIn(valued(value))).toEqual(expected);
});

test.each([
  valued(
    "%{ if a }500%{ else }200%{ endif }",
    '{ "key": "EdgeResponseStatus", "operator": "eq", "value": 200 }',
  ),
  valued(
    '%{ if a }["b"]%{ else }["c"]%{ endif }',
    '{ "key": "RayID", "operator": "in", "value": ["c"] }',
    "RayID",
    '"in"',
  ),
  valued('[%{ if a }"b",%{ else }"d",%{ endif } "b"]', "", "RayID", '"in"'),
  valued(
    "500",
    '{ "key": "EdgeResponseStatus", "operator": %{ if a }"lt"%{ else }"gt"%{ endif }, "value": 400 }',
  ),
  valued(
    "500",
    '{ "or": %{ if a }[{ "key": "EdgeResponseStatus", "operator": "eq", "value": 400 }]%{ else }[]%{ endif } }',
  ),
  // It is unknown which of these values occur together.
  valued(
    '%{ if !a }["b"]%{ else }"b"%{ endif }',
    other,
    "RayID",
    '%{ if a }"eq"%{ else }"in"%{ endif }',
  ),
  job(
    '<<EOT\n{ "where": { %{ if a }"and"%{ else }"or"%{ endif }: [{ "key": "RayID", "operator": "eq", "value": "a" }, { "key": "RayID", "operator": "eq", "value": "b" }] } }\nEOT',
  ),
])("nothing is concluded from only one of two branches: %s", (text) => {
  expect(problemsIn(text).filter((it) => !it.startsWith("empty-"))).toEqual([]);
});

test("problems in both branches in Terraform's JSON", () => {
  const value = '%{ if a }http.hots eq "a"%{ else } http.hosts eq "b" %{ endif }';
  const resource = { cloudflare_filter: { f: { expression: value } } };
  expect(problemsIn(JSON.stringify({ resource }), "main.tf.json")).toEqual([
    "unknown-field http.hots",
    "unknown-field http.hosts",
  ]);
});

test("values that a program fills in have no problems", () => {
  const text = job('"%[5]s"')
    .replace('"http_requests"', '"%[4]s"')
    .replace("gs://logs/{DATE}", "%[3]s");
  expect(problemsIn(text)).toEqual([]);
});

test("a fix in the second branch", () => {
  const text = filter('"%{ if a } ssl %{ else } http.hosts eq \\"b\\" %{ endif }"');
  const found = hostOfPath("main.tf")?.analyze(text, defaultContext).diagnostics() ?? [];
  const [edit] = found[0]?.fixes[0]?.edits ?? [];
  expect(text.slice(edit?.start, edit?.end)).toBe("http.hosts");
});

test("a placeholder is not replaced, because its value would be left over", () => {
  const text = filter('format("%s eq %q", "http.hosts", "b")');
  const found = hostOfPath("main.tf")?.analyze(text, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => [it.code, text.slice(it.start, it.end), it.fixes])).toEqual([
    ["unknown-field", "%s", []],
  ]);
});
