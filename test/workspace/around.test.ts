import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/** For a file without a `weir.json`, the jobs around it determine the dataset. */

afterEach(() => {
  vi.unstubAllEnvs();
});

const job = (filter: string, dataset = "dns_logs") =>
  `{ "dataset": "${dataset}", "destination_conf": "gs://logs/{DATE}", "filter": "${filter}" }\n`;
const condition = (key: string) =>
  `{ "where": { "key": "${key}", "operator": "eq", "value": 1 } }\n`;
/** Valid for HTTP requests, but not for DNS logs. */
const ofHttp = condition("ClientASN");

interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly fixes: readonly { readonly title: string }[];
}

/** `path: code` for each diagnostic. */
async function found(folder: Folder, args: readonly string[], stdin = ""): Promise<string[]> {
  return (await findings(folder, args, stdin)).map(({ path, code }) => `${path}: ${code}`);
}

async function findings(
  folder: Folder,
  args: readonly string[],
  stdin = "",
): Promise<(JsonDiagnostic & { readonly path: string })[]> {
  const { out } = await weir(folder, ["check", "--format", "json", ...args], stdin);
  const { files } = JSON.parse(out) as { files: { path: string; diagnostics: JsonDiagnostic[] }[] };
  return files.flatMap(({ path, diagnostics }) => diagnostics.map((it) => ({ path, ...it })));
}

describe("jobs are found around a single named file", () => {
  const wrong = ["filters/f.lpfilter: unknown-field"];

  test("below the folder of the repository", async () => {
    using folder = new Folder({
      "filters/f.lpfilter": ofHttp,
      "filters/ignored.lpfilter": ofHttp,
      "jobs/deep/a.lpjob": job("../../filters/f.lpfilter"),
      "out/b.lpjob": job("../filters/ignored.lpfilter"),
      ".gitignore": "out\n",
    });
    mkdirSync(join(folder.path, ".git"));
    expect(await found(folder, [])).toEqual(wrong);
    expect(await found(folder, ["filters/f.lpfilter"])).toEqual(wrong);
    expect(await found(folder, ["filters"])).toEqual(wrong);
    expect(await found(folder, ["**/*.lpfilter"])).toEqual(wrong);
    expect(await found(folder, ["--stdin-filename", "filters/f.lpfilter", "-"], ofHttp)).toEqual(
      wrong,
    );
    expect(await found(folder, ["--dataset", "http_requests", "filters/f.lpfilter"])).toEqual([]);
  });

  test("in a worktree or a submodule, where '.git' is a file", async () => {
    using folder = new Folder({
      ".git": "gitdir: ../elsewhere\n",
      "filters/f.lpfilter": ofHttp,
      "jobs/a.lpjob": job("../filters/f.lpfilter"),
    });
    expect(await found(folder, ["filters/f.lpfilter"])).toEqual(wrong);
  });

  test("only in its own folder without a repository", async () => {
    using folder = new Folder({
      "f.lpfilter": ofHttp,
      "a.lpjob": job("f.lpfilter"),
      "in/g.lpfilter": ofHttp,
      "b.lpjob": job("in/g.lpfilter"),
      "h.lpfilter": ofHttp,
      "in/c.lpjob": job("../h.lpfilter"),
    });
    expect(await found(folder, ["f.lpfilter"])).toEqual(["f.lpfilter: unknown-field"]);
    expect(await found(folder, ["h.lpfilter"])).toEqual([]);
    expect(await found(folder, ["in/g.lpfilter"])).toEqual([]);
    // Jobs named on the same command line apply wherever they are, and so do all jobs of a folder.
    expect(await found(folder, ["h.lpfilter", "in/c.lpjob"])).toEqual([
      "h.lpfilter: unknown-field",
    ]);
    expect(await found(folder, [])).toHaveLength(3);
  });

  test("but not in a home folder, even if it is a repository", async () => {
    using folder = new Folder({
      "filters/f.lpfilter": ofHttp,
      "jobs/a.lpjob": job("../filters/f.lpfilter"),
    });
    mkdirSync(join(folder.path, ".git"));
    for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, folder.path);
    expect(await found(folder, ["filters/f.lpfilter"])).toEqual([]);
    for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, join(folder.path, "jobs"));
    expect(await found(folder, ["filters/f.lpfilter"])).toEqual([]);
  });

  test("below the nearest 'weir.json', also inside a repository", async () => {
    using folder = new Folder({
      "in/weir.json": "{}",
      "in/f.lpfilter": ofHttp,
      "a.lpjob": job("in/f.lpfilter"),
    });
    mkdirSync(join(folder.path, ".git"));
    expect(await found(folder, ["in/f.lpfilter"])).toEqual([]);
  });

  test("and a filter with a misspelled name in a job is found among them", async () => {
    using folder = new Folder({ "filter.lpfilter": ofHttp, "a.lpjob": job("filer.lpfilter") });
    const [first] = await findings(folder, ["a.lpjob"]);
    expect(first?.message).toContain("Did you mean './filter.lpfilter'?");
  });
});

test("a job whose dataset is filled in on push determines nothing before", async () => {
  const variable = `\${env:DATASET}`;
  using folder = new Folder({
    "f.lpfilter": ofHttp,
    "g.lpfilter": `// @dataset http_requests\n${ofHttp}`,
    "a.lpjob": job("f.lpfilter", variable),
    "b.lpjob": job("g.lpfilter", variable),
  });
  expect(await found(folder, [])).toEqual([]);
  expect(await found(folder, ["f.lpfilter"])).toEqual([]);
});

describe("quick fixes do not contradict the dataset of a job", () => {
  test("a dataset other than that of its job is not offered", async () => {
    using folder = new Folder({ "f.lpfilter": ofHttp, "a.lpjob": job("f.lpfilter") });
    const [first] = await findings(folder, ["f.lpfilter"]);
    expect(first?.message).toMatch(/^'dns_logs', which a job .* has no field 'ClientASN'/);
    expect(first?.fixes).toEqual([]);
  });

  test("a directive that contradicts the dataset of its job is reported", async () => {
    const text = `// @dataset http_requests\n${ofHttp}`;
    using folder = new Folder({ "f.lpfilter": text, "a.lpjob": job("f.lpfilter") });
    const [first, ...rest] = await findings(folder, ["f.lpfilter"]);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ code: "job-dataset", severity: "warning" });
    expect(first?.message).toContain("'dns_logs'");
    expect(first?.fixes.map((it) => it.title)).toEqual(["Use dataset 'dns_logs'"]);
    folder.write("a.lpjob", job("f.lpfilter", "http_requests"));
    expect(await findings(folder, ["f.lpfilter"])).toEqual([]);
    expect(await findings(folder, [])).toEqual([]);
  });

  test("the dataset of its job is offered if the directive has another one", async () => {
    const text = `// @dataset dns_logs\n${ofHttp}`;
    using folder = new Folder({
      "f.lpfilter": text,
      "a.lpjob": job("f.lpfilter", "http_requests"),
    });
    const all = await findings(folder, ["f.lpfilter"]);
    expect(all.map((it) => it.code).sort()).toEqual(["job-dataset", "unknown-field"]);
    for (const { fixes } of all)
      expect(fixes.map((it) => it.title)).toEqual(["Use dataset 'http_requests'"]);
  });
});
