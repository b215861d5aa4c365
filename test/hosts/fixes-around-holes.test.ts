import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";

function fixed(path: string, text: string): string | undefined {
  const host = hostOfPath(path);
  return host && fixAll(host, text, defaultContext, { style: true });
}

const inTerraform = (value: string) =>
  `resource "cloudflare_filter" "f" {\n  expression = ${value}\n}\n`;
const inYaml = (value: string) =>
  `# weir: template\nwaf_custom_rules:\n  - ref: a\n    action: skip\n    expression: >-\n      ${value}\n`;

/** A hole may contain an `or`, an operator, or the other half of the parentheses. */
test.each([
  String.raw`"ip.src in $office and (http.host eq \"a\" and ${"${local.paths}"})"`,
  String.raw`"ssl and (${"${local.paths}"} and http.host eq \"a\")"`,
  `"ssl and ((${"${local.paths}"}))"`,
  `"not (not ${"${local.paths}"})"`,
  `"ssl and not (not (${"${local.paths}"}))"`,
  `"not not ${"${local.paths}"} and ssl"`,
  String.raw`"ssl or (http.host eq \"a\" or ssl ${"${local.more}"})"`,
  String.raw`"http.host eq \"a\" or http.host eq \"b\" ${"${local.more}"}"`,
  String.raw`"${"${local.more}"} http.host eq \"a\" or http.host eq \"b\""`,
  String.raw`"ssl and (http.host eq \"a\" and ssl %{ if var.x }or ip.src in $office%{ endif })"`,
  String.raw`format("ssl and (http.host eq \"a\" and %s)", local.paths)`,
  String.raw`join(" and ", ["ssl", "(http.host eq \"a\" and ${"${local.paths}"})"])`,
])("in Terraform no fix concludes anything from a hole: %s", (value) => {
  const text = inTerraform(value);
  expect(fixed("a.tf", text)).toBe(text);
});

test.each([
  'ip.src in $office and (http.host eq "a" and {{ paths }})',
  "not (not {{ paths }})",
  'ssl and (http.host eq "a" and ssl {% if x %} or ip.src in $office {% endif %})',
])("in YAML no fix concludes anything from a template: %s", (value) => {
  const text = inYaml(value);
  expect(fixed("a.yaml", text)).toBe(text);
});

test.each([
  [
    String.raw`"ssl and (http.host eq \"${"${var.a}"}\" and cf.client.bot)"`,
    String.raw`"ssl and http.host eq \"${"${var.a}"}\" and cf.client.bot"`,
  ],
  [
    String.raw`"${"${local.x}"} and (ssl and (http.host eq \"a\" and cf.client.bot))"`,
    String.raw`"${"${local.x}"} and (ssl and http.host eq \"a\" and cf.client.bot)"`,
  ],
  [
    String.raw`"${"${local.x}"} and ((http.host eq \"a\" or cf.client.bot))"`,
    String.raw`"${"${local.x}"} and (http.host eq \"a\" or cf.client.bot)"`,
  ],
  [
    `"${"${local.x}"} and not not ssl and cf.client.bot"`,
    `"${"${local.x}"} and ssl and cf.client.bot"`,
  ],
  [
    `"${"${local.x}"} && ssl == true and cf.client.bot"`,
    `"${"${local.x}"} and ssl and cf.client.bot"`,
  ],
])("what no hole can change is still fixed: %s", (value, expected) => {
  expect(fixed("a.tf", inTerraform(value))).toBe(inTerraform(expected));
});

test("in a filter, members beside a hole stay", () => {
  const group = (more: string) => `# weir: lpfilter
locals {
  f = <<-EOT
    { "where": { "or": [ ${more} { "key": "ClientCountry", "operator": "eq", "value": "de" },
      { "key": "ClientCountry", "operator": "eq", "value": "fr" } ] } }
  EOT
}
`;
  expect(fixed("a.tf", group(""))).not.toBe(group(""));
  expect(fixed("a.tf", group("${local.more}"))).toBe(group("${local.more}"));
});

describe("joined lists", () => {
  const found = (value: string) =>
    hostOfPath("a.tf")
      ?.analyze(inTerraform(value), defaultContext)
      .diagnostics()
      .map(({ severity, message, fixes }) => `${severity}: ${message} ${fixes.length} fixes`);
  const torn =
    "warning: 'and' joins the elements and binds tighter than 'or' in this one. Add parentheses around the element. 0 fixes";

  test.each([
    String.raw`join(" and ", ["ssl or http.host eq \"a\"", "cf.client.bot"])`,
    String.raw`join(" and ", ["cf.client.bot", "ssl or http.host eq \"a\""])`,
    String.raw`join(" ", ["ssl or http.host eq \"a\"", "and cf.client.bot"])`,
    String.raw`join(" or ", ["ip.src in $a", join(" and ", ["ssl or http.host eq \"a\"", "cf.client.bot"])])`,
  ])("an element that is torn apart is a warning, without a fix: %s", (value) => {
    expect(found(value)).toEqual([torn]);
    expect(fixed("a.tf", inTerraform(value))).toBe(inTerraform(value));
  });

  test("an element that stays whole gets parentheses", () => {
    const value = (first: string) => `join(" or ", ["${first}", "cf.client.bot or ip.src in $a"])`;
    expect(fixed("a.tf", inTerraform(value('ssl and http.host contains r#\\"(\\"#')))).toBe(
      inTerraform(value('(ssl and http.host contains r#\\"(\\"#)')),
    );
  });

  test("an element in parentheses is fine", () => {
    expect(found('join(" and ", ["(ssl or cf.client.bot)", "ip.src in $a"])')).toEqual([]);
  });

  test("what starts in one element and ends in another is not unwrapped in one of them only", () => {
    const text = inTerraform('join(" and ", ["ssl and (ip.src in $a", "cf.client.bot)"])');
    expect(fixed("a.tf", text)).toBe(
      inTerraform('join(" and ", ["ssl and ip.src in $a", "cf.client.bot"])'),
    );
  });
});
