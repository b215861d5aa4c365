import { describe, expect, test } from "vitest";
import { filter, job, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const env = { LOGS_KEY: secret };
const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
const pushedFilter = '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a.example"}}';

const firstJob = (h: Harness) => [...h.zone.jobs.values()][0];
const notes = (h: Harness) => h.plans.at(-1)?.notes.join(" ") ?? "";

describe("creating a job", () => {
  test("sends its filter as a string with variables replaced, and writes the lock", async () => {
    using h = new Harness({ files, env });
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "created", ids: { job: "1" } });
    expect(firstJob(h)).toEqual({
      id: 1,
      name: "shop",
      dataset: "http_requests",
      destination_conf: `https://logs.example.com?header_Authorization=${secret}`,
      output_options: { field_names: ["RayID", "ClientIP"], sample_rate: 1 },
      filter: pushedFilter,
      kind: "",
      enabled: false,
    });
    expect(h.entry("shop.lpjob")).toMatchObject({ target: "jobs", job: 1, state: "done" });
    expect(h.lockText()).not.toContain(secret);
    expect(notes(h)).toContain("created disabled");
    expect(notes(h)).toContain("Set from environment variables: LOGS_KEY.");
    expect((await h.push("shop.lpjob")).outcome).toBe("unchanged");
  });

  test("reports that an enabled job sends immediately", async () => {
    using h = new Harness({ files: { ...files, "shop.lpjob": job({ enabled: true }) }, env });
    await h.push("shop.lpjob");
    expect(notes(h)).toContain("starts sending immediately");
  });

  test.each([
    ["no", "Not confirmed"],
    ["unavailable", "Pass '--yes'"],
  ] as const)("is prevented when the answer is %s", async (confirm, why) => {
    using h = new Harness({ files, env });
    h.answers = { confirm };
    const result = await h.push("shop.lpjob");
    expect(result).toMatchObject({ outcome: "skipped", refused: true });
    expect(result.message).toContain(why);
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
    expect(h.lockText()).toBe("");
  });

  test("does not happen in a dry run", async () => {
    using h = new Harness({ files, env });
    expect(await h.push("shop.lpjob", { dryRun: true })).toMatchObject({ outcome: "skipped" });
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
    expect(h.plans).toHaveLength(1);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      "a variable that is not set",
      {},
      "needs the environment variable 'LOGS_KEY', which is not set",
    ],
    [
      "a credential",
      { destination_conf: `https://evil.example?header_X=\${env:WEIR_API_TOKEN}` },
      "is an API credential and cannot be used in a job",
    ],
    ["a filter that is not there", { filter: "./none.lpfilter" }, "does not exist"],
  ])("is prevented by %s", async (_, change, expected) => {
    const withKey = Object.keys(change).length > 0;
    using h = new Harness({
      files: { ...files, "shop.lpjob": job(change) },
      env: withKey ? env : {},
    });
    const { message } = await h.push("shop.lpjob");
    expect(message).toContain(expected);
    expect(h.requests).toEqual([]);
  });

  test("uses the account for an account dataset", async () => {
    const dns = job({ dataset: "gateway_dns", filter: "", output_options: { field_names: [] } });
    using h = new Harness({ files: { "dns.lpjob": dns }, env });
    expect((await h.push("dns.lpjob")).message).toBe("Created job 'shop' (1).");
    expect(h.account.jobs.size).toBe(1);
    expect(h.entry("dns.lpjob")).not.toHaveProperty("zone");
  });

  test("is prevented by errors, but not by suppressed ones", async () => {
    using h = new Harness({
      files: {
        ...files,
        "shop.lpfilter": filter("a.example").replace("ClientRequestHost", "Nope"),
      },
      env,
    });
    expect((await h.push("shop.lpjob")).message).toContain(
      "'shop.lpfilter' has an error in line 1",
    );
    expect(h.requests).toEqual([]);
    h.write(
      "weir.json",
      h.folder.read("weir.json").replace("{", '{"severity":{"unknown-field":"off"},'),
    );
    expect((await h.push("shop.lpjob")).message).toContain("rejected the request (400)");
  });
});

