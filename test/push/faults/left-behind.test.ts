import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Harness } from "../harness.ts";
import { filter, job, rule, secret } from "./sequences.ts";

/** Resources that remain on the service, or are created there during a push or a deletion. */

const env = { LOGS_KEY: secret };

test("a rule whose file was deleted is kept, and the next rule reports it", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl") } });
  await h.push("a.cfrule");
  rmSync(join(h.folder.path, "a.cfrule"));
  h.write("b.cfrule", rule("not ssl", "log"));
  await h.push("b.cfrule");
  expect(h.plans.at(-1)?.notes).toContain(
    "No file has the rule that was pushed from 'a.cfrule'; it is still on the service. This file is treated as a new rule.",
  );
  expect(h.zone.rules.size).toBe(2);
});

test("an equal rule of another file belongs to that file", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl"), "b.cfrule": rule("ssl") } });
  await h.push("a.cfrule");
  expect(await h.push("b.cfrule")).toMatchObject({ outcome: "created" });
  expect(h.zone.rules.size).toBe(2);
  expect(h.entry("a.cfrule")?.rule).not.toBe(h.entry("b.cfrule")?.rule);
});

test("a filter that gains a user while its rule is deleted is kept", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl") } });
  await h.push("a.cfrule");
  const [mine] = h.zone.rules.values();
  const id = h.entry("a.cfrule")?.filter;
  h.count(() => {
    if (mine && h.requests.at(-1) === `DELETE /filters/${id}`)
      h.zone.rules.set("theirs", { ...mine, id: "theirs" });
  });
  const { outcome, message } = await h.remove("a.cfrule");
  expect(`${outcome}: ${message}`).toContain(
    `The filter 'ssl' (${id}) was kept because something else uses it.`,
  );
  expect([...h.zone.rules.keys()]).toEqual(["theirs"]);
});

describe("a filter of a job", () => {
  const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };

  test("is removed although the response is lost", async () => {
    using h = new Harness({ files: { "own.lpfilter": filter("b.example"), ...files }, env });
    h.write("shop.lpjob", job({ filter: undefined }));
    await h.push("shop.lpjob");
    await h.push("own.lpfilter", { job: "1" });
    h.emulator.configure({ faults: [{ kind: "drop", afterEffect: true, method: "PUT" }] });
    expect(await h.remove("own.lpfilter")).toMatchObject({ outcome: "deleted" });
    expect(h.zone.jobs.get(1)?.filter || "").toBe("");
    expect(h.entry("own.lpfilter")).toBeUndefined();
  });

  test("that is already gone is only removed from the lock", async () => {
    using h = new Harness({ files: { "own.lpfilter": filter("b.example"), ...files }, env });
    h.write("shop.lpjob", job({ filter: undefined }));
    await h.push("shop.lpjob");
    await h.push("own.lpfilter", { job: "1" });
    h.zone.jobs.clear();
    h.requests.length = 0;
    await h.remove("own.lpfilter");
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
    expect(h.entry("own.lpfilter")).toBeUndefined();
  });

  test("follows the job file that names it, when requested by ID", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.write("shop.lpfilter", filter("b.example"));
    expect(await h.push("shop.lpfilter", { job: "1" })).toMatchObject({ outcome: "updated" });
    expect(h.zone.jobs.get(1)?.filter).toContain("b.example");
    expect(h.entry("shop.lpfilter")).toBeUndefined();
  });

  test.each([
    ["The job of 'shop.lpjob' (1) no longer exists.", undefined],
    ["The job has no filter on the service.", ""],
    ["unchanged", '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a.example"}}'],
  ])("is pulled from its location: %s", async (said, remote) => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    if (remote === undefined) h.zone.jobs.clear();
    else h.change("jobs", { filter: remote });
    const [result] = await h.pull("shop.lpfilter");
    expect(`${result?.outcome} ${result?.message}`).toContain(said);
  });
});
