import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Branch, resources, ruleSet } from "../../server/src/hosts/places.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { shown } from "./shown.ts";

function shownFile(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "fixtures", file), "utf8");
  return terraformTexts(text).map((it) => shown(text, it));
}

test("blocks, as provider 4 has them", () => {
  const waf = "phase=http_request_firewall_custom kind=zone group=cloudflare_ruleset.waf";
  const transform = "phase=http_request_transform kind=zone group=cloudflare_ruleset.transform";
  expect(shownFile("ruleset-v4.tf")).toEqual([
    `cfrule (http.request.uri.path eq "/wp-login.php" and ip.src.country ne "«\${var.home_country}»") | action=managed_challenge description=Challenge log-ins from abroad ref=wp_login enabled=true ${waf} order=0 attribute=expression`,
    `cfrule (http.user_agent contains "\${jndi") or⏎(any(http.request.headers.values[*] contains "\${jndi"))⏎ | action=block description=Log4Shell enabled=false ${waf} order=1 attribute=expression`,
    `cfrule starts_with(http.request.uri.path, "«\${rules.value}»") | action=block ${waf} attribute=expression`,
    `cfrule http.host eq "a.example.com" or http.host eq "b.example.com" or «local.more» | action=log ${waf} order=3 attribute=expression`,
    `cfrule value regex_replace(http.request.uri.path, "^/old/", "/new/") | action=rewrite ${transform} order=0 attribute=action_parameters.uri.path.expression`,
    `cfrule value ip.src.country | action=rewrite ${transform} order=0 attribute=action_parameters.headers.expression`,
    `cfrule http.host eq "shop.example.com"⏎  and not ssl⏎ | action=rewrite ${transform} order=0 attribute=expression`,
    'cfrule http.request.uri.path contains "/admin" | group=cloudflare_filter.admin attribute=expression',
    'cfrule http.user_agent contains "Mobile" | group=cloudflare_load_balancer.lb order=0 attribute=condition',
  ]);
});

test("lists of objects, as provider 5 has them", () => {
  const waf = "phase=http_request_firewall_custom kind=zone group=cloudflare_ruleset.waf";
  const headers = "phase=http_request_late_transform kind=zone group=cloudflare_ruleset.headers";
  expect(shownFile("ruleset-v5.tf")).toEqual([
    'cfrule cf.client.bot and not http.request.uri.path contains "/private" | ',
    'cfrule http.request.uri.path eq "/admin" | ',
    `cfrule ip.src in {«\${join(" ", local.office)}»} | action=skip ref=office ${waf} order=0 attribute=expression`,
    `cfrule cf.threat_score gt 5 | action=block enabled=true ${waf} attribute=expression`,
    `cfrule cf.threat_score gt 20 | action=block enabled=true ${waf} attribute=expression`,
    `cfrule http.request.uri.path eq "«%s»" and http.request.method eq "POST" | action=block description=Rate of log-ins ${waf} order=2 attribute=expression`,
    `cfrule http.response.code eq 401 | action=block description=Rate of log-ins ${waf} order=2 attribute=ratelimit.counting_expression`,
    `cfrule http.host eq "«\${host}»" | action=rewrite ${headers} attribute=expression`,
    `cfrule value ip.src.country | action=rewrite ${headers} attribute=action_parameters.headers.*.expression`,
    'cfrule ends_with(http.request.uri.path, "/checkout") | group=cloudflare_page_shield_policy.scripts attribute=expression',
  ]);
});

test("jobs and their filters", () => {
  const job = "group=cloudflare_logpush_job";
  expect(shownFile("logpush.tf")).toEqual([
    `lpjob {"enabled":«var.enabled»,"name":"errors-of-«\${var.environment}»","dataset":"http_requests","destination_conf":"s3://«\${aws_s3_bucket.logs.id}»/errors/{DATE}?region=eu-central-1","filter":«…»,"output_options":{"field_names":["RayID","ClientIP","EdgeResponseStatus"],"sample_rate":0.5,"timestamp_format":"rfc3339","CVE-2021-44228":true}} | dataset=http_requests ${job}.errors`,
    `lpfilter {"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":500},{"key":"ClientRequestHost","operator":"in","value":«var.hosts»},{"key":"ClientRequestPath","operator":"startsWith","value":"/api/\\"v1\\""}]}} | dataset=http_requests ${job}.errors`,
    `lpjob {"dataset":"firewall_events","destination_conf":"gs://logs/firewall","filter":«…»,"output_options":{"output_type":"ndjson","field_names":«var.fields»,"CVE-2021-44228":false}} | dataset=firewall_events ${job}.old`,
    `lpfilter {"where":{"key":"Action","operator":"eq","value":"«\${var.action}»"}} | dataset=firewall_events ${job}.old`,
    `lpjob {"dataset":«var.dataset»,"destination_conf":"https://logs.example.com/in","filter":«…»} | dataset= ${job}.heredoc`,
    `lpfilter {⏎  "where": { "key": "BotScore", "operator": "lt", "value": 30 }⏎}⏎ | dataset= ${job}.heredoc`,
  ]);
});

