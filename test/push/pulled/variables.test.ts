import { describe, expect, test } from "vitest";
import { job } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

describe("nothing that the service says names a variable", () => {
  const literals = [
    `s3://attacker/\${env:GH_TOKEN}/logs?region=eu`,
    `s3://logs/$\${env:X}?region=\${env:`,
    `s3://logs/$$$\${env:X}/\${REGION}?region=\${}`,
    `gs://logs/\${env}/\${ env:X }/\${env:X\${env:Y}}`,
  ];

  test.each(literals)("%s", async (destination_conf) => {
    using h = new Harness({ env: { GH_TOKEN: "stolen", X: "stolen", Y: "stolen" } });
    const name = `shop \${env:X} $\${env:Y}`;
    const batch_prefix = `\${env:X}{{.RayID}}`;
    const text = job({ name: "a", destination_conf: "gs://logs/a", filter: "" });
    h.write("a.lpjob", text);
    await h.push("a.lpjob");
    h.forget("a.lpjob");
    h.change("jobs", { name, destination_conf, output_options: { batch_prefix } });
    const before = h.snapshot();
    const [pulled] = await h.pull();
    expect(pulled?.message).toBe("Written.");
    const path = pulled?.path ?? "";
    expect(await h.compare(path)).toMatchObject({ outcome: "unchanged" });
    expect(await h.push(path)).toMatchObject({ outcome: "unchanged" });
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual(["POST /logpush/jobs"]);
    // Also where the file is pushed as a new job.
    h.session().lock.remove(path, "local");
    h.zone.jobs.clear();
    expect(await h.curl(path)).toContain(
      "# Set these environment variables first: DESTINATION_CONF\n",
    );
    expect(await h.push(path)).toMatchObject({ outcome: "created" });
    expect(h.snapshot()).toBe(before);
  });
});

