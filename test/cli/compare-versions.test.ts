import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/** The output of `compare --base` for a rule or job whose effect has changed, and its choice of the version to compare with. */

type Files = Readonly<Record<string, string>>;

async function compared(before: Files, after: Files, name: string, ...args: string[]) {
  using folder = new Folder(before);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  for (const it of Object.keys(before)) if (!(it in after)) folder.remove(it);
  for (const [path, text] of Object.entries(after)) folder.write(path, text);
  return await weir(folder, ["compare", name, "--base", "HEAD", ...args]);
}

interface Rule {
  readonly expression: string;
  readonly more?: string;
  readonly action?: string;
}

const admin = 'http.request.uri.path contains "/admin"';

function rules(...all: readonly (Rule | string)[]): string {
  const blocks = all.map((it) => {
    const {
      expression,
      action = "block",
      more = "",
    } = typeof it === "string" ? { expression: it } : it;
    return `  rules {\n    expression = ${JSON.stringify(expression)}\n    action = "${action}"\n${more}  }\n`;
  });
  return `resource "cloudflare_ruleset" "fw" {\n  zone_id = "z1"\n  phase = "http_request_firewall_custom"\n  kind = "zone"\n${blocks.join("")}}\n`;
}

const described = (description: string, expression: string, action = "block"): Rule => ({
  expression,
  action,
  more: `    description = "${description}"\n`,
});

