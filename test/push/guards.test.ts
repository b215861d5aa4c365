import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { filter, job, rule, secret } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';
const env = { LOGS_KEY: secret };

/** Runs `weir push` or another command, at a terminal if something is typed. */
function weir(h: Harness, args: readonly string[], typed?: string, command = push) {
  return runCommand(h, command, args, typed);
}

/** Changes the expression or the filter of all resources on the service, as a colleague would. */
function changeAtService(h: Harness): void {
  for (const [id, it] of h.zone.filters)
    h.zone.filters.set(id, { ...it, expression: `${it.expression} and ssl` });
  for (const [id, { rules, ...it }] of h.zone.rulesets)
    h.zone.rulesets.set(id, { ...it, rules: rules.map((one) => ({ ...one, expression: "ssl" })) });
  if (h.zone.jobs.size > 0)
    h.change("jobs", { filter: JSON.stringify(JSON.parse(filter("colleague.example"))) });
}

describe("an external change on the service", () => {
  const cases = [
    ["a.cfrule", "firewall-rules", rule(admin), rule(login)],
    ["a.cfrule", "rulesets", rule(admin), rule(login)],
    ["shop.lpjob", "firewall-rules", job(), job({ filter: undefined })],
    ["shop.lpfilter", "firewall-rules", filter("a.example"), filter("b.example")],
  ] as const;

  test.each(cases)(
    "is not replaced by '--yes' alone: %s, %s",
    async (path, rulesTarget, before, after) => {
      const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example"), [path]: before };
      using h = new Harness({ files: { ...files, "z.cfrule": rule("ssl") }, env, rulesTarget });
      await weir(h, ["shop.lpjob", "--yes"]);
      expect((await weir(h, [path, "--yes"])).status).toBe(0);
      changeAtService(h);
      const theirs = h.snapshot();
      h.write(path, after);
      const refused = await weir(h, [path, "--yes"]);
      expect(refused.status).toBe(1);
      expect(refused.out).toContain("failed");
      expect(refused.out).toContain("Changed on the service since the last push");
      expect(refused.out).toContain("'--overwrite' replaces it");
      const asJson = await weir(h, [path, "--yes", "--format", "json"]);
      expect(asJson.status).toBe(1);
      expect(JSON.parse(asJson.out).results[0]).toMatchObject({
        outcome: "failed",
        message: expect.stringContaining("Changed on the service since the last push"),
      });
      const rehearsed = await weir(h, [path, "--dry-run", "--format", "json"]);
      expect(JSON.parse(rehearsed.out).results[0].message).toContain(
        "Changed on the service since the last push",
      );
      expect(h.snapshot()).toBe(theirs);
      const done = await weir(h, [path, "--yes", "--overwrite", "--format", "json"]);
      expect(done.status).toBe(0);
      expect(JSON.parse(done.out).results[0]).toMatchObject({
        outcome: "updated",
        message: expect.stringContaining("That change was overwritten."),
      });
      expect(h.snapshot()).not.toBe(theirs);

      // An undo restores their change, and that it was theirs.
      expect((await weir(h, [path, "--yes"], undefined, undo)).status).toBe(0);
      expect(h.snapshot()).toBe(theirs);
      const again = await weir(h, [path, "--yes"]);
      expect([again.status, again.out]).toEqual([
        1,
        expect.stringContaining("Changed on the service since the last push"),
      ]);
      expect(h.snapshot()).toBe(theirs);
    },
  );

  test("is reported in the plan on a terminal, where a confirmation is enough", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, ["a.cfrule", "--yes"]);
    changeAtService(h);
    const { status, out } = await weir(h, ["a.cfrule"], "y\n");
    expect(status).toBe(0);
    expect(out).toContain(
      "! Changed on the service since the last push. This push overwrites that change.",
    );
  });

  test("does not prevent other files from being pushed", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, ["a.cfrule", "--yes"]);
    changeAtService(h);
    h.write("b.cfrule", rule(login));
    const { status, out } = await weir(h, ["--all", "--yes"]);
    expect(status).toBe(1);
    expect(out).toMatch(/failed {4}a\.cfrule/);
    expect(out).toMatch(/created {3}b\.cfrule/);
  });

  test("is not reported after our own interrupted push", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, ["a.cfrule", "--yes"]);
    h.write("a.cfrule", rule(login, "log"));
    h.requests.length = 0;
    h.count(() => {
      const isBegun = h.requests.some((it) => it.startsWith("PUT /firewall/rules"));
      h.emulator.configure({ faults: isBegun ? [{ kind: "status", status: 500 }] : [] });
    });
    expect((await h.push("a.cfrule")).outcome).toBe("failed");
    expect(h.snapshot()).toContain("/login");
    expect(h.snapshot()).toContain("block");
    h.count(() => h.emulator.configure({ faults: [] }));
    expect(h.entry("a.cfrule")?.state).toBe("updating-rule");
    expect((await weir(h, ["a.cfrule", "--yes"])).status).toBe(0);
    expect(h.snapshot()).toContain('"action":"log"');
  });
});

