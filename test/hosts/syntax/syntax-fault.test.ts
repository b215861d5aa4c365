import { describe, expect, test } from "vitest";
import { configurationIn, ownFaultIn, syntaxFaultIn } from "../../../server/src/hosts/hosts.ts";

const ruleset = '{"phase":"http_request_firewall_custom","rules":[]}';
const resource = 'resource "cloudflare_ruleset" "a" {\n  phase = "http_ratelimit"\n';

describe("what a file that is not valid lacks", () => {
  test.each([
    ["a.json", `${ruleset.slice(0, -2)}`, "Unclosed"],
    ["a.json", `// a comment\n${ruleset.replace("[]", "[],")}`, undefined],
    ["plan.json", '{"format_version":"1.2","resource_changes":[', "The file ends too early."],
    ["plan.json", '{"format_version":"1.2"}]', "Invalid JSON: unexpected ']'."],
    ["a.yaml", 'phase: "http', "Missing closing"],
    ["a.yaml", "rules: [a", "Flow sequence"],
    ["a.yaml", "a: 1\n---\nb: 2\n", undefined],
    ["a.tf", resource, "The file ends too early. Missing '}'."],
    ["a.tf", `${resource}}\n}\n`, "Unexpected '}'."],
    ["a.tf", `${resource}  a = [1 2]\n}\n`, "Missing ','."],
    ["a.tf", `${resource}  a = "\${var.}"\n}\n`, "Expected a name after '.'."],
    ["a.tf", `${resource}  a = <<EOT\n  b\n}\n`, "is not closed"],
    ["a.tf", `${resource}} /* more`, "Missing '*/'."],
    ["a.tf", `${resource}  a = b ? 1 : f(x...)[*].c\n}\n`, undefined],
    ["a.tfvars", 'a = "b', "is not closed"],
    ["a.md", "```\n{", undefined],
  ])("%s: %s", (path, text, expected) => {
    const fault = syntaxFaultIn(text, path);
    expect(fault?.message).toEqual(
      expected === undefined ? undefined : expect.stringContaining(expected),
    );
    expect(fault?.start ?? 0).toBeLessThanOrEqual(text.length);
  });
});

test("files of others are not reported", () => {
  for (const [path, text] of [
    [".json", '{"compilerOptions": {"strict": true'],
    [".json", '{"rules": {"no-var": 2,,}}'],
    [".json", `{"phase": "http_ratelimit", "rules": \${jsonencode(rules)}}`],
    [".json", "{unquoted: 'JSON5', phase: 1}"],
    [".json", '{"variables": {"a": 1'],
    [".yaml", "a: {{ .Values.a }}\nphase: http_ratelimit\nb: {{ c"],
    [".yaml", "image: {name: a"],
    [".tf", 'resource "aws_instance" "a" {'],
    [".tf", `${resource}  a = %[1]q\n}\n`],
  ] as const)
    expect(ownFaultIn(text, path), text).toBeUndefined();
  for (const [path, text] of [
    [".json", ruleset.slice(0, -1)],
    [".json", '{"terraform_version":"1.9.0","format_ver'],
    [".yaml", "waf_custom_rules:\n  - expression: 'ssl"],
    [".tf", resource],
    [".tf.json", '{"resource":{"cloudflare_ruleset":{'],
  ] as const)
    expect(ownFaultIn(text, path), text).toBeDefined();
});

test("a source is a gap if it is broken, or may have been cut off before anything of ours", () => {
  const gapsOf = (path: string, text: string) =>
    configurationIn(text, path).gaps.map((it) => [it.isBroken, it.place?.range?.start]);
  const first = { line: 0, character: 0 };
  expect(gapsOf("a.json", '{"na')).toEqual([[true, expect.anything()]]);
  expect(gapsOf("a.json", "")).toEqual([[true, first]]);
  expect(gapsOf("a.json", '{"name": 1}')).toEqual([]);
  expect(gapsOf("a.yaml", 'name: "ab')).toEqual([[true, expect.anything()]]);
  expect(gapsOf("a.yaml", "name: {{ a }}\n")).toEqual([]);
  expect(gapsOf("a.tf", 'variable "a" {\n  default = "x')).toEqual([[true, expect.anything()]]);
  expect(gapsOf("a.tf", 'variable "a" {}\n')).toEqual([]);
});

test("a plan that has errors, or a format that is not supported, is a gap", () => {
  const plan = (about: object) =>
    configurationIn(JSON.stringify({ resource_changes: [], ...about }), "plan.json").gaps;
  expect(plan({ format_version: "1.2" })).toEqual([]);
  expect(plan({ format_version: "1.2", errored: true })).toHaveLength(1);
  expect(plan({ format_version: "2.0" })).toHaveLength(1);
});