function texts(text: string): string[] {
  return terraformTexts(text).map((it) => shown(text, it).replace(/ \| .*/, ""));
}

describe("declared by a comment", () => {
  test.each([
    ["on the line before", '# weir: cfrule\na = "ssl"', ["cfrule ssl"]],
    ["at the end of the line", 'a = "ssl" // weir: cfrule', ["cfrule ssl"]],
    ["before other comments", '/* weir: lpfilter */\n# b\na = "{}"', ["lpfilter {}"]],
    ["as a value", '# weir: cfrule value\na = "ip.src"', ["cfrule value ip.src"]],
    ["on a list", '# weir: cfrule\na = [\n  "b",\n  "c",\n]', ["cfrule b", "cfrule c"]],
    ["on an object", '# weir: cfrule\na = { b = "c", d = ["e"] }', ["cfrule c", "cfrule e"]],
    ["in a list", 'a = [\n  "b",\n  "c", # weir: cfrule\n  "d",\n]', ["cfrule c"]],
    ["behind a closing bracket", 'a = join(" or ", [\n  "b",\n]) # weir: cfrule', ["cfrule b"]],
    ["on a heredoc", "# weir: cfrule\na = <<E\nssl\nE\n", ["cfrule ssl⏎"]],
    ["in a variable", 'variable "a" {\n  # weir: cfrule\n  default = "ssl"\n}', ["cfrule ssl"]],
    ["on nothing", "# weir: cfrule", []],
    ["in other words", '# see weir: cfrule\na = "ssl"\n# weir: other\nb = "ssl"', []],
    ["after an empty line", '# weir: cfrule\n\na = "ssl"', []],
    ["in a string", 'a = "# weir: cfrule"\nb = "ssl"', []],
  ])("%s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test("a redundant declaration adds no second text", () => {
    const text = 'resource "cloudflare_filter" "a" {\n  # weir: cfrule\n  expression = "ssl"\n}\n';
    expect(texts(text)).toEqual(["cfrule ssl"]);
  });
});

describe("other ways to write resources", () => {
  const around = (body: string) => `resource "cloudflare_ruleset" "a" {\n${body}\n}\n`;
  test.each([
    [
      "a conditional list",
      'rules = a ? [{ expression = "b" }] : [{ expression = "c" }]',
      ["b", "c"],
    ],
    [
      "joined lists",
      'rules = concat([{ expression = "b" }], var.c, [{ expression = "d" }])',
      ["b", "d"],
    ],
    ["objects made from a map", 'rules = { for k, v in x : k => { expression = "b" } }', ["b"]],
    ["a list of one block", 'rules = { expression = "b" }', ["b"]],
    ["quoted names", 'rules = [{ "expression" : "b" }]', ["b"]],
    ["a name that is calculated", 'rules = [{ (local.expression) = "b" }]', []],
    ["names on other levels", 'expression = "b"\nother { expression = "c" }', []],
    [
      "a dynamic block in a rule",
      'rules {\n  dynamic "ratelimit" {\n    content {\n      counting_expression = "b"\n    }\n  }\n}',
      ["b"],
    ],
    ["a rule that is not closed", 'rules {\n  expression = "b"\n', ["b"]],
  ])("%s", (_, body, expected) => {
    expect(terraformTexts(around(body)).map((it) => it.region.text)).toEqual(expected);
  });

  test("data sources, modules and other providers are ignored", () => {
    const text = `data "cloudflare_ruleset" "a" {
  rules { expression = "b" }
}
module "cloudflare_ruleset" {
  expression = "b"
}
resource "other_ruleset" "cloudflare_ruleset" {
  rules { expression = "b" }
}
resource "cloudflare_zero_trust_gateway_policy" "a" {
  traffic = "b"
  expression = "b"
}
`;
    expect(terraformTexts(text)).toEqual([]);
  });
});

test("the fixtures cover every position of an expression", () => {
  const found = ["every-path-v4.tf", "every-path-v5.tf"].flatMap((file) =>
    terraformTexts(readFileSync(join(import.meta.dirname, "fixtures", file), "utf8")),
  );
  const kinds = found.map(({ context }) => context.group?.split(".")[0]);
  expect([...resources.keys()].filter((it) => !kinds.includes(it))).toEqual([]);
  const attributes = new Set(found.map(({ context }) => context.attribute));
  expect(pathsIn(ruleSet.texts).filter((it) => !attributes.has(it))).toEqual([]);
});

function pathsIn({ role, path, children }: Branch): string[] {
  return [...(role ? [path] : []), ...[...children.values()].flatMap(pathsIn)];
}
