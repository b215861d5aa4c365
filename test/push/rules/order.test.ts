import { describe, expect, test } from "vitest";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import { undo } from "../../../server/src/cli/commands/undo.ts";
import { reviewCommand as review } from "../../../server/src/cli/review/command.ts";
import { ensureScope, scopeAt } from "../../../server/src/emulator/state/state.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { Harness } from "../harness.ts";

/** Rules as `name: directives`, in folders if their names have a slash. */
type Rules = Readonly<Record<string, string>>;

function pathOf(name: string): string {
  return `${name}.cfrule`;
}

function text(name: string, directives: string): string {
  const lines = ["@action block", `@description ${name}`, ...directives.split(";").filter(Boolean)];
  return `${lines.map((it) => `# ${it}\n`).join("")}http.host eq "${name}"\n`;
}

function write(h: Harness, rules: Rules): void {
  for (const [name, it] of Object.entries(rules)) h.write(pathOf(name), text(name, it));
}

function workspace(rules: Rules): Harness {
  const h = new Harness({ rulesTarget: "rulesets" });
  write(h, rules);
  return h;
}

/** The names of the rules in the order of the service, by phase. */
function orderOf(h: Harness): string {
  return [...h.zone.rulesets.values()]
    .sort((a, b) => (a.phase < b.phase ? -1 : 1))
    .map((it) => it.rules.map((rule) => rule.description).join(" "))
    .join(" | ");
}

/** The writing calls of a push, beside the plan. */
async function pushAll(h: Harness, ...args: readonly string[]) {
  const seen = h.emulator.answer;
  const calls: string[] = [];
  h.emulator.answer = (request) => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET" && !search.includes("dry_run"))
      calls.push(`${request.method} ${pathname.replace(/.*\/zones\/\w+/, "")}`);
    return seen.call(h.emulator, request);
  };
  const { out, err, status } = await runCommand(h, push, ["--all", "--yes", ...args]);
  h.emulator.answer = seen;
  return { out: out + err, status, calls };
}

const bots = "@phase http_request_sbfm";

describe("'push --all' of new rules", () => {
  test.each<readonly [Rules, string]>([
    [{ a: "@after z", z: "" }, "z a"],
    [{ a: "", b: "@before a" }, "b a"],
    [{ a: "@before b", b: "@before c", c: "" }, "a b c"],
    [{ a: "@after b", b: "@after c", c: "@after d", d: "" }, "d c b a"],
    [{ a: "", b: "", c: "@position first" }, "c a b"],
    [{ a: "@position last", b: "", c: "" }, "b c a"],
    [{ a: "@position 2", b: "", c: "" }, "b a c"],
    [{ a: "@position 3", b: "@position first", c: "", d: "@position last", e: "" }, "b c a e d"],
    [{ a: "@position 9", b: "@position 7", c: "" }, "c b a"],
    [{ a: "@position 7" }, "a"],
    [{ a: "@after b", b: "@before a" }, "b a"],
    [{ a: "@after b", b: "@position 3", c: "", d: "" }, "c d b a"],
    [{ a: "@before b", b: "@position 2", c: "", d: "" }, "a b c d"],
    [{ a: "@position last", b: "@before a", c: "" }, "c b a"],
    [{ "x/a": "@after ../y/b", "y/b": "" }, "y/b x/a"],
    [{ "x/a": "@after y/b", "y/b": "@after first;@ref second", z: "@ref first" }, "z y/b x/a"],
    [{ a: `${bots};@after b`, b: bots, c: "@after d", d: "" }, "d c | b a"],
  ])("%j are in the order '%s', and stay there", async (rules, expected) => {
    using h = workspace(rules);
    const first = await pushAll(h);
    expect([first.status, orderOf(h), first.out]).toEqual([0, expected, expect.any(String)]);
    expect(first.calls.length).toBe(Object.keys(rules).length);
    expect((await pushAll(h)).calls).toEqual([]);
    const { out, status } = await runCommand(h, diff, []);
    expect([status, out]).toEqual([0, expect.any(String)]);
  });

  test("that are added to a ruleset keep its rules in order", async () => {
    using h = workspace({ m: "", n: "" });
    await pushAll(h);
    write(h, { a: "@before n", b: "@after a", c: "@position first", d: "" });
    expect((await pushAll(h)).status).toBe(0);
    expect(orderOf(h)).toBe("c m a b n d");
    expect((await pushAll(h)).calls).toEqual([]);
  });
});