describe("equal is not the last word about a rule whose effect changed", () => {
  const one = rules(described("Admin area", admin));
  test.each([
    ["action", one, one.replace('"block"', '"log"'), "action: block → log"],
    [
      "enabled",
      one,
      one.replace("  }\n}", "    enabled = false\n  }\n}"),
      "enabled: true (default) → false",
    ],
    ["zone", one, one.replace('"z1"', '"z2"'), "zone_id: z1 → z2"],
    [
      "phase",
      one,
      one.replace("firewall_custom", "firewall_managed"),
      "phase: http_request_firewall_custom → http_request_firewall_managed",
    ],
    ["kind", one, one.replace('"zone"', '"root"'), "kind: zone → root"],
    [
      "another variable for the zone",
      one.replace('"z1"', "var.a"),
      one.replace('"z1"', "var.b"),
      "zone_id: var.a → var.b",
    ],
    [
      "count of the resource",
      one,
      one.replace("  kind", "  count = 0\n  kind"),
      "count: (not set) → 0",
    ],
    [
      "parameters of skip",
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters {\n      ruleset = "current"\n    }\n',
      }),
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters {\n      phases = ["http_ratelimit"]\n    }\n',
      }),
      'action_parameters.ruleset: current → (not set)\n  action_parameters.phases: (not set) → ["http_ratelimit"]',
    ],
    [
      "a rate limit",
      rules({ expression: admin, more: "    ratelimit {\n      period = 60\n    }\n" }),
      rules({ expression: admin, more: "    ratelimit {\n      period = 10\n    }\n" }),
      "ratelimit.period: 60 → 10",
    ],
  ])("%s", async (_, before, after, expected) => {
    const { status, out } = await compared({ "a.tf": before }, { "a.tf": after }, "a.tf");
    expect(out).toBe(
      `different: a.tf and a.tf in HEAD match the same, but differ in what they do.\n  ${expected}\n`,
    );
    expect(status).toBe(1);
    const { out: json } = await compared(
      { "a.tf": before },
      { "a.tf": after },
      "a.tf",
      "--format=json",
    );
    expect(JSON.parse(json)).toMatchObject({
      version: 1,
      relation: "changed",
      onlyFirst: null,
      onlySecond: null,
    });
    expect(JSON.parse(json).changed[0].property).toBe(/^[\w.]+/.exec(expected)?.[0]);
  });

  test.each([
    ["comments and layout", one, `# why\n${one.replaceAll("  ", "    ")}`],
    ["a description", one, one.replace("Admin area", "Admin pages")],
    ["the default of enabled", one, one.replace("  }\n}", "    enabled = true\n  }\n}")],
    [
      "the order of products",
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters {\n      products = ["waf", "bic"]\n    }\n',
      }),
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters {\n      products = ["bic", "waf"]\n    }\n',
      }),
    ],
    [
      "a block written as an object",
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters {\n      ruleset = "current"\n    }\n',
      }),
      rules({
        expression: admin,
        action: "skip",
        more: '    action_parameters = { ruleset = "current" }\n',
      }),
    ],
  ])("but %s changes nothing", async (_, before, after) => {
    const { status, out } = await compared({ "a.tf": before }, { "a.tf": after }, "a.tf");
    expect(out).toMatch(/^equal: /);
    expect(status).toBe(0);
  });

  test("of a firewall rule, with the filter that it uses", async () => {
    const files = (action: string) => ({
      "a.tf": `resource "cloudflare_filter" "f" {\n  expression = "ssl"\n}\nresource "cloudflare_firewall_rule" "f" {\n  filter_id = cloudflare_filter.f.id\n  action = "${action}"\n}\n`,
    });
    const { out, status } = await compared(files("block"), files("log"), "a.tf");
    expect(out).toContain("\n  action: block → log\n");
    expect(status).toBe(1);
  });

  test.each([
    ["for_each = local.a", "for_each = local.b"],
    ["for_each = var.on ? [1] : []", "for_each = var.on ? [] : [1]"],
  ])("of generated rules: %s", async (before, after) => {
    const files = (each: string) => ({
      "a.tf": `resource "cloudflare_ruleset" "a" {\n  dynamic "rules" {\n    ${each}\n    content {\n      expression = "ssl"\n      action = "block"\n    }\n  }\n}\n`,
    });
    const { out, status } = await compared(files(before), files(after), "a.tf");
    expect(out).toContain(`\n  rules from: dynamic "rules" { ${before} content`);
    expect(status).toBe(1);
  });

  const unknown = (name: string) => rules("X").replace('"X"', name);
  test.each([
    [
      "a rule whose expression is a local",
      unknown("local.a"),
      unknown("local.a").replace('"block"', '"log"'),
      /^different: .*\n {2}action: block → log\n {2}not compared: local\.a\n$/,
      1,
    ],
    [
      "another local",
      unknown("local.a"),
      unknown("local.b"),
      /^unknown: .* It has parts that are filled in later: local\.b\.\n$/,
      2,
    ],
    ["a text that is a local now", unknown("local.a"), unknown('"ssl"'), /^unknown: /, 2],
    [
      "nothing",
      unknown("local.a"),
      `# x\n${unknown("local.a")}`,
      /^equal: .*\n {2}not compared: local\.a\n$/,
      0,
    ],
    [
      "the condition of a text",
      unknown('var.a ? "ssl" : "not ssl"'),
      unknown('var.b ? "ssl" : "not ssl"'),
      /fw: changed; expression: var\.a \? .* → var\.b \? /,
      1,
    ],
    [
      "a job whose filter is a local",
      'resource "cloudflare_logpush_job" "a" {\n  dataset = "dns_logs"\n  enabled = true\n  filter = local.f\n}\n',
      'resource "cloudflare_logpush_job" "a" {\n  dataset = "dns_logs"\n  enabled = false\n  filter = local.f\n}\n',
      /^different: .*\n {2}enabled: true → false\n {2}not compared: local\.f\n$/,
      1,
    ],
  ])("%s", async (_, before, after, expected, code) => {
    const { out, status } = await compared({ "a.tf": before }, { "a.tf": after }, "a.tf");
    expect(out).toMatch(expected);
    expect(status).toBe(code);
  });

  test("also in a rule file, for its directives", async () => {
    const rule = (...directives: string[]) =>
      [...directives.map((it) => `# @${it}`), "ssl", ""].join("\n");
    const said = async (before: string[], after: string[]) =>
      (await compared({ "a.cfrule": rule(...before) }, { "a.cfrule": rule(...after) }, "a.cfrule"))
        .out;
    expect(await said(["action block"], ["action log"])).toContain("\n  action: block → log\n");
    expect(await said(["action block"], ["action block", "paused"])).toContain(
      "\n  paused: false (default) → true\n",
    );
    expect(await said(["action block", "before a"], ["action block", "before b"])).toContain(
      "\n  before: a → b\n",
    );
    expect(
      await said(["action block", "paused false"], ["action block", "description x", "ref y"]),
    ).toMatch(/^equal/);
  });

  test("also in a job, whose destination is masked", async () => {
    const job = (destination: string, more = {}) =>
      JSON.stringify({
        name: "j",
        dataset: "http_requests",
        destination_conf: destination,
        enabled: true,
        ...more,
      });
    const secret = "https://logs.example.com/SECRET?header_Authorization=TOKEN";
    const { status, out } = await compared(
      { "a.lpjob": job("s3://bucket/a?access-key-id=KEY") },
      { "a.lpjob": job(secret, { enabled: false, output_options: { sample_rate: 0.1 } }) },
      "a.lpjob",
    );
    expect(out).toContain(
      "\n  destination_conf: s3://… → https://…\n  enabled: true → false\n  output_options.sample_rate: 1 (default) → 0.1\n",
    );
    expect(out).not.toMatch(/SECRET|TOKEN|KEY/);
    expect(status).toBe(1);
  });

  test("a default and an empty setting are no difference", async () => {
    const job = (more: object, enabled?: boolean) =>
      JSON.stringify({ dataset: "http_requests", enabled, output_options: more });
    const said = async (before: string, after: string) =>
      (await compared({ "a.lpjob": before }, { "a.lpjob": after }, "a.lpjob")).out;
    const plain = job({ field_names: ["RayID"] });
    const empty = { record_prefix: "", record_delimiter: "", field_delimiter: "", sample_rate: 1 };
    const full = job({ field_names: ["RayID"], ...empty }, false);
    expect(await said(plain, full)).toMatch(/^equal/);
    expect(await said(full, plain)).toMatch(/^equal/);
    expect(await said(plain, job({ field_names: ["RayID"], record_prefix: "[" }))).toContain(
      '\n  output_options.record_prefix: "{" for ndjson (default) → [\n',
    );
    expect(await said(job({ batch_prefix: "[" }), job({}))).toContain(
      '\n  output_options.batch_prefix: [ → "" (default)\n',
    );
  });

  test("also in YAML and JSON", async () => {
    const yaml = (action: string) =>
      `waf_custom_rules:\n  - ref: a\n    expression: ssl\n    action: ${action}\n`;
    expect(
      (await compared({ "a.yaml": yaml("block") }, { "a.yaml": yaml("log") }, "a.yaml")).out,
    ).toContain("\n  action: block → log\n");
    const json = (enabled: boolean) =>
      JSON.stringify({
        phase: "http_request_firewall_custom",
        rules: [{ expression: "ssl", action: "block", enabled }],
      });
    const { out, status } = await compared(
      { "a.json": json(true) },
      { "a.json": json(false) },
      "a.json",
    );
    expect([out.split("\n")[1], status]).toEqual(["  enabled: true → false", 1]);
  });

  test("a rule that moved", async () => {
    const [skip, block, last] = [
      described("Partners", "ip.src in {192.0.2.0/24}", "skip"),
      described("Admin area", admin),
      described("Bots", "cf.bot_management.score lt 10"),
    ];
    const { out, status } = await compared(
      { "a.tf": rules(skip, block, last) },
      { "a.tf": rules(block, last, skip) },
      "a.tf",
    );
    expect(out).toBe(
      `a.tf:5: cloudflare_ruleset.fw "Admin area": equal
a.tf:10: cloudflare_ruleset.fw "Bots": equal
a.tf:15: cloudflare_ruleset.fw "Partners": changed; moved after "Bots"
`,
    );
    expect(status).toBe(1);
    const json = await compared(
      { "a.tf": rules(block, last, skip) },
      { "a.tf": rules(skip, block, last) },
      "a.tf",
      "--format=json",
    );
    expect(JSON.parse(json.out).results[0].changed).toEqual([
      { property: "order", before: 'after "Admin area"', after: 'before "Admin area"' },
    ]);
  });
});

