import { expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { shown } from "./shown.ts";

/** What is read of expressions in Terraform: literals are read, and the rest is a hole. */

function texts(text: string): string[] {
  return terraformTexts(text).map((it) => shown(text, it).replace(/ \| .*/s, ""));
}

function problemsIn(text: string, path = "main.tf"): string[] {
  const analysis = hostOfPath(path)?.analyse(text, defaultContext);
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
])("nothing is concluded from what is unknown: %s", (text) => {
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
  expect(language && fixAll(language, text, defaultContext)).toBe(text);
});

test("interpolations in interpolations are read within bounds", () => {
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
  // It could be part of a longer name.
  ['"%{ if a }http.hots%{ else }http.hosts%{ endif } eq \\"b\\""', []],
  ['"http.host eq \\"%{ if a }b%{ else }c%{ endif }\\""', []],
  ['"%{ if a } http.host eq \\"b\\" %{ else } http.host eq \\"b\\" %{ endif }"', []],
  ['"tcp.srcport in { %{ if a }80%{ else }443%{ endif } }"', []],
  ['"http.host eq %{ if a }\\"b\\"%{ else }\\"c\\"%{ endif } and ssl"', []],
  ['"tcp.srcport eq %{ if a } 80 %{ else } 443 %{ endif } and ssl"', []],
  ['"ip.src in %{ if a }{ 192.0.2.1 }%{ else }$office%{ endif } and ssl"', []],
])("problems in both branches of %s", (value, expected) => {
  expect(problemsIn(filter(value))).toEqual(expected.map((it) => `unknown-field ${it}`));
});

test("problems in both branches in Terraform's JSON", () => {
  const value = '%{ if a } http.hots eq "a" %{ else } http.hosts eq "b" %{ endif }';
  const resource = { cloudflare_filter: { f: { expression: value } } };
  expect(problemsIn(JSON.stringify({ resource }), "main.tf.json")).toEqual([
    "unknown-field http.hots",
    "unknown-field http.hosts",
  ]);
});

test("what a program fills in has no problems", () => {
  const text = job('"%[5]s"')
    .replace('"http_requests"', '"%[4]s"')
    .replace("gs://logs/{DATE}", "%[3]s");
  expect(problemsIn(text)).toEqual([]);
});

test("a fix in the second branch", () => {
  const text = filter('"%{ if a } ssl %{ else } http.hosts eq \\"b\\" %{ endif }"');
  const found = hostOfPath("main.tf")?.analyse(text, defaultContext).diagnostics() ?? [];
  const [edit] = found[0]?.fixes[0]?.edits ?? [];
  expect(text.slice(edit?.start, edit?.end)).toBe("http.hosts");
});

test("a placeholder is not replaced, because its value would be left over", () => {
  const text = filter('format("%s eq %q", "http.hosts", "b")');
  const found = hostOfPath("main.tf")?.analyse(text, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => [it.code, text.slice(it.start, it.end), it.fixes])).toEqual([
    ["unknown-field", "%s", []],
  ]);
});
