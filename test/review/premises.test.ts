import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/**
 * The parts that are read decide what may be claimed. Parts that are missing, or mean something else than they seem, hide no
 * change. Irrelevant parts raise no doubt.
 */

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files | string, after: Files | string];

const phase = "http_request_firewall_custom";
const block = { ref: "admin", action: "block", expression: "ssl", enabled: true };
const log = { ...block, action: "log" };
const uses = { ref: "office", action: "block", expression: "ip.src in $office" };
const body = (rules: readonly unknown[], more: object = {}) =>
  JSON.stringify({ kind: "zone", zone_id: "0a1b", phase, rules, ...more });
const whole = body([block]);

const terraform = (value: string, more = "") =>
  `resource "cloudflare_ruleset" "waf" {
  kind = "zone"
  zone_id = "0a1b"
  phase = "${phase}"
  rules = ${value}
${more}}
`;
const ruleIn = (action: string) => `[{ action = "${action}", expression = "ssl" }]`;
const ignoring = "  lifecycle {\n    ignore_changes = [rules]\n  }\n";

const octorules = (action: string, more = "") =>
  `waf_custom_rules:\n  - ref: admin\n    action: ${action}\n    expression: ssl\n${more}`;
const yaml = (action: string, more = "") =>
  `kind: zone\nzone_id: 0a1b\nphase: ${phase}\nrules:\n  - ref: admin\n    action: ${action}\n    expression: ssl\n${more}`;
const listed = (...lists: readonly unknown[]) =>
  JSON.stringify({ rulesets: [JSON.parse(body([uses]))], lists });
const office = (...items: readonly string[]) => ({ name: "office", kind: "ip", items });
const inModule = { "waf/main.tf": terraform(ruleIn("block")) };

function changeOf(actions: readonly string[], before: unknown, after: unknown, more: object = {}) {
  const type = { type: "cloudflare_ruleset", mode: "managed", name: "waf" };
  return {
    address: "cloudflare_ruleset.waf",
    ...type,
    change: { actions, before, after, ...more },
  };
}
const planOf = (changes: readonly unknown[], more: object = {}) =>
  JSON.stringify({ format_version: "1.2", resource_changes: changes, ...more });
const [was, is] = [JSON.parse(whole), JSON.parse(body([log]))];
const kept = changeOf(["no-op"], was, was);

const made = (more: object) => body([{ ...block, ...more }]);
const skip = (ruleset: string) =>
  body([{ ...block, ref: "rest", action: "skip", action_parameters: { ruleset } }, block]);
const execution = (action_parameters: object) =>
  JSON.stringify([
    {
      ...{ kind: "root", phase, account_id: "ac" },
      rules: [{ action: "execute", expression: "ssl", action_parameters }],
    },
    { kind: "custom", id: "c1", name: "inner", phase, account_id: "ac", rules: [block] },
  ]);
const credentials = (password_expression: string) =>
  made({ exposed_credential_check: { username_expression: "http.host", password_expression } });
const firewallRule = (more: object, filter: object = {}) =>
  JSON.stringify([{ id: "1", action: "block", ...more, filter: { expression: "ssl", ...filter } }]);
/** Terraform stops managing a resource or module. */
const removed = (from: string, destroy: unknown = false) =>
  `removed {\n  from = ${from}\n  lifecycle {\n    destroy = ${destroy}\n  }\n}\n`;