describe("a deletion after an external change", () => {
  const cases = [
    ["a.cfrule", "firewall-rules", "Changed on the service since the last push: 'expression'"],
    ["a.cfrule", "rulesets", "Changed on the service since the last push: 'expression'"],
    ["shop.lpjob", "firewall-rules", "Changed on the service since the last push: 'filter'"],
    ["shop.lpfilter", "firewall-rules", "Changed on the service since the last push: 'filter'"],
  ] as const;
  const removed = (h: Harness, ...args: string[]) => weir(h, args, undefined, deleteCommand);

  /** The filter has its own lock entry if the job's file does not name it. */
  function files(path: string) {
    const own = path === "shop.lpfilter" ? job({ filter: undefined }) : job();
    return { "shop.lpjob": own, "shop.lpfilter": filter("a.example"), "a.cfrule": rule(admin) };
  }

  test.each(cases)("'--yes' alone deletes nothing: %s, %s", async (path, rulesTarget, said) => {
    using h = new Harness({ files: files(path), env, rulesTarget });
    await weir(h, ["shop.lpjob", "a.cfrule", "--yes"]);
    if (path === "shop.lpfilter") await weir(h, [path, "--job", "shop", "--yes"]);
    changeAtService(h);
    const theirs = h.snapshot();
    const refused = await removed(h, path, "--yes");
    expect(refused.status).toBe(1);
    expect(refused.out).toContain(said);
    expect(refused.out).toContain("'--overwrite' deletes it anyway");
    const rehearsed = await removed(h, path, "--dry-run", "--format", "json");
    expect(JSON.parse(rehearsed.out).results[0].message).toContain(said);
    expect(h.snapshot()).toBe(theirs);
    const done = await removed(h, path, "--yes", "--overwrite", "--format", "json");
    expect(done.status).toBe(0);
    expect(JSON.parse(done.out).results[0]).toMatchObject({
      outcome: "deleted",
      message: expect.stringContaining("That change was deleted too."),
    });
    expect(h.snapshot()).not.toBe(theirs);
  });

  test.each(cases)("without one, '--yes' is enough: %s, %s", async (path, rulesTarget) => {
    using h = new Harness({ files: files(path), env, rulesTarget });
    await weir(h, ["shop.lpjob", "a.cfrule", "--yes"]);
    if (path === "shop.lpfilter") await weir(h, [path, "--job", "shop", "--yes"]);
    h.write("a.cfrule", rule(login));
    const { status, out } = await removed(h, path, "--yes");
    expect(`${status} ${out}`).toMatch(/^0 /);
    expect(out).not.toContain("Somebody");
  });

  test("is reported on a terminal, where a confirmation is enough", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, ["a.cfrule", "--yes"]);
    changeAtService(h);
    h.write("a.cfrule", rule(login));
    const { status, out } = await weir(h, ["a.cfrule"], "y\n", deleteCommand);
    expect(status).toBe(0);
    expect(out).toContain("! Changed on the service since the last push.");
    expect(h.zone.rules.size).toBe(0);
  });

  test("is not pruned by '--yes' alone", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(login) } });
    await weir(h, ["--all", "--yes"]);
    changeAtService(h);
    h.folder.remove("a.cfrule");
    h.folder.remove("b.cfrule");
    const { status, out } = await weir(h, ["--all", "--prune", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("Changed on the service since the last push");
    expect(h.zone.rules.size).toBe(2);
    expect((await weir(h, ["--all", "--prune", "--yes", "--overwrite"])).status).toBe(0);
    expect(h.zone.rules.size).toBe(0);
  });

  test("prevents undoing a creation, even without a stored copy", async () => {
    using h = new Harness({ files: files("shop.lpjob"), env });
    await weir(h, ["shop.lpjob", "--yes"]);
    h.change("jobs", { destination_conf: "https://other.example.com" });
    const { status, out } = await weir(h, ["shop.lpjob", "--yes"], undefined, undo);
    expect(status).toBe(1);
    expect(out).toContain("Changed on the service since the last push: 'destination_conf'");
    expect(out).not.toContain("--overwrite");
    expect(h.zone.jobs.size).toBe(1);
  });
});