describe("each secret of a pulled job gets a variable of its own", () => {
  const sumo = (code: string) => `sumo://h.example/receiver/v1/http/${code}`;
  const r2 = (key: string) =>
    `r2://b/{DATE}?account-id=a&access-key-id=id-of-${key}&secret-access-key=${key}`;

  async function pulledJobs(
    jobs: readonly Readonly<Record<string, unknown>>[],
    env: Readonly<Record<string, string>> = {},
    files: Readonly<Record<string, string>> = {},
  ) {
    const h = new Harness({ files, env });
    const base = { kind: "", dataset: "http_requests", destination_conf: "", enabled: false };
    for (const [i, it] of jobs.entries()) h.zone.jobs.set(i + 1, { ...base, ...it, id: i + 1 });
    const results = await h.pull();
    const texts = results.map(({ path }) => h.folder.read(path));
    const names = texts.map((text) => [...text.matchAll(/\$\{env:(\w+)\}/g)].map((it) => it[1]));
    return { h, results, names };
  }

  test("with a prefix, the job and the part", async () => {
    const { h, names } = await pulledJobs([
      { destination_conf: sumo("one") },
      { name: "", destination_conf: sumo("two") },
      { name: "a-b", destination_conf: r2("k1") },
      { name: "a b", destination_conf: r2("k2") },
      { name: "Cloudflare logs", destination_conf: sumo("three") },
      { name: "日本", destination_conf: sumo("four") },
      { name: "twice", destination_conf: "https://h.example/?header_A=first&header_A=second" },
    ]);
    using _ = h;
    expect(names).toEqual([
      ["WEIR_SECRET_JOB_1_PATH"],
      ["WEIR_SECRET_JOB_2_PATH"],
      ["WEIR_SECRET_A_B_ACCESS_KEY_ID", "WEIR_SECRET_A_B_SECRET_ACCESS_KEY"],
      ["WEIR_SECRET_A_B_ACCESS_KEY_ID_4", "WEIR_SECRET_A_B_SECRET_ACCESS_KEY_4"],
      ["WEIR_SECRET_CLOUDFLARE_LOGS_PATH"],
      ["WEIR_SECRET_JOB_6_PATH"],
      ["WEIR_SECRET_TWICE_HEADER_A", "WEIR_SECRET_TWICE_HEADER_A_7"],
    ]);
  });

  test("and the file can be pushed once they are set", async () => {
    const jobs = [
      { name: "a-b", destination_conf: r2("k1") },
      { name: "a b", destination_conf: r2("k2") },
    ];
    const { h, results, names } = await pulledJobs(jobs);
    using _ = h;
    const values = ["id-of-k1", "k1", "id-of-k2", "k2"];
    h.env = Object.fromEntries(names.flat().map((name, i) => [name, values[i] ?? ""]));
    for (const { path } of results)
      expect(await h.push(path)).toMatchObject({ outcome: "unchanged" });
    expect(h.requests.every((it) => it.startsWith("GET"))).toBe(true);
  });

  test("never one that is set, unless it has that secret", async () => {
    const jobs = [{ name: "a", destination_conf: sumo("one") }];
    for (const [env, expected] of [
      [{ WEIR_SECRET_A_PATH: "other" }, "WEIR_SECRET_A_PATH_1"],
      [{ weir_secret_a_path: "other" }, "WEIR_SECRET_A_PATH_1"],
      [{ WEIR_SECRET_A_PATH: "other", WEIR_SECRET_A_PATH_1: "another" }, "WEIR_SECRET_A_PATH_1_2"],
      [{ WEIR_SECRET_A_PATH: "one" }, "WEIR_SECRET_A_PATH"],
    ] as const) {
      const { h, names } = await pulledJobs(jobs, env as unknown as Record<string, string>);
      using _ = h;
      expect(names).toEqual([[expected]]);
    }
  });

  test("never one of another file", async () => {
    const other = job({ name: `\${env:WEIR_SECRET_A_PATH}`, filter: undefined });
    const { h, names } = await pulledJobs(
      [{ name: "a", destination_conf: sumo("one") }],
      {},
      { "other.lpjob": other },
    );
    using _ = h;
    expect(names).toEqual([["WEIR_SECRET_A_PATH_1"]]);
  });

  test("which it keeps when the destination changes", async () => {
    const text = job({
      destination_conf: `splunk://h.example/services/collector/raw?channel=c&header_Authorization=Splunk%20\${env:MINE}`,
      output_options: { batch_prefix: `\${env:PREFIX}`, sample_rate: 1 },
      filter: "",
    });
    using h = new Harness({ files: { "a.lpjob": text }, env: { MINE: "m1ne", PREFIX: "pre" } });
    await h.push("a.lpjob");
    h.change("jobs", {
      destination_conf:
        "splunk://other.example/services/collector/raw?channel=c&header_Authorization=Splunk%20n3w",
      output_options: { sample_rate: 0.5 },
    });
    await h.pull("a.lpjob");
    expect(JSON.parse(h.folder.read("a.lpjob"))).toMatchObject({
      destination_conf: `splunk://other.example/services/collector/raw?channel=c&header_Authorization=Splunk%20\${env:MINE}`,
      output_options: { batch_prefix: `\${env:PREFIX}`, sample_rate: 0.5 },
    });
  });

  test("a value that is not set is kept as the file has it", async () => {
    const text = job({ name: `shop \${env:STAGE}`, destination_conf: "gs://logs/a", filter: "" });
    using h = new Harness({ files: { "a.lpjob": text }, env: { STAGE: "prod" } });
    await h.push("a.lpjob");
    h.env = {};
    expect(await h.pull("a.lpjob")).toMatchObject([{ outcome: "unchanged" }]);
    h.change("jobs", { name: "other" });
    expect(await h.pull("a.lpjob")).toMatchObject([{ outcome: "updated" }]);
    expect(JSON.parse(h.folder.read("a.lpjob"))).toMatchObject({ name: "other" });
  });
});
