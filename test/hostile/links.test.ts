import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { withForwardSlashes } from "../../server/src/workspace/files/paths.ts";
import { type LockEntry, lockName } from "../../server/src/workspace/lock/lock.ts";
import { LockFile } from "../../server/src/workspace/lock/lock-file.ts";
import { Folder, runIn } from "../support/programs/cli.ts";

const secret = "hunter2-hunter2";
/** A text that both `--fix` and `fmt` would change, so that any write is detected. */
const rule = `  (http.host   eq "${secret}" and   not  http.host eq "b") \n`;
const filter = `{"where":{"and":[{"key":"ClientRequestHost","operator":"eq","value":"${secret}"},{"key":"ClientCountry","operator":"EQ","value":"de"}]}}`;

/** A folder next to one that must not be accessed. */
class Stranger extends Folder {
  constructor(files: Readonly<Record<string, string>> = {}) {
    super({
      "outside/x.cfrule": rule,
      "outside/env": rule,
      "outside/x.lpfilter": filter,
      "outside/x.lpjob": `{"dataset":"http_requests","destination_conf":"gs://${secret}","filter":""}`,
      "outside/weir.json": `{ "${secret}": 1 }`,
      "in/good.cfrule": 'http.host eq "a.example"\n',
      ...files,
    });
  }

  link(to: string, name: string): this {
    symlinkSync(to, join(this.path, "in", name));
    return this;
  }

  run(...args: string[]) {
    return runIn(join(this.path, "in"), args, {});
  }

  outside(): Record<string, string> {
    const folder = join(this.path, "outside");
    return Object.fromEntries(
      readdirSync(folder).map((it) => [it, readFileSync(join(folder, it), "utf8")]),
    );
  }
}

const commands = [
  ["check"],
  ["check", "--fix"],
  ["check", "--format", "json"],
  ["check", "--format", "sarif"],
  ["check", "--format", "github"],
  ["fmt"],
  ["fmt", "--check"],
];

// Creating links needs special permissions on Windows.
describe.runIf(process.platform !== "win32")("links out of the folder", () => {
  const links = [
    ["a rule", "../outside/x.cfrule", "c.cfrule"],
    ["a rule to another kind of file", "../outside/env", "c.cfrule"],
    ["a filter", "../outside/x.lpfilter", "c.lpfilter"],
    ["a job", "../outside/x.lpjob", "c.lpjob"],
    ["settings", "../outside/weir.json", "weir.json"],
  ] as const;
  const markers = [
    ["a repository", { "in/.git/HEAD": "" }],
    ["with settings", { "in/weir.json": "{}" }],
    ["bare", {}],
  ] as const;

  describe.each(markers)("%s", (_, files) => {
    test.each(links.filter(([, , name]) => !Object.keys(files).includes(`in/${name}`)))(
      "%s are neither read, printed nor written",
      async (_kind, to, name) => {
        using folder = new Stranger(files).link(to, name);
        const before = folder.outside();
        for (const args of commands) {
          for (const paths of name === "weir.json" ? [[], ["good.cfrule"]] : [[], [name], ["."]]) {
            const { status, out, err } = await folder.run(...args, ...paths);
            expect([status, out + err]).toEqual([2, expect.stringContaining("outside the folder")]);
            expect(out + err).not.toContain(secret);
          }
        }
        expect(folder.outside()).toEqual(before);
        expect(lstatSync(join(folder.path, "in", name)).isSymbolicLink()).toBe(true);
      },
    );
  });

  test("named folders are refused as well, with their content", async () => {
    using folder = new Stranger().link("../outside", "sub");
    const before = folder.outside();
    for (const path of ["sub", "sub/x.cfrule", "sub/*.cfrule"]) {
      const { status, out, err } = await folder.run("check", "--fix", path);
      expect([path, status]).toEqual([path, 2]);
      expect(out + err).not.toContain(secret);
    }
    expect(folder.outside()).toEqual(before);
  });

  test("the filter of a job is treated as missing", async () => {
    using folder = new Stranger({
      "in/a.lpjob":
        '{"dataset":"http_requests","destination_conf":"gs://logs/{DATE}","filter":"./c.lpfilter"}',
    }).link("../outside/x.lpfilter", "c.lpfilter");
    const { out } = await folder.run("check", "a.lpjob");
    expect(out).toContain("c.lpfilter");
    expect(out).toContain("unknown-file");
  });

  test("'.gitignore' is not followed", async () => {
    using folder = new Stranger({ "outside/.gitignore": "good.cfrule\n" });
    folder.link("../outside/.gitignore", ".gitignore");
    expect((await folder.run("check")).out).toContain("1 file");
  });

  test("'init' does not write through links", async () => {
    using folder = new Stranger();
    folder.link("../outside/new.json", "weir.json");
    expect((await folder.run("init")).status).toBe(2);
    using other = new Stranger();
    other.link("../outside", "filters");
    const { status, err } = await other.run("init");
    expect([status, err]).toEqual([2, expect.stringContaining("outside the folder")]);
    expect(Object.keys(folder.outside())).toEqual(Object.keys(other.outside()));
    expect(Object.keys(other.outside())).not.toContain("server-errors.lpfilter");
  });

  test("the lock is neither read nor written", () => {
    using folder = new Stranger({ "outside/lock.json": '{ "version": 1, "resources": {} }' });
    folder.link("../outside/lock.json", lockName);
    const lock = new LockFile(withForwardSlashes(join(folder.path, "in")));
    const entry: LockEntry = { origin: "https://a.example", target: "jobs", state: "done" };
    expect(() => lock.entries("local")).toThrow("outside the folder");
    expect(() => lock.set("a.lpjob", "local", entry)).toThrow("outside the folder");
    expect(folder.outside()["lock.json"]).toBe('{ "version": 1, "resources": {} }');
  });
});

describe.runIf(process.platform !== "win32")("links in the folder", () => {
  test("are read, and their targets are written", async () => {
    using folder = new Stranger({ "in/sub/real.cfrule": 'http.host   eq "a.example"\n' });
    folder.link("sub/real.cfrule", "c.cfrule");
    expect((await folder.run("fmt", "c.cfrule")).status).toBe(0);
    expect(folder.read("in/sub/real.cfrule")).toBe('http.host eq "a.example"\n');
    expect(lstatSync(join(folder.path, "in/c.cfrule")).isSymbolicLink()).toBe(true);
  });

  test("to another kind of file are refused: it may contain secrets, or be executable", async () => {
    using folder = new Stranger({ "in/.env": rule });
    mkdirSync(join(folder.path, "in/.git/hooks"), { recursive: true });
    folder.link(".env", "c.cfrule");
    const { status, out, err } = await folder.run("check", "--fix");
    expect([status, out + err]).toEqual([
      2,
      expect.stringContaining("Link to a file of another type"),
    ]);
    expect(out + err).not.toContain(secret);
    expect(folder.read("in/.env")).toBe(rule);
  });

  test("may lead anywhere in the repository or below the nearest settings", async () => {
    using folder = new Stranger({
      "in/.git/HEAD": "",
      "in/shared/real.cfrule": 'http.host eq "a.example"\n',
      "in/rules/good.cfrule": "ssl\n",
    });
    folder.link("../shared/real.cfrule", "rules/c.cfrule");
    expect(await folder.run("check", "rules")).toMatchObject({ status: 0 });
  });
});
