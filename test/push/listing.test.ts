import { expect, test } from "vitest";
import { emulatorToken } from "../../server/src/api/credential.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { deleteResources } from "../../server/src/push/delete.ts";
import { diff } from "../../server/src/push/diff.ts";
import { pull } from "../../server/src/push/pull.ts";
import { push } from "../../server/src/push/push.ts";
import type { RulesTarget } from "../../server/src/workspace/config/config.ts";
import { filter, job, rule } from "./faults/sequences.ts";
import { baseUrl, Harness } from "./harness.ts";

const targets: readonly RulesTarget[] = ["firewall-rules", "rulesets"];
const few = 12;
const many = 100;
const env = { LOGS_KEY: "hunter2-hunter2" };

function rules(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `rules/r${i}.cfrule`,
      rule(`http.host eq "h${i}.example.com"`),
    ]),
  );
}

function jobs(count: number): Record<string, string> {
  const jobs = Array.from({ length: count }, (_, i) => [
    `jobs/j${i}.lpjob`,
    job({ name: `job-${i}`, filter: "../all.lpfilter" }),
  ]);
  return { "all.lpfilter": filter("a.example"), ...Object.fromEntries(jobs) };
}

/** Runs the work in one session, as one run of the command line does. */
async function inOneRun<Value>(
  h: Harness,
  paths: readonly string[],
  handle: (path: string, session: ReturnType<Harness["session"]>) => Promise<Value>,
): Promise<Value[]> {
  const session = h.session();
  const results: Value[] = [];
  for (const it of paths) results.push(await handle(it, session));
  return results;
}

function lists(h: Harness): readonly string[] {
  return h.requests.filter((it) =>
    /^GET \/(filters|firewall\/rules|logpush\/jobs|rulesets\/.*entrypoint|rulesets\/\w+)$/.test(it),
  );
}

test.each(targets)(
  "a run over many rules of %s lists the zone once, apart from creates",
  async (rulesTarget) => {
    const files = rules(few);
    using h = new Harness({ files, rulesTarget });
    const paths = Object.keys(files);

    const pushed = await inOneRun(h, paths, (it, session) => push(it, session, {}));
    expect(new Set(pushed.map((it) => it.outcome))).toEqual(new Set(["created"]));
    // Before and after a create, another person may have created the same: the rule and its filter.
    const around = rulesTarget === "rulesets" ? 1 : 4;
    expect(lists(h).length).toBeLessThanOrEqual(2 + around * few);

    h.requests.length = 0;
    const compared = await inOneRun(h, paths, (it, session) => diff(it, session, {}));
    expect(new Set(compared.map((it) => it.outcome))).toEqual(new Set(["unchanged"]));
    expect(lists(h).length).toBeLessThanOrEqual(2);

    h.requests.length = 0;
    const removed = await inOneRun(h, paths, (it, session) => deleteResources(it, session, {}));
    expect(new Set(removed.map((it) => it.outcome))).toEqual(new Set(["deleted"]));
    expect(lists(h).length).toBeLessThanOrEqual(2);
    expect([...h.zone.rules.values(), ...h.rulesetRules]).toEqual([]);
    expect([...h.zone.filters.values()]).toEqual([]);
  },
);

test("comparing a hundred rules needs few requests", async () => {
  const files = rules(many);
  using h = new Harness({ files });
  const bodies = Array.from({ length: many }, (_, i) => ({
    action: "block",
    filter: { expression: `http.host eq "h${i}.example.com"` },
  }));
  await h.emulator.fetch(`${baseUrl}/zones/${defaults.zone}/firewall/rules`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulatorToken}`, "content-type": "application/json" },
    body: JSON.stringify(bodies),
  });
  expect(h.zone.rules.size).toBe(many);
  const paths = Object.keys(files);
  const compared = await inOneRun(h, paths, (it, session) => diff(it, session, {}));
  expect(new Set(compared.map((it) => it.outcome))).toEqual(new Set(["unchanged"]));
  // The last page is full, so another request must check for more.
  expect(h.requests.length).toBe(4);
});

test("a run over many jobs lists them once, apart from creates, and includes its own changes", async () => {
  const files = jobs(few);
  using h = new Harness({ files, env, settings: { jobQuota: few } });
  const paths = Object.keys(files).filter((it) => it.endsWith(".lpjob"));
  await inOneRun(h, paths, (it, session) => push(it, session, {}));
  expect(h.zone.jobs.size).toBe(few);
  // Each create looks for one of another person before and after.
  expect(lists(h)).toHaveLength(1 + 2 * few);

  h.requests.length = 0;
  h.write("all.lpfilter", filter("b.example"));
  const all = ["all.lpfilter", ...paths];
  const [changed, ...rest] = await inOneRun(h, all, (it, session) => push(it, session, {}));
  expect(changed?.outcome).toBe("updated");
  // The files of the jobs name the filter, which is already pushed.
  expect(new Set(rest.map((it) => it.outcome))).toEqual(new Set(["unchanged"]));
  expect(lists(h)).toEqual(["GET /logpush/jobs"]);
});

test("a rule with a shared filter sees changes of the same run", async () => {
  using h = new Harness({
    files: {
      "a.cfrule": rule('http.host eq "a.example"'),
      "b.cfrule": rule('http.host eq "a.example"', "log"),
    },
  });
  const results = await inOneRun(h, ["a.cfrule", "b.cfrule"], (it, session) =>
    push(it, session, {}),
  );
  expect(results.map((it) => it.outcome)).toEqual(["created", "created"]);
  expect(h.zone.filters.size).toBe(1);
  expect(h.plans[1]?.notes.join()).toContain("The rule shares it");
});

test.each(targets)("a pull of many rules of %s reads them once", async (rulesTarget) => {
  const files = rules(few);
  using h = new Harness({ files, rulesTarget });
  await inOneRun(h, Object.keys(files), (it, session) => push(it, session, {}));
  h.requests.length = 0;
  const results = await pull(h.session(), { files: [], folders: [""] });
  expect(results.length).toBe(few);
  expect(h.requests.filter((it) => it.startsWith("GET")).length).toBeLessThanOrEqual(5);
});

test.each<[what: string, rulesTarget: RulesTarget, path: string, text: string, next: string]>([
  ["a job", "rulesets", "a.lpjob", job({ filter: "" }), job({ filter: "", enabled: true })],
  ["a rule", "firewall-rules", "a.cfrule", rule("ssl"), rule("ssl", "log")],
  ["a rule of a ruleset", "rulesets", "a.cfrule", rule("ssl"), rule("ssl", "log")],
])("%s that changes while the plan is read is not overwritten", async (...row) => {
  const [, rulesTarget, path, text, next] = row;
  using h = new Harness({ files: { [path]: text }, env, rulesTarget });
  await h.push(path);
  h.write(path, next);
  const session = h.session();
  const { confirm } = session.conversation;
  session.conversation.confirm = async (...asked) => {
    for (const it of h.zone.jobs.values()) h.zone.jobs.set(it.id, { ...it, name: "theirs" });
    for (const it of h.zone.rules.values()) h.zone.rules.set(it.id, { ...it, paused: true });
    for (const it of h.rulesetRules) Object.assign(it, { description: "theirs" });
    return confirm.apply(session.conversation, asked);
  };
  const before = h.lockText();
  h.requests.length = 0;
  const { outcome, message } = await push(path, session, {});
  expect(outcome).toBe("failed");
  expect(message).toMatch(/has changed on the service since it was compared\. Nothing was sent\./);
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
  expect(h.lockText()).toBe(before);
});
