import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { pull } from "../../../server/src/cli/commands/pull.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { rule } from "../faults/sequences.ts";
import { baseUrl, Harness } from "../harness.ts";
import {
  addRule,
  addRuleset,
  changeRules,
  compared,
  driftOf,
  type Level,
  pulled,
  type RuleByHand,
  run,
  withoutIds,
} from "./service.ts";

const rateLimit: RuleByHand = {
  action: "block",
  expression: 'http.request.uri.path eq "/login"',
  description: "Limit logins",
  ratelimit: { characteristics: ["ip.src", "cf.colo.id"], period: 60, requests_per_period: 10 },
};

function parameters(action: string, action_parameters: object): RuleByHand {
  return { action, expression: "ssl", description: action, action_parameters };
}

const redirect = parameters("redirect", {
  from_value: { status_code: 301, target_url: { value: "https://b.example/" } },
});
const rewrite = parameters("rewrite", { uri: { path: { value: "/new" } } });
const execute = parameters("execute", { id: "efb7b8c949ac4650a09736fc376e9aee" });

/** A workspace with a pushed rule of the custom phase. */
async function workspace(place: object = {}): Promise<Harness> {
  const { zone, account } = defaults;
  const local = { baseUrl, zone, account, rulesTarget: "rulesets", ...place };
  const h = new Harness({
    files: {
      "weir.json": JSON.stringify({ defaultProfile: "local", profiles: { local } }),
      "rules/a.cfrule": rule("ssl"),
    },
  });
  await h.push("rules/a.cfrule");
  return h;
}

describe("a rule that is added at night", () => {
  const cases: readonly [phase: string, added: RuleByHand, level: Level][] = [
    ["http_ratelimit", rateLimit, "zone"],
    ["http_request_dynamic_redirect", redirect, "zone"],
    ["http_request_transform", rewrite, "zone"],
    ["http_request_late_transform", rewrite, "zone"],
    ["http_request_origin", parameters("route", { host_header: "b.example" }), "zone"],
    ["http_config_settings", parameters("set_config", { bic: false }), "zone"],
    ["http_request_cache_settings", parameters("set_cache_settings", { cache: false }), "zone"],
    ["http_request_firewall_managed", execute, "zone"],
    ["ddos_l7", execute, "zone"],
    ["a_phase_of_tomorrow", { action: "block", expression: "ssl" }, "zone"],
    ["http_request_firewall_custom", execute, "account"],
    ["http_ratelimit", rateLimit, "account"],
    ["ddos_l7", execute, "account"],
  ];

  test.each(cases)("in phase %s is drift until it is pulled: %j", async (phase, added, level) => {
    using h = await workspace();
    const ruleset = addRuleset(h, phase, [added], { level });
    expect([(await compared(h)).status, (await driftOf(h)).length]).toEqual([1, 1]);
    expect((await pulled(h)).status).toBe(0);
    expect((await compared(h)).status).toBe(0);
    addRule(h, ruleset, { ...added, description: "Another one" });
    expect([(await compared(h)).status, (await driftOf(h)).length]).toEqual([1, 1]);
  });

  test("has a file after a pull, if a file can have it", async () => {
    using h = await workspace();
    addRuleset(h, "http_ratelimit", [rateLimit]);
    const { results } = await pulled(h);
    expect(results.find((it) => it.outcome === "created")?.path).toBe("rules/limit-logins.cfrule");
    expect(h.folder.read("rules/limit-logins.cfrule")).toContain("# @phase http_ratelimit\n");
  });

  test("is reported with its action and its place", async () => {
    using h = await workspace();
    const custom = addRuleset(h, "http_request_firewall_custom", [rateLimit], {
      level: "account",
      kind: "custom",
    });
    addRuleset(h, "http_request_dynamic_redirect", [redirect]);
    addRuleset(h, "http_request_firewall_custom", [parameters("execute", { id: custom })], {
      level: "account",
    });
    expect((await driftOf(h)).map((it) => it.replace(/ To accept.*/, ""))).toEqual([
      "No file can have rule 'redirect' (redirect, ID) in phase 'http_request_dynamic_redirect' of the zone.",
      "No file can have rule 'execute' (execute, ID) in phase 'http_request_firewall_custom' of the account.",
      "No file can have rule 'Limit logins' (block, ID) in custom ruleset 'Custom ID' in phase 'http_request_firewall_custom' of the account.",
    ]);
    expect((await pulled(h)).status).toBe(0);
    const { results } = await compared(h);
    expect(results.map((it) => it.message)).toContain(
      "3 rules that no file can have: as the last pull recorded (block, execute, redirect).",
    );
  });
});

