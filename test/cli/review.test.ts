import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { basePath, createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import type { Review } from "../../server/src/review/types.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const admin = 'starts_with(http.request.uri.path, "/admin")';

function rule(ref: string, expression: string, action: string, parameters: object = {}) {
  return { ref, expression, action, action_parameters: parameters, enabled: true };
}

const office = rule("office", "ip.src in {203.0.113.0/24}", "skip", { ruleset: "current" });
const shop = rule("admin", `http.host eq "shop.example.com" and ${admin}`, "block");
const bots = rule("bots", "cf.bot_management.score lt 10", "managed_challenge");
const wider = {
  ...shop,
  expression: `http.host in {"shop.example.com" "api.example.com"} and ${admin}`,
};

function rulesetOf(...rules: readonly object[]) {
  return { phase: "http_request_firewall_custom", kind: "zone", name: "waf", rules };
}

async function reviewed(before: object, after: object, ...args: readonly string[]) {
  using folder = new Folder({
    "before.json": JSON.stringify(before),
    "after.json": JSON.stringify(after),
  });
  return await weir(folder, ["review", "before.json", "after.json", ...args]);
}

async function outcomesOf(before: object, after: object) {
  const { out } = await reviewed(before, after, "--format", "json");
  const [ruleset] = (JSON.parse(out) as Review).rulesets;
  const outcomes = ruleset?.outcomes.map(({ from, to, proof }) => `${from} -> ${to}: ${proof}`);
  return { outcomes, rest: ruleset?.rest, rules: ruleset?.rules.map((it) => it.change) };
}

describe("two configurations", () => {
  test("a wider rule", async () => {
    const { status, out, err } = await reviewed(
      rulesetOf(office, shop, bots),
      rulesetOf(office, wider, bots),
    );
    expect(err).toBe("");
    expect(out).toContain("custom rules (zone, waf)   1 changed, 2 unchanged\n  ~ admin  block");
    expect(out).toMatch(/matches more: also requests where .*http.host eq "api.example.com"/);
    expect(out).toContain("allow → block   such as GET https://api.example.com/admin");
    expect(out).toContain("no other kind of change (proved)");
    expect(status).toBe(0);
  });

  test("an order with an effect, and one without", async () => {
    expect(await outcomesOf(rulesetOf(office, shop), rulesetOf(shop, office))).toEqual({
      outcomes: ["allow -> block: witness"],
      rest: "proved",
      rules: expect.arrayContaining(["moved"]),
    });
    const other = rule("other", 'http.host eq "api.example.com"', "managed_challenge");
    expect(await outcomesOf(rulesetOf(other, shop), rulesetOf(shop, other))).toMatchObject({
      outcomes: [],
      rest: "proved",
    });
  });

  test("another writing is no change", async () => {
    const written = {
      ...shop,
      id: "1",
      expression: `(${admin}) and http.host == "shop.example.com"`,
    };
    const { out, status } = await reviewed(rulesetOf(office, shop), rulesetOf(office, written));
    expect(out).toBe(
      "1 ruleset unchanged (proved)\n1 rule written in another way: IDs, formatting or equal meanings\n",
    );
    expect(status).toBe(0);
  });

  test("a rule that depends on an unknown list is to blame", async () => {
    const listed = rule("partners", "ip.src in $partners", "block");
    const { out } = await reviewed(rulesetOf(office), rulesetOf(office, listed));
    expect(out).toContain("allow → block   cannot be excluded, because of 'partners'");
  });

  test("items of lists count", async () => {
    const listed = rulesetOf(rule("partners", "ip.src in $partners", "block"));
    const withItems = (...items: readonly string[]) => ({
      rulesets: [listed],
      lists: [{ name: "partners", kind: "ip", items: items.map((ip) => ({ ip })) }],
    });
    expect(await outcomesOf(withItems("192.0.2.1"), withItems("192.0.2.1", "192.0.2.2"))).toEqual({
      outcomes: ["allow -> block: witness"],
      rest: "proved",
      rules: ["changed"],
    });
  });

  test("nothing to compare is no result", async () => {
    const { status, out, err } = await reviewed({}, {});
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain("Nothing to review");
  });
});

test("a rule with errors is reported, with its place", async () => {
  const broken = { ...shop, expression: 'http.hots eq "shop.example.com"' };
  const { out } = await reviewed(rulesetOf(office, shop), rulesetOf(office, broken));
  expect(out).toMatch(/~ admin +block +has errors: Unknown field 'http.hots'.* after.json:1/);
  expect(out).toContain("allow → block   cannot be excluded, because of 'admin'");
  expect(out).toMatch(
    /block → allow {3}cannot be excluded, such as GET https:\/\/shop.example.com\/admin .*\(unless matched by 'admin'/,
  );
});

test("a rule with errors is to blame, and does not hide what others do", async () => {
  const bad = rule("bad", 'http.hots eq "a.example"', "block");
  const { out } = await reviewed(rulesetOf(bad, shop), rulesetOf(bad, wider));
  expect(out).toContain(
    "allow → block   cannot be excluded, such as GET https://api.example.com/admin (unless matched by 'bad', which has errors), because of 'bad', 'admin'",
  );
  expect(out).toContain("no other kind of change (proved)");
  const { out: markdown } = await reviewed(
    rulesetOf(bad, shop),
    rulesetOf(bad, wider),
    "--format",
    "markdown",
  );
  expect(markdown).toContain("**Other outcomes cannot be excluded** because of **admin**");
});

test("filters are known by their files", async () => {
  const filter = (value: string) =>
    JSON.stringify({ where: { key: "ClientIP", operator: "eq", value } });
  using folder = new Folder({
    "before/a.lpfilter": filter("192.0.2.1"),
    "before/b.lpfilter": filter("192.0.2.2"),
    "after/a.lpfilter": filter("192.0.2.2"),
    "after/b.lpfilter": filter("192.0.2.1"),
  });
  const { out } = await weir(folder, ["review", "before", "after", "--format", "json"]);
  const jobs = (JSON.parse(out) as Review).jobs.map((it) => `${it.name} ${it.change}`);
  expect(jobs).toEqual(["a.lpfilter changed", "b.lpfilter changed"]);
});

describe("what the visitor sees", () => {
  const redirect = (expression: string) => ({
    phase: "http_request_dynamic_redirect",
    kind: "zone",
    rules: [
      rule("moved", expression, "redirect", {
        from_value: { target_url: { value: "https://example.com/" }, status_code: 301 },
      }),
    ],
  });
  const added = rule("new", 'http.host in {"a.example" "b.example"}', "block");
  const both = (expression: string, ...rules: readonly object[]) => [
    redirect(expression),
    rulesetOf(...rules),
  ];

  test("a request that is answered before is not the example", async () => {
    const expression = 'http.host eq "a.example"';
    const { out } = await reviewed(both(expression), both(expression, added));
    expect(out).toContain("allow → block   such as GET https://b.example/");
  });

  test("if there is no other one, the line says who answers", async () => {
    const { out } = await reviewed(both("true"), both("true", added));
    expect(out).toContain("(the visitor sees no difference: 'moved' answers)");
  });
});

describe("--logs", () => {
  const line = (host: string, path: string, more: object = {}) =>
    JSON.stringify({ ClientRequestHost: host, ClientRequestURI: path, ...more });
  const lines = [
    line("api.example.com", "/admin", { ClientIP: "192.0.2.1" }),
    line("api.example.com", "/admin", { ClientIP: "203.0.113.9" }),
    line("api.example.com", "/admin"),
    line("shop.example.com", "/admin", { ClientIP: "192.0.2.1" }),
    line("api.example.com", "/", { ClientIP: "192.0.2.1" }),
  ];

  async function withLogs(...args: readonly string[]) {
    using folder = new Folder({
      "before.json": JSON.stringify(rulesetOf(office, shop)),
      "after.json": JSON.stringify(rulesetOf(office, wider)),
      "weir.json": JSON.stringify({ samples: { http_requests: "logs/*.ndjson" } }),
      "logs/a.ndjson": `${lines.join("\n")}\n`,
    });
    return await weir(folder, ["review", "before.json", "after.json", ...args]);
  }

  test.each(["logs/a.ndjson", "samples"])("%s: counts of each pair", async (logs) => {
    const { out, err, status } = await withLogs("--logs", logs);
    expect({ err, status }).toEqual({ err: "", status: 0 });
    expect(out).toContain("allow → block   1 of 5 (20%)   such as GET");
    expect(out).toContain("      http.host: api.example.com (1)\n");
    expect(out).toContain("1 request of the logs undetermined: the lines do not contain ip.src");
  });

  test("Markdown has values only on request", async () => {
    const markdown = ["--logs", "logs", "--format", "markdown"];
    const [plain, whole] = [await withLogs(...markdown), await withLogs("--values", ...markdown)];
    expect(plain.out).toContain("| **allow** | **block** | 1 of 5 (20%) | admin |");
    expect(plain.out).not.toContain("api.example.com (1)");
    expect(whole.out).toContain("- http.host: api.example.com (1)");
  });

  test("JSON", async () => {
    const { out } = await withLogs("--logs", "logs", "--format", "json");
    const { logs, rulesets } = JSON.parse(out) as Review;
    expect(logs).toEqual({ files: 1, lines: 5, unreadable: 0 });
    expect(rulesets[0]?.outcomes[0]).toMatchObject({ from: "allow", to: "block", lines: 1 });
    expect(rulesets[0]?.undetermined).toEqual({ lines: 1, missing: ["ip.src"] });
  });

  test("logs that are not there are no result", async () => {
    const { status, err } = await withLogs("--logs", "none.ndjson");
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("none.ndjson") });
  });
});