test("a new rule is added before the one that is to be last", async () => {
  using h = workspace({ a: "", z: "@position last" });
  await pushAll(h);
  write(h, { b: "" });
  expect((await pushAll(h)).calls.map((it) => it.split(" ")[0])).toEqual(["POST", "PATCH"]);
  expect(orderOf(h)).toBe("a b z");
  expect((await pushAll(h)).calls).toEqual([]);
});

test("rules that are pushed one by one are placed from the second on", async () => {
  using h = workspace({ a: "", b: "@before a", c: "@position first", d: "@after c" });
  for (const it of ["a", "b", "c", "d"]) expect((await h.push(pathOf(it))).outcome).toBe("created");
  expect(orderOf(h)).toBe("c d b a");
});

describe("positions that cannot be had", () => {
  test.each<readonly [string, Rules, RegExp]>([
    ["a reference to nothing", { a: "@after nobody", b: "" }, /'@after nobody' matches no rule/],
    ["a reference to no file", { a: "@after gone.cfrule", b: "" }, /'@after gone.cfrule' matches/],
    ["a reference to itself", { a: "@after a", b: "" }, /refers to the rule itself/],
    [
      "a cycle of two",
      { a: "@after b", b: "@after a" },
      /cycle: 'a.cfrule', 'b.cfrule', 'a.cfrule'/,
    ],
    ["a cycle of three", { a: "@before b", b: "@before c", c: "@before a" }, /cycle: /],
    [
      "two first",
      { a: "@position first", b: "@position 1" },
      /'@position first' conflicts with 'b.cfrule'/,
    ],
    ["two last", { a: "@position last", b: "@position last" }, /'@position last' conflicts with/],
    [
      "before the first",
      { a: "@position first", b: "@before a" },
      /'@before a' conflicts with '@position first' in 'a.cfrule'/,
    ],
    ["another phase", { a: "@after b", b: bots }, /'@after b' matches no rule/],
    [
      "too many before",
      { a: "@before c", b: "@before c", c: "@position 2" },
      /No order of the rules/,
    ],
  ])("%s: nothing is sent", async (_, rules, message) => {
    using h = workspace({ ...rules, other: "" });
    const { status, out, calls } = await pushAll(h);
    expect([status, calls]).toEqual([1, []]);
    expect(out).toMatch(message);
    expect(out).toMatch(/other.cfrule\s+Not pushed, because of the position in '[abc].cfrule'/);
    const dry = await pushAll(h, "--dry-run", "--out", "plan.json");
    expect([dry.status, dry.out]).toEqual([1, expect.stringContaining("No plan was written")]);
  });

  test("two rules that are first on the service and in a new file", async () => {
    using h = workspace({ a: "@position first" });
    await pushAll(h);
    write(h, { b: "@position first" });
    expect(await h.push("b.cfrule")).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("conflicts with 'a.cfrule'"),
    });
    expect(orderOf(h)).toBe("a");
  });

  test("two new rules that are first, of which one is pushed", async () => {
    using h = workspace({ a: "@position first", b: "@position first" });
    const refused = { outcome: "failed", message: expect.stringContaining("conflicts with") };
    expect(await h.push("a.cfrule")).toMatchObject(refused);
    expect(orderOf(h)).toBe("");
  });

  test("a rule of the account", async () => {
    using h = workspace({ a: "@after theirs", b: "" });
    const phase = "http_request_firewall_custom";
    const rules = [{ id: "1".repeat(32), ref: "theirs", action: "block", expression: "ssl" }];
    const ruleset = { id: "2".repeat(32), kind: "root", name: "x", phase, version: "1", rules };
    h.account.rulesets.set(ruleset.id, ruleset as never);
    const { status, calls } = await pushAll(h);
    expect([status, calls]).toEqual([1, []]);
  });

  test("a rule that is deleted by '--prune'", async () => {
    using h = workspace({ a: "@ref old", b: "" });
    await pushAll(h);
    h.folder.remove("a.cfrule");
    write(h, { b: "@after old" });
    expect((await pushAll(h)).status).toBe(0);
    const { status, calls, out } = await pushAll(h, "--prune");
    expect([status, calls]).toEqual([1, []]);
    expect(out).toContain("'@after old' matches no rule");
  });

  test("a rule that is deleted by '--prune', in a new file", async () => {
    using h = workspace({ a: "@ref old", b: "", c: "" });
    await pushAll(h);
    h.folder.remove("a.cfrule");
    h.rename("b.cfrule", "e.cfrule");
    write(h, { d: "@after old" });
    const { status, calls, out } = await pushAll(h, "--prune");
    expect([status, calls]).toEqual([1, []]);
    expect(out).toContain("'@after old' matches no rule");
    write(h, { d: "@after e" });
    expect((await pushAll(h, "--prune")).status).toBe(0);
    expect(orderOf(h)).toBe("b d c");
  });
});