describe("after a pull", () => {
  const changes: readonly [what: string, change: Parameters<typeof changeRules>[2]][] = [
    ["a parameter", (all) => all.map((it) => ({ ...it, action_parameters: { other: 1 } }))],
    [
      "whether it is enabled",
      ([first, ...rest]) => [{ ...first, enabled: false } as never, ...rest],
    ],
    ["an expression", (all) => all.map((it) => ({ ...it, expression: "not ssl" }))],
    ["the order", (all) => all.toReversed()],
    ["a deletion", (all) => all.slice(1)],
    ["the last deletion", () => []],
  ];

  test.each(changes)("a change of rules that no file can have is drift: %s", async (_, change) => {
    using h = await workspace();
    const ids = [
      addRuleset(h, "http_request_transform", [rewrite, { ...rewrite, expression: "not ssl" }]),
      addRuleset(h, "http_ratelimit", [rateLimit, rateLimit], { level: "account" }),
    ];
    for (const id of ids) {
      await pulled(h);
      expect((await compared(h)).status).toBe(0);
      changeRules(h, id, change);
      expect((await compared(h)).status).toBe(1);
    }
    await pulled(h);
    expect((await compared(h)).status).toBe(0);
  });

  test("another order of rules with files is drift, and of those next to them", async () => {
    using h = await workspace();
    const block = { action: "block", expression: "ssl" };
    const custom = h.zone.rulesets.keys().next().value ?? "";
    for (const rule of [block, execute, { ...block, expression: "not ssl" }])
      addRule(h, custom, rule);
    await pulled(h);
    for (const moved of [1, 2, 3]) {
      changeRules(h, custom, (all) => [...all.slice(moved), ...all.slice(0, moved)]);
      expect(await driftOf(h)).toEqual([
        "Its rules are in another order. To accept this, run 'weir pull', which updates 'weir.lock.json'.",
      ]);
      const { results } = await pulled(h);
      expect(results.find((it) => it.path === "weir.lock.json")?.message).toContain(
        "In another order in phase 'http_request_firewall_custom' of the zone: ",
      );
      expect((await compared(h)).status).toBe(0);
    }
  });

  test("another order is still drift after the push of one rule", async () => {
    using h = await workspace();
    const custom = h.zone.rulesets.keys().next().value ?? "";
    for (const expression of ["ssl", "not ssl", 'http.host eq "a"'])
      addRule(h, custom, { action: "block", expression });
    const { results } = await pulled(h);
    changeRules(h, custom, (all) => [...all.slice(1), ...all.slice(0, 1)]);
    const files = results.flatMap((it) => it.path ?? []).filter((it) => it.endsWith(".cfrule"));
    const path = files.find((it) => h.folder.read(it).includes('"a"')) ?? "";
    h.write(path, h.folder.read(path).replace('"a"', '"b"'));
    expect(await h.push(path)).toMatchObject({ outcome: "updated" });
    expect(await driftOf(h)).toEqual([expect.stringContaining("in another order")]);
  });

  test.each([
    [
      "a threshold",
      { ratelimit: { ...(rateLimit.ratelimit as object), requests_per_period: 9000 } },
    ],
    ["a removed limit", { ratelimit: undefined }],
    ["an added response", { action_parameters: { response: { status_code: 418 } } }],
  ])("a setting that the file of the rule cannot have is drift: %s", async (_, change) => {
    using h = await workspace();
    const id = addRuleset(h, "http_ratelimit", [rateLimit]);
    await pulled(h);
    expect((await compared(h)).status).toBe(0);
    changeRules(h, id, (all) => all.map((it) => ({ ...it, ...change })));
    expect((await compared(h)).status).toBe(1);
    expect(await driftOf(h)).toEqual([
      expect.stringContaining("In the rule of 'rules/limit-logins.cfrule' on the service,"),
    ]);
    await pulled(h);
    expect((await compared(h)).status).toBe(0);
  });

  test.each([
    [
      "in its ruleset",
      (id: string, h: Harness, again: RuleByHand) => {
        changeRules(h, id, () => []);
        addRule(h, id, again);
      },
    ],
    [
      "in a new ruleset",
      (id: string, h: Harness, again: RuleByHand) => {
        h.zone.rulesets.delete(id);
        addRuleset(h, "http_ratelimit", [again]);
      },
    ],
  ])(
    "a rule that was deleted and created again, %s, is drift if its limit is another",
    async (_, replace) => {
      using h = await workspace();
      const id = addRuleset(h, "http_ratelimit", [rateLimit]);
      expect([(await pulled(h)).status, (await compared(h)).status]).toEqual([0, 0]);
      const ratelimit = { ...(rateLimit.ratelimit as object), requests_per_period: 9000 };
      replace(id, h, { ...rateLimit, ratelimit });
      const { status, out } = await runCommand(h, diff, []);
      expect([status, out]).toEqual([1, expect.stringContaining("have changed: 'ratelimit'")]);
      expect([(await pulled(h)).status, (await compared(h)).status]).toEqual([0, 0]);
    },
  );

  test("a deleted ruleset is drift, and one that no rule executes any more", async () => {
    using h = await workspace();
    const custom = addRuleset(h, "http_request_firewall_custom", [rateLimit], {
      level: "account",
      kind: "custom",
    });
    const root = addRuleset(
      h,
      "http_request_firewall_custom",
      [parameters("execute", { id: custom })],
      { level: "account" },
    );
    await pulled(h);
    h.account.rulesets.delete(root);
    expect(await driftOf(h)).toHaveLength(2);
    await pulled(h);
    expect([(await compared(h)).status, h.lockText()]).toEqual([
      0,
      expect.not.stringContaining('"recorded"'),
    ]);
  });

  test("new versions and times are no difference, nor is whitespace", async () => {
    using h = await workspace();
    const id = addRuleset(h, "http_request_transform", [{ ...rewrite, expression: "ssl  or ssl" }]);
    await pulled(h);
    changeRules(h, id, (all) =>
      all.map((it) => ({ ...it, version: "9", last_updated: "2027", expression: "ssl or ssl" })),
    );
    expect((await compared(h)).status).toBe(0);
  });
});

