// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// Shapes of repositories of teams: kinds of lists, arguments of modules, undecodable files, blocks in Markdown, Terragrunt.
import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { memoryFiles } from "./memory-files.ts";

const ruleset = (rules: string) => `resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = ${rules}
}
`;
const rule = (expression: string) => `[{ action = "block", expression = ${expression} }]`;
const list = (name: string, kind: string) => `resource "cloudflare_list" "${name}" {
  name = "${name}"
  kind = "${kind}"
}
`;

interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** As in `main.tf:4 list-kind "$hosts"`. */
  readonly found: readonly string[];
}

const fence = (info: string, text: string) => `# Runbook\n\n\`\`\`${info}\n${text}\`\`\`\n`;

const cases: Readonly<Record<string, Case>> = {
  "an address in a list of hostnames": {
    files: {
      "main.tf": ruleset(rule('"ip.src in $blocked_hosts"')),
      "lists.tf": list("blocked_hosts", "hostname"),
    },
    found: ['main.tf:4 list-kind "$blocked_hosts"'],
  },
  "lists of the right kind, and one whose kind is not known": {
    files: {
      "main.tf": ruleset(
        rule(
          '"ip.src in $office and http.host in $shops and ip.src.asnum in $clouds and ip.src in $other"',
        ),
      ),
      "lists.tf": `${list("office", "ip")}${list("shops", "hostname")}${list("clouds", "asn")}${list("other", "${var.kind}")}`,
    },
    found: [],
  },
  "lists with one name and two kinds": {
    files: {
      "main.tf": `${ruleset(rule('"ip.src in $a"'))}${list("a", "ip")}${list("a", "hostname").replace('"a"', '"b"')}`,
    },
    found: [],
  },
  "an octorules file with a list of another kind": {
    files: {
      "rules.yaml":
        "lists:\n- name: hosts\n  kind: hostname\nwaf_custom_rules:\n- ref: a\n  action: block\n  expression: ip.src in $hosts\n",
    },
    found: ['rules.yaml:7 list-kind "$hosts"'],
  },
  "a job without 'enabled'": {
    files: {
      "main.tf":
        'resource "cloudflare_logpush_job" "a" {\n  zone_id = "z"\n  dataset = "http_requests"\n  destination_conf = "gs://logs/{DATE}"\n}\nresource "cloudflare_logpush_job" "b" {\n  account_id = "a"\n  dataset = "http_requests"\n  destination_conf = "gs://logs/{DATE}"\n  enabled = var.on\n}\n',
    },
    found: ['main.tf:1 disabled-job "{"'],
  },
  "a wrong argument is shown at the call, and where the module uses it": {
    files: {
      "main.tf": 'module "waf" {\n  source = "./waf"\n  field  = "http.hosst"\n}\n',
      "waf/main.tf": `variable "field" {}\n${ruleset(rule('"${var.field} eq 1"'))}`,
    },
    found: ['main.tf:3 unknown-field "http.hosst" (Used here, in the module.)'],
  },
  "a problem of text of the module together with an argument": {
    files: {
      "main.tf": 'module "waf" {\n  source = "./waf"\n  path   = "admin"\n}\n',
      "waf/main.tf": `variable "path" {}\n${ruleset(rule('"http.request.uri.path in {\\"${var.path}-x\\"}"'))}`,
    },
    found: ['main.tf:3 value-shape "admin" (Used here, in the module.)'],
  },
  "a CSV whose rows have another number of cells": {
    files: {
      "main.tf": ruleset(
        rule('join(" or ", [for it in csvdecode(file("ips.csv")) : "ip.src eq ${it.ip}"])'),
      ),
      "ips.csv": "ip,name\n192.0.2.1\n",
    },
    found: ["not checked: syntax: ips.csv is not valid CSV"],
  },
  "JSON that is cut off": {
    files: {
      "main.tf": ruleset('jsondecode(file("rules/a.json"))'),
      "rules/a.json": '[{ "action": "block"',
    },
    found: [
      "not checked: syntax: rules/a.json is not valid JSON",
      'not checked: unknown-value: jsondecode(file("rules/a.json"))',
    ],
  },
  "Terraform in Markdown": {
    files: { "a.md": fence("hcl", ruleset(rule('"http.hosst eq \\"a\\""'))) },
    found: ['a.md:7 unknown-field "http.hosst"'],
  },
  "Terraform in a list of Markdown": {
    files: {
      "a.md": `1. Add it:\n\n   ${fence("terraform", ruleset(rule('"http.hosst eq 1"')))
        .slice(11)
        .replaceAll("\n", "\n   ")}\n`,
    },
    found: ['a.md:7 unknown-field "http.hosst"'],
  },
  "YAML and JSON in Markdown": {
    files: {
      "a.md":
        fence(
          "yaml",
          "waf_custom_rules:\n- { ref: a, action: block, expression: http.hosst eq 1 }\n",
        ) +
        fence(
          "json",
          '{ "kind": "zone", "phase": "http_request_firewall_custom", "rules": [{ "action": "block", "expression": "http.hoost eq 1" }] }\n',
        ),
    },
    found: ['a.md:5 unknown-field "http.hosst"', 'a.md:10 unknown-field "http.hoost"'],
  },
  "blocks with ellipses, placeholders, and no-check": {
    files: {
      "a.md":
        fence("hcl", ruleset(rule('"..."'))) +
        fence("hcl", ruleset(rule('"<your expression>"'))) +
        fence(
          "hcl",
          'resource "cloudflare_logpush_job" "a" {\n  # ...\n  dataset = "http_requests"\n}\n',
        ) +
        fence("hcl no-check", ruleset(rule('"http.hosst eq 1"'))) +
        fence("sh", ruleset(rule('"http.hosst eq 1"'))),
    },
    found: [],
  },
  "inputs of Terragrunt": {
    files: {
      "prod/terragrunt.hcl": `terraform {\n  source = "../waf"\n}\ninputs = {\n  zone_id = local.zone\n  rules = [\n    { action = "block", expression = "http.hosst eq \\"\${local.host}\\"" },\n    { action = "blok", expression = "ssl" },\n  ]\n}\n`,
    },
    found: [
      'prod/terragrunt.hcl:7 unknown-field "http.hosst"',
      'prod/terragrunt.hcl:8 unknown-action "blok"',
    ],
  },
  "HCL of another tool": {
    files: { "policy.hcl": 'path "secret/*" {\n  expression = "a == b"\n}\ninputs = ["a"]\n' },
    found: [],
  },
  "workspaces are not known": {
    files: {
      "main.tf": ruleset(
        rule(
          'terraform.workspace == "prod" ? "http.host eq \\"${terraform.workspace}.example.com\\"" : "ssl"',
        ),
      ),
      "more.tofu": ruleset(rule('"http.hosst eq 1"')),
      "more.tofu.json":
        '{ "resource": { "cloudflare_ruleset": { "b": { "kind": "zone", "phase": "http_request_firewall_custom", "rules": [{ "action": "block", "expression": "http.hoost eq 1" }] } } } }\n',
    },
    found: [
      'more.tofu:4 unknown-field "http.hosst"',
      'more.tofu.json:1 unknown-field "http.hoost"',
    ],
  },
};

test.each(Object.entries(cases))("%s", (_, { files, found }) => {
  const all = memoryFiles(files);
  const said = Object.entries(files).flatMap(([name, text]) => {
    const language = hostOfPath(name);
    const terraform = { path: `/w/${name}`, files: all };
    const isRoot = !name.startsWith("waf/");
    if (!language || !isRoot) return [];
    const analysis = language.analyze(text, { ...defaultContext, terraform });
    const here = analysis.diagnostics().map((it) => {
      const line = text.slice(0, it.start).split("\n").length;
      const related = it.related?.map((one) => ` (${one.message})`).join("") ?? "";
      return `${name}:${line} ${it.code} "${text.slice(it.start, it.end)}"${related}`;
    });
    const parts = analysis.notChecked?.() ?? [];
    return [...here, ...parts.map((it) => `not checked: ${it.reason}: ${it.detail}`)];
  });
  expect(said).toEqual(found);
});
