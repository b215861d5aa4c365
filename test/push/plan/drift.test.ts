import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../../server/src/cli/commands/delete.ts";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import type { Command } from "../../../server/src/cli/io.ts";
import type { RulesTarget } from "../../../server/src/workspace/config/config.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness, weirJson } from "../harness.ts";

const targets: readonly RulesTarget[] = ["firewall-rules", "rulesets"];
const admin = 'http.request.uri.path contains "/admin"';
const files = {
  "rules/a.cfrule": rule(admin),
  "rules/b.cfrule": rule("ssl", "log"),
  "jobs/j.lpjob": job({ filter: "", destination_conf: "s3://logs/x?region=eu" }),
};

async function pushedAll(rulesTarget: RulesTarget): Promise<Harness> {
  const h = new Harness({ files, rulesTarget });
  for (const it of Object.keys(files)) expect((await h.push(it)).outcome).toBe("created");
  return h;
}

/** Creates a rule and a job without files and lock entries. */
async function byHand(h: Harness): Promise<void> {
  h.write("hand.cfrule", rule('http.host eq "by.hand"'));
  h.write(
    "hand.lpjob",
    job({ name: "by-hand", filter: "", destination_conf: "s3://hand/x?region=eu" }),
  );
  for (const it of ["hand.cfrule", "hand.lpjob"]) {
    expect((await h.push(it)).outcome).toBe("created");
    h.forget(it);
  }
}

function lose(h: Harness, path: string): void {
  rmSync(join(h.folder.path, path));
}

interface Row {
  path: string | null;
  outcome: string;
  drift?: string;
  ids: Record<string, string>;
}

async function rows(h: Harness, command: Command, args: readonly string[]) {
  const { out, status } = await runCommand(h, command, ["--format", "json", ...args]);
  return { status, rows: (JSON.parse(out) as { results: Row[] }).results };
}