const removedInJson = JSON.stringify({
  removed: [{ from: "cloudflare_ruleset.waf", lifecycle: { destroy: false } }],
});
const callOfModule = 'module "edge" {\n  source = "./waf"\n}\n';
const listInTerraform = (item: string) => `resource "cloudflare_list" "office" {
  kind = "ip"
  name = "office"
  items = [{ ip = "${item}" }]
}
`;
const usingList = terraform('[{ action = "block", expression = "ip.src in $office" }]');
const older = `resource "cloudflare_filter" "admin" {
  zone_id = "0a1b"
  expression = "ssl"
}
resource "cloudflare_firewall_rule" "admin" {
  zone_id = "0a1b"
  filter_id = cloudflare_filter.admin.id
  action = "block"
}
`;
const job = `resource "cloudflare_logpush_job" "errors" {
  dataset = "http_requests"
  destination_conf = "https://logs.example.com"
}
`;
const calling = (source: string, more = "") => ({
  "main.tf": `${terraform(ruleIn("block"))}module "x" {\n  source = "${source}"\n${more}}\n`,
});

const overriding = (rule: string) => `resource "cloudflare_ruleset" "inner" {
  kind = "custom"
  account_id = "ac"
  phase = "${phase}"
  rules = ${ruleIn("block")}
}
resource "cloudflare_ruleset" "root" {
  kind = "root"
  account_id = "ac"
  phase = "${phase}"
  rules = [{
    action = "execute"
    expression = "ssl"
    action_parameters = {
      id = cloudflare_ruleset.inner.id
      overrides = { rules = [{ id = ${rule}, action = "log" }] }
    }
  }]
}
`;

const notDocumented: readonly Case[] = [
  ["a setting of a rule", whole, made({ schedule: { from: 1 } })],
  ["another value of it", made({ schedule: { from: 1 } }), made({ schedule: { from: 2 } })],
  [
    "another value of a parameter",
    made({ action_parameters: { to: 1 } }),
    made({ action_parameters: { to: 2 } }),
  ],
  [
    "another parameter of an action",
    made({ action: "bllog", action_parameters: { to: 1 } }),
    made({ action: "bllog", action_parameters: { to: 2 } }),
  ],
  ["what a rule skips the rest of", skip("curent"), skip("other")],
  [
    "a parameter of an executed ruleset",
    execution({ id: "c1" }),
    execution({ id: "c1", more: true }),
  ],
  ["an override", execution({ id: "c1" }), execution({ id: "c1", overrides: { more: true } })],
  ["the kind of a ruleset", whole, body([block], { kind: "zonal" })],
  ["a setting of a firewall rule", firewallRule({}), firewallRule({ more: true })],
];

const including = `kind: zone\nphase: ${phase}\nrules: !include rules.yaml\n`;
const includedRules = (action: string) => `- { ref: admin, action: ${action}, expression: ssl }\n`;
const fromFiles = terraform(
  `[for it in fileset(path.module, "rules/*.yaml") : yamldecode(file("\${path.module}/\${it}"))]`,
);
const ruleFile = (action: string) => `{ ref: admin, action: ${action}, expression: ssl }\n`;

const openly = (more: object, ...items: readonly string[]) => ({
  "a.tf.json": JSON.stringify({
    resource: {
      cloudflare_ruleset: { waf: { kind: "zone", zone_id: "0a1b", phase, ...more } },
      cloudflare_list: {
        office: { name: "office", kind: "ip", items: items.map((ip) => ({ ip })) },
      },
    },
    variable: { more: {} },
  }),
});
const partly = {
  rules: [{ ...uses, expression: 'ip.src in $office or http.host eq "$\u007bvar.more}"' }],
};
const counted = {
  phase: "http_ratelimit",
  rules: [
    {
      ...block,
      ratelimit: {
        ...{ characteristics: ["ip.src", "cf.colo.id"], period: 60, requests_per_period: 10 },
        counting_expression: "ip.src in $office",
      },
    },
  ],
};

