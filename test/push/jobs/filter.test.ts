import { describe, expect, test } from "vitest";
import { filter, job, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const env = { LOGS_KEY: secret };
const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };

const firstJob = (h: Harness) => [...h.zone.jobs.values()][0];
const notes = (h: Harness) => h.plans.at(-1)?.notes.join(" ") ?? "";

describe("a filter file", () => {
  test("is pushed to every job that names it, and changes nothing else there", async () => {
    const both = { ...files, "b/two.lpjob": job({ name: "two", filter: "../shop.lpfilter" }) };
    using h = new Harness({ files: both, env });
    expect((await h.push("shop.lpfilter")).message).toContain("has not been pushed yet");
    await h.push("shop.lpjob");
    await h.push("b/two.lpjob");
    h.write("shop.lpjob", job({ enabled: true }));
    h.write("shop.lpfilter", filter("b.example"));
    expect(await h.push("shop.lpfilter")).toMatchObject({ outcome: "updated" });
    const jobs = [...h.zone.jobs.values()];
    expect(jobs.map((it) => [it.filter?.includes("b.example"), it.enabled])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await h.push("b/two.lpjob")).toMatchObject({ outcome: "unchanged" });
    expect((await h.compare("shop.lpjob")).message).toBe(
      "The file has changed since the last push.",
    );
  });

  test("is pushed to the job of --job, by ID or name, which is remembered", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    expect(await h.push("shop.lpfilter")).toMatchObject({
      message: expect.stringContaining("No job uses this filter."),
      dataset: "http_requests",
    });
    h.write("shop.lpfilter", filter("c.example"));
    expect(await h.push("shop.lpfilter", { job: "shop" })).toMatchObject({ outcome: "updated" });
    h.write("shop.lpfilter", filter("d.example"));
    expect(await h.push("shop.lpfilter")).toMatchObject({ outcome: "updated", ids: { job: "1" } });
    expect(firstJob(h)?.filter).toContain("d.example");
    expect(await h.remove("shop.lpfilter")).toMatchObject({ outcome: "deleted" });
    expect(firstJob(h)?.filter).toBe("");
  });

  test("is checked with the dataset of its job", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.change("jobs", { dataset: "firewall_events" });
    h.write("shop.lpfilter", filter("b.example").replace("ClientRequestHost", "EdgeResponseTimeX"));
    expect((await h.push("shop.lpfilter")).message).toContain("has an error in line 1");
  });
});

describe("a plan says what the change means", () => {
  const meaning = (h: Harness) => h.plans.at(-1)?.meaning;
  const where = (...parts: object[]) => JSON.stringify({ where: { or: parts } });
  const host = (value: string) => ({ key: "ClientRequestHost", operator: "eq", value });

  test.each([
    [
      [host("a"), host("b")],
      'Keeps everything it kept, and also lines where ClientRequestHost is "b", such as {"ClientRequestHost":"b"}.',
    ],
    [
      [{ and: [host("a"), { key: "EdgeResponseStatus", operator: "geq", value: 500 }] }],
      'Keeps less than before: no longer lines where EdgeResponseStatus is less than 500 and ClientRequestHost is "a", such as {"ClientRequestHost":"a"}.',
    ],
    [
      [{ key: "ClientRequestHost", operator: "in", value: ["a"] }],
      "The same lines as before: only the text changes.",
    ],
    [
      [host("b")],
      'Keeps nothing that it kept: no longer lines where ClientRequestHost is "a", such as {"ClientRequestHost":"a"}, but now lines where ClientRequestHost is "b", such as {"ClientRequestHost":"b"}.',
    ],
  ])("%j", async (parts, expected) => {
    using h = new Harness({ files: { ...files, "shop.lpfilter": where(host("a")) }, env });
    await h.push("shop.lpjob");
    expect(meaning(h)).toBeUndefined();
    h.write("shop.lpfilter", where(...parts));
    await h.push("shop.lpfilter");
    expect(meaning(h)).toBe(expected);
    h.write("shop.lpfilter", where(host("a")));
    await h.push("shop.lpjob");
    expect(meaning(h)).not.toBe("");
  });
});

