import { expect, test } from "vitest";
import { Jobs, placeFrom, readJobs } from "../../server/src/workspace/jobs.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const job = (filter: string, dataset = "dns_logs") =>
  `{ "dataset": "${dataset}", "destination_conf": "gs://logs/{DATE}", "filter": "${filter}" }`;
/** Only valid for DNS logs. */
const filter = `{ "where": { "key": "QueryName", "operator": "eq", "value": "a.example" } }`;

interface Checked {
  readonly files: readonly {
    readonly path: string;
    readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
  }[];
}

/** `path: code` for every error. */
async function errors(folder: Folder, ...args: string[]): Promise<string[]> {
  const { out } = await weir(folder, ["check", "--format", "json", ...args]);
  const { files } = JSON.parse(out) as Checked;
  return files.flatMap((it) =>
    it.diagnostics
      .filter((found) => found.severity === "error")
      .map(({ code }) => `${it.path}: ${code}`),
  );
}

test("a filter has the datasets of exactly the jobs that name it", () => {
  const texts: Record<string, string> = {
    "/w/jobs/a.lpjob": job("../filters/f.lpfilter"),
    "/w/jobs/b.lpjob": job("./../filters//f.lpfilter", "http_requests"),
    "/w/jobs/c.lpjob": job("../filters/f.lpfilter"),
    "/w/jobs/d.lpjob": job("f.lpfilter", "nel_reports"),
    "/elsewhere/e.lpjob": job("../w/filters/f.lpfilter", "nel_reports"),
  };
  const jobs = readJobs([...Object.keys(texts), "/w/filters/f.lpfilter"], (it) => texts[it]);
  expect(jobs.datasetsOf("/w/filters/f.lpfilter", "/w")).toEqual(["dns_logs", "http_requests"]);
  expect(jobs.datasetsOf("/w/filters/f.lpfilter", undefined)).toContain("nel_reports");
  expect(jobs.datasetsOf("/w/filters/g.lpfilter", "/w")).toEqual([]);
  expect(jobs.filtersFor("/w/jobs/a.lpjob", "/w")).toEqual(["../filters/f.lpfilter"]);
  expect(jobs.filtersFor("/w/a.lpjob", "/w")).toEqual(["filters/f.lpfilter"]);
});

test("a changed job reports the affected filters", () => {
  const jobs = new Jobs();
  expect(jobs.setJob("/a.lpjob", job("f.lpfilter"))).toEqual(["/f.lpfilter"]);
  expect(jobs.setJob("/a.lpjob", `${job("f.lpfilter")} `)).toEqual([]);
  expect(jobs.setJob("/a.lpjob", job("g.lpfilter"))).toEqual(["/f.lpfilter", "/g.lpfilter"]);
  expect(jobs.datasetsOf("/f.lpfilter", undefined)).toEqual([]);
  expect(jobs.setJob("/a.lpjob", undefined)).toEqual(["/g.lpfilter"]);
  expect(jobs.setJob("/a.lpjob", "{")).toEqual([]);
});

test.each([
  ["/a/b.lpjob", "c", "/a/c"],
  ["/a/b.lpjob", "./../c", "/c"],
  ["file:///a b/c/d.lpjob", "../e.lpfilter", "file:///a b/e.lpfilter"],
])("from %s '%s' resolves to %s", (file, path, place) => expect(placeFrom(file, path)).toBe(place));

test.each([
  ["with a weir.json", { "weir.json": "{}" }],
  ["without one", {}],
])("'weir check' uses the datasets of jobs, %s", async (_, settings) => {
  using folder = new Folder({
    ...settings,
    "filters/f.lpfilter": filter,
    "filters/alone.lpfilter": filter,
    "jobs/a.lpjob": job("../filters/f.lpfilter"),
  });
  expect(await errors(folder)).toEqual(["filters/alone.lpfilter: unknown-field"]);
});

test("jobs apply although they are not among the checked files", async () => {
  using folder = new Folder({
    "weir.json": "{}",
    "filters/f.lpfilter": filter,
    "jobs/a.lpjob": job("../filters/f.lpfilter"),
  });
  expect(await errors(folder, "filters")).toEqual([]);
  expect(await errors(folder, "filters", "--dataset", "http_requests")).toEqual([
    "filters/f.lpfilter: unknown-field",
  ]);
});

test("a directive takes precedence over a job, and a job over 'weir.json'", async () => {
  using folder = new Folder({
    "weir.json": '{ "datasets": { "**": "http_requests" } }',
    "a.lpfilter": filter,
    "b.lpfilter": `// @dataset http_requests\n${filter}`,
    "a.lpjob": job("a.lpfilter"),
    "b.lpjob": job("b.lpfilter"),
  });
  expect(await errors(folder)).toEqual(["b.lpfilter: unknown-field"]);
});

test("a job that names a missing file is reported, and a file that git ignores is found", async () => {
  using folder = new Folder({
    "weir.json": "{}",
    ".gitignore": "ignored/\n",
    "f.lpfilter": filter,
    "ignored/g.lpfilter": filter,
    "a.lpjob": job("./f.lpfilter"),
    "b.lpjob": job("./ff.lpfilter"),
    "c.lpjob": job("ignored/g.lpfilter"),
    "in/d.lpjob": job("../f.lpfilter"),
    "in/e.lpjob": job("../F.lpfilter"),
  });
  expect(await errors(folder)).toEqual(["b.lpjob: unknown-file"]);
});

test("a rule without an action is a hint where the nearest 'weir.json' has a profile", async () => {
  using folder = new Folder({
    "weir.json": '{ "profiles": { "local": { "zone": "7a6f6e65000000000000000000000001" } } }',
    "a.cfrule": "ssl\n",
    "empty.cfrule": "\n",
    "named.cfrule": "# @action log\nssl\n",
    "phase.cfrule": "# @phase http_request_transform\nssl\n",
    "value.cfrule": '# @value\nconcat("/a", http.request.uri.path)\n',
    "within/weir.json": "{}",
    "within/a.cfrule": "ssl\n",
  });
  const { out } = await weir(folder, ["check", "--format", "json"]);
  const { files } = JSON.parse(out) as Checked;
  const found = files.flatMap((it) =>
    it.diagnostics.filter(({ code }) => code === "missing-action").map(() => it.path),
  );
  expect(found).toEqual(["a.cfrule"]);
  expect((await weir(folder, ["check", "--fix", "a.cfrule"])).status).toBe(0);
  expect(folder.read("a.cfrule")).toBe("ssl\n");
});

test("our own records, and temporary files of a killed process, are not treated as filters and rules", async () => {
  using folder = new Folder({
    "weir.json": "{}",
    "a.cfrule": "ssl\n",
    "sub/.weir/undo/b.cfrule": "nonsense\n",
    ".weir/b.cfrule": "nonsense\n",
    ".weir/mutex/b.cfrule": "nonsense\n",
    ".weir-0123456789abcdef.tmp": "nonsense\n",
  });
  const { status, out } = await weir(folder, ["check"]);
  expect([status, out]).toEqual([0, "✓ 1 file, nothing found.\n"]);
  await weir(folder, ["fmt"]);
  expect(folder.read(".weir/b.cfrule")).toBe("nonsense\n");
});