describe("--forbid", () => {
  const sides = [rulesetOf(office, shop), rulesetOf(office, wider)] as const;

  test.each([
    ["allow->block", 1],
    ["*->block", 1],
    ["block->allow", 0],
  ])("%s", async (forbidden, expected) => {
    const { status, err } = await reviewed(...sides, "--forbid", forbidden);
    expect(status).toBe(expected);
    expect(err.includes("Forbidden by")).toBe(expected === 1);
  });

  test("what it cannot read is refused", async () => {
    const { status, err } = await reviewed(...sides, "--forbid", "blocked->allow");
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining("Unknown outcome 'blocked'"),
    });
  });
});

test("weir.json says what is forbidden", async () => {
  const run = async (...forbid: readonly string[]) => {
    using folder = new Folder({
      "before.json": JSON.stringify(rulesetOf(office, shop)),
      "after.json": JSON.stringify(rulesetOf(office, wider)),
      "weir.json": JSON.stringify({ review: { forbid } }),
    });
    return await weir(folder, ["review", "before.json", "after.json"]);
  };
  const [allowed, refused] = [await run("block->allow"), await run("allow->block")];
  expect(allowed.status).toBe(0);
  expect(refused).toMatchObject({
    status: 1,
    err: expect.stringContaining("Forbidden by 'allow->block'"),
  });
});

