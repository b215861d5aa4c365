import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import type { Command } from "../../server/src/cli/io.ts";
import { undoRun } from "../../server/src/push/undo.ts";
import type { RulesTarget } from "../../server/src/workspace/config/config.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { filter, job, rule, secret } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

const env = { LOGS_KEY: secret };
const three = {
  "a.cfrule": rule("ssl"),
  "b.cfrule": rule("not ssl"),
  "c.cfrule": rule("ip.src eq 1.1.1.1"),
};

async function weir(h: Harness, command: Command, args: readonly string[], typed?: string) {
  const { status, said } = await runCommand(h, command, args, typed);
  return { status, out: said };
}

/** The stored records, by path. */
function records(h: Harness): Map<string, string> {
  const folder = join(h.folder.path, ".weir/undo");
  return new Map(
    readdirSync(folder).map((it) => {
      const file = join(folder, it);
      return [JSON.parse(readFileSync(file, "utf8")).path, file];
    }),
  );
}

function edit(file: string | undefined, change: (record: Record<string, unknown>) => object): void {
  const record = JSON.parse(readFileSync(file ?? "", "utf8"));
  writeFileSync(file ?? "", JSON.stringify(change(record)));
}

describe.each<RulesTarget>(["firewall-rules", "rulesets"])("the last run (%s)", (rulesTarget) => {
  test("is undone as a whole, with one question that lists every file", async () => {
    using h = new Harness({ files: three, rulesTarget });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const [before, entry] = [h.snapshot(), h.entry("a.cfrule")];
    h.write("a.cfrule", rule("ssl", "log"));
    await weir(h, push, ["--all", "--yes"]);
    const { status, out } = await weir(h, undo, [], "y\n");
    expect(status).toBe(0);
    expect(out).toMatch(/^\. → local\n.*Undo the last push, of 3 files/s);
    expect(out).toContain("! a.cfrule: Revert rule");
    expect(out).toContain("! b.cfrule: Delete rule");
    expect(out).toContain("! c.cfrule: Delete rule");
    expect(out.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(h.snapshot()).toBe(before);
    expect(h.entry("a.cfrule")).toEqual(entry);
    expect([h.entry("b.cfrule"), h.entry("c.cfrule")]).toEqual([undefined, undefined]);
    const again = await weir(h, undo, ["--yes"]);
    expect(again.status).toBe(1);
    expect(again.out).toContain("The last push has already been undone.");
    expect(h.snapshot()).toBe(before);
  });

  test("is not sent without a yes, and not in a dry run", async () => {
    using h = new Harness({ files: three, rulesTarget });
    await weir(h, push, ["--all", "--yes"]);
    const before = h.snapshot();
    expect((await weir(h, undo, [], "n\n")).status).toBe(1);
    expect((await weir(h, undo, [])).out).toContain("Pass '--yes'.");
    const { status, out } = await weir(h, undo, ["--dry-run", "--format", "json"]);
    expect(status).toBe(0);
    const { results } = JSON.parse(out);
    expect(results.map((it: { path: string }) => it.path)).toEqual([
      "c.cfrule",
      "b.cfrule",
      "a.cfrule",
    ]);
    expect(results[0].message).toMatch(/^Would delete rule/);
    expect(h.snapshot()).toBe(before);
  });

  test("was a deletion: its rule is created again, where it was", async () => {
    using h = new Harness({ files: three, rulesTarget });
    await weir(h, push, ["--all", "--yes"]);
    const [before, entry] = [h.snapshot(), h.entry("b.cfrule")];
    const order = h.rulesetRules.map((it) => it.expression);
    await weir(h, deleteCommand, ["b.cfrule", "--yes"]);
    expect(h.snapshot()).not.toBe(before);
    expect((await weir(h, undo, ["--yes"])).status).toBe(0);
    expect(h.snapshot()).toBe(before);
    expect(h.rulesetRules.map((it) => it.expression)).toEqual(order);
    expect(h.entry("b.cfrule")).toMatchObject({ state: "done", hash: entry?.hash });
    expect(await h.compare("b.cfrule")).toMatchObject({ outcome: "unchanged" });
  });

  test("that was interrupted undoes nothing older", async () => {
    using h = new Harness({ files: three, rulesTarget });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const rewind = h.rewinder();
    await h.push("b.cfrule");
    const first = h.requests.findIndex((it) => it.startsWith("POST"));
    rewind();
    h.count(() => {});
    await Promise.race([h.killAt(first, true), h.push("b.cfrule")]);
    const before = h.snapshot();
    h.count(() => {});
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("The push of 'b.cfrule' did not finish");
    expect(h.snapshot()).toBe(before);
  });

  test("that had no effect leaves the run before it as the last", async () => {
    using h = new Harness({ files: three, rulesTarget, settings: { unavailable: ["log"] } });
    await weir(h, push, ["a.cfrule", "--yes"]);
    h.write("a.cfrule", rule("ssl", "log"));
    expect((await weir(h, push, ["a.cfrule", "--yes"])).status).toBe(1);
    expect((await weir(h, undo, ["--yes"])).status).toBe(0);
    expect(h.snapshot()).toBe("");
  });

  test("is undone after an interruption at any request", async () => {
    using h = new Harness({ files: three, rulesTarget });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const [before, entry] = [h.snapshot(), h.entry("a.cfrule")];
    h.write("a.cfrule", rule("ssl", "log"));
    await weir(h, push, ["a.cfrule", "b.cfrule", "--yes"]);
    const rewind = h.rewinder();
    for (const afterEffect of [false, true])
      for (let at = 0; ; at++) {
        rewind();
        h.count(() => {});
        const end = await Promise.race([h.killAt(at, afterEffect), undoRun(h.session(), {})]);
        h.count(() => {});
        const { status, out } = await weir(h, undo, ["--yes"]);
        const isDone = end !== undefined || /already been undone/.test(out);
        expect(isDone || status === 0, `${at} ${afterEffect} ${out}`).toBe(true);
        expect(h.snapshot(), `${at} ${afterEffect}`).toBe(before);
        expect(h.entry("a.cfrule")).toEqual(entry);
        expect(h.entry("b.cfrule")).toBeUndefined();
        if (end !== undefined) break;
      }
  });
});

describe("what cannot be undone", () => {
  test("a replaced job does not make an older push the last", async () => {
    using h = new Harness({
      files: { "a.lpjob": job({ filter: undefined }), "a.cfrule": rule("ssl") },
      env,
    });
    await weir(h, push, ["a.lpjob", "--yes"]);
    await weir(h, push, ["a.cfrule", "--yes"]);
    h.write("a.lpjob", job({ filter: undefined, dataset: "firewall_events" }));
    expect((await weir(h, push, ["a.lpjob", "--yes", "--job", "shop"])).status).toBe(0);
    const before = h.snapshot();
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("That push replaced a job by a new one");
    expect(h.snapshot()).toBe(before);
    expect((await weir(h, undo, ["a.lpjob", "--yes"])).out).toContain("replaced a job");
  });

  test.each([[["a.lpjob"]], [["--id", "1"]]])("a deleted job: %s", async (which) => {
    using h = new Harness({
      files: { "a.lpjob": job({ filter: undefined }), "a.cfrule": rule("ssl") },
      env,
    });
    await weir(h, push, ["a.lpjob", "--yes"]);
    await weir(h, push, ["a.cfrule", "--yes"]);
    if (which[0] === "--id") h.forget("a.lpjob");
    expect((await weir(h, deleteCommand, [...which, "--yes"])).status).toBe(0);
    const before = h.snapshot();
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toMatch(/Push it to create it again|has no file/);
    expect(h.snapshot()).toBe(before);
  });

  test("is listed beside what can, which is undone", async () => {
    using h = new Harness({ files: { "a.lpjob": job({ filter: undefined }), ...three }, env });
    await weir(h, push, ["a.lpjob", "--yes"]);
    h.write("a.lpjob", job({ filter: undefined, destination_conf: "s3://other/x?region=eu" }));
    await weir(h, push, ["--all", "--yes"]);
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("Undo 3 of 4 parts of the last push");
    expect(out).toContain("! a.lpjob cannot be undone: That push changed 'destination_conf'");
    expect(out).toContain("3 deleted, 1 failed");
    expect(h.zone.rules.size).toBe(0);
    expect(h.zone.jobs.get(1)?.destination_conf).toBe("s3://other/x?region=eu");
    expect((await weir(h, undo, ["--yes"])).out).toContain("That push changed 'destination_conf'");
  });

  test.each([
    ["refused", 400],
    ["unknown", 500],
  ])("a filter that reached one of two jobs, when the second call is %s", async (_name, status) => {
    const named = (name: string) => job({ name });
    const files = { "a.lpjob": named("a"), "b.lpjob": named("b"), "shop.lpfilter": filter("a") };
    using h = new Harness({ files, env });
    await weir(h, push, ["--all", "--yes"]);
    h.write("shop.lpfilter", filter("b"));
    let puts = 0;
    h.count(() => {});
    h.replaceResponse = (_number, answer, request) => {
      if (request.startsWith("PUT")) puts++;
      if (puts < 2) return answer;
      return new Response(JSON.stringify({ success: false, errors: [] }), { status });
    };
    expect((await h.push("shop.lpfilter")).outcome).toBe("failed");
    h.count(() => {});
    const before = h.snapshot();
    const { status: code, out } = await weir(h, undo, ["--yes"]);
    expect(`${code} ${out}`).toMatch(/^1 .*did not finish/s);
    expect(h.snapshot()).toBe(before);
  });

  test("a rule whose filter was paused would become active", async () => {
    using h = new Harness({ files: three });
    await weir(h, push, ["a.cfrule", "--yes"]);
    for (const [id, it] of h.zone.filters) h.zone.filters.set(id, { ...it, paused: true });
    await weir(h, deleteCommand, ["a.cfrule", "--yes", "--overwrite"]);
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("was paused");
    expect(h.zone.rules.size).toBe(0);
  });

  test("a deleted rule whose file has been pushed again", async () => {
    using h = new Harness({ files: three });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const { undo: was } = await h.remove("a.cfrule");
    await h.push("a.cfrule");
    const before = h.snapshot();
    const [result] = await undoRun(h.session(), { known: () => was });
    expect(result).toMatchObject({ outcome: "failed" });
    expect(result?.message).toContain("has been pushed since");
    expect(h.snapshot()).toBe(before);
  });
});

describe("records", () => {
  test("of an earlier version name files only, and their order is not guessed", async () => {
    using h = new Harness({ files: three });
    await weir(h, push, ["--all", "--yes"]);
    for (const it of records(h).values())
      edit(it, ({ path, profile, undo: was }) => ({
        version: 1,
        path,
        profile,
        at: "2026-01-01T00:00:00.000Z",
        undo: was,
      }));
    writeFileSync(join(h.folder.path, ".weir/last-run.json"), "{}");
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("from an earlier version of Weir");
    expect(h.zone.rules.size).toBe(3);
    expect((await weir(h, undo, ["b.cfrule", "--yes"])).status).toBe(0);
    expect(h.zone.rules.size).toBe(2);
  });

  test.each([
    ["a newer version", (it: object) => ({ ...it, version: 3 })],
    ["an unknown state", (it: object) => ({ ...it, state: "new" })],
    ["another shape", () => ({ version: 2 })],
  ])("of %s are reported, and nothing is undone", async (_name, change) => {
    using h = new Harness({ files: three });
    await weir(h, push, ["--all", "--yes"]);
    edit(records(h).get("b.cfrule"), change);
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("is damaged or from a newer version of Weir");
    expect(h.zone.rules.size).toBe(3);
  });

  test("of another zone are ignored", async () => {
    using h = new Harness({ files: three });
    await weir(h, push, ["a.cfrule", "--yes"]);
    edit(records(h).get("a.cfrule"), (it) => ({
      ...it,
      undo: { ...(it.undo as object), zone: "other" },
    }));
    expect((await weir(h, undo, ["--yes"])).status).toBe(1);
    expect(h.zone.rules.size).toBe(1);
  });

  test("belong to their profile", async () => {
    using h = new Harness({ files: three });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const config = JSON.parse(h.folder.read("weir.json"));
    config.profiles.other = config.profiles.local;
    h.write("weir.json", JSON.stringify(config));
    const { status, out } = await weir(h, undo, ["--yes", "--profile", "other"]);
    expect(status).toBe(1);
    expect(out).toContain("No push to undo in this folder.");
    await weir(h, push, ["b.cfrule", "--yes", "--profile", "other"]);
    expect((await weir(h, undo, ["--yes"])).status).toBe(0);
    expect([...h.zone.filters.values()].map((it) => it.expression)).toEqual(["not ssl"]);
  });

  test("do not depend on the clock: the last run is the last that wrote", async () => {
    using h = new Harness({ files: three });
    const sessions = [h.session(), h.session()] as const;
    const { push: pushOne } = await import("../../server/src/push/push.ts");
    await pushOne("a.cfrule", sessions[0], {});
    await pushOne("b.cfrule", sessions[1], {});
    sessions[0].service.forget();
    await pushOne("c.cfrule", sessions[0], {});
    const results = await undoRun(h.session(), {});
    expect(results.map((it) => it.path)).toEqual(["c.cfrule", "a.cfrule"]);
    expect([...h.zone.filters.values()].map((it) => it.expression)).toEqual(["not ssl"]);
  });
});