describe("what the credential may not read", () => {
  const denied = (path: string) => ({ kind: "status", status: 403, path, times: 99 }) as const;

  test.each([
    ["the jobs", "/logpush", "Not examined: "],
    ["the rulesets of the zone", `/zones/${defaults.zone}/rulesets`, "Not examined: "],
    ["the rulesets of the account", `/accounts/${defaults.account}/rulesets`, "Not examined: "],
  ])("is not examined, with exit code 2: %s", async (_, path, message) => {
    using h = await workspace();
    h.emulator.configure({ faults: [denied(path)] });
    for (const command of [diff, pull]) {
      const { status, results } = await run(h, command, ...(command === pull ? ["--yes"] : []));
      expect([command.name, status, results.map((it) => it.message).join("\n")]).toEqual([
        command.name,
        2,
        expect.stringContaining(message),
      ]);
    }
  });

  test("is not examined if it is one ruleset, and the others are", async () => {
    using h = await workspace();
    const secret = addRuleset(h, "http_request_sbfm", [execute]);
    addRuleset(h, "http_ratelimit", [rateLimit]);
    h.emulator.configure({ faults: [denied(secret)] });
    const { status, out } = await runCommand(h, diff, []);
    expect(status).toBe(2);
    expect(out).toContain("phase 'http_request_sbfm' of the zone\n");
    expect(out).toContain("No file has rule 'Limit logins'");
    expect((await pulled(h)).status).toBe(2);
    expect(h.folder.read("rules/limit-logins.cfrule")).toContain("/login");
  });

  test("does not count as deleted", async () => {
    using h = await workspace();
    const id = addRuleset(h, "http_request_transform", [rewrite]);
    await pulled(h);
    for (const path of [id, `${defaults.zone}/rulesets`]) {
      h.emulator.configure({ faults: [denied(path)] });
      expect(await driftOf(h)).toEqual([]);
      await pulled(h);
      h.emulator.configure({ faults: [] });
      expect((await compared(h)).status).toBe(0);
    }
  });
});

