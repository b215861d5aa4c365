import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../support/long.ts";
import { Harness, type HarnessOptions } from "../harness.ts";
import {
  addJobs,
  addLegacyRules,
  addRulesetRules,
  job,
  legacyRule,
  rulesetRule,
} from "./resources.ts";

/** Pulled, compared and pushed again: no difference, no call that writes, nothing lost. */
async function expectNeutral(h: Harness): Promise<void> {
  const before = h.snapshot();
  const pulled = await h.pull();
  expect(pulled.filter((it) => it.outcome !== "created")).toEqual([]);
  h.env = {
    ...h.env,
    ...secretsOf(
      h,
      pulled.map((it) => it.path),
    ),
  };
  for (const { path } of pulled) {
    const compared = await h.compare(path);
    const where = `${path}: ${compared.message} ${JSON.stringify(compared.plan?.changes)}\n${h.folder.read(path)}`;
    expect(compared.outcome, where).toBe("unchanged");
    const pushed = await h.push(path);
    expect(pushed.outcome, `${where} ${pushed.message}`).toBe("unchanged");
  }
  const again = await h.pull();
  expect(again.filter((it) => it.outcome !== "unchanged")).toEqual([]);
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
  expect(h.snapshot()).toBe(before);
}

/** The values of the variables that a pull has written. */
function secretsOf(h: Harness, paths: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const jobs = [...h.zone.jobs.values()];
  for (const path of paths) {
    if (!path.endsWith(".lpjob")) continue;
    const written = JSON.parse(h.folder.read(path)).destination_conf as string;
    const id = h.entry(path)?.job;
    const sent = jobs.find((it) => it.id === id)?.destination_conf ?? "";
    // Everything around the variables is known.
    const names = [...written.matchAll(/(?<!\$)\$\{env:(\w+)\}/g)].map((it) => it[1] ?? "");
    const literals = written
      .split(/(?<!\$)\$\{env:\w+\}/)
      .map((it) => it.replaceAll(/\$(\$+\{)/g, "$1"));
    const values = new RegExp(`^${literals.map(escaped).join("(.*?)")}$`, "s").exec(sent);
    names.forEach((name, i) => {
      found[name] = values?.[i + 1] ?? "";
    });
  }
  return found;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

async function check<Value>(
  resources: fc.Arbitrary<Value>,
  add: (h: Harness, all: readonly Value[]) => void,
  options: HarnessOptions = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(resources, { minLength: 1, maxLength: 3 }), async (all) => {
      using h = new Harness({ ...options, env: { HOME: "/root", PATH: "/bin", X: "x" } });
      add(h, all);
      await expectNeutral(h);
    }),
    { numRuns: times(5) },
  );
}

type Sent = Readonly<Record<string, unknown>>;

/** Pulls one resource, changes its file and pushes it. Returns the bodies that were sent, by request. */
async function sentAfter(
  h: Harness,
  change: (text: string) => string,
): Promise<Map<string, Sent> | undefined> {
  const [pulled] = await h.pull();
  const path = pulled?.path ?? "";
  h.env = { ...h.env, ...secretsOf(h, [path]) };
  h.write(path, change(h.folder.read(path)));
  const { outcome } = await h.push(path);
  if (outcome !== "updated") return undefined;
  return new Map(
    h.bodies.map(([request, body]) => {
      const [method, kind] = request.match(/^\w+|filters|rules(?!ets)|jobs/g) ?? [];
      return [`${method} ${kind}`, [body].flat()[0] as Sent];
    }),
  );
}

const harness = (options: HarnessOptions = {}) =>
  new Harness({ ...options, env: { HOME: "/root", PATH: "/bin", X: "x" } });

/** Null and empty properties are the same as none. */
function properties(resource: object, ...but: string[]): Sent {
  const entries = Object.entries(resource).filter(([name, it]) => {
    const isEmpty = it === null || it === undefined || it === "";
    return !isEmpty && !["id", "version", "last_updated", "filter", ...but].includes(name);
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

describe("a push of another change keeps what no file can have", () => {
  const other = (text: string) =>
    text.replace(/^(?!#)[\s\S]*$/m, 'http.host eq "changed.example"\n');
  const runs = { numRuns: times(3) };

  test("of a rule of a ruleset", async () => {
    const property = fc.asyncProperty(rulesetRule, async (rule) => {
      using h = harness({ rulesTarget: "rulesets" });
      addRulesetRules(h, [rule]);
      const [before = {}] = h.rulesetRules;
      const sent = (await sentAfter(h, other))?.get("PATCH rules") ?? {};
      expect(properties(sent, "expression", "ref")).toEqual(
        properties(before, "expression", "ref"),
      );
    });
    await fc.assert(property, runs);
  });

  test.each([0, 1])("of a firewall rule and its filter, with answer %i", async (choose) => {
    const property = fc.asyncProperty(legacyRule, async (rule) => {
      using h = harness();
      h.answers = { confirm: "yes", choose };
      addLegacyRules(h, [rule]);
      const [before = {}] = h.zone.rules.values();
      const [filter = {}] = h.zone.filters.values();
      const brandNew = { brand_new: { deep: [1] } };
      for (const it of [before, filter]) Object.assign(it, brandNew);
      const sent = await sentAfter(h, other);
      if (choose === 0) {
        expect(properties(sent?.get("PUT rules") ?? {})).toEqual(properties(before));
        const { paused = false } = sent?.get("POST filters") ?? {};
        expect(paused).toBe(rule.filterPaused);
      } else {
        const now = properties(sent?.get("PUT filters") ?? {}, "expression");
        expect(now).toEqual(properties(filter, "expression"));
      }
    });
    await fc.assert(property, runs);
  });

  test("of a job", async () => {
    const property = fc.asyncProperty(job, async (one) => {
      using h = harness();
      addJobs(h, [one]);
      const before = h.snapshot();
      const enabled = one.enabled !== true;
      const sent = await sentAfter(h, (text) => JSON.stringify({ ...JSON.parse(text), enabled }));
      // The emulator checks the whole job, which may be invalid.
      fc.pre(sent !== undefined);
      expect(sent?.get("PUT jobs")).toEqual({ enabled });
      const same = (it: string) => it.replace(/"enabled":(true|false),?/, "");
      expect(same(h.snapshot())).toBe(same(before));
    });
    await fc.assert(property, runs);
  });
});

describe("a pull and a push change nothing", () => {
  test("about any job", () => check(job, addJobs));
  test("about any firewall rule", () => check(legacyRule, addLegacyRules));
  test("about any rule of a ruleset", () =>
    check(rulesetRule, addRulesetRules, { rulesTarget: "rulesets" }));
});
