import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const ruleset = (expression: string) => `phase: http_request_firewall_custom
kind: zone
rules:
  - ref: admin
    action: block
    expression: ${JSON.stringify(expression)}
`;
const waf = ruleset('http.request.uri.path eq "/admin"');
const cut = waf.slice(0, -5);
const traced = ["trace", "--request", "GET https://example.com/admin"];
const tests = `rules: [rules]
tests:
  - request: GET https://example.com/admin
    expect: { outcome: block }
`;

test.each([
  [["review", "waf.yaml", "cut.yaml"]],
  [["review", "cut.yaml", "waf.yaml"]],
  [[...traced, "cut.yaml"]],
  [["compare", "waf.yaml", "cut.yaml"]],
  [["compare", "cut.yaml", "--base", "HEAD"]],
  [["try", "cut.yaml", "--request", "GET https://example.com/"]],
  [[...traced, "only"]],
  [["review", "waf.yaml", "only"]],
])("%j refuses the broken file with its place", async (args) => {
  using folder = new Folder({ "waf.yaml": waf, "cut.yaml": cut, "only/cut.yaml": cut });
  execFileSync("git", ["init", "-q"], { cwd: folder.path });
  const { status, err } = await weir(folder, args);
  expect(status).toBe(2);
  if (!args.includes("--base")) expect(err).toMatch(/cut\.yaml:6:\d+: Missing closing "quote/);
});

test("a broken file of a folder is reported, and the outcome is not known", async () => {
  using folder = new Folder({
    "rules/waf.yaml": waf,
    "rules/cut.yaml": cut,
    "a.trace.yaml": tests,
  });
  const { status, out } = await weir(folder, [...traced, "rules"]);
  expect(out).toContain("? as far as Weir could read: blocked with 403 by 'admin'");
  expect(out).toContain("Not examined: rules/cut.yaml:6 (Missing closing");
  expect(status).toBe(1);
  const json = JSON.parse((await weir(folder, [...traced, "rules", "--format", "json"])).out);
  expect(json.outcome).toMatchObject({ kind: "unknown", asRead: { kind: "block", by: "admin" } });
  const tested = await weir(folder, ["test"]);
  expect([tested.status, tested.out]).toEqual([2, expect.stringContaining("not examined: ")]);
  expect(tested.err).toContain("rules/cut.yaml: Line 6: Missing closing");
  folder.remove("rules/cut.yaml");
  expect((await weir(folder, ["test"])).status).toBe(0);
});

test.each([
  ["an expression", "a.yaml", ruleset("(ssl"), "Invalid expression"],
  ["whitespace that the engine rejects", "a.yaml", ruleset("ssl\u00a0and ssl"), "no-break space"],
  [
    "a rule without an action",
    "a.yaml",
    waf.replace("    action: block\n", ""),
    "without 'action'",
  ],
  ["a rule that ends too early", "a.yaml", waf.replace(/ {4}expression.*\n/, ""), "'expression'"],
  ["a rule file", "a.cfrule", "# @action block\nhttp.host eq", ""],
  ["a rule file without a rule", "a.cfrule", "# @action bl", "The rule has no expression"],
  ["a module", "m/main.tf", 'resource "cloudflare_ruleset" "a" {', "The file ends too early"],
  ["an encoding", "a.json", Buffer.from('{"phase": "\xe4"}', "latin1"), "not valid UTF-8"],
  ["a plan with errors", "a.json", planWithErrors(), "The plan has errors"],
])("not examined: %s", async (_, name, content, why) => {
  const caller = 'module "m" {\n  source = "./m"\n}\n';
  using folder = new Folder({ "rules/waf.yaml": waf, "rules/main.tf": caller });
  folder.write(`rules/${name}`, content);
  const { status, out } = await weir(folder, [...traced, "rules"]);
  expect([status, out]).toEqual([1, expect.stringContaining(`Not examined: rules/${name}`)]);
  expect(out).toContain(why);
});

function planWithErrors() {
  return '{"format_version":"1.2","resource_changes":[],"errored":true}';
}

test("settings and a lock file with errors are refused, or named", async () => {
  using folder = new Folder({ "admin.cfrule": "# @action block\nssl\n", "weir.json": '{"zone": ' });
  const { status, err } = await weir(folder, [...traced, "."]);
  expect([status, err]).toEqual([2, expect.stringMatching(/weir\.json:1:\d+: /)]);
  expect((await weir(folder, ["review", ".", "."])).status).toBe(2);
  folder.write("weir.json", "{}");
  folder.write("weir.lock.json", '{"version": 1, "resou');
  const locked = await weir(folder, [...traced, "."]);
  expect([locked.status, locked.out]).toEqual([1, expect.stringContaining("weir.lock.json (")]);
});