const hidden: readonly Case[] = [
  [
    "a list beside a value that is filled in later",
    openly(partly, "198.51.100.0/24"),
    openly(partly, "198.51.100.7"),
  ],
  [
    "a file that YAML includes",
    { "a.yaml": including, "rules.yaml": includedRules("block") },
    { "a.yaml": including, "rules.yaml": includedRules("log") },
  ],
  [
    "a file that YAML includes, and that is not here",
    { "a.yaml": including },
    { "a.yaml": including },
  ],
  [
    "a file of a folder that Terraform reads",
    { "a.tf": fromFiles, "rules/admin.yaml": ruleFile("block") },
    { "a.tf": fromFiles, "rules/admin.yaml": ruleFile("log") },
  ],
  [
    "a file that is not in that folder any more",
    { "a.tf": fromFiles, "rules/admin.yaml": ruleFile("block"), "rules/z.yaml": ruleFile("log") },
    { "a.tf": fromFiles, "rules/z.yaml": ruleFile("log") },
  ],
  [
    "credentials that are looked for elsewhere",
    credentials("http.host"),
    credentials("http.referer"),
  ],
  ["a filter that is paused", firewallRule({}), firewallRule({}, { paused: true })],
  [
    "overrides of rules that are not known",
    { "a.tf": overriding('"0a"') },
    { "a.tf": overriding("var.rule") },
  ],
  ["a module whose folder is not here", calling("./x"), calling("./x", "  a = 1\n")],
  [
    "a module in a repository",
    calling("git::https://example.com/edge.git?ref=v1"),
    calling("git::https://example.com/edge.git?ref=v2"),
  ],
  ["a property that is written twice", whole, body([block]).replace(/\}$/, ',"rules":[]}')],
  [
    "a key of YAML that is written twice",
    { "a.yaml": yaml("block") },
    { "a.yaml": yaml("block", "rules: []\n") },
  ],
  ["'no' in YAML", { "a.yaml": yaml("block") }, { "a.yaml": yaml("block", "    enabled: no\n") }],
  ["a text instead of false", whole, body([{ ...block, enabled: "false" }])],
  ["0 instead of false", whole, body([{ ...block, enabled: 0 }])],
  [
    "a list of rulesets without their rules",
    JSON.stringify({ result: [{ kind: "zone", phase, version: "1" }] }),
    JSON.stringify({ result: [{ kind: "zone", phase, version: "2" }] }),
  ],
  [
    "one of several pages",
    JSON.stringify({ result: [was] }),
    JSON.stringify({ result: [was], result_info: { page: 1, total_pages: 2 } }),
  ],
  [
    "a page with a cursor",
    JSON.stringify({ result: [was] }),
    JSON.stringify({ result: [was], result_info: { cursors: { after: "x" } } }),
  ],
  [
    "a list that says it has more items than are here",
    listed({ ...office("198.51.100.0/24"), num_items: 1 }),
    listed({ ...office("198.51.100.0/24"), num_items: 2 }),
  ],
  [
    "a list that is declared twice",
    listed(office("198.51.100.0/24")),
    listed(office(), office("198.51.100.0/24")),
  ],
  [
    "a condition of a template",
    { "a.yaml": `# weir: template\n${yaml("block")}` },
    {
      "a.yaml": `# weir: template\n${yaml("block").replace("  - ref", "{{ if x }}\n  - ref")}{{ end }}\n`,
    },
  ],
  [
    "a ruleset that Terraform deletes",
    { "a.tf": terraform(ruleIn("block")) },
    { "a.tf": removed("cloudflare_ruleset.waf", true) },
  ],
  [
    "a ruleset that another resource takes over",
    { "a.tf": terraform(ruleIn("block")) },
    {
      "a.tf": removed("cloudflare_ruleset.waf"),
      "b.tf": terraform(ruleIn("log")).replace('"waf"', '"other"'),
    },
  ],
  [
    "a list that Terraform stops managing",
    { "a.tf": usingList, "b.tf": listInTerraform("198.51.100.7") },
    { "a.tf": usingList, "b.tf": removed("cloudflare_list.office") },
  ],
  [
    "a firewall rule that Terraform stops managing",
    { "a.tf": older },
    { "a.tf": removed("cloudflare_firewall_rule.admin") + removed("cloudflare_filter.admin") },
  ],
  [
    "settings of octorules",
    { "a.yaml": octorules("block") },
    { "a.yaml": octorules("block", "    octorules:\n      ignored: true\n") },
  ],
  [
    "custom rulesets of octorules",
    { "a.yaml": octorules("block", "custom_rulesets:\n  - rules:\n      - expression: ssl\n") },
    { "a.yaml": octorules("block", "custom_rulesets:\n  - rules:\n      - expression: not ssl\n") },
  ],
  [
    "a file with another name",
    { "a.yaml": octorules("block"), "b.yaml": octorules("log") },
    { "b.yaml": octorules("block"), "c.yaml": octorules("log") },
  ],
  [
    "another folder with the same resources",
    {
      "dev/main.tf": terraform(ruleIn("log")).replace('"0a1b"', "var.zone"),
      "prod/main.tf": terraform(ruleIn("block")).replace('"0a1b"', "var.zone"),
    },
    {
      "prod/main.tf": terraform(ruleIn("log")).replace('"0a1b"', "var.zone"),
      "test/main.tf": terraform(ruleIn("block")).replace('"0a1b"', "var.zone"),
    },
  ],
  [
    "a second ruleset of the same zone and phase",
    { "a.tf": terraform(ruleIn("block")) },
    { "a.tf": terraform(ruleIn("block")), "b.tf": terraform("[]").replace('"waf"', '"other"') },
  ],
  [
    "a file that OpenTofu reads instead",
    { "a.tf": terraform(ruleIn("block")) },
    { "a.tf": terraform(ruleIn("block")), "a.tofu": terraform(ruleIn("log")) },
  ],
  [
    "a value expression instead of a rule",
    { "a.cfrule": "# @action block\nssl\n" },
    { "a.cfrule": "# @action block\n# @value\nssl\n", "b.cfrule": "# @action log\nssl\n" },
  ],
];