describe("an external change on the service", () => {
  test("is reported before a filter overwrites it", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    expect((await h.compare("shop.lpfilter")).message).toBe("The file matches the service.");
    h.write("shop.lpfilter", filter("b.example"));
    expect((await h.compare("shop.lpfilter")).message).toBe(
      "The file has changed since the last push.",
    );
    h.change("jobs", { filter: "" });
    expect((await h.compare("shop.lpfilter")).message).toBe(
      "The file and the service have both changed since the last push.",
    );
    await h.push("shop.lpfilter");
    expect(notes(h)).toContain("Changed on the service since the last push.");
    expect((await h.compare("shop.lpjob")).outcome).toBe("unchanged");
  });

  test("outside the filter is still detected after the filter was pushed", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.change("jobs", { name: "renamed" });
    h.write("shop.lpfilter", filter("b.example"));
    await h.push("shop.lpfilter");
    expect((await h.compare("shop.lpjob")).message).toBe(
      "The service has changed since the last push.",
    );
  });

  test("is detected for a filter whose job is only in the lock", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    await h.push("shop.lpfilter", { job: "shop" });
    h.change("jobs", { name: "renamed" });
    expect(await h.compare("shop.lpfilter")).toMatchObject({ outcome: "unchanged" });
    h.change("jobs", { filter: "" });
    expect((await h.compare("shop.lpfilter")).message).toBe(
      "The service has changed since the last push.",
    );
  });
});

describe("a job file without a filter", () => {
  const apart = { ...files, "shop.lpjob": job({ filter: undefined }) };

  test("gets one by --job, which is remembered, and keeps it when the file is pushed", async () => {
    using h = new Harness({ files: apart, env });
    await h.push("shop.lpjob");
    await h.push("shop.lpfilter", { job: "shop" });
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
    h.write("shop.lpfilter", filter("b.example"));
    expect(await h.push("shop.lpfilter")).toMatchObject({ outcome: "updated" });
    expect(firstJob(h)?.filter).toContain("b.example");
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
    expect(firstJob(h)?.filter).toContain("b.example");
  });

  test("is pulled without it", async () => {
    using h = new Harness({ files: apart, env });
    await h.push("shop.lpjob");
    await h.push("shop.lpfilter", { job: "shop" });
    expect(await h.pull()).toMatchObject([{ path: "shop.lpjob", outcome: "unchanged" }]);
    h.forget("shop.lpjob");
    expect(await h.pull()).toMatchObject([{ path: "jobs/shop.lpjob", outcome: "created" }]);
    expect(notes(h)).toContain("The filter stays in 'shop.lpfilter'.");
    expect(h.folder.read("jobs/shop.lpjob")).not.toContain("filter");
    expect(await h.push("shop.lpfilter")).toMatchObject({ outcome: "unchanged" });
  });

  test("does not get one when the file has its own filter", async () => {
    using h = new Harness({ files: { ...files, "other.lpfilter": filter("b.example") }, env });
    await h.push("shop.lpjob");
    const refusal = "The job 'shop' (1) has its filter from 'shop.lpjob'.";
    expect((await h.push("other.lpfilter", { job: "shop" })).message).toContain(refusal);
    h.write("shop.lpjob", job({ filter: undefined }));
    await h.push("shop.lpjob");
    await h.push("other.lpfilter", { job: "shop" });
    h.write("shop.lpjob", job());
    await h.push("shop.lpjob");
    expect((await h.push("other.lpfilter")).message).toContain(refusal);
  });

  test("has one file for its filter: the last that was pushed", async () => {
    using h = new Harness({ files: { ...apart, "other.lpfilter": filter("b.example") }, env });
    await h.push("shop.lpjob");
    await h.push("shop.lpfilter", { job: "1" });
    await h.push("other.lpfilter", { job: "1" });
    expect(notes(h)).toContain("The job had its filter from 'shop.lpfilter'.");
    expect(h.entry("shop.lpfilter")).toBeUndefined();
    expect(await h.push("other.lpfilter")).toMatchObject({ outcome: "unchanged" });
  });

  test("is found again after its filter file was renamed", async () => {
    using h = new Harness({ files: apart, env });
    await h.push("shop.lpjob");
    await h.push("shop.lpfilter", { job: "1" });
    h.rename("shop.lpfilter", "renamed.lpfilter");
    expect(await h.push("renamed.lpfilter")).toMatchObject({ outcome: "unchanged" });
    expect(h.entry("shop.lpfilter")).toBeUndefined();
    h.rename("renamed.lpfilter", "b/renamed.lpfilter");
    h.write("b/renamed.lpfilter", filter("b.example"));
    expect(await h.push("b/renamed.lpfilter")).toMatchObject({ outcome: "updated" });
    expect(notes(h)).toContain("Renamed from 'renamed.lpfilter'.");
  });
});