describe("what the profile leaves out", () => {
  test("a phase is listed and changes no exit code", async () => {
    using h = await workspace({ phases: ["http_request_firewall_custom"] });
    addRuleset(h, "http_ratelimit", [rateLimit]);
    addRuleset(h, "ddos_l7", [execute], { level: "account" });
    for (const { status, results } of [await compared(h), await pulled(h)]) {
      expect(status).toBe(0);
      expect(results.map((it) => it.message)).toContain(
        "Excluded by \"phases\" of the profile: phase 'http_ratelimit' of the zone, phase 'ddos_l7' of the account.",
      );
    }
  });

  test("an excluded phase that was recorded is no drift", async () => {
    using h = await workspace();
    const { zone, account } = defaults;
    addRuleset(h, "http_request_transform", [rewrite]);
    await pulled(h);
    const phases = ["http_request_firewall_custom"];
    const local = { baseUrl, zone, account, rulesTarget: "rulesets", phases };
    h.write("weir.json", JSON.stringify({ profiles: { local } }));
    expect((await compared(h)).status).toBe(0);
  });

  test("a level without an ID is out of scope", async () => {
    using h = await workspace({ account: undefined });
    addRuleset(h, "http_request_firewall_custom", [execute], { level: "account" });
    const { status, results } = await compared(h);
    expect([status, results.length]).toEqual([0, 1]);
  });
});

test("each ruleset is listed and read once", async () => {
  using h = await workspace();
  addRuleset(h, "http_ratelimit", [rateLimit]);
  addRuleset(h, "http_request_transform", [rewrite]);
  const custom = addRuleset(h, "http_ratelimit", [rateLimit], { level: "account", kind: "custom" });
  addRuleset(h, "http_ratelimit", [rateLimit], { level: "account", kind: "custom" });
  addRuleset(h, "http_ratelimit", [parameters("execute", { id: custom })], { level: "account" });
  for (const command of [pull, diff]) {
    const spy = vi.spyOn(h.emulator, "fetch");
    await run(h, command, ...(command === pull ? ["--yes"] : []));
    const sent = spy.mock.calls
      .map(([input]) => new URL(String(input)).pathname.replace("/client/v4", ""))
      .filter((it) => it.includes("/rulesets"));
    spy.mockRestore();
    // Three entry points of the zone; of the account one and the custom ruleset that it executes; and two lists.
    expect([new Set(sent).size, sent.length, sent.filter((it) => it.includes(custom))]).toEqual([
      7,
      7,
      [`/accounts/${defaults.account}/rulesets/${custom}`],
    ]);
  }
});

test("a rule of another phase is restored if its file was deleted", async () => {
  using h = await workspace();
  addRuleset(h, "http_ratelimit", [rateLimit]);
  await pulled(h);
  const path = "rules/limit-logins.cfrule";
  const text = h.folder.read(path);
  rmSync(join(h.folder.path, path));
  const { status, results } = await run(h, pull, "--yes", path);
  expect([status, results.map((it) => it.outcome)]).toEqual([0, ["created"]]);
  expect([h.folder.read(path), withoutIds(results[0]?.message ?? "")]).toEqual([
    text,
    expect.stringContaining("Written."),
  ]);
});