const same: readonly Case[] = [
  [
    "a file that YAML includes",
    { "a.yaml": including, "rules.yaml": includedRules("block") },
    { "a.yaml": `# Rules\n${including}`, "rules.yaml": includedRules("block") },
  ],
  [
    "a folder that Terraform reads",
    { "a.tf": fromFiles, "rules/admin.yaml": ruleFile("block") },
    { "a.tf": fromFiles, "rules/admin.yaml": ruleFile("block"), "other.tf": "# Nothing\n" },
  ],
  [
    "a ruleset that Terraform stops managing",
    { "a.tf": terraform(ruleIn("block")) },
    { "a.tf": removed("cloudflare_ruleset.waf") },
  ],
  [
    "several rulesets",
    {
      "a.tf": terraform(ruleIn("block"), '  for_each = toset(["a", "b"])\n').replace(
        '"0a1b"',
        "each.key",
      ),
    },
    { "a.tf": removed("cloudflare_ruleset.waf") },
  ],
  ["a ruleset, in JSON", { "a.tf": terraform(ruleIn("block")) }, { "a.tf.json": removedInJson }],
  [
    "a ruleset of a module",
    { ...inModule, "main.tf": callOfModule },
    { "main.tf": removed("module.edge.cloudflare_ruleset.waf") },
  ],
  [
    "a ruleset, as a module says",
    { ...inModule, "main.tf": callOfModule },
    { "waf/main.tf": removed("cloudflare_ruleset.waf"), "main.tf": callOfModule },
  ],
  [
    "a module that Terraform stops managing",
    { ...inModule, "main.tf": callOfModule },
    { "main.tf": removed("module.edge") },
  ],
  [
    "a list that Terraform stopped managing earlier",
    { "a.tf": usingList, "b.tf": removed("cloudflare_list.office") },
    { "a.tf": usingList, "b.tf": `# Lists\n${removed("cloudflare_list.office")}` },
  ],
  [
    "a ruleset that another resource takes over as it is",
    { "a.tf": terraform(ruleIn("block")) },
    {
      "a.tf": removed("cloudflare_ruleset.waf"),
      "b.tf": terraform(ruleIn("block")).replace('"waf"', '"other"'),
    },
  ],
  ["whether matches are logged", whole, made({ logging: { enabled: false } })],
  ["settings that are empty", whole, made({ schedule: null, more: [] })],
  [
    "a module for another provider",
    calling("acme/network/aws", '  version = "1"\n'),
    calling("acme/network/aws", '  version = "2"\n'),
  ],
  [
    "a list that no rule uses",
    listed(office("198.51.100.1"), { name: "other", items: [] }),
    listed(office("198.51.100.1"), { name: "other" }),
  ],
  [
    "rules that Terraform ignores",
    { "a.tf": terraform("[]", ignoring) },
    { "a.tf": terraform(ruleIn("block"), ignoring) },
  ],
  [
    "two rulesets of a zone and phase on both sides",
    { "a.json": whole, "b.json": whole },
    { "a.json": whole, "b.json": whole },
  ],
  ["a text instead of true", whole, body([{ ...block, enabled: "true" }])],
  [
    "a module that a file calls now",
    { ...inModule, "main.tf": terraform(ruleIn("block")).replace("waf", "old"), "waf/main.tf": "" },
    { ...inModule, "main.tf": 'module "waf" {\n  source = "./waf"\n}\n' },
  ],
];