test("a number counts the rules that '--prune' leaves", async () => {
  using h = workspace({ b: "", g: "", j: "", l: "", a: "" });
  await pushAll(h);
  expect(orderOf(h)).toBe("a b g j l");
  h.folder.remove("a.cfrule");
  write(h, { b: "@position 3" });
  expect((await pushAll(h, "--prune")).status).toBe(0);
  expect(orderOf(h)).toBe("g j b l");
  expect((await pushAll(h)).calls).toEqual([]);
});

describe("references in one push", () => {
  test("to a rule whose file is renamed", async () => {
    using h = workspace({ a: "@ref one", b: "" });
    await pushAll(h);
    h.rename("a.cfrule", "z.cfrule");
    write(h, { b: "@before z" });
    expect((await pushAll(h, "--prune")).status).toBe(0);
    expect(orderOf(h)).toBe("b a");
    expect((await pushAll(h)).calls).toEqual([]);
    h.rename("z.cfrule", "y.cfrule");
    const refused = await pushAll(h, "--prune");
    expect([refused.status, refused.calls]).toEqual([1, []]);
    write(h, { b: "@after one" });
    expect((await pushAll(h, "--prune")).status).toBe(0);
    expect(orderOf(h)).toBe("a b");
  });

  test("to a ref that is new", async () => {
    using h = workspace({ a: "@ref one", b: "" });
    await pushAll(h);
    write(h, { a: "@ref two", b: "@before two" });
    expect((await pushAll(h)).status).toBe(0);
    expect(orderOf(h)).toBe("b a");
    write(h, { a: "@ref three", b: "@after two" });
    const refused = await pushAll(h);
    expect([refused.status, refused.calls]).toEqual([1, []]);
  });

  test("to a rule that only the service has, by its ref and its ID", async () => {
    using h = workspace({ x: "@ref theirs", y: "" });
    await pushAll(h);
    h.forget("x.cfrule");
    write(h, { a: "@before theirs", b: `@after ${h.rulesetRules[0]?.id}` });
    expect((await pushAll(h)).status).toBe(0);
    expect(orderOf(h)).toBe("a x b y");
    expect((await pushAll(h)).calls).toEqual([]);
  });

  test("are pushed as planned with '--plan'", async () => {
    using h = workspace({ a: "@after c", b: "@position first", c: "" });
    await pushAll(h, "--dry-run", "--out", "plan.json");
    expect((await runCommand(h, push, ["--plan", "plan.json"])).status).toBe(0);
    expect(orderOf(h)).toBe("b c a");
    write(h, { a: "@position 2", c: "@before b", b: "" });
    await pushAll(h, "--dry-run", "--out", "plan.json");
    expect((await runCommand(h, push, ["--plan", "plan.json"])).status).toBe(0);
    expect(orderOf(h)).toBe("c a b");
    expect((await pushAll(h)).calls).toEqual([]);
  });

  test("are undone together", async () => {
    using h = workspace({ a: "", b: "", c: "" });
    await pushAll(h);
    write(h, { a: "@after c", b: "@position last" });
    await pushAll(h);
    expect(orderOf(h)).toBe("c a b");
    expect((await runCommand(h, undo, ["--yes"])).status).toBe(0);
    expect(orderOf(h)).toBe("a b c");
  });
});

test("a review against the service is about the push in this order", async () => {
  using h = workspace({ b: "" });
  await pushAll(h);
  h.write("a.cfrule", "# @action skip\n# @skip ruleset=current\n# @before z\nssl\n");
  write(h, { z: "" });
  const { out, status } = await runCommand(h, review, ["--service", "."]);
  expect([status, out]).toEqual([0, expect.stringContaining("allow → block")]);
  expect(out).not.toContain("would not be pushed");
});