describe.each(targets)("resources without a file, with %s", (rulesTarget) => {
  test("a workspace that equals the service has no drift", async () => {
    using h = await pushedAll(rulesTarget);
    expect((await runCommand(h, diff, [])).status).toBe(0);
  });

  test("an unmanaged resource is a difference", async () => {
    using h = await pushedAll(rulesTarget);
    await byHand(h);
    const { status, out } = await runCommand(h, diff, []);
    expect(status).toBe(1);
    expect(out).toMatch(/unmanaged rule \w+\n.*by\.hand.*'weir pull'/);
    expect(out).not.toMatch(/weir delete|may be managed/);
    expect(out).toMatch(/unmanaged job \d+\n.*'by-hand'/);
    expect(out).toContain("3 files: 3 same, 2 unmanaged.");
    const json = await rows(h, diff, []);
    const unmanaged = json.rows.filter((it) => it.drift === "unmanaged");
    expect(unmanaged).toMatchObject([
      { path: null, outcome: "skipped", ids: { job: expect.any(String) } },
      { path: null, outcome: "skipped", ids: { rule: expect.any(String) } },
    ]);
  });

  test("only the unmanaged resource with the given ID is deleted", async () => {
    using h = await pushedAll(rulesTarget);
    await byHand(h);
    const found = await rows(h, diff, []);
    const ids = found.rows.flatMap(({ drift, ids: it }) =>
      drift === "unmanaged" ? [it.job ?? it.rule ?? ""] : [],
    );
    const args = ids.flatMap((it) => ["--id", it]);
    const unasked = await runCommand(h, deleteCommand, args);
    expect([unasked.status, unasked.out]).toEqual([1, expect.stringContaining("by.hand")]);
    expect((await runCommand(h, diff, [])).status).toBe(1);
    expect((await runCommand(h, deleteCommand, [...args, "--yes", "--dry-run"])).status).toBe(0);
    const { status, out } = await runCommand(h, deleteCommand, [...args, "--yes"]);
    expect(status).toBe(0);
    expect(out).toContain("Deleted job 'by-hand' (");
    expect(out).toContain(`Deleted rule 'http.host eq "by.hand"'.`);
    expect((await runCommand(h, diff, [])).status).toBe(0);
    const [filter] = [...h.zone.filters.values()].filter((it) => it.expression.includes("by.hand"));
    if (filter) {
      expect((await runCommand(h, deleteCommand, ["--id", filter.id, "--yes"])).status).toBe(0);
      expect(h.zone.filters.has(filter.id)).toBe(false);
    }
  });

  test("an ID that belongs to a file, or is unknown, is refused", async () => {
    using h = await pushedAll(rulesTarget);
    const { rule: known = "", filter } = h.entry("rules/a.cfrule") ?? {};
    for (const id of [known, ...(filter ? [filter] : [])]) {
      const owned = await runCommand(h, deleteCommand, ["--id", id, "--yes"]);
      expect([owned.status, owned.out]).toEqual([
        1,
        expect.stringContaining("belongs to 'rules/a.cfrule'. Run 'weir delete rules/a.cfrule'"),
      ]);
    }
    const { status, out } = await runCommand(h, deleteCommand, ["--id", "77", "--yes"]);
    expect([status, out]).toEqual([
      1,
      expect.stringContaining("Nothing on the service has the ID"),
    ]);
    await expect(runCommand(h, deleteCommand, [])).rejects.toThrow("paths of files, or '--id'");
    await expect(runCommand(h, deleteCommand, ["a.cfrule", "--id", "1"])).rejects.toThrow(
      "Omit the paths",
    );
  });

  test("a deleted file that is still in the lock is a difference", async () => {
    using h = await pushedAll(rulesTarget);
    lose(h, "rules/a.cfrule");
    const { status, rows: found } = await rows(h, diff, []);
    expect(status).toBe(1);
    expect(found.filter((it) => it.drift)).toMatchObject([
      { path: "rules/a.cfrule", drift: "orphaned", ids: { rule: expect.any(String) } },
    ]);
  });

  test("checking part of the workspace reports nothing about the rest", async () => {
    using h = await pushedAll(rulesTarget);
    await byHand(h);
    lose(h, "jobs/j.lpjob");
    for (const args of [["rules"], ["rules/a.cfrule"], ["rules/*.cfrule"]])
      expect((await runCommand(h, diff, args)).status).toBe(0);
    lose(h, "rules/b.cfrule");
    expect((await rows(h, diff, ["rules"])).rows.filter((it) => it.drift)).toMatchObject([
      { path: "rules/b.cfrule" },
    ]);
  });

  test("a file missing from the lock and a renamed file still own their resources", async () => {
    using h = await pushedAll(rulesTarget);
    h.rename("rules/b.cfrule", "rules/c.cfrule");
    rmSync(join(h.folder.path, "weir.lock.json"));
    const found = await rows(h, diff, []);
    expect([found.status, found.rows.filter((it) => it.drift)]).toEqual([0, []]);
    for (const it of ["rules/a.cfrule", "rules/c.cfrule", "jobs/j.lpjob"]) await h.push(it);
    h.rename("rules/c.cfrule", "d.cfrule");
    const again = await rows(h, diff, []);
    expect([again.status, again.rows.filter((it) => it.drift)]).toEqual([0, []]);
  });

  test("rules of a nested workspace are not unmanaged", async () => {
    using h = new Harness({
      files: {
        "a.cfrule": rule(admin),
        "team/weir.json": weirJson(rulesTarget),
        "team/b.cfrule": rule("ssl"),
      },
      rulesTarget,
    });
    expect((await runCommand(h, push, ["--all", "--yes"])).status).toBe(0);
    expect((await runCommand(h, diff, [])).status).toBe(0);
  });

  test("--prune deletes only what the lock contains", async () => {
    using h = await pushedAll(rulesTarget);
    await byHand(h);
    lose(h, "rules/a.cfrule");
    lose(h, "jobs/j.lpjob");
    const before = h.snapshot();
    const plain = await runCommand(h, push, ["--all", "--yes"]);
    expect([plain.status, h.snapshot()]).toEqual([0, before]);
    expect(plain.out).toContain("orphaned  rules/a.cfrule");
    expect((await runCommand(h, push, ["--all", "--prune", "--yes", "--dry-run"])).out).toContain(
      "Delete",
    );
    expect(h.snapshot()).toBe(before);
    const unconfirmed = await runCommand(h, push, ["--all", "--prune"]);
    expect([unconfirmed.status, h.snapshot()]).toEqual([1, before]);

    const { status, out } = await runCommand(h, push, ["--all", "--prune", "--yes"]);
    expect(status).toBe(0);
    expect(out).toContain("deleted   rules/a.cfrule");
    expect(h.snapshot()).not.toContain("/admin");
    expect(h.snapshot()).not.toContain("logs/x");
    for (const it of ["by.hand", "by-hand", "ssl"]) expect(h.snapshot()).toContain(it);
    expect(h.entry("rules/a.cfrule")).toBeUndefined();
  });

  test("a dry run does not list a renamed file", async () => {
    using h = await pushedAll(rulesTarget);
    h.rename("rules/a.cfrule", "rules/renamed.cfrule");
    h.rename("jobs/j.lpjob", "jobs/renamed.lpjob");
    for (const args of [["--all"], ["--all", "--prune"]]) {
      const { status, out } = await runCommand(h, push, [...args, "--dry-run"]);
      expect(status).toBe(0);
      expect(out).toContain("Renamed from 'rules/a.cfrule'.");
      expect(out).not.toMatch(/Delete|orphaned/);
    }
  });

  test("each deletion is reported and confirmed separately", async () => {
    using h = await pushedAll(rulesTarget);
    lose(h, "rules/a.cfrule");
    lose(h, "rules/b.cfrule");
    const { err, out } = await runCommand(h, push, ["--all", "--prune"], "y\nn\n");
    expect(err.match(/Delete this\?/g)).toHaveLength(2);
    expect(out).toContain("deleted   rules/a.cfrule");
    expect(out).toContain("skipped   rules/b.cfrule");
    expect(h.entry("rules/b.cfrule")).toBeDefined();
  });

  test("nothing is pruned while a file has errors, because it may be the renamed one", async () => {
    using h = await pushedAll(rulesTarget);
    lose(h, "rules/a.cfrule");
    h.write("rules/renamed.cfrule", "# @action block\nhttp.request.uri.path contains");
    const before = h.snapshot();
    const { status, out } = await runCommand(h, push, ["--all", "--prune", "--yes"]);
    expect([status, h.snapshot()]).toEqual([1, before]);
    expect(out).toContain("Not deleted, because another file failed.");
  });
});

