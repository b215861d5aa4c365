import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const rules = [
  { ref: "admin", action: "block", expression: 'http.hosst eq "a"', enabled: true },
  { ref: "tls", action: "block", expression: "ssl", enabled: true },
  { ref: "late", action: "block", expression: 'ssl and http.host eq "b"', enabled: true },
  { ref: "later", action: "log", enabled: true },
];

function planWith(more: object = {}): string {
  return JSON.stringify({
    format_version: "1.2",
    variables: { token: { value: "s3cr3t" } },
    ...more,
    resource_changes: [
      {
        address: "module.waf.cloudflare_ruleset.w",
        mode: "managed",
        type: "cloudflare_ruleset",
        change: {
          actions: ["create"],
          after: { kind: "zone", phase: "http_request_firewall_custom", rules },
          after_unknown: { rules: [{}, {}, {}, { expression: true }] },
          after_sensitive: {},
        },
      },
    ],
  });
}

const terraform = `resource "cloudflare_ruleset" "w" {
  phase = "http_request_firewall_custom"
  rules = [{ ref = "admin", action = "block", expression = "http.hosst eq \\"a\\"" }]
}
`;

describe("weir check of a plan", () => {
  test("names the rule, shows its expression, and where it is written", async () => {
    using folder = new Folder({ "plan.json": planWith(), "modules/waf.tf": terraform });
    const { status, out } = await weir(folder, ["check", "plan.json"]);
    const lines = out.split("\n").map((it) => it.replace(/^plan\.json:1:\d+/, "plan.json:1:N"));
    expect(lines.join("\n")).toBe(`plan.json:1:N error unknown-field
  module.waf.cloudflare_ruleset.w rules[0] (ref 'admin')
  Unknown field 'http.hosst'. Did you mean 'http.host'?
  1 │ http.hosst eq "a"
    │ ^^^^^^^^^^
  modules/waf.tf:3:61 Written here.

plan.json:1:N warning unreachable-rule
  module.waf.cloudflare_ruleset.w rules[2] (ref 'late')
  Never reached: 'tls' (rules[1]) matches everything this rule matches, and its action 'block' ends the evaluation.
  1 │ ssl and http.host eq "b"
    │ ^^^^^^^^^^^^^^^^^^^^^^^^

1 file: 1 error, 1 warning.
1 rule not checked: plan.json:1 module.waf.cloudflare_ruleset.w rules[3] (ref 'later') is known after apply
Run 'weir explain CODE' for the reasons and examples.
`);
    expect(status).toBe(1);
  });

  test("as JSON", async () => {
    using folder = new Folder({ "plan.json": planWith(), "modules/waf.tf": terraform });
    const { out } = await weir(folder, ["check", "plan.json", "--format", "json"]);
    const { files, notChecked } = JSON.parse(out);
    expect(files[0].diagnostics[0]).toMatchObject({
      code: "unknown-field",
      rule: { address: "module.waf.cloudflare_ruleset.w", index: 0, ref: "admin" },
      related: [{ path: "modules/waf.tf", range: { start: { line: 2, character: 60 } } }],
    });
    expect(notChecked).toEqual([
      {
        path: "plan.json",
        range: expect.anything(),
        reason: "unknown-value",
        detail: "module.waf.cloudflare_ruleset.w rules[3] (ref 'later') is known after apply",
      },
    ]);
    expect(out).not.toContain("s3cr3t");
  });

  test("on standard input, and as PowerShell writes it", async () => {
    const utf16 = Buffer.from(`\ufeff${planWith()}`, "utf16le");
    using folder = new Folder({ "plan.json": utf16 });
    const summary = /1 file: 1 error, 1 warning\./;
    expect((await weir(folder, ["check", "plan.json"])).out).toMatch(summary);
    const args = ["check", "-", "--stdin-filename", "plan.json"];
    expect((await weir(folder, args, planWith())).out).toMatch(summary);
  });

  test("larger than other files may be", async () => {
    using folder = new Folder({
      "plan.json": planWith({ configuration: { a: "x".repeat(17_000_000) } }),
      "other.json": JSON.stringify({ a: "x".repeat(17_000_000) }),
    });
    expect((await weir(folder, ["check", "plan.json"])).out).toMatch(/1 file: 1 error/);
    expect((await weir(folder, ["check", "other.json"])).err).toContain("the limit is 16 MB");
  });

  test("--fix does not write it", async () => {
    const text = planWith();
    using folder = new Folder({ "plan.json": text });
    await weir(folder, ["check", "plan.json", "--fix=style"]);
    expect(folder.read("plan.json")).toBe(text);
  });

  const state = '{ "format_version": "1.0", "values": {} }';
  test.each<[string, string, string]>([
    ["tfplan", "PK\u0003\u0004…", "terraform show -json tfplan > plan.json"],
    ["terraform.tfstate", "{}", "This is a state, not a plan."],
    ["state.json", state, "This is a state, not a plan."],
  ])("%s is refused with the command to run", async (name, content, expected) => {
    using folder = new Folder({ [name]: content });
    const { status, err } = await weir(folder, ["check", name]);
    expect(err).toContain(expected);
    expect(status).toBe(2);
  });

  test("a state that was not named is not checked, and no error", async () => {
    using folder = new Folder({ "state.json": state });
    const { status, out } = await weir(folder, ["check"]);
    expect(out).toContain("1 text not checked: state.json:1 This is a state, not a plan.");
    expect(status).toBe(0);
  });
});

test("rules of a plan can be tried and compared by their refs", async () => {
  using folder = new Folder({ "plan.json": planWith() });
  const tried = await weir(folder, ["try", "plan.json", "--request", "GET https://b/"]);
  expect(tried.out).toContain("matches");
  const compared = await weir(folder, ["compare", "plan.json#tls", "plan.json#late"]);
  expect(compared.out).toMatch(/^wider: plan\.json#tls matches everything/);
});

test("what Terraform fills in is not checked, and named", async () => {
  const list = (rules: string) => `resource "cloudflare_ruleset" "x" {
  phase = "http_request_firewall_custom"
  ${rules}
}
`;
  using folder = new Folder({
    "a.tf": list("rules = local.base_rules"),
    "b.tf": list('rules = concat([{ action = "block", expression = "ssl" }], var.more)'),
    "c.tf": list(
      'dynamic "rules" {\n for_each = var.x\n content {\n expression = rules.value\n}\n}',
    ),
  });
  const { status, out } = await weir(folder, ["check"]);
  expect(out).toBe(`✓ 3 files, nothing found.
3 rules not checked: a.tf:3 local.base_rules, b.tf:3 var.more, c.tf:6 rules.value
`);
  expect(status).toBe(0);
});
