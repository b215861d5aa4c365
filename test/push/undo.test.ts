import { describe, expect, test } from "vitest";
import type { Undo } from "../../server/src/push/plan/plan.ts";
import { undo } from "../../server/src/push/undo.ts";
import type { RulesTarget } from "../../server/src/workspace/config/config.ts";
import { Harness } from "./harness.ts";

const job = (more = "") =>
  `{ "name": "errors", "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu", "enabled": true${more} }`;
const filter = (status: string) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": ${status} } }`;

/** Pushes a file, and returns its undo data. */
async function pushed(h: Harness, path: string, text: string): Promise<Undo> {
  h.write(path, text);
  const result = await h.push(path);
  expect(result).toMatchObject({ undo: {} });
  return result.undo as Undo;
}

const undone = (h: Harness, path: string, was: Undo) => undo(path, h.session(), was);

describe("a job", () => {
  test("that was created is deleted, and its lock entry is removed", async () => {
    using h = new Harness();
    const before = h.snapshot();
    const was = await pushed(h, "a.lpjob", job());
    expect(await undone(h, "a.lpjob", was)).toMatchObject({ outcome: "deleted" });
    expect(h.snapshot()).toBe(before);
    expect(h.entry("a.lpjob")).toBeUndefined();
  });

  test("that was changed is restored, including settings that it did not have", async () => {
    using h = new Harness();
    const first = `, "output_options": { "sample_rate": 0.5 }`;
    await pushed(h, "a.lpjob", job(first));
    const [before, entry] = [h.snapshot(), h.entry("a.lpjob")];
    const text = job(`, "frequency": "low", "filter": ${filter("500")}`);
    const was = await pushed(h, "a.lpjob", text);
    expect(h.snapshot()).not.toBe(before);
    const result = await undone(h, "a.lpjob", was);
    expect(result.message).toBe("Restored the state from before the push.");
    expect(h.zone.jobs.get(1)).toMatchObject({ output_options: { sample_rate: 0.5 } });
    expect(h.zone.jobs.get(1)?.filter).toBeFalsy();
    expect(h.zone.jobs.get(1)?.frequency ?? null).toBeNull();
    expect(h.entry("a.lpjob")).toEqual(entry);
    expect(await h.compare("a.lpjob")).toMatchObject({
      message: "The file has changed since the last push.",
    });
  });

  test("that has changed externally, or is gone, is left unchanged", async () => {
    using h = new Harness();
    const was = await pushed(h, "a.lpjob", job());
    h.change("jobs", { enabled: false });
    const before = h.snapshot();
    const result = await undone(h, "a.lpjob", was);
    expect(result).toMatchObject({ outcome: "failed", refused: true });
    expect(result.message).toMatch(
      /^The job 'errors' \(1\) has changed on the service since that push/,
    );
    expect(h.snapshot()).toBe(before);
    h.zone.jobs.clear();
    expect(await undone(h, "a.lpjob", was)).toMatchObject({
      outcome: "deleted",
      message: "Already deleted from the service.",
    });
    expect(h.entry("a.lpjob")).toBeUndefined();
  });

  test("is left unchanged when its file now belongs to another job", async () => {
    using h = new Harness();
    const was = await pushed(h, "a.lpjob", job());
    await pushed(h, "b.lpjob", job().replace("errors", "others"));
    h.rename("b.lpjob", "a.lpjob");
    await h.push("a.lpjob", { job: "2" });
    h.session().lock.remove("b.lpjob", "local");
    expect(h.entry("a.lpjob")?.job).toBe(2);
    const before = h.snapshot();
    const result = await undone(h, "a.lpjob", was);
    expect(result.message).toMatch(/now refers to another resource/);
    expect(h.snapshot()).toBe(before);
    expect(h.entry("a.lpjob")?.job).toBe(2);
  });

  test("that replaced another is not restored", async () => {
    using h = new Harness();
    await pushed(h, "a.lpjob", job());
    h.write("a.lpjob", job().replace("http_requests", "firewall_events"));
    const result = await h.push("a.lpjob");
    expect(result.outcome).toBe("updated");
    expect(result.undo).toBeUndefined();
  });

  test("gets back the filter that a filter file has changed", async () => {
    using h = new Harness({ files: { "f.lpfilter": filter("500") } });
    await pushed(h, "a.lpjob", job(`, "filter": "f.lpfilter"`));
    const [before, entry] = [h.snapshot(), h.entry("a.lpjob")];
    const was = await pushed(h, "f.lpfilter", filter("404"));
    expect(await undone(h, "f.lpfilter", was)).toMatchObject({ outcome: "updated" });
    expect(h.snapshot()).toBe(before);
    expect(h.entry("a.lpjob")).toEqual(entry);
  });
});