describe("what a rule refers to", () => {
  const local = rules(`${"$"}{local.paths} and ssl`);
  const list = rules("ip.src in $office");
  const generated =
    'resource "cloudflare_ruleset" "a" {\n  rules = [for it in local.paths : { expression = "ssl", action = "block" }]\n}\n';
  const locals = (value: string) => `locals {\n  paths = ${value}\n  all = ["a"]\n}\n`;
  const resource = (item: string) =>
    `resource "cloudflare_list" "office" {\n  name = "office"\n}\nresource "cloudflare_list_item" "a" {\n  list_id = cloudflare_list.office.id\n  ip = "${item}"\n}\n`;
  test.each<[string, Files, Files, RegExp, 1 | 2]>([
    [
      "a local in the file",
      { "a.tf": locals('"sip"') + local },
      { "a.tf": locals('"not sip"') + local },
      /^disjoint: /,
      1,
    ],
    [
      "a local beside the file",
      { "a.tf": local, "locals.tf": locals('"sip"') },
      { "a.tf": local, "locals.tf": locals('"not sip"') },
      /^disjoint: /,
      1,
    ],
    [
      "a local that uses another",
      { "a.tf": local, "l.tf": locals("join(local.b)"), "m.tf": 'locals {\n b = "x"\n}' },
      { "a.tf": local, "l.tf": locals("join(local.b)"), "m.tf": 'locals {\n b = "y"\n}' },
      /^unknown: /,
      2,
    ],
    [
      "a local that generates rules",
      { "a.tf": generated, "locals.tf": locals('["a"]') },
      { "a.tf": generated, "locals.tf": locals("[]") },
      /removed$/m,
      1,
    ],
    [
      "a file with the local that is gone",
      { "a.tf": local, "locals.tf": locals('"ssl"') },
      { "a.tf": local },
      /^unknown: /,
      2,
    ],
    [
      "the items of a list",
      { "a.tf": list, "l.tf": resource("192.0.2.1") },
      { "a.tf": list, "l.tf": resource("192.0.2.2") },
      /^unknown: .*'\$office' has changed\.$/m,
      2,
    ],
    [
      "a list of weir.json",
      { "a.tf": list, "weir.json": '{ "lists": { "office": ["192.0.2.1"] } }' },
      { "a.tf": list, "weir.json": '{ "lists": { "office": ["192.0.2.2"] } }' },
      /^unknown: .*'\$office' has changed\.$/m,
      2,
    ],
    [
      "the default of a variable",
      { "a.tf": `variable "z" {\n  default = "a"\n}\n${rules("ssl").replace('"z1"', "var.z")}` },
      { "a.tf": `variable "z" {\n  default = "b"\n}\n${rules("ssl").replace('"z1"', "var.z")}` },
      /zone_id: a → b/,
      1,
    ],
  ])("is not equal with %s", async (_, before, after, expected, code) => {
    const { status, out } = await compared(before, after, "a.tf");
    expect(out).toMatch(expected);
    expect(status).toBe(code);
  });

  test.each<[string, Files, string]>([
    ["a local that is the same", { "a.tf": `${locals('"ssl"')}${local}` }, ""],
    ["a local that is nowhere", { "a.tf": local }, "  not compared: local.paths\n"],
    ["a list that is the same", { "a.tf": list, "l.tf": resource("192.0.2.1") }, ""],
    ["a list that is nowhere", { "a.tf": list }, "  not compared: $office\n"],
    [
      "a variable",
      { "a.tf": `variable "z" {}\n${rules("ssl").replace('"z1"', "var.z")}` },
      "  not compared: var.z\n",
    ],
    [
      "a local of a variable",
      { "a.tf": `${locals("var.x")}${local}` },
      "  not compared: local.paths\n",
    ],
  ])("is reported if it is unknown: %s", async (_, files, expected) => {
    const after = { ...files, "a.tf": `# changed\n${files["a.tf"]}` };
    const { status, out } = await compared(files, after, "a.tf");
    const [first, ...rest] = out.split("\n").filter((it) => !it.startsWith("  both: "));
    expect(first).toBe("equal: a.tf and a.tf in HEAD match the same.");
    expect(rest.join("\n")).toBe(expected);
    expect(status).toBe(0);
  });
});