const plans: readonly (readonly [name: string, plan: string, isHidden: boolean])[] = [
  ["it has errors", planOf([kept], { errored: true }), true],
  ["it is not complete", planOf([kept], { complete: false }), true],
  ["changes are deferred", planOf([kept], { deferred_changes: [{ reason: "unknown" }] }), true],
  ["nothing is deferred", planOf([kept], { deferred_changes: [] }), false],
  ["a resource is forgotten", planOf([changeOf(["forget"], was, null)]), false],
  [
    "one is created instead of a forgotten one",
    planOf([changeOf(["create", "forget"], was, is)]),
    true,
  ],
  [
    "another one is created for the zone of a forgotten one",
    planOf([
      changeOf(["forget"], was, null),
      { ...changeOf(["create"], null, is), address: "cloudflare_ruleset.new" },
    ]),
    true,
  ],
  [
    "a sensitive value stays the same",
    planOf([
      changeOf(["no-op"], was, was, {
        before_sensitive: { rules: true },
        after_sensitive: { rules: true },
      }),
    ]),
    false,
  ],
  [
    "a sensitive value changes",
    planOf([
      changeOf(["update"], was, is, {
        before_sensitive: { rules: true },
        after_sensitive: { rules: true },
      }),
    ]),
    true,
  ],
  [
    "data sources are read when it is applied",
    planOf([
      kept,
      { ...changeOf(["read"], null, was), mode: "data", address: "data.cloudflare_ruleset.x" },
      { ...changeOf(["read"], null, { name: null }), type: "cloudflare_list", mode: "data" },
    ]),
    false,
  ],
];

const filesOf = (side: string, given: Files | string): Files =>
  Object.fromEntries(
    Object.entries(typeof given === "string" ? { "a.json": given } : given).map(([name, text]) => [
      `${side}/${name}`,
      text,
    ]),
  );

async function review(before: Files | string, after: Files | string) {
  using folder = new Folder({ ...filesOf("before", before), ...filesOf("after", after) });
  return await weir(folder, ["review", "before", "after", "--forbid", "block->allow"]);
}

describe("what may be a change", () => {
  test.each(hidden)("%s", async (_, before, after) => {
    const { status, out, err } = await review(before, after);
    expect([status, err], out).toEqual([1, expect.stringMatching(/orbidden by 'block->allow'/)]);
  });
});