describe("finding an existing job", () => {
  test("by its name, without a lock entry, creates no second one", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.session().lock.remove("shop.lpjob", "local");
    h.write("shop.lpjob", job({ enabled: true }));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated", ids: { job: "1" } });
    expect(notes(h)).toContain("was matched by name");
    expect(h.zone.jobs.size).toBe(1);
  });

  test("after its file was renamed, changed or not", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.rename("shop.lpjob", "jobs/store.lpjob");
    h.write("jobs/store.lpjob", job({ filter: "../shop.lpfilter" }));
    expect(await h.push("jobs/store.lpjob")).toMatchObject({ outcome: "unchanged" });
    expect(h.entry("shop.lpjob")).toBeUndefined();
    h.rename("jobs/store.lpjob", "other.lpjob");
    h.write("other.lpjob", job({ enabled: true }));
    expect(await h.push("other.lpjob")).toMatchObject({ outcome: "updated", ids: { job: "1" } });
    expect(notes(h)).toContain("Renamed from 'jobs/store.lpjob'.");
    expect(h.zone.jobs.size).toBe(1);
  });

  test("after the job and its file were renamed asks the user", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.rename("shop.lpjob", "new.lpjob");
    h.write("new.lpjob", job({ name: "new", enabled: true }));
    h.answers = { confirm: "yes", choose: 1 };
    expect(await h.push("new.lpjob")).toMatchObject({ outcome: "updated", ids: { job: "1" } });
    expect(h.questions[0]).toContain("New job | Renamed from 'shop.lpjob'");
  });

  test("never takes it from another file", async () => {
    using h = new Harness({ files: { ...files, "twin.lpjob": job() }, env });
    await h.push("shop.lpjob");
    expect(await h.push("twin.lpjob")).toMatchObject({ outcome: "created", ids: { job: "2" } });
    expect((await h.push("twin.lpjob", { job: "1" })).message).toContain("belongs to 'shop.lpjob'");
  });

  test("creates it again when it was deleted", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.zone.jobs.clear();
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "created", ids: { job: "2" } });
    expect(notes(h)).toContain("The job of the last push (1) no longer exists.");
  });

  test("uses --job for ambiguous names", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.zone.jobs.set(7, { ...(firstJob(h) as NonNullable<ReturnType<typeof firstJob>>), id: 7 });
    h.session().lock.remove("shop.lpjob", "local");
    expect((await h.push("shop.lpjob")).message).toContain(
      "Several jobs match: 'shop' (1, http_requests), 'shop' (7, http_requests).",
    );
    expect(await h.push("shop.lpjob", { job: "7" })).toMatchObject({ ids: { job: "7" } });
    expect((await h.push("shop.lpjob", { job: "none" })).message).toContain("Unknown job 'none'");
  });

  test("ignores an entry of another host, and keeps it when a push fails", async () => {
    using h = new Harness({ files, env });
    const elsewhere = {
      origin: "https://api.example",
      zone: "z",
      target: "jobs",
      job: 1,
      state: "done",
    };
    h.session().lock.set("shop.lpjob", "local", elsewhere as never);
    h.emulator.configure({ faults: [{ kind: "status", status: 400, method: "POST" }] });
    expect((await h.push("shop.lpjob")).outcome).toBe("failed");
    expect(h.entry("shop.lpjob")).toEqual(elsewhere);
    expect(notes(h)).toContain(
      "'weir.lock.json' lists this file at 'https://api.example', zone z, jobs.",
    );
    expect((await h.push("shop.lpjob")).outcome).toBe("created");
  });
});