test("a filter used by another rule is not pruned", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(admin, "log") } });
  await h.push("a.cfrule");
  await h.push("b.cfrule");
  lose(h, "a.cfrule");
  expect((await runCommand(h, push, ["--all", "--prune", "--yes"])).status).toBe(0);
  expect([h.zone.rules.size, h.zone.filters.size]).toEqual([1, 1]);
});

test("without permission to list jobs, rules are compared and the exit code is 2", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(admin) } });
  await h.push("a.cfrule");
  const denied = { kind: "status", status: 403, path: "/logpush", times: 9 } as const;
  h.emulator.configure({ faults: [denied] });
  const { status, out } = await runCommand(h, diff, []);
  expect(status).toBe(2);
  expect(out).toContain("same      a.cfrule");
  expect(out).toContain("failed    jobs\n          Not examined: ");
});

test("'--prune' requires '--all'", async () => {
  using h = new Harness();
  await expect(runCommand(h, push, ["a.cfrule", "--prune"])).rejects.toThrow("it needs '--all'");
});

describe("a new job with a new filter", () => {
  const files = { "a.lpjob": job(), "shop.lpfilter": filter("a.example") };
  const env = { LOGS_KEY: secret };

  test.each([
    [push, ["--all", "--dry-run"], 0, "unchanged shop.lpfilter\n          Nothing would change."],
    [diff, [], 1, "skipped   shop.lpfilter\n          Pushed with 'a.lpjob'."],
  ] as const)("are planned together: $0.name", async (command, args, expected, filterResult) => {
    using h = new Harness({ files, env });
    const { status, out } = await runCommand(h, command, args);
    expect([status, out]).toEqual([expected, expect.stringContaining("Create job 'shop'.")]);
    expect(out).toContain(filterResult);
  });

  test("needs the job first when only the filter is given", async () => {
    using h = new Harness({ files, env });
    const { status, out } = await runCommand(h, push, ["shop.lpfilter", "--dry-run"]);
    expect([status, out]).toEqual([1, expect.stringContaining("has not been pushed yet")]);
  });
});
