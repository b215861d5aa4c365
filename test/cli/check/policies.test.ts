// Policies of weir.json on the command line: exit codes, every output format, baselines.
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const policies = [
  {
    name: "ticket",
    for: "rule",
    schema: { required: ["description"] },
    message: "Name the ticket.",
    docs: "https://wiki.example/waf",
  },
];
const files = {
  "weir.json": JSON.stringify({ policies }),
  "a.cfrule": "# @action block\nssl\n",
  "b.cfrule": "# @action block\n# @description SEC-1: b\nssl\n",
};
const said = "Policy 'ticket': Name the ticket. See https://wiki.example/waf";

describe("a broken policy is in every output format", () => {
  test.each([
    ["pretty", `a.cfrule:1:1 error policy\n  ${said}\n`],
    ["compact", `a.cfrule:1:1: error: ${said} [policy]\n`],
    ["github", `title=policy::${said}\n`],
    ["gitlab", `"description": "${said}"`],
    ["junit", "policy (1:1)"],
    ["json", '"policy": "ticket"'],
    ["json", '"url": "https://wiki.example/waf"'],
    ["sarif", '"ruleId": "policy/ticket"'],
    ["sarif", '"helpUri": "https://wiki.example/waf"'],
  ])("%s: %s", async (format, part) => {
    using folder = new Folder(files);
    const { status, out } = await weir(folder, ["check", "--format", format]);
    expect(out).toContain(part);
    expect(status).toBe(1);
  });
});

test("a rule of SARIF is listed once, and results refer to it", async () => {
  using folder = new Folder({ ...files, "c.cfrule": files["a.cfrule"] });
  const { out } = await weir(folder, ["check", "--format", "sarif"]);
  const { results, tool } = JSON.parse(out).runs[0];
  const { rules } = tool.driver;
  expect(results.map((it: { ruleIndex: number }) => rules[it.ruleIndex].id)).toEqual([
    "policy/ticket",
    "policy/ticket",
  ]);
  expect(rules.filter((it: { id: string }) => it.id === "policy/ticket")).toHaveLength(1);
});

test("a baseline keeps what was broken before, and shrinks", async () => {
  using folder = new Folder(files);
  await weir(folder, ["check", "--write-baseline", "old.json"]);
  expect((await weir(folder, ["check", "--baseline", "old.json"])).status).toBe(0);
  folder.write("c.cfrule", files["a.cfrule"]);
  expect((await weir(folder, ["check", "--baseline", "old.json"])).status).toBe(1);
  folder.write("c.cfrule", files["b.cfrule"]);
  folder.write("a.cfrule", files["b.cfrule"]);
  const { err } = await weir(folder, ["check", "--baseline", "old.json"]);
  expect(err).toContain("1 problem fixed and removed from it");
});

test("a policy that depends on an unknown value is listed, and nothing fails", async () => {
  using folder = new Folder({
    "weir.json": files["weir.json"],
    "main.tf": `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [{ action = "block", expression = "ssl", description = var.text }]
}
`,
  });
  const { status, out } = await weir(folder, ["check"]);
  expect(out).toContain("not checked: main.tf:3 var.text (policy 'ticket')");
  expect(status).toBe(0);
});

test("a wrong schema is an error in weir.json, and other policies are still checked", async () => {
  using folder = new Folder({
    ...files,
    "weir.json": JSON.stringify({
      policies: [...policies, { name: "b", for: "rule", schema: { requierd: [] } }],
    }),
  });
  const { status, out } = await weir(folder, ["check"]);
  expect(out).toContain("JSON Schema has no keyword 'requierd'. Did you mean 'required'?");
  expect(out).toContain(said);
  expect(status).toBe(2);
});

test("the filter of a job in a file of its own is part of the job", async () => {
  const schema = {
    properties: { filter: { required: ["where"], properties: { where: { required: ["and"] } } } },
  };
  using folder = new Folder({
    "weir.json": JSON.stringify({ policies: [{ name: "and", for: "job", schema }] }),
    "a.lpjob": '{ "destination_conf": "gs://logs", "filter": "f/a.lpfilter" }\n',
    "f/a.lpfilter":
      '{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 500 } }\n',
  });
  const { out } = await weir(folder, ["check"]);
  expect(out).toContain("a.lpjob:1:46 error policy\n  Policy 'and': Missing 'and'.");
});