describe("which rules of two versions are the same", () => {
  const [a, b, c] = ['http.host eq "a"', 'http.host eq "b"', 'http.host eq "c"'] as const;
  const said = async (before: readonly (Rule | string)[], after: readonly (Rule | string)[]) => {
    const { out } = await compared(
      { "a.tf": rules(...before) },
      { "a.tf": rules(...after) },
      "a.tf",
    );
    return out
      .split("\n")
      .flatMap((it) => /^a\.tf(?::\d+)?: cloudflare_ruleset\.fw (.*)$/.exec(it)?.[1] ?? []);
  };

  test.each<[string, readonly (Rule | string)[], readonly (Rule | string)[], readonly string[]]>([
    [
      "the first was removed",
      [a, b, c],
      [b, c],
      ["rule 1: equal", "rule 2: equal", "rule 1: removed"],
    ],
    [
      "one was inserted at the top",
      [a, b],
      [c, a, b],
      ["rule 1: added", "rule 2: equal", "rule 3: equal"],
    ],
    ["two were swapped", [a, b], [b, a], ["rule 1: changed; moved before rule 2", "rule 2: equal"]],
    [
      "one was edited",
      [a, b, c],
      [a, `${b} or ssl`, c],
      ["rule 1: equal", "rule 2: wider", "rule 3: equal"],
    ],
    [
      "one was rewritten, and another inserted before it",
      [a, b],
      [c, a, `not ${b.replace("eq", "ne")}`],
      ["rule 1: added", "rule 2: equal", "rule 3: equal"],
    ],
    [
      "one was replaced",
      [described("A", a), described("B", b)],
      [described("A", a), described("C", c)],
      ['"A": equal', '"C": added', '"B": removed'],
    ],
    [
      "one was renamed",
      [described("A", a), described("B", b)],
      [described("A", a), described("New", b)],
      ['"A": equal', '"New": equal'],
    ],
    [
      "one was renamed and edited",
      [described("A", a), { expression: b, more: '    ref = "r"\n' }],
      [described("A", a), { expression: c, more: '    ref = "r"\n    description = "Now"\n' }],
      ['"A": equal', '"Now": disjoint'],
    ],
    [
      "two have the same text",
      [{ expression: a }, { expression: a, action: "log" }, b],
      [{ expression: a, action: "log" }, b],
      ["rule 1: equal", "rule 2: equal", "rule 1: removed"],
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await said(before, after)).toEqual(expected);
  });

  test("in another resource, and jobs by their address", async () => {
    const job = (name: string, value: string) =>
      `resource "cloudflare_logpush_job" "${name}" {\n  dataset = "http_requests"\n  filter = jsonencode({ where = { key = "ClientRequestHost", operator = "eq", value = "${value}" } })\n}\n`;
    const before = `${rules(a).replace('"fw"', '"old"')}${job("x", "x")}${job("y", "y")}`;
    const after = `${job("new", "n")}${rules(a)}${job("y", "z")}${job("x", "x")}`;
    const { out } = await compared({ "a.tf": before }, { "a.tf": after }, "a.tf");
    expect(out.split("\n").filter((it) => !it.startsWith(" "))).toEqual([
      "a.tf:1: cloudflare_logpush_job.new: added",
      "a.tf:9: cloudflare_ruleset.fw rule 1: equal",
      "a.tf:14: cloudflare_logpush_job.y: disjoint",
      "a.tf:18: cloudflare_logpush_job.x: equal",
      "",
    ]);
  });

  test("an overlap shows both sides, and unknown has a reason", async () => {
    const { out } = await compared(
      { "a.tf": rules('http.host in {"a" "b"}', b, "ip.src in $x") },
      { "a.tf": rules('http.host in {"a" "c"}', b, "ip.src in $y") },
      "a.tf",
    );
    expect(out).toBe(`a.tf:5: cloudflare_ruleset.fw rule 1: overlapping
  now: GET https://c/
  no longer: GET https://b/
a.tf:9: cloudflare_ruleset.fw rule 2: equal
a.tf:13: cloudflare_ruleset.fw rule 3: unknown: It depends on 'ip.src in $y', 'ip.src in $x', which Weir cannot know
`);
  });
});

