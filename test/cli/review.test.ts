import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
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
    expect(out).toContain("no other request gets a different outcome (proved)");
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

test("texts of rules cannot become Markdown", async () => {
  const hostile = {
    ...rule("r", 'http.host eq "a.example"', "block"),
    ref: undefined,
    description:
      "<img src=x> @everyone [link](https://evil.example) ![i](https://evil.example/i.png)",
  };
  const { out } = await reviewed(rulesetOf(), rulesetOf(hostile), "--format", "markdown");
  expect(out).toContain("\\<img src=x\\> \\@everyone \\[link\\]");
  expect(out).not.toMatch(/[^\\]<img|[^\\]@everyone|[^\\]\[link|https:\/\/evil/);
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