describe("a resource that this workspace has never pushed", () => {
  const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
  const said = "It already exists on the service and was not pushed from here.";

  /** Creates the same resources on the service, with a workspace without a lock file. */
  async function unknown(path: string, h: Harness): Promise<void> {
    await weir(h, [path, "--yes"]);
    h.folder.remove("weir.lock.json");
  }

  test("'--yes' alone does not change a job of the same name", async () => {
    using h = new Harness({ files, env });
    await unknown("shop.lpjob", h);
    h.change("jobs", { filter: filter("other.example").trim() });
    const theirs = h.snapshot();
    const refused = await weir(h, ["shop.lpjob", "--yes"]);
    expect(refused.status).toBe(1);
    expect(refused.out).toContain(said);
    expect(refused.out).toContain("'--overwrite' or '--job 1' confirms it");
    expect(h.snapshot()).toBe(theirs);
    expect(h.entry("shop.lpjob")).toBeUndefined();
    const { status, out } = await weir(h, ["shop.lpjob", "--yes", "--overwrite"]);
    expect(status).toBe(0);
    expect(out).toContain("Its settings were overwritten.");
    expect(h.snapshot()).toContain("a.example");
  });

  test("'--job' or a confirmation on a terminal allows it", async () => {
    using h = new Harness({ files, env });
    for (const [args, typed] of [
      [["--job", "shop", "--yes"], undefined],
      [[], "y\n"],
    ] as const) {
      await unknown("shop.lpjob", h);
      h.change("jobs", { filter: filter("other.example").trim() });
      expect((await weir(h, ["shop.lpjob", ...args], typed)).status).toBe(0);
      expect(h.snapshot()).toContain("a.example");
    }
  });

  test("an equal job needs only '--yes'", async () => {
    using h = new Harness({ files, env });
    await unknown("shop.lpjob", h);
    expect((await weir(h, ["shop.lpjob", "--yes"])).status).toBe(0);
    expect(h.entry("shop.lpjob")?.job).toBe(1);
  });

  test.each(["firewall-rules", "rulesets"] as const)(
    "a rule that does the same: %s",
    async (it) => {
      using h = new Harness({ files: { "a.cfrule": rule(admin) }, rulesTarget: it });
      await unknown("a.cfrule", h);
      h.write("a.cfrule", rule(admin, "block", "# @description Ours\n"));
      const theirs = h.snapshot();
      const refused = await weir(h, ["a.cfrule", "--yes"]);
      expect(refused.status).toBe(1);
      expect(refused.out).toContain(said);
      expect(refused.out).toContain("'--overwrite' confirms it");
      expect(h.snapshot()).toBe(theirs);
      expect((await weir(h, ["a.cfrule", "--yes", "--overwrite"])).status).toBe(0);
      expect(h.snapshot()).toContain("Ours");
    },
  );
});

