import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fault } from "../../../server/src/emulator/faults.ts";
import type { Result } from "../../../server/src/push/plan/plan.ts";
import type { RulesTarget } from "../../../server/src/workspace/config/config.ts";
import { filter, job, rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const env = { LOGS_KEY: "hunter2-hunter2" };

interface Case {
  readonly what: string;
  readonly path: string;
  readonly text: string;
  readonly rulesTarget: RulesTarget;
  /** A substring of the path of the incomplete list. */
  readonly list: string;
  /** The result of that list. Default: empty. */
  readonly result?: unknown;
  readonly status?: number;
}

const emptyRuleset = (h: Harness) => {
  const [ruleset] = h.zone.rulesets.values();
  return { ...ruleset, rules: [] };
};

const rulesCase: Case = {
  what: "rules",
  path: "a.cfrule",
  text: rule("ssl"),
  rulesTarget: "firewall-rules",
  list: "/firewall/rules",
};

const cases: readonly Case[] = [
  { ...rulesCase, what: "jobs", path: "a.lpjob", text: job({ filter: "" }), list: "/logpush/jobs" },
  rulesCase,
  {
    what: "rules of a ruleset",
    path: "a.cfrule",
    text: rule("ssl"),
    rulesTarget: "rulesets",
    list: "/rulesets/",
    result: emptyRuleset,
  },
  {
    what: "rulesets",
    path: "a.cfrule",
    text: rule("ssl"),
    rulesTarget: "rulesets",
    list: "/rulesets/",
    status: 404,
  },
];

type WrongList = Pick<Case, "list" | "result" | "status">;

function wrongList({ list, result = [], status = 200 }: WrongList, h: Harness): Fault {
  const shown = typeof result === "function" ? result(h) : result;
  const success = status === 200;
  const body = JSON.stringify({ success, errors: [], messages: [], result: shown });
  return { kind: "status", status, body, method: "GET", path: list };
}

function writes(h: Harness): string[] {
  return h.requests.filter((it) => !it.startsWith("GET"));
}

/** The list omits the resource once, from which nothing may be concluded. */
async function withWrongList(
  it: Case,
  act: (h: Harness, path: string) => Promise<Result>,
): Promise<{ result: Result; lost: boolean; sent: string[] }> {
  using h = new Harness({ files: { [it.path]: it.text }, env, rulesTarget: it.rulesTarget });
  await h.push(it.path);
  const [before, lock] = [h.snapshot(), h.lockText()];
  h.requests.length = 0;
  h.emulator.configure({ faults: [wrongList(it, h)] });
  const result = await act(h, it.path);
  const sent = writes(h);
  const lost = result.outcome !== "deleted" && (h.snapshot() !== before || h.lockText() !== lock);
  return { result, lost, sent };
}

test.each(cases)("an incomplete list of $what is not used for a push", async (it) => {
  const { result, lost, sent } = await withWrongList(it, (h, path) => h.push(path));
  expect(result.outcome).toBe("failed");
  expect(result.message).toMatch(
    /does not list the (job|rule) of this file \(\w+\), although it exists\. Nothing was/,
  );
  expect([lost, sent]).toEqual([false, []]);
});

test.each(cases)("an incomplete list is not used for a comparison: $what", async (it) => {
  const { result, lost, sent } = await withWrongList(it, (h, path) => h.compare(path));
  expect(result.outcome).toBe("failed");
  expect(result.message).toContain("although it exists.");
  expect([lost, sent]).toEqual([false, []]);
});

test.each(cases)("an incomplete list creates no duplicate of a renamed file: $what", async (it) => {
  const { result, lost, sent } = await withWrongList(it, (h, path) => {
    h.rename(path, `b${path}`);
    return h.push(`b${path}`);
  });
  expect(result.outcome).toBe("failed");
  expect(result.message).toContain("although it exists.");
  expect([lost, sent]).toEqual([false, []]);
});

test.each(cases)(
  "a deletion with an incomplete list keeps the lock entry of a remaining resource: $what",
  async (it) => {
    using h = new Harness({ files: { [it.path]: it.text }, env, rulesTarget: it.rulesTarget });
    await h.push(it.path);
    rmSync(join(h.folder.path, it.path));
    h.emulator.configure({ faults: [wrongList(it, h)] });
    const first = await h.remove(it.path);
    // Without a lock entry, the resource could not be found again.
    const isLeft = h.rulesetRules.length + h.zone.jobs.size + h.zone.rules.size > 0;
    expect(isLeft).toBe(h.entry(it.path) !== undefined);
    if (first.outcome === "failed") expect(first.message).toContain("although it exists.");
    expect((first.outcome === "failed" ? await h.remove(it.path) : first).outcome).toBe("deleted");
    expect([h.rulesetRules, [...h.zone.jobs], [...h.zone.rules], [...h.zone.filters]]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  },
);

test("a rule keeps its filter when the filter list omits it", async () => {
  const files = { "a.cfrule": rule("ssl") };
  using h = new Harness({ files });
  await h.push("a.cfrule");
  h.emulator.configure({ faults: [wrongList({ list: "/filters" }, h)] });
  expect((await h.remove("a.cfrule")).outcome).toBe("deleted");
  expect([...h.zone.filters]).toEqual([]);
});

test("a filter omitted from the list is not created twice", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl"), "b.cfrule": rule("ssl", "log") } });
  await h.push("a.cfrule");
  h.emulator.configure({ faults: [wrongList({ list: "/filters" }, h)] });
  expect((await h.push("b.cfrule")).outcome).toBe("created");
  expect(h.zone.filters.size).toBe(1);
});

test("a filter keeps its job when the job list omits it", async () => {
  const files = { "a.lpjob": job({ filter: "./a.lpfilter" }), "a.lpfilter": filter("a.example") };
  using h = new Harness({ files, env });
  await h.push("a.lpjob");
  h.write("a.lpfilter", filter("b.example"));
  h.emulator.configure({ faults: [wrongList({ list: "/logpush/jobs" }, h)] });
  const { outcome, message } = await h.push("a.lpfilter");
  expect([outcome, message]).toEqual([
    "failed",
    expect.stringMatching(
      /^The service does not list the job of this file \(\d+\), although it exists\./,
    ),
  ]);
});

test("a resource that neither the list nor the service has is treated as deleted", async () => {
  using h = new Harness({ files: { "a.lpjob": job({ filter: "" }) }, env });
  await h.push("a.lpjob");
  h.zone.jobs.clear();
  expect((await h.compare("a.lpjob")).outcome).toBe("created");
  expect(await h.remove("a.lpjob")).toMatchObject({
    outcome: "deleted",
    message: "Already deleted from the service.",
  });
  expect(h.entry("a.lpjob")).toBeUndefined();
});