test("a trace assumes that what Terraform stops managing changes nothing", async () => {
  using folder = new Folder({
    "a.tf": removed("cloudflare_ruleset.waf") + removed("cloudflare_record.www"),
    "b.tf": terraform(ruleIn("log")).replace("custom", "managed"),
  });
  const { out } = await weir(folder, ["trace", ".", "--request", "GET https://a.example/"]);
  expect(out).toContain(
    "Assuming that cloudflare_ruleset.waf (stays on the service, without Terraform) changes nothing.",
  );
});

test("a job that Terraform stops managing is not removed", async () => {
  const before = { "a.tf": job };
  const kept = await review(before, { "a.tf": removed("cloudflare_logpush_job.errors") });
  expect(kept.out).toBe("1 job or filter unchanged\n");
  const { out } = await review(before, { "b.tf": "" });
  expect(out).toMatch(/^- 'cloudflare_logpush_job.errors' {3}removed/);
});

test("a job that a plan forgets is not removed", async () => {
  const properties = { dataset: "http_requests", destination_conf: "https://logs.example.com" };
  const change = (actions: readonly string[]) => ({
    ...{ address: "cloudflare_logpush_job.errors", type: "cloudflare_logpush_job" },
    ...{ mode: "managed", change: { actions, before: properties, after: null } },
  });
  const shown = async (action: string) => {
    using folder = new Folder({ "plan.json": planOf([change([action])]) });
    return (await weir(folder, ["review", "plan.json"])).out;
  };
  expect(await shown("forget")).toBe("1 job or filter unchanged\n");
  expect(await shown("delete")).toMatch(/removed/);
});

test("of two rulesets of a zone and phase, Weir does not know where the requests arrive", async () => {
  const [both, moved] = [
    [body([block], { name: "a" }), body([], { name: "b" })],
    [body([], { name: "a" }), body([block], { name: "b" })],
  ].map(([a = "", b = ""]) => ({ "a.json": a, "b.json": b }));
  const { status, out } = await review(both as Files, moved as Files);
  expect([status, out]).toEqual([1, expect.stringMatching(/block → allow {3}cannot be excluded/)]);
  expect(out).toContain("unless the zone has 'b' instead");
  expect(out).not.toMatch(/(?:allow|block) {3}such as/);
});

test("a list of what a rate limit counts", async () => {
  const [before, after] = [openly(counted, "198.51.100.0/24"), openly(counted, "198.51.100.7")];
  expect((await review(before, after)).out).toContain("limit block over 10");
  expect((await review(before, before)).out).toContain("unchanged (proved)");
});

describe("what is not documented", () => {
  test.each(notDocumented)("%s", async (_, before, after) => {
    const { status, out } = await review(before, after);
    expect([status, out]).toEqual([1, expect.stringMatching(/cannot be excluded|is not known/)]);
  });

  test.each(notDocumented)("%s: traced", async (_, __, after) => {
    using folder = new Folder(filesOf("after", after));
    const request = "GET https://shop.example.com/";
    const { status, out } = await weir(folder, ["trace", "after", "--request", request]);
    expect([status, out]).toEqual([1, expect.stringMatching(/not known|unknown/)]);
  });
});

describe("what is no change", () => {
  test.each(same)("%s", async (_, before, after) => {
    const { status, out, err } = await review(before, after);
    expect([status, out], err).toEqual([0, expect.stringContaining("(proved)")]);
  });
});

describe("a plan", () => {
  test.each(plans)("%s", async (_, plan, isHidden) => {
    using folder = new Folder({ "plan.json": plan });
    const read = await weir(folder, ["review", "plan.json", "--forbid", "block->allow"]);
    expect(read.status, read.out + read.err).toBe(isHidden ? 1 : 0);
    if (!isHidden) expect(read.out).toContain("(proved)");
  });
});

test("a large file without any of our words does not matter", async () => {
  const large = (text: string) => JSON.stringify({ text: text.repeat(17_000_000) });
  const { status } = await review(
    { "a.json": whole, "b.json": large("a") },
    { "a.json": whole, "b.json": large("b") },
  );
  expect(status).toBe(0);
});