describe("--action", () => {
  const files = {
    "log.cfrule": rule(admin, "log"),
    "allow.cfrule": rule(login, "allow"),
    "open.cfrule": "ssl\n",
  };

  test("applies to rules without an action", async () => {
    using h = new Harness({ files });
    const { status, out } = await weir(h, ["--all", "--action", "block", "--yes"]);
    expect(status).toBe(0);
    const actions = [...h.zone.rules.values()].map((it) => it.action).sort();
    expect(actions).toEqual(["allow", "block", "log"]);
    expect(out).toContain(
      "'--action block' only applies to rules without an action. This one has '# @action log'.",
    );
    h.write("open.cfrule", 'http.host eq "c.example"\n');
    expect(await h.curl("open.cfrule", { action: "log" })).toContain('"action":"log"');
  });

  test("applies to rules without an action, in rulesets too", async () => {
    using h = new Harness({
      files: { "log.cfrule": files["log.cfrule"] },
      rulesTarget: "rulesets",
    });
    await weir(h, ["log.cfrule", "--action", "block", "--yes"]);
    expect(h.rulesetRules.map((it) => it.action)).toEqual(["log"]);
  });

  test.each([
    ["block\n", "block"],
    ["BLO\n", "block"],
    ["managed\n", "managed_challenge"],
    ["js\n", "js_challenge"],
  ])("is requested, and %j is accepted", async (typed, action) => {
    using h = new Harness({ files: { "open.cfrule": "ssl\n" } });
    const { status } = await weir(h, ["open.cfrule"], `${typed}y\n`);
    expect(status).toBe(0);
    expect([...h.zone.rules.values()].map((it) => it.action)).toEqual([action]);
  });

  test.each(["b\n", "\n", "0\n", "99\n", "nonsense\n"])("rejects %j", async (typed) => {
    using h = new Harness({ files: { "open.cfrule": "ssl\n" } });
    expect((await weir(h, ["open.cfrule"], `${typed}y\n`)).status).toBe(1);
    expect(h.zone.rules.size).toBe(0);
  });
});

describe("an interrupted replacement", () => {
  const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
  const other = job({
    dataset: "firewall_events",
    output_options: { field_names: ["RayID"] },
    filter: "",
  });

  test.each([
    ["after the create", "POST /logpush/jobs", true],
    ["before the delete", "DELETE /logpush/jobs/1", false],
    ["after the delete", "DELETE /logpush/jobs/1", true],
  ])("%s is completed by the same command", async (_, at, afterEffect) => {
    for (const name of ["shop", "1", "2"]) {
      using h = new Harness({ files, env });
      await weir(h, ["shop.lpjob", "--yes"]);
      h.write("shop.lpjob", other);
      const rewind = h.rewinder();
      h.requests.length = 0;
      h.answers = { confirm: "yes" };
      await h.push("shop.lpjob", { job: "shop" });
      const number = h.requests.indexOf(at);
      expect(number).toBeGreaterThan(0);
      rewind();
      h.count(() => {});
      await Promise.race([h.push("shop.lpjob", { job: "shop" }), h.killAt(number, afterEffect)]);
      h.count(() => {});
      const isGone = !h.zone.jobs.has(1);
      if (isGone && name === "1") continue;
      const { status, out } = await weir(h, ["shop.lpjob", "--yes", "--job", name]);
      expect(`${status} ${out}`).toMatch(/^0 /);
      expect([...h.zone.jobs.values()].map((it) => it.dataset)).toEqual(["firewall_events"]);
      expect(h.entry("shop.lpjob")).toMatchObject({ job: 2, state: "done" });
    }
  });

  test("is not confirmed by '--yes' alone, and the message says so", async () => {
    using h = new Harness({ files, env });
    await weir(h, ["shop.lpjob", "--yes"]);
    h.write("shop.lpjob", other);
    const { status, out } = await weir(h, ["shop.lpjob", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("which '--yes' alone does not confirm. Add '--job shop'.");
    expect(out).not.toContain("Pass '--yes");
    const unasked = await weir(h, ["shop.lpjob"]);
    expect(unasked.out).toContain("Pass '--yes --job shop'");
  });
});
