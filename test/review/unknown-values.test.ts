import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/** A value that is not known is the same on both sides only if what it depends on is. */

const rules = (value: string, more = "") => `resource "cloudflare_ruleset" "waf" {
  kind    = "zone"
  zone_id = "0a1b"
  phase   = "http_request_firewall_custom"
  ${more}
  rules   = ${value}
}
`;
const blocks = (expression: string) => rules(`[{ action = "block", expression = ${expression} }]`);
const local = (value: string) => `locals {\n  x = ${value}\n}\n`;

async function review(before: string, after: string, more: Readonly<Record<string, string>> = {}) {
  const others = Object.entries(more).flatMap(([name, text]) => [
    [`before/${name}`, text],
    [`after/${name}`, text],
  ]);
  using folder = new Folder({
    ...Object.fromEntries(others),
    "before/main.tf": before,
    "after/main.tf": after,
  });
  return await weir(folder, ["review", "before", "after", "--forbid", "block->allow"]);
}

const http = (url: string) => `data "http" "list" {\n  url = "${url}"\n}\n`;
const module = (setting: string) => `module "x" {\n  source = "team/x/any"\n  ${setting}\n}\n`;

const dependents: Readonly<Record<string, readonly [use: string, on: (it: string) => string]>> = {
  "a data source": [blocks("data.http.list.response_body"), http],
  "rules of a data source": [
    rules("data.cloudflare_ruleset.old.rules"),
    (it) => `data "cloudflare_ruleset" "old" {\n  id = "${it}"\n}\n`,
  ],
  "a data source behind a local value": [
    blocks("local.x"),
    (it) => local("data.http.list.response_body") + http(it),
  ],
  "an attribute of a resource in a template": [
    blocks(`"http.host eq \\"\${aws_lb.main.dns_name}\\""`),
    (it) => `resource "aws_lb" "main" {\n  name = "${it}"\n}\n`,
  ],
  "the version of a module": [blocks("module.x.expression"), (it) => module(`version = "${it}"`)],
  "the arguments of a module": [blocks("module.x.expression"), (it) => module(`hosts = ["${it}"]`)],
  "an unknown function of a local value": [
    blocks("provider::team::expression(local.x)"),
    (it) => local(`"${it}"`),
  ],
  "rules from an unknown function": [rules("compiled(local.x)"), (it) => local(`["${it}"]`)],
  "elements of an unknown list": [
    rules('[for it in compiled(local.x) : { action = "block", expression = it }]'),
    (it) => local(`["${it}"]`),
  ],
  "a condition of a for expression": [
    rules('[for it in [{ action = "block", expression = "ssl" }] : it if chosen(local.x)]'),
    (it) => local(`"${it}"`),
  ],
  enabled: [
    rules('[{ action = "block", expression = "ssl", enabled = chosen(local.x) }]'),
    (it) => local(`"${it}"`),
  ],
  "an action": [
    rules('[{ action = chosen(local.x), expression = "ssl" }]'),
    (it) => local(`"${it}"`),
  ],
  parameters: [
    rules('[{ action = "skip", expression = "ssl", action_parameters = chosen(local.x) }]'),
    (it) => local(`"${it}"`),
  ],
  count: [
    rules('[{ action = "block", expression = "ssl" }]', "count = chosen(local.x)"),
    (it) => local(`"${it}"`),
  ],
  "a branch of a condition": [
    rules("var.isOn ? local.x : []"),
    (it) => `variable "isOn" {}\n${local(`[{ action = "block", expression = "${it}" }]`)}`,
  ],
  "the end of a long expression": [
    blocks(`compiled(${'"a", '.repeat(100)} local.x)`),
    (it) => local(`"${it}"`),
  ],
};

describe.each(Object.entries(dependents))("%s", (_, [use, on]) => {
  test("changes: nothing is proved", async () => {
    const { status, out, err } = await review(use + on("ssl"), use + on("not ssl"));
    expect([status, out], err).toEqual([1, expect.stringContaining("cannot be excluded")]);
  });

  test("does not change, though something else does", async () => {
    const other = (it: string) => `locals {\n  other = "${it}"\n}\n# ${it}\n`;
    const sides = [use + on("ssl") + other("a"), other("b") + use + on("ssl")];
    const { status, out } = await review(sides[0] ?? "", sides[1] ?? "");
    expect([status, out]).toEqual([0, expect.stringContaining("1 ruleset unchanged (proved)")]);
  });
});

test("the output of a module of the workspace depends on what is in the module", async () => {
  const output = `output "expression" {\n  value = data.http.list.response_body\n}\n`;
  const main = `${blocks("module.x.expression")}module "x" {\n  source = "./x"\n}\n`;
  using folder = new Folder({
    "before/main.tf": main,
    "before/x/main.tf": output + http("https://a.example"),
    "after/main.tf": main,
    "after/x/main.tf": output + http("https://b.example"),
  });
  expect((await weir(folder, ["review", "before", "after"])).out).toContain("cannot be excluded");
});

test("a file that an unknown function reads", async () => {
  const main = blocks(`compiled(file("\${path.module}/hosts.txt"))`);
  using folder = new Folder({
    "before/main.tf": main,
    "before/hosts.txt": "a.example",
    "after/main.tf": main,
    "after/hosts.txt": "b.example",
  });
  expect((await weir(folder, ["review", "before", "after"])).out).toContain("cannot be excluded");
});