describe("one of several", () => {
  const job = (name: string, value: string) =>
    `resource "cloudflare_logpush_job" "${name}" {\n  name = "${name} logs"\n  dataset = "http_requests"\n  filter = jsonencode({ where = { key = "ClientRequestHost", operator = "eq", value = "${value}" } })\n}\n`;

  test("a file with one job is that job", async () => {
    using folder = new Folder({
      "a.tf": job("a", "x"),
      "b.tf": job("b", "x"),
      "c.tf": job("a", "x") + job("b", "y"),
    });
    const said = async (...args: string[]) => {
      const { out, err } = await weir(folder, ["compare", ...args]);
      return (out + err).split(":")[0] + (out === "" ? `: ${err}` : "");
    };
    expect(await said("a.tf", "b.tf")).toBe("equal");
    for (const which of ["c.tf:8", "c.tf:9", "c.tf#cloudflare_logpush_job.b", "c.tf#b logs"])
      expect([which, await said("a.tf", which)]).toEqual([which, "disjoint"]);
    expect(await said("a.tf", "c.tf:1")).toBe("equal");
    expect(await said("a.tf", "c.tf")).toContain(
      "has 2 filters and rules (line 1 'a logs', line 6 'b logs'). Use PATH:LINE or PATH#REF.",
    );
    expect(await said("a.tf", "c.tf#gone")).toContain(
      "No filter or rule found at 'gone'. 'c.tf' has",
    );
  });

  test("two rules with other actions are different, from the first to the second", async () => {
    using folder = new Folder({
      "a.cfrule": "# @action block\nssl",
      "b.cfrule": "# @action log\n# @paused\nssl",
      "c.tf": rules("ssl"),
    });
    const { status, out } = await weir(folder, ["compare", "a.cfrule", "b.cfrule"]);
    expect(out).toBe(
      "different: a.cfrule and b.cfrule match the same, but differ in what they do.\n  action: block → log\n  paused: false (default) → true\n",
    );
    expect(status).toBe(1);
    const json = await weir(folder, ["compare", "a.cfrule", "b.cfrule", "--format=json"]);
    expect(JSON.parse(json.out).changed).toEqual([
      { property: "action", before: "block", after: "log" },
      { property: "paused", before: null, after: "true", default: "false" },
    ]);
  });

  test("a selected rule is found in the commit, wherever it was", async () => {
    const before = { "a.tf": rules(described("A", "ssl"), described("B", "not ssl")) };
    const after = {
      "a.tf": rules("true", described("A", "ssl"), { ...described("B", "not ssl"), action: "log" }),
    };
    const { out, status } = await compared(before, after, "a.tf#B");
    expect(out).toBe(
      "different: a.tf#B and a.tf#B in HEAD match the same, but differ in what they do.\n  action: block → log\n",
    );
    expect(status).toBe(1);
    expect((await compared(before, after, "a.tf:6")).out).toBe(
      "a.tf:5: cloudflare_ruleset.fw rule 1: added\n",
    );
    expect((await compared(before, after, "a.tf#C")).err).toContain(
      "No filter or rule found at 'C'. 'a.tf' has 3 filters and rules (line 5, line 9 'A', line ",
    );
  });
});