test("texts of rules cannot become Markdown", async () => {
  const hostile = {
    ...rule("r", 'http.host eq "a.example"', "block"),
    ref: undefined,
    description:
      "<img src=x> @everyone [link](https://evil.example) ![i](https://evil.example/i.png)",
  };
  const { out } = await reviewed(rulesetOf(), rulesetOf(hostile), "--format", "markdown");
  expect(out).toContain("\\<img src=x\\> \\@<!-- -->everyone \\[link\\]");
  expect(out).not.toMatch(/[^\\]<img|@everyone|[^\\]\[link|https:\/\/evil/);
});

test("what a reviewer has to know is first, and moves without effect are folded", async () => {
  const other = rule("other", 'http.host eq "other.example.com"', "managed_challenge");
  const { out } = await reviewed(
    rulesetOf(office, shop, bots, other),
    rulesetOf(office, wider, other, bots),
    "--format",
    "markdown",
  );
  const [title, first] = out.split("\n\n");
  expect(title).toBe("### What this change does to requests");
  expect(first).toMatch(
    /^\*\*Requests get another outcome\*\* because of \*\*admin\*\*: allow → block/,
  );
  const [shown, folded] = out.split("<details>");
  expect(shown).not.toContain("moved");
  expect(folded).toContain("moved before 'bots', without effect");
});

test("a rule that was renamed and changed is not among those without effect", async () => {
  const renamed = { ...shop, ref: "area", action: "log" };
  const { out } = await reviewed(rulesetOf(shop), rulesetOf(renamed), "--format", "markdown");
  expect(out).toContain("**Requests get another outcome** because of **area**: block → allow.");
  expect(out).not.toContain("without effect");
});

test("the moves of two rules that do the same have an effect together", async () => {
  const again = { ...office, ref: "again" };
  const { out } = await reviewed(rulesetOf(shop, office, again), rulesetOf(office, again, shop));
  expect(out).toContain("block → allow");
  expect(out.match(/moved (?:before|to)/g)?.length).toBeGreaterThan(
    out.match(/without effect/g)?.length ?? 0,
  );
});

test("a plan: before and after it is applied", async () => {
  const resource = (rules: readonly object[]) => ({
    kind: "zone",
    phase: "http_request_firewall_custom",
    zone_id: "z",
    name: "waf",
    rules,
  });
  const plan = {
    format_version: "1.2",
    resource_changes: [
      {
        address: "cloudflare_ruleset.waf",
        mode: "managed",
        type: "cloudflare_ruleset",
        name: "waf",
        change: {
          actions: ["update"],
          before: resource([shop]),
          after: resource([wider]),
          after_unknown: {},
          before_sensitive: {},
          after_sensitive: {},
        },
      },
    ],
  };
  using folder = new Folder({ "plan.json": JSON.stringify(plan) });
  const { out, err, status } = await weir(folder, ["review", "plan.json"]);
  expect(err).toBe("");
  expect(out).toContain("allow → block   such as GET https://api.example.com/admin");
  expect(status).toBe(0);
});

test("files against the service", async () => {
  const { fetch } = createEmulator();
  const baseUrl = `http://127.0.0.1:8787${basePath}`;
  const { zone, token } = defaults;
  const phase = "http_request_firewall_custom";
  await fetch(`${baseUrl}/zones/${zone}/rulesets/phases/${phase}/entrypoint`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ rules: [shop] }),
  });
  using folder = new Folder({
    "weir.json": JSON.stringify({ defaultProfile: "p", profiles: { p: { baseUrl, zone } } }),
    "waf.json": JSON.stringify(rulesetOf(wider)),
    "a.lpfilter": '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }',
  });
  const env = { WEIR_API_TOKEN: token, WEIR_BASE_URL: baseUrl };
  const { out, err, status } = await weir(folder, ["review", "--service", "."], "", {
    env,
    fetch,
  });
  expect({ err, status }).toEqual({ err: "", status: 0 });
  expect(out).toContain("1 changed");
  expect(out).toContain("not examined: 1 job or filter (see 'weir diff')");
  expect(out).toContain("allow → block   such as GET https://api.example.com/admin");
});