describe("updating a job", () => {
  test("sends only what differs, and keeps the rest, inside output_options too", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.change("jobs", { max_upload_records: 5000, output_options: { output_type: "csv" } });
    h.write("shop.lpjob", job({ output_options: { sample_rate: 0.5 } }));
    await h.push("shop.lpjob");
    const options = { field_names: ["RayID"] };
    h.write("shop.lpjob", job({ enabled: true, output_options: options }));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated" });
    expect(firstJob(h)).toMatchObject({
      enabled: true,
      max_upload_records: 5000,
      // 'sample_rate' was removed from the file; 'output_type' was never in it.
      output_options: { field_names: ["RayID"], output_type: "csv" },
      filter: pushedFilter,
    });
    expect(firstJob(h)?.output_options).not.toHaveProperty("sample_rate");
    expect(h.plans.at(-1)?.changes.map((it) => it.name)).toEqual([
      "enabled",
      "output_options.field_names",
      "output_options.sample_rate",
    ]);
  });

  test("a Boolean equals its string form, and is sent as written", async () => {
    const options = (flag: unknown) => job({ output_options: { "CVE-2021-44228": flag } });
    using h = new Harness({ files: { ...files, "shop.lpjob": options("true") }, env });
    await h.push("shop.lpjob");
    expect(firstJob(h)?.output_options).toEqual({ "CVE-2021-44228": "true" });
    h.change("jobs", { output_options: { "CVE-2021-44228": true } });
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
    h.write("shop.lpjob", options("false"));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated" });
    expect(firstJob(h)?.output_options).toEqual({ "CVE-2021-44228": "false" });
  });

  test("the filter is removed when it is deleted from the file or empty", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.write("shop.lpjob", job({ filter: undefined }));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated" });
    expect(firstJob(h)?.filter).toBe("");
    expect(notes(h)).toContain("Without a filter, the job sends all log lines.");
    h.change("jobs", { filter: pushedFilter });
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
    h.write("shop.lpjob", job({ filter: "" }));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated" });
    expect(firstJob(h)?.filter).toBe("");
  });

  test("an external change is reported before it is overwritten", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.change("jobs", { filter: "" });
    expect((await h.compare("shop.lpjob")).message).toBe(
      "The service has changed since the last push.",
    );
    await h.push("shop.lpjob");
    expect(notes(h)).toContain("Changed on the service since the last push.");
  });

  test("another dataset needs a new job, confirmed by name", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    const options = { field_names: ["RayID"] };
    h.write("shop.lpjob", job({ dataset: "firewall_events", output_options: options, filter: "" }));
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "updated", ids: { job: "2" } });
    expect(h.plans.at(-1)).toMatchObject({ named: { name: "shop", id: "1" } });
    expect(h.plans.at(-1)?.title).toBe(
      "Replace job 'shop' (1): create a new job, then delete the old one",
    );
    expect([...h.zone.jobs.keys()]).toEqual([2]);
    expect(h.entry("shop.lpjob")).toMatchObject({ job: 2, state: "done" });
  });

  test("an interrupted replacement whose new job is gone does not delete the job itself", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    const was = firstJob(h);
    h.write("shop.lpjob", job({ dataset: "firewall_events", filter: undefined }));
    const rewind = h.rewinder();
    h.requests.length = 0;
    await h.push("shop.lpjob");
    const at = h.requests.findIndex((it) => it.startsWith("DELETE"));
    rewind();
    h.count(() => {});
    await Promise.race([h.killAt(at, false), h.push("shop.lpjob")]);
    expect(h.entry("shop.lpjob")).toMatchObject({ old: was?.id, state: "replacing" });
    h.zone.jobs.delete(Number(h.entry("shop.lpjob")?.job));
    h.write("shop.lpjob", job());
    h.count(() => {});
    h.requests.length = 0;
    expect((await h.push("shop.lpjob")).outcome).not.toBe("failed");
    expect(h.requests.filter((it) => it.startsWith("DELETE"))).toEqual([]);
    expect(firstJob(h)).toEqual(was);
    expect(h.entry("shop.lpjob")).toMatchObject({ job: was?.id, state: "done" });
    expect(h.entry("shop.lpjob")?.old).toBeUndefined();
  });

  test("when the job limit is reached, the old job is unchanged", async () => {
    using h = new Harness({ files, env, settings: { jobQuota: 1 } });
    await h.push("shop.lpjob");
    h.write("shop.lpjob", job({ dataset: "firewall_events", output_options: {}, filter: "" }));
    const { message } = await h.push("shop.lpjob");
    expect(message).toContain("exceeded max jobs allowed");
    expect(message).toContain(
      "The job 'shop' (1) is unchanged. Delete the old job first, then push again.",
    );
    expect([...h.zone.jobs.keys()]).toEqual([1]);
    expect(h.entry("shop.lpjob")).toMatchObject({ job: 1, state: "done" });
  });
});

describe("a destination that requires proof of ownership", () => {
  const refusal = JSON.stringify({
    success: false,
    errors: [{ code: 1004, message: "ownership challenge is missing" }],
    messages: [],
    result: null,
  });
  const asks = {
    kind: "status",
    status: 400,
    body: refusal,
    method: "POST",
    path: "/logpush/jobs",
  } as const;
  const s3 = job({ destination_conf: "s3://logs/shop?region=eu-central-1" });

  test("stops with instructions, and continues with the token", async () => {
    using h = new Harness({ files: { ...files, "shop.lpjob": s3 }, settings: { faults: [asks] } });
    const { outcome, message } = await h.push("shop.lpjob");
    expect(outcome).toBe("failed");
    expect(message).toMatch(/wrote 'ownership-challenge-\w+\.txt' to the destination/);
    expect(h.entry("shop.lpjob")?.state).toBe("ownership-challenge");
    expect(h.requests).toContain("POST /logpush/ownership");
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "created" });
    expect(h.zone.jobs.size).toBe(1);
  });

  test("reports a wrong token", async () => {
    const wrong = job({
      destination_conf: "s3://logs/shop?region=eu-central-1",
      ownership_challenge: "wrong-token-wrong",
    });
    using h = new Harness({ files: { ...files, "shop.lpjob": wrong } });
    const { message } = await h.push("shop.lpjob");
    expect(message).toContain("The challenge does not match this destination.");
    expect(message).not.toContain("wrong-token");
  });
});
