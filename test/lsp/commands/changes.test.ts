import { afterEach, describe, expect, test, vi } from "vitest";
import type { ChangesResult, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { enabledText } from "../../../server/src/push/set-enabled.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { clientOf, zone_id } from "../../support/programs/emulator.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import {
  filter,
  job,
  rule,
  saysYes,
  Workbench,
  type WorkbenchOptions,
  weirJson,
} from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
});

const start = (options: WorkbenchOptions = {}) =>
  Workbench.open({ offers: { confirm: true, choose: true }, answers: saysYes, ...options });

/** A colleague's filter on the service. */
const theirs = '{"where":{"key":"EdgeResponseStatus","operator":"eq","value":"403"}}';

/** Each file and its status. */
async function changed(bench: Workbench, profile?: string): Promise<string[]> {
  const uri = bench.uri("weir.json");
  const given = { uri, ...(profile !== undefined && { profile }) };
  const answer = await bench.run<ChangesResult>("weir.changes", given);
  if ("refusal" in answer) return [answer.refusal];
  const name = (it: string) => it.slice(bench.folder.length + 1);
  return answer.files
    .map((it) => [name(it.uri), it.kind, it.status, ...(it.jobs ?? []).map(name)].join(" "))
    .sort();
}

describe("weir.changes", () => {
  test("files that were never pushed, and value expressions are left out", async () => {
    const bench = await start({
      files: {
        "a.cfrule": rule,
        "v.cfrule": "# @value\nlower(http.host)",
        "deep/a b.lpjob": job(', "filter": "../f.lpfilter"'),
        "f.lpfilter": filter("500"),
        "notes.md": "# Notes",
      },
    });
    expect(await changed(bench)).toEqual([
      "a.cfrule rule never-pushed",
      "deep/a%20b.lpjob job never-pushed",
      "f.lpfilter filter never-pushed deep/a%20b.lpjob",
    ]);
    expect(bench.sent).toEqual([]);
  });

  test("after a push nothing differs until a file is changed", async () => {
    const files = {
      "a.cfrule": rule,
      "f.lpfilter": filter("500"),
      "a.lpjob": job(', "filter": "f.lpfilter"'),
    };
    const bench = await start({ files });
    const uris = [bench.uri("a.cfrule"), bench.uri("a.lpjob")];
    await bench.run("weir.push", { uris });
    expect(await changed(bench)).toEqual([]);
    writeAt(bench.uri("f.lpfilter"), filter("404"));
    writeAt(bench.uri("a.cfrule"), `${rule} and http.host eq "a.example"`);
    const calls = bench.sent.length;
    expect(await changed(bench)).toEqual([
      "a.cfrule rule changed",
      "a.lpjob job changed",
      "f.lpfilter filter changed a.lpjob",
    ]);
    expect(bench.sent).toHaveLength(calls);
  });

  test("changes on the service are known after its resources were listed", async () => {
    const bench = await start({ files: { "a.lpjob": job(), "b.cfrule": rule } });
    await bench.run("weir.push", { uris: [bench.uri("a.lpjob"), bench.uri("b.cfrule")] });
    await clientOf(bench.emulator).logpush.jobs.update(1, { zone_id, enabled: false });
    bench.zone.rules.clear();
    expect(await changed(bench)).toEqual([]);
    await bench.run("weir.resources", bench.uri("weir.json"));
    expect(await changed(bench)).toEqual(["a.lpjob job drifted", "b.cfrule rule missing"]);
    writeAt(bench.uri("a.lpjob"), job(', "max_upload_records": 2000'));
    expect(await changed(bench)).toContain("a.lpjob job both");
  });

  test("a conflict stays known when a push is declined or planned, and after another file was pushed", async () => {
    let answer = "yes";
    const answers = { "weir/confirm": () => answer };
    const bench = await start({ files: { "a.lpjob": job(), "b.cfrule": rule }, answers });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    await clientOf(bench.emulator).logpush.jobs.update(1, { zone_id, enabled: false });
    writeAt(bench.uri("a.lpjob"), job(', "max_upload_records": 2000'));
    await bench.run("weir.resources", bench.uri("weir.json"));
    await bench.run("weir.push", bench.uri("b.cfrule"));
    await bench.run("weir.push", { uri: bench.uri("a.lpjob"), dryRun: true });
    answer = "no";
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await changed(bench)).toEqual(["a.lpjob job both"]);
    answer = "yes";
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await changed(bench)).toEqual([]);
  });

  test("a conflict is known as soon as a push has found it, and its filter shows it", async () => {
    let answer = "yes";
    const files = { "f.lpfilter": filter("500"), "a.lpjob": job(', "filter": "f.lpfilter"') };
    const bench = await start({ files, answers: { "weir/confirm": () => answer } });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    await clientOf(bench.emulator).logpush.jobs.update(1, { zone_id, enabled: false });
    writeAt(bench.uri("f.lpfilter"), filter("404"));
    answer = "no";
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await changed(bench)).toEqual(["a.lpjob job both", "f.lpfilter filter both a.lpjob"]);
  });

  test.each([
    ["a job", "a.lpjob", { enabled: false }, job(', "max_upload_records": 2000')],
    ["the filter of a job", "f.lpfilter", { filter: theirs }, filter("404")],
  ])("after the undo of an overwrite, %s has the conflict again", async (_, name, change, text) => {
    const own = name === "a.lpjob" ? "" : ', "filter": "f.lpfilter"';
    const bench = await start({ files: { "f.lpfilter": filter("500"), "a.lpjob": job(own) } });
    const { logpush } = clientOf(bench.emulator);
    await bench.run("weir.push", bench.uri("a.lpjob"));
    await logpush.jobs.update(1, { zone_id, ...change });
    writeAt(bench.uri(name), text);
    await bench.run("weir.push", bench.uri(name));
    expect(await changed(bench)).not.toContain("a.lpjob job both");
    await bench.run("weir.undo", bench.uri(name));
    expect(await logpush.jobs.get(1, { zone_id })).toMatchObject(change);
    expect(await changed(bench)).toContain("a.lpjob job both");
  });

  test("a folder with its own settings is not included", async () => {
    const bench = await start({
      files: { "a.cfrule": rule, "b/weir.json": weirJson(), "b/b.cfrule": rule },
    });
    expect(await changed(bench)).toEqual(["a.cfrule rule never-pushed"]);
  });

  test("without a profile or trust, it is refused with a reason", async () => {
    const bench = await start({ files: { "a.cfrule": rule } });
    expect((await changed(bench, "other")).join()).toContain("'other'");
    await bench.client.notify("weir/workspace", { trusted: false });
    expect((await changed(bench)).join()).toContain("not trusted");
    expect(await bench.run("weir.changes")).toHaveProperty("refusal");
  });
});

