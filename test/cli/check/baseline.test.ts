import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";
import { patchFs } from "../../support/vitest/patch-fs.ts";

// Root can write everywhere, so a file that cannot be written is simulated.
patchFs((fs) => ({
  accessSync: (...args: Parameters<typeof fs.accessSync>) => {
    if (String(args[0]).includes("read-only"))
      throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    return fs.accessSync(...args);
  },
}));

const bad = 'http.hots eq "a.example"\n';
const good = 'http.host eq "a.example"\n';

describe("a baseline", () => {
  const two = { "a.cfrule": `${bad.trim()}\nor http.hots eq "b"\n`, "b/c.cfrule": bad };
  const write = (folder: Folder) => weir(folder, ["check", "--write-baseline", "baseline.json"]);
  const check = (folder: Folder, ...args: string[]) =>
    weir(folder, ["check", "--baseline", "baseline.json", ...args]);

  test("hides the problems that exist, and no others", async () => {
    using folder = new Folder(two);
    expect(await write(folder)).toEqual({
      status: 0,
      out: "",
      err: "Wrote 3 problems of 2 files to 'baseline.json'.\n",
    });
    expect(await check(folder)).toEqual({
      status: 0,
      out: "✓ 2 files, nothing found.\n",
      err: "Baseline: 3 existing problems not shown.\n",
    });
    folder.write("d.cfrule", bad);
    const found = await check(folder, "--format", "compact");
    expect([found.status, found.out]).toEqual([1, expect.stringMatching(/^d\.cfrule:1:1: .*\n$/)]);
  });

  test("stays valid when lines move and in another folder", async () => {
    using folder = new Folder(two);
    await write(folder);
    const before = folder.read("baseline.json");
    expect(before).not.toMatch(/line|range/);
    folder.write("b/c.cfrule", `# A comment\n\n${bad}`);
    expect((await check(folder)).status).toBe(0);
    const inside = await weir(folder, ["check", "b", "--baseline", "./baseline.json"]);
    expect(inside.status).toBe(0);
    expect(folder.read("baseline.json")).toBe(before);
  });

  test("follows files that are renamed", async () => {
    using folder = new Folder({ "a.cfrule": bad, "b/c.cfrule": bad });
    await write(folder);
    folder.remove("b");
    folder.write("d/e.cfrule", bad);
    folder.write("f.cfrule", good);
    expect((await check(folder)).status).toBe(0);
    expect(folder.read("baseline.json")).toContain('"d/e.cfrule"');
    expect(folder.read("baseline.json")).not.toContain('"b/c.cfrule"');
    expect((await check(folder)).status).toBe(0);
    folder.write("f.cfrule", bad);
    expect((await check(folder)).status).toBe(1);
  });

  test("shrinks when problems are fixed, and they are reported when they come back", async () => {
    using folder = new Folder(two);
    await write(folder);
    folder.write("a.cfrule", bad);
    expect((await check(folder)).err).toBe(
      "Baseline: 2 existing problems not shown. 1 problem fixed and removed from it.\n",
    );
    folder.write("a.cfrule", two["a.cfrule"]);
    const { status, out } = await check(folder, "--format", "compact");
    expect([status, out.split("\n").length]).toEqual([1, 2]);
  });

  test("keeps what was not checked, and drops files that are gone", async () => {
    using folder = new Folder(two);
    await write(folder);
    folder.write("a.cfrule", good);
    await check(folder, "b");
    expect(folder.read("baseline.json")).toContain('"a.cfrule"');
    folder.remove("a.cfrule");
    await check(folder, "b");
    expect(folder.read("baseline.json")).not.toContain('"a.cfrule"');
    expect(folder.read("baseline.json")).toContain('"b/c.cfrule"');
  });

  test("does not contain secrets, nor a hash of them", async () => {
    const job = (key: string) =>
      `{ "dataset": "http_requests", "destination_conf": "s3://b/{DATE}?region=eu&secret-access-key=${key}" }\n`;
    using folder = new Folder({ "a.lpjob": job("hunter2") });
    await write(folder);
    const before = folder.read("baseline.json");
    expect(before).toContain("secret-in-file");
    folder.write("a.lpjob", job("hunter3"));
    await write(folder);
    expect(folder.read("baseline.json")).toBe(before);
  });

  test.each([
    [
      undefined,
      "Cannot read the baseline 'baseline.json'. No such file or folder. Create it with '--write-baseline'.",
    ],
    [
      "{",
      "'baseline.json' is not a baseline of this version. Write it again with '--write-baseline'.",
    ],
    [
      '{ "version": 1, "problems": [{ "path": 1 }] }',
      "'baseline.json' is not a baseline of this version.",
    ],
    ['{ "version": 2, "problems": [] }', "'baseline.json' is not a baseline of this version."],
  ])("%s is refused", async (text, message) => {
    using folder = new Folder({ "a.cfrule": bad });
    if (text !== undefined) folder.write("baseline.json", text);
    const { status, err } = await check(folder);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });

  describe("keeps what a run does not check", () => {
    const tf = (locals: string, own: string) => ({
      "locals.tf": `locals {\n  e = "${locals}"\n}\n${rule("b", `"${own}"`)}`,
      "main.tf": rule("a", "local.e"),
    });
    const rule = (name: string, expression: string) =>
      `resource "cloudflare_ruleset" "${name}" {\n  phase = "http_request_firewall_custom"\n  kind = "zone"\n  zone_id = "z"\n  name = "${name}"\n  rules = [{\n    action = "block"\n    expression = ${expression}\n  }]\n}\n`;
    const wrong = "http.hots eq 1";
    const right = "ip.src eq 192.0.2.1";
    const unknown = `{ "where": { "key": "Nope", "operator": "eq", "value": "a" } }\n`;
    const files = { "a.cfrule": bad, "f.lpfilter": unknown, ...tf(wrong, "http.hosts eq 1") };

    test.each<[string, Record<string, string | Uint8Array>, string[], number]>([
      ["with the same options", {}, [], 0],
      ["another dataset", {}, ["--dataset", "dns_logs"], 0],
      ["a check that is off", { "weir.json": '{ "severity": { "unknown-field": "off" } }' }, [], 0],
      ["a broken weir.json", { "weir.json": "{", "a.cfrule": good }, [], 0],
      ["a file that refers to another one", {}, ["main.tf"], 0],
      ["a file whose values others use", {}, ["locals.tf"], 0],
      ["both", tf(right, right), ["main.tf", "locals.tf"], 2],
      ["the only one that uses a fixed value", tf(right, wrong), ["main.tf"], 1],
      ["a fixed value, with what uses it", tf(right, right), ["locals.tf"], 2],
      ["a file without rules", { "main.tf": "", "locals.tf": "" }, [], 2],
      ["a file that is no text", { "main.tf": Uint8Array.of(255), "locals.tf": "" }, [], 1],
    ])("%s", async (_, changes, args, removed) => {
      using folder = new Folder(files);
      await write(folder);
      const count = () => JSON.parse(folder.read("baseline.json")).problems.length;
      const before = count();
      for (const [name, text] of Object.entries(changes)) folder.write(name, text);
      await check(folder, ...args);
      expect(before - count()).toBe(removed);
    });

    test("standard input is not the file", async () => {
      using folder = new Folder(files);
      await write(folder);
      const before = folder.read("baseline.json");
      await weir(
        folder,
        ["check", "-", "--stdin-filename", "a.cfrule", "--baseline", "baseline.json"],
        good,
      );
      expect(folder.read("baseline.json")).toBe(before);
    });

    test("written with a dataset, it shrinks with that dataset", async () => {
      using folder = new Folder({ "f.lpfilter": unknown });
      await weir(folder, ["check", "--dataset", "dns_logs", "--write-baseline", "baseline.json"]);
      const before = folder.read("baseline.json");
      folder.write(
        "f.lpfilter",
        `{ "where": { "key": "QueryName", "operator": "eq", "value": "a" } }\n`,
      );
      await check(folder);
      expect(folder.read("baseline.json")).toBe(before);
      expect((await check(folder, "--dataset", "dns_logs")).err).toContain("1 problem fixed");
    });
  });

  test("that cannot be written is named after the problems", async () => {
    using folder = new Folder({ "a.cfrule": bad, "b.cfrule": bad });
    const file = "read-only.json";
    await weir(folder, ["check", "a.cfrule", "--write-baseline", file]);
    folder.write("a.cfrule", good);
    const run = (...args: string[]) => weir(folder, ["check", "--format", "compact", ...args]);
    const { status, out, err } = await run("--baseline", file);
    expect([status, out]).toEqual([1, expect.stringMatching(/^b\.cfrule:1:1: .*\n$/)]);
    expect(err).toBe(
      `Baseline: 0 existing problems not shown. 1 problem fixed, but still in it. Permission denied; '${file}' was not changed.\n`,
    );
    expect(await run("--write-baseline", file)).toMatchObject({ status: 2, out: "" });
  });
});