describe("the order of the lock file", () => {
  async function reversed(): Promise<Harness> {
    const h = workspace({ a: "@after b", b: "@after c", c: "" });
    await pushAll(h);
    write(h, { a: "", b: "" });
    await pushAll(h);
    expect(orderOf(h)).toBe("c b a");
    return h;
  }

  test.each(["together", "one by one", "one by one, the first one last"])(
    "holds for a ruleset that is gone, pushed %s",
    async (how) => {
      using h = await reversed();
      h.zone.rulesets.clear();
      write(h, { aa: "" });
      if (how === "together") {
        const { out } = await pushAll(h);
        expect(out).toMatch(
          /'weir.lock.json' has no place for this rule, so it is added at the end/,
        );
        expect(orderOf(h)).toBe("c b a aa");
      } else {
        const names = how === "one by one" ? ["a", "b", "c"] : ["c", "a", "b"];
        for (const it of names) expect((await h.push(pathOf(it))).outcome).toBe("created");
        expect(orderOf(h)).toBe("c b a");
      }
      expect((await pushAll(h)).status).toBe(0);
      expect((await pushAll(h)).calls).toEqual([]);
    },
  );

  test("holds for rules whose positions it has", async () => {
    using h = workspace({ a: "@after x", w: "", x: "", y: "" });
    await pushAll(h);
    write(h, { a: "@position last", b: "@before y" });
    await pushAll(h);
    write(h, { a: "@after x" });
    expect(orderOf(h)).toBe("w x b y a");
    h.zone.rulesets.clear();
    write(h, { y: "@after w" });
    expect((await pushAll(h)).status).toBe(0);
    expect(orderOf(h)).toBe("w x b y a");
    expect((await pushAll(h)).calls).toEqual([]);
  });

  test.each(["", "--prune"])("holds for a file that was renamed since, with '%s'", async (flag) => {
    using h = await reversed();
    h.zone.rulesets.clear();
    h.rename("c.cfrule", "z.cfrule");
    const { out } = await pushAll(h, ...(flag ? [flag] : []));
    expect([orderOf(h), out]).toEqual(["c b a", expect.stringContaining("Renamed from")]);
    expect(out).not.toContain("has no place");
  });

  test("is missed in the plan if an older version of Weir wrote the lock file", async () => {
    using h = await reversed();
    h.zone.rulesets.clear();
    const { order: _, ...lock } = JSON.parse(h.lockText());
    h.write("weir.lock.json", JSON.stringify(lock));
    const { out } = await pushAll(h);
    expect(out.match(/has no place for this rule/g)).toHaveLength(3);
  });

  test("holds for one rule that is gone", async () => {
    using h = await reversed();
    for (const it of h.zone.rulesets.values())
      h.zone.rulesets.set(it.id, { ...it, rules: it.rules.filter((_, i) => i !== 1) });
    expect(orderOf(h)).toBe("c a");
    await pushAll(h);
    expect(orderOf(h)).toBe("c b a");
  });

  test("holds for two rules that are gone, pushed one by one", async () => {
    using h = await reversed();
    for (const it of h.zone.rulesets.values())
      h.zone.rulesets.set(it.id, { ...it, rules: it.rules.slice(2) });
    expect(orderOf(h)).toBe("a");
    for (const it of ["b", "c"]) expect((await h.push(pathOf(it))).outcome).toBe("created");
    expect(orderOf(h)).toBe("c b a");
  });

  test.each(["another profile", "another zone of the profile"])("holds in %s", async (where) => {
    using h = await reversed();
    const config = JSON.parse(h.folder.read("weir.json"));
    const { local } = config.profiles;
    const zone = "7a6f6e65000000000000000000000002";
    const isProfile = where === "another profile";
    const profiles = isProfile
      ? { local, other: { ...local, zone } }
      : { local: { ...local, zone } };
    h.write("weir.json", JSON.stringify({ ...config, profiles }));
    const profile = isProfile ? ["--profile", "other"] : [];
    ensureScope(h.emulator.state, { kind: "zones", id: zone, name: "two.example", account: "" });
    const { status, out } = await pushAll(h, ...profile);
    expect([status, out]).toEqual([0, expect.any(String)]);
    const [ruleset] = scopeAt(h.emulator.state, "zones", zone)?.rulesets.values() ?? [];
    expect(ruleset?.rules.map((it) => it.description).join(" ")).toBe("c b a");
  });
});

test("a comparison creates a ruleset that is gone once", async () => {
  using h = workspace({ a: "@after c", b: "", c: "" });
  const { out } = await runCommand(h, diff, []);
  expect(out.match(/Create ruleset/g)).toHaveLength(1);
  expect(out.match(/POST .*\/rulesets$/gm)).toHaveLength(1);
  expect(out).toContain("3 files: 3 missing.");
});