describe("a filter that no job uses", () => {
  const apart = { ...files, "shop.lpjob": job({ filter: undefined }) };

  test("is pushed to the selected job", async () => {
    using h = new Harness({ files: apart, env });
    await h.push("shop.lpjob");
    h.answers = { choose: 0 };
    expect(await h.push("shop.lpfilter")).toMatchObject({ outcome: "skipped" });
    expect(await h.push("shop.lpfilter", { askForJob: true })).toMatchObject({
      outcome: "updated",
    });
    expect(h.questions).toEqual([
      expect.stringMatching(/Which job should use it\? 'shop' \(1\), disabled, https:\/\/[^/?]+$/),
    ]);
    expect(h.details).toEqual(["No filter: sends all lines"]);
    expect(firstJob(h)?.filter).toContain("a.example");
    expect(h.plans.at(-1)?.overwrites).toBeUndefined();
  });

  test("replaces the filter of a selected job only after a question that says so", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    h.write("shop.lpfilter", filter("b.example"));
    h.answers = { choose: 0, confirm: "no" };
    await h.push("shop.lpfilter", { askForJob: true });
    expect(h.details[0]).toContain('Keeps lines where ClientRequestHost is "a.example"');
    expect(h.plans.at(-1)?.overwrites).toMatchObject({
      reason: "The job has a filter that was not pushed from here.",
      cannotPull: true,
    });
    expect(firstJob(h)?.filter).toContain("a.example");
  });

  test("names the file whose filter it replaces", async () => {
    using h = new Harness({ files: { ...apart, "other.lpfilter": filter("b.example") }, env });
    await h.push("shop.lpjob");
    await h.push("shop.lpfilter", { job: "1" });
    h.answers = { choose: 0, confirm: "no" };
    await h.push("other.lpfilter", { askForJob: true });
    expect(h.plans.at(-1)?.overwrites?.reason).toBe("The job has its filter from 'shop.lpfilter'.");
  });

  test("is checked before the prompt, and offers jobs of its dataset", async () => {
    using h = new Harness({ files: apart, env });
    await h.push("shop.lpjob");
    h.write("shop.lpfilter", filter("a.example").replace("ClientRequestHost", "NoSuchField"));
    const { message } = await h.push("shop.lpfilter", { askForJob: true });
    expect(message).toContain("has an error in line 1");
    expect(h.questions).toEqual([]);
    h.write("shop.lpfilter", `// @dataset dns_logs\n${filter("a.example")}`);
    expect((await h.push("shop.lpfilter", { askForJob: true })).message).toContain(
      "has an error in line 2",
    );
    h.write(
      "shop.lpfilter",
      '// @dataset dns_logs\n{"where":{"key":"QueryName","operator":"eq","value":"a"}}',
    );
    h.answers = { choose: 0 };
    expect((await h.push("shop.lpfilter", { askForJob: true })).message).toContain("No job uses");
    expect(h.questions).toEqual([]);
  });

  test("is not pushed without a selection, and jobs whose files have filters are not offered", async () => {
    using h = new Harness({ files: { ...files, "other.lpfilter": filter("b.example") }, env });
    await h.push("shop.lpjob");
    expect(await h.push("other.lpfilter", { askForJob: true })).toMatchObject({
      outcome: "skipped",
    });
    expect(h.questions).toEqual([]);
    h.forget("shop.lpjob");
    expect(await h.push("other.lpfilter", { askForJob: true })).toMatchObject({
      outcome: "skipped",
    });
    expect(h.questions).toHaveLength(1);
  });
});