test.each([
  [{ response: [{}] }, { response: true }, "block → block (response known after apply)"],
  [
    { response: [{ status_code: 403, content_type: "text/html" }] },
    { response: [{ content: true }] },
    "block → block 403 (content known after apply)",
  ],
])("what is not known of a response is reported: %j", async (after, unknown, expected) => {
  const block = { ref: "admin", expression: "true", action: "block", enabled: true };
  const resource = (action_parameters: readonly object[]) => ({
    kind: "zone",
    phase: "http_request_firewall_custom",
    zone_id: "z",
    name: "waf",
    rules: [{ ...block, action_parameters }],
  });
  const change = {
    actions: ["update"],
    before: resource([]),
    after: resource([after]),
    after_unknown: { rules: [{ action_parameters: [unknown] }] },
  };
  const address = "cloudflare_ruleset.waf";
  const type = "cloudflare_ruleset";
  const plan = {
    format_version: "1.2",
    resource_changes: [{ address, mode: "managed", type, name: "waf", change }],
  };
  using folder = new Folder({ "plan.json": JSON.stringify(plan) });
  const { out } = await weir(folder, ["review", "plan.json"]);
  expect(out).toContain(`  ${expected}   cannot be excluded`);
});

test("jobs of a plan", async () => {
  const job = (name: string, value: string) => ({
    name,
    dataset: "http_requests",
    destination_conf: "s3://logs/a?region=eu-central-1",
    enabled: true,
    filter: JSON.stringify({ where: { key: "ClientRequestHost", operator: "eq", value } }),
  });
  const change = (name: string, before: object | null, after: object | null) => ({
    address: `cloudflare_logpush_job.${name}`,
    mode: "managed",
    type: "cloudflare_logpush_job",
    name,
    change: { actions: ["update"], before, after, after_unknown: {}, after_sensitive: {} },
  });
  const plan = {
    format_version: "1.2",
    resource_changes: [
      change("edge", job("edge", "a.example"), job("edge", "b.example")),
      change("same", job("same", "a.example"), job("same", "a.example")),
      change("new", null, job("new", "n.example")),
      change("old", job("old", "o.example"), null),
    ],
  };
  using folder = new Folder({ "plan.json": JSON.stringify(plan) });
  const { out, err } = await weir(folder, ["review", "plan.json", "--format", "json"]);
  expect(err).toBe("");
  const jobs = (JSON.parse(out) as Review).jobs.map((it) => `${it.name} ${it.change}`);
  expect(jobs.sort()).toEqual(["edge changed", "new added", "old removed", "same unchanged"]);
});

test("files against a commit", async () => {
  using folder = new Folder({ "waf.json": JSON.stringify(rulesetOf(shop)) });
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder.path, ...args]);
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  folder.write("waf.json", JSON.stringify(rulesetOf(wider)));
  const { out, err } = await weir(folder, ["review", "--base", "HEAD"]);
  expect(err).toBe("");
  expect(out).toContain("allow → block   such as GET https://api.example.com/admin");
  const unknown = await weir(folder, ["review", "--base", "nowhere"]);
  expect({ status: unknown.status, err: unknown.err }).toEqual({
    status: 2,
    err: expect.stringContaining("Unknown commit 'nowhere'"),
  });
});

