import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import type { Command } from "../../../server/src/cli/io.ts";
import { times } from "../../support/long.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";
import { addRuleset, changeRules, pulled, pushed, type RuleByHand } from "./service.ts";

/** Parts that the credential may not read never make `diff` find everything in sync, or a push look harmless. */

const files = {
  ...{ "shop.lpjob": job(), "shop.lpfilter": filter("a.example") },
  "a.cfrule": rule('http.host eq "a.example"'),
  "b.cfrule": rule('http.host eq "b.example"'),
};
const limit: RuleByHand = {
  ...{ action: "block", expression: "ssl" },
  ratelimit: { characteristics: ["ip.src", "cf.colo.id"], period: 60, requests_per_period: 10 },
};

async function workspace(): Promise<Harness> {
  const h = new Harness({ files, rulesTarget: "rulesets", env: { LOGS_KEY: secret } });
  addRuleset(h, "http_ratelimit", [limit], { level: "account" });
  await pulled(h);
  expect((await pushed(h)).status).toBe(0);
  return h;
}

function customRuleset(h: Harness): string {
  const found = [...h.zone.rulesets.values()].find((it) => it.phase.endsWith("firewall_custom"));
  return found?.id ?? "";
}

/** Changes on the service that were not pulled. */
const drifts: Readonly<Record<string, (h: Harness) => void>> = {
  "a rule that is another": (h) =>
    changeRules(h, customRuleset(h), ([first, ...rest]) => [
      { ...first, action: "log" } as never,
      ...rest,
    ]),
  "a rule that is gone": (h) => changeRules(h, customRuleset(h), (all) => all.slice(1)),
  "another order": (h) => changeRules(h, customRuleset(h), (all) => all.toReversed()),
  "a rate limit of the zone": (h) => addRuleset(h, "http_ratelimit", [limit]),
  "a rule of the account": (h) =>
    addRuleset(h, "http_request_firewall_custom", [limit], { level: "account" }),
  "a ruleset of the account that is gone": (h) => h.account.rulesets.clear(),
  "a job that is another": (h) => {
    for (const it of h.zone.jobs.values())
      Object.assign(it, {
        filter: '{"where":{"key":"ClientRequestHost","operator":"eq","value":"b"}}',
      });
  },
};

/** The paths that a command reads. */
async function pathsOf(h: Harness, command: Command, args: readonly string[]) {
  const spy = vi.spyOn(h.emulator, "fetch");
  const whole = await runCommand(h, command, args);
  const paths = spy.mock.calls.map(
    ([it]) => new URL(it instanceof Request ? it.url : String(it)).pathname,
  );
  spy.mockRestore();
  return { whole, paths: [...new Set(paths)] };
}

async function withoutPaths(
  h: Harness,
  [command, args]: readonly [Command, readonly string[]],
  refused: readonly string[],
) {
  const faults = refused.map((path) => ({ kind: "status", status: 403, path, times: 99 }) as const);
  h.emulator.configure({ faults });
  const found = await runCommand(h, command, args);
  h.emulator.configure({ faults: [] });
  return found;
}

const runs = { seed: 20_261_119, numRuns: times(3, 200) };

test.each(Object.entries(drifts))("drift is not hidden: %s", async (_, change) => {
  using h = await workspace();
  change(h);
  const { whole, paths } = await pathsOf(h, diff, []);
  expect(whole.status, whole.said).toBe(1);
  const property = async (refused: readonly string[]) => {
    const { status, said } = await withoutPaths(h, [diff, []], refused);
    expect([1, 2], `${refused.join("\n")}\n${said}`).toContain(status);
  };
  await fc.assert(fc.asyncProperty(fc.subarray(paths, { minLength: 1 }), property), runs);
});

test.each([
  [
    "a rule that only logs",
    "block → allow",
    { "a.cfrule": files["a.cfrule"].replace("block", "log") },
  ],
  ["a rule that is gone", "block → allow", { "a.cfrule": undefined }],
  ["a new rule", "allow → block", { "c.cfrule": rule('http.host eq "c.example"') }],
  ["a rule for fewer requests", "block → allow", { "a.cfrule": rule('http.host eq "c.example"') }],
])("a push does not look harmless: %s", async (_, outcome, changed) => {
  using h = await workspace();
  for (const [name, text] of Object.entries(changed))
    if (text === undefined) h.folder.remove(name);
    else h.write(name, text);
  const args = ["--all", "--prune", "--dry-run"];
  const { whole, paths } = await pathsOf(h, push, args);
  expect([whole.status, whole.out]).toEqual([0, expect.stringContaining(outcome)]);
  const property = async (refused: readonly string[]) => {
    const { status, said } = await withoutPaths(h, [push, args], refused);
    const isNamed = said.includes(outcome) || /not known|cannot be excluded/i.test(said);
    expect(status !== 0 || isNamed, `${refused.join("\n")}\n${said}`).toBe(true);
    expect(said).not.toMatch(/no (?:request|outcome)|\(proved\)/);
  };
  await fc.assert(fc.asyncProperty(fc.subarray(paths, { minLength: 1 }), property), runs);
});