describe.each<RulesTarget>(["firewall-rules", "rulesets"])("a rule of %s", (rulesTarget) => {
  const rule = "# @action block\n# @description Old\nssl";

  test("that was created is deleted", async () => {
    using h = new Harness({ rulesTarget });
    const was = await pushed(h, "a.cfrule", rule);
    expect(await undone(h, "a.cfrule", was)).toMatchObject({ outcome: "deleted" });
    expect(h.snapshot()).toBe("");
    expect(h.entry("a.cfrule")).toBeUndefined();
  });

  test("that was changed is restored", async () => {
    using h = new Harness({ rulesTarget });
    await pushed(h, "a.cfrule", rule);
    const [before, entry] = [h.snapshot(), h.entry("a.cfrule")];
    const was = await pushed(h, "a.cfrule", "# @action log\n# @paused\nnot ssl");
    expect(await undone(h, "a.cfrule", was)).toMatchObject({ outcome: "updated" });
    expect(h.snapshot()).toBe(before);
    expect(h.entry("a.cfrule")).toEqual(entry);
  });

  test("that was pushed again is left unchanged", async () => {
    using h = new Harness({ rulesTarget });
    const was = await pushed(h, "a.cfrule", rule);
    await pushed(h, "a.cfrule", "# @action block\nnot ssl");
    const before = h.snapshot();
    expect((await undone(h, "a.cfrule", was)).message).toMatch(/has changed on the service since/);
    expect(h.snapshot()).toBe(before);
  });

  test("is left unchanged when its file now belongs to another rule", async () => {
    using h = new Harness({ rulesTarget });
    const was = await pushed(h, "a.cfrule", rule);
    const { lock } = h.session();
    const entry = h.entry("a.cfrule");
    await pushed(h, "b.cfrule", "# @action log\nnot ssl");
    const other = h.entry("b.cfrule");
    for (const now of [other, { ...entry, rule: undefined }]) {
      lock.set("a.cfrule", "local", now as never);
      const before = h.snapshot();
      expect((await undone(h, "a.cfrule", was)).message).toMatch(/refers to another resource/);
      expect(h.snapshot()).toBe(before);
    }
  });

  test("is not changed without confirmation", async () => {
    using h = new Harness({ rulesTarget });
    const was = await pushed(h, "a.cfrule", rule);
    const before = h.snapshot();
    h.answers = { confirm: "no" };
    expect(await undone(h, "a.cfrule", was)).toMatchObject({ outcome: "skipped", refused: true });
    expect(h.snapshot()).toBe(before);
  });
});

test("a rule gets back the shared filter that it used before", async () => {
  using h = new Harness();
  await pushed(h, "a.cfrule", "# @action block\nssl");
  await pushed(h, "b.cfrule", "# @action log\nssl");
  const before = h.snapshot();
  const was = await pushed(h, "b.cfrule", "# @action log\nnot ssl");
  expect(h.zone.filters.size).toBe(2);
  expect(await undone(h, "b.cfrule", was)).toMatchObject({ outcome: "updated" });
  expect(h.snapshot()).toBe(before);
  expect(h.zone.filters.size).toBe(1);
});