test("jobs with references: what Terraform fills in counts, and what is not known is no news", async () => {
  const job = (name: string, filter: string) =>
    `resource "cloudflare_logpush_job" "${name}" {
  zone_id          = var.zone_id
  name             = "${name}"
  dataset          = "http_requests"
  destination_conf = var.bucket
  filter           = ${filter}
}
`;
  const equal = (value: string) =>
    `jsonencode({ where = { key = "ClientRequestHost", operator = "eq", value = ${value} } })`;
  const files = (host: string, bucket: string) =>
    `variable "zone_id" {}\nvariable "bucket" { default = "s3://${bucket}" }\nlocals { host = "${host}" }\n`;
  const main = [
    job("edge", equal("local.host")),
    job("later", equal("var.zone_id")),
    job("bad", '"{\\"where\\":1}"'),
  ].join("");
  const jobsAfter = async (now: string, more = "") => {
    using folder = new Folder({ "main.tf": main, "vars.tf": files("a.example", "a") });
    const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder.path, ...args]);
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
    folder.write("vars.tf", now);
    folder.write("main.tf", `${main}${more}`);
    const { out } = await weir(folder, ["review", "--base", "HEAD", "--format", "json"]);
    const { jobs } = JSON.parse(out) as Review;
    return jobs.map(({ name, change, detail = "" }) => `${name} ${change} ${detail}`.trim());
  };
  expect(await jobsAfter(files("a.example", "a"), "# a comment\n")).toEqual([
    "edge unchanged",
    "later unchanged",
    "bad unchanged",
  ]);
  expect(await jobsAfter(files("b.example", "a"))).toEqual([
    expect.stringMatching(/^edge changed keeps none of the lines that it kept; now: .*b\.example/),
    "later unchanged",
    "bad unchanged",
  ]);
  expect(await jobsAfter(files("a.example", "b"))).toEqual([
    "edge changed filter equal; destination_conf: changed",
    "later changed filter equal; destination_conf: changed",
    expect.stringMatching(/^bad changed .*destination_conf: changed$/),
  ]);
});

test("what is the same in a commit is unchanged: texts with errors, in Markdown, and read by Terraform", async () => {
  const filter = '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }';
  using folder = new Folder({
    "bad.lpfilter": '{ "where": { "key": "Unknown", "operator": "eq", "value": 1 } }',
    "notes.md": `\`\`\`lpfilter\n${filter}\n\`\`\`\n`,
    "rule.tftpl": admin,
    "waf.tf": `resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [{ ref = "a", action = "block", expression = templatefile("\${path.module}/rule.tftpl", {}) }]
}
`,
  });
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder.path, ...args]);
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  const { out } = await weir(folder, ["review", "--base", "HEAD"]);
  expect(out).toBe("1 ruleset unchanged (proved)\n2 jobs and filters unchanged\n");
});

describe("a module that is no longer called, and one that was not called before", () => {
  const called = 'module "waf" {\n  source = "./waf"\n  domain = "a.example"\n}\n';
  const own = `resource "cloudflare_ruleset" "own" {
  phase = "http_request_firewall_custom"
  kind  = "zone"
  rules = [{ ref = "own", action = "log", expression = "ssl" }]
}
`;
  const module = (variable: string) => `${variable}
resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_managed"
  kind  = "zone"
  rules = [{ ref = "path", action = "block", expression = "starts_with(http.request.uri.path, \\"/admin\\")" }]
}
`;
  test.each([
    ["with a variable", 'variable "domain" {}'],
    ["with a default", 'variable "domain" {\n  default = "x"\n}'],
  ])("%s", async (_, variable) => {
    using folder = new Folder({ "main.tf": own + called, "waf/main.tf": module(variable) });
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.email=a@b.c", "-c", "user.name=a", ...args], {
        cwd: folder.path,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "called");
    folder.write("main.tf", own);
    const changes = async () => {
      const { out } = await weir(folder, ["review", "--base", "HEAD", "--format", "json"]);
      const { rulesets } = JSON.parse(out) as Review;
      const all = rulesets.flatMap((it) => it.rules.map((rule) => rule.change));
      return all.filter((it) => it !== "unchanged");
    };
    expect(await changes()).toEqual(["removed"]);
    git("commit", "-qam", "not called");
    folder.write("main.tf", own + called);
    expect(await changes()).toEqual(["added"]);
  });
});