describe("weir.setEnabled", () => {
  const enabledOf = async (bench: Workbench) =>
    (await clientOf(bench.emulator).logpush.jobs.get(1, { zone_id }))?.enabled;

  test("the job is changed after a confirmation, then its file", async () => {
    const asked: ConfirmParams[] = [];
    const answers = {
      "weir/confirm": (it: ConfirmParams) => {
        asked.push(it);
        return "yes";
      },
    };
    const bench = await start({ files: { "a.lpjob": job() }, answers });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    const { results } = await bench.run("weir.setEnabled", {
      uri: bench.uri("a.lpjob"),
      enabled: false,
    });
    expect(results).toMatchObject([{ outcome: "updated" }]);
    expect(asked.at(-1)?.plan.changes).toEqual([{ name: "enabled", before: true, after: false }]);
    expect(asked.at(-1)?.after).toContain('"enabled": false');
    expect(await enabledOf(bench)).toBe(false);
    expect(bench.text("a.lpjob")).toBe(job().replace("true", "false"));
    expect(await changed(bench)).toEqual([]);
  });

  test("without a confirmation, neither the job nor the file is changed", async () => {
    let answer = "yes";
    const answers = { "weir/confirm": () => answer };
    const bench = await start({ files: { "a.lpjob": job() }, answers });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    answer = "no";
    const given = { uri: bench.uri("a.lpjob"), enabled: false };
    expect((await bench.run("weir.setEnabled", given)).results).toMatchObject([
      { outcome: "skipped" },
    ]);
    expect(await enabledOf(bench)).toBe(true);
    expect(bench.text("a.lpjob")).toBe(job());
  });

  test("a job without a file is changed by its ID, after a confirmation", async () => {
    const asked: ConfirmParams[] = [];
    const answers = {
      "weir/confirm": (it: ConfirmParams) => {
        asked.push(it);
        return "yes";
      },
    };
    const bench = await start({ files: { "a.lpjob": job() }, answers });
    const { logpush } = clientOf(bench.emulator);
    await logpush.jobs.create({
      zone_id,
      name: "theirs",
      dataset: "http_requests",
      destination_conf: "s3://logs/{DATE}?region=eu",
      max_upload_records: 5000,
    });
    const given = { uri: bench.uri("weir.json"), job: "1" };
    const run = (enabled: boolean, more = {}) =>
      bench.run("weir.setEnabled", { ...given, enabled, ...more });
    expect((await run(true, { dryRun: true })).results).toMatchObject([{ outcome: "skipped" }]);
    expect(bench.writes).toEqual([]);
    expect((await run(true)).results).toMatchObject([
      { outcome: "updated", message: "Enabled job 'theirs' (1)." },
    ]);
    expect(asked[0]?.plan).toMatchObject({
      title: "Enable job 'theirs' (1)",
      changes: [{ name: "enabled", before: false, after: true }],
    });
    expect(asked[0]).not.toHaveProperty("remote");
    expect(await logpush.jobs.get(1, { zone_id })).toMatchObject({
      enabled: true,
      max_upload_records: 5000,
    });
    expect((await run(true)).results).toMatchObject([{ outcome: "unchanged" }]);
    expect((await run(false)).results?.[0]?.message).toBe("Disabled job 'theirs' (1).");
    const other = await bench.run("weir.setEnabled", { ...given, job: "7", enabled: true });
    expect(other.results[0]?.message).toBe("No job on the service has the ID '7'.");
    await bench.run("weir.push", bench.uri("a.lpjob"));
    const owned = await bench.run("weir.setEnabled", { ...given, job: "2", enabled: false });
    expect(owned.results[0]?.message).toContain("belongs to 'a.lpjob'");
  });

  test("only jobs, and only with an explicit state", async () => {
    const bench = await start({ files: { "a.cfrule": rule, "b.lpjob": "{" } });
    const run = (uri: string, more = {}) =>
      bench.run("weir.setEnabled", { uri: bench.uri(uri), ...more });
    expect((await run("a.cfrule", { enabled: true })).refusal).toContain("is not a job");
    expect((await run("b.lpjob")).refusal).toContain("'enabled'");
    expect((await run("b.lpjob", { enabled: true })).refusal).toContain("has errors");
    expect(bench.sent).toEqual([]);
  });

  test.each([
    ['{ "name": "a" }', '{ "name": "a", "enabled": true }'],
    ["{}", '{ "enabled": true }'],
    ['{\r\n  "a": 1, // one\r\n}', '{\r\n  "a": 1,\r\n  "enabled": true, // one\r\n}'],
    ['{\n  "enabled": false\n}', '{\n  "enabled": true\n}'],
    [
      '{ "enabled": true, /* now */ "enabled": false }',
      '{ "enabled": true, /* now */ "enabled": true }',
    ],
    [
      '{ "output_options": { "enabled": false } }',
      '{ "output_options": { "enabled": false }, "enabled": true }',
    ],
  ])("%j becomes %j", (before, after) => {
    expect(enabledText("a.lpjob", before, true)).toBe(after);
  });
});
