import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { baseUrl, Harness } from "../push/harness.ts";
import { isLong } from "../support/long.ts";
import { Folder } from "../support/programs/cli.ts";
import { weir } from "./command-line.ts";

/** Workspaces built to harm the user who opens them. Every command ends by itself, with an exit code and a reason. */

const rule = "# @action block\nssl\n";
const job = (filter: unknown): string =>
  JSON.stringify({
    name: "a",
    dataset: "http_requests",
    destination_conf: "s3://logs/a?region=eu-central-1",
    filter,
  });
const emulator = { baseUrl, zone: "7a6f6e65000000000000000000000001" };

const commands = [
  ["check"],
  ["check", "--format", "json"],
  ["check", "--fix"],
  ["fmt", "--check"],
  ["diff"],
  ["push", "--all", "--dry-run"],
] as const;

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** Checks that each command ends, and that none of them changes anything on the service. */
async function runAll(
  h: Harness,
  some: readonly (readonly string[])[] = commands,
): Promise<string> {
  let output = "";
  for (const command of some) {
    const { status, out, err } = await weir(h, ...command);
    expect([0, 1, 2], command.join(" ")).toContain(status);
    output += out + err;
  }
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
  return output;
}

describe("a weir.json with wrong types is reported and otherwise ignored", () => {
  const wrong = [null, 0, -1, true, "x", [], {}, [[]], { a: null }, "../../..", { __proto__: 1 }];
  const names = [
    ...["$schema", "datasets", "severity", "limits", "fields", "lists", "plan"],
    ...["defaultProfile", "profiles", "format"],
  ];
  test.each(names)("%s", async (name) => {
    using h = new Harness({ files: { "a.cfrule": rule, "b.lpfilter": '{"where":{}}' } });
    for (const [i, value] of wrong.entries()) {
      h.folder.write("weir.json", `{ ${JSON.stringify(name)}: ${JSON.stringify(value)} }`);
      // The short suite runs two commands for each value.
      await runAll(h, isLong ? commands : commands.filter((_, at) => (at - i) % 3 === 0));
    }
  });

  test.each([
    "",
    "null",
    "[]",
    '"x"',
    "{",
    "}{",
    "[".repeat(100_000),
    "\0",
    '{ "a": 1 '.repeat(99),
  ])("%.20j as a whole", async (text) => {
    using h = new Harness({ files: { "a.cfrule": rule, "weir.json": text } });
    await runAll(h);
  });
});

describe("names with a meaning in JavaScript are ordinary names", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];

  test.each(names)("%s in weir.json", async (name) => {
    const key = JSON.stringify(name);
    using h = new Harness({
      files: {
        "a.cfrule": `# @action block\n${name} eq "a" and http.request.headers["${name}"][0] eq "b"\n`,
        "b.lpfilter": `// @dataset ${name}\n{ "where": { ${key}: { "polluted": 1 }, "key": ${key}, "operator": ${key}, "value": ${key} } }\n`,
        "c.lpjob": `{ ${key}: { "polluted": 1 }, "dataset": ${key}, "output_options": { ${key}: 1, "field_names": [${key}] } }`,
        "weir.json": `{
          ${key}: { "polluted": true },
          "severity": { ${key}: { "polluted": true }, ${key}: "off" },
          "limits": { ${key}: 1 },
          "datasets": { ${key}: "dns_logs", "*": ${key} },
          "fields": { ${key}: { "polluted": "string" }, "rules": { ${key}: "String" }, "http_requests": { ${key}: "string" } },
          "lists": [${key}],
          "plan": ${key},
          "defaultProfile": ${key},
          "profiles": { ${key}: ${JSON.stringify(emulator)} }
        }`,
      },
    });
    expect(await runAll(h)).toContain(`'${name}'`);
  });

  test.each(names)("%s in the lock", async (name) => {
    const entry = { origin: "http://127.0.0.1:8787", target: "firewall-rules", state: "done" };
    const lock = JSON.stringify({ version: 1, resources: { a: { p: { ...entry, rule: "r1" } } } })
      .replace('"a"', JSON.stringify(name))
      .replace('"p"', JSON.stringify(name));
    using h = new Harness({ files: { "a.cfrule": rule, "weir.lock.json": lock } });
    await runAll(h);
  });

  test("a workspace field with such a name is an ordinary field", async () => {
    const fields = `{ "fields": { "rules": { "__proto__": "String" } } }`;
    using h = new Harness({ files: { "a.cfrule": '__proto__ eq "a"\n', "weir.json": fields } });
    expect(await weir(h, "check")).toMatchObject({ status: 0 });
  });
});

describe("paths that lead elsewhere", () => {
  test.each([
    ["itself", "./a.lpjob"],
    ["its own folder", "."],
    ["nothing", ""],
    ["the system", "/etc/passwd"],
    ["the system, in steps", "../../../../../../../../etc/passwd"],
    ["a device", "/dev/zero"],
    ["another host", "//host/share/a.lpfilter"],
    ["another scheme", "file:///etc/passwd"],
    ["a name with NUL", "a\0.lpfilter"],
    ["a very long name", `${"a/".repeat(3000)}b.lpfilter`],
    ["a glob", "**/*.lpfilter"],
  ])("a job whose filter is %s", async (_, filter) => {
    using h = new Harness({ files: { "a.lpjob": job(filter), "b.lpfilter": '{"where":{}}' } });
    expect(await runAll(h)).not.toContain("root:");
  });

  test("jobs that name each other", async () => {
    const files = { "a.lpjob": job("b.lpjob"), "b.lpjob": job("a.lpjob") };
    using h = new Harness({ files });
    await runAll(h);
  });

  test("globs that would take forever in a regular expression", async () => {
    const name = `${"a".repeat(200)}.lpfilter`;
    const datasets = { [`${"*a".repeat(50)}*b`]: "dns_logs", "+(a|aa)+(a|aa)b": "dns_logs" };
    using h = new Harness({
      files: { [name]: '{ "where": {} }', "weir.json": JSON.stringify({ datasets }) },
    });
    await runAll(h);
  });

  test("too many globs are reported, and the first ones are used", async () => {
    const globs = Array.from({ length: isLong ? 20_000 : 2000 }, (_, i) => [
      `{a,b,c,d}{a,b,c,d}{a,b,c,d}/${i}*{a,b}`,
      "http_requests",
    ]);
    const datasets = Object.fromEntries([["*.lpfilter", "dns_logs"], ...globs]);
    const filters = Array.from({ length: 50 }, (_, i) => [`${i}.lpfilter`, '{ "where": {} }']);
    using h = new Harness({
      files: {
        ...Object.fromEntries(filters),
        "a.lpfilter": '{ "where": { "key": "QueryName", "operator": "eq", "value": "a" } }',
        "weir.json": JSON.stringify({ datasets }),
      },
    });
    expect(await runAll(h)).toContain("Too many globs: this one and those after it are ignored.");
    expect(await weir(h, "check", "a.lpfilter")).toMatchObject({
      status: 2,
      out: expect.not.stringContaining("unknown-field"),
    });
  });

  test("paths in the lock that lead out of the workspace are not written", async () => {
    const entry = {
      origin: new URL(baseUrl).origin,
      zone: emulator.zone,
      target: "firewall-rules",
    };
    const paths = ["../out.cfrule", "/tmp/out.cfrule", "a/../../out.cfrule", "..\\out.cfrule"];
    const resources = Object.fromEntries(
      paths.map((it) => [it, { local: { ...entry, rule: "r1", filter: "f1", state: "done" } }]),
    );
    const lock = JSON.stringify({ version: 1, resources });
    using h = new Harness({ files: { "weir.lock.json": lock } });
    for (const path of paths) {
      const { status, out, err } = await weir(h, "pull", "--yes", path);
      expect([1, 2], out + err).toContain(status);
    }
  });
});

describe("an endless .gitignore is read up to a limit", () => {
  async function looked(h: Harness): Promise<string[]> {
    const { out } = await weir(h, "check", "--format", "json");
    return JSON.parse(out).files.map((it: { path: string }) => it.path);
  }

  test("rules", async () => {
    const rules = Array.from({ length: isLong ? 200_000 : 20_000 }, (_, i) => `b*${i}/x?/*.o`);
    const ignored = ["early.cfrule", ...rules, "late.cfrule"].join("\n");
    using h = new Harness({
      files: { "early.cfrule": rule, "late.cfrule": rule, ".gitignore": ignored },
    });
    expect(await looked(h)).toEqual(["late.cfrule"]);
    h.folder.write(
      ".gitignore",
      ["early.cfrule", ...rules.slice(0, 2000), "late.cfrule"].join("\n"),
    );
    expect(await looked(h)).toEqual([]);
  });

  test("in every folder", async () => {
    const names = Array.from({ length: 60 }, (_, i) => `${10 + i}`);
    const rules = Array.from({ length: 3000 }, (_, i) => `b*${i}`);
    const text = [...rules.slice(1), "late.cfrule"].join("\n");
    const files = names.flatMap((it) => [
      [`${it}/.gitignore`, text],
      [`${it}/late.cfrule`, rule],
      [`${it}/small/.gitignore`, "none.cfrule"],
      [`${it}/small/none.cfrule`, rule],
    ]);
    using h = new Harness({ files: Object.fromEntries(files) });
    const found = await looked(h);
    // Large `.gitignore` files are read completely until a limit is reached, small ones always.
    expect(found).not.toContain("10/late.cfrule");
    expect(found).toContain("69/late.cfrule");
    expect(found.filter((it) => it.endsWith("none.cfrule"))).toEqual([]);
  });

  test("a normal one is read completely, with any line breaks", async () => {
    const lines = ["# ours", "", "*.cfrule", "!keep.cfrule", "/in/deep/", "a\\ b.lpfilter", ""];
    using h = new Harness({
      files: {
        "a.cfrule": rule,
        "keep.cfrule": rule,
        "in/deep/keep.cfrule": rule,
        "a b.lpfilter": '{ "where": {} }',
      },
    });
    for (const end of ["\n", "\r\n"]) {
      h.folder.write(".gitignore", lines.join(end));
      expect(await looked(h)).toEqual(["keep.cfrule"]);
    }
  });

  test("whitespace, comments, a very long line, and nested folders", async () => {
    const ignored = [
      ...["#", "", "  "].flatMap((it) => Array.from({ length: 50_000 }, () => it)),
      "*a".repeat(100_000),
      `${"**/a/".repeat(40)}b`,
      "a.cfrule",
    ].join("\n");
    const deep = `${"a/".repeat(60)}c.cfrule`;
    using h = new Harness({ files: { "a.cfrule": rule, [deep]: rule, ".gitignore": ignored } });
    expect(await looked(h)).toEqual([deep]);
  });
});

describe("a lock file of another author", () => {
  const mine = { origin: new URL(baseUrl).origin, zone: emulator.zone, target: "firewall-rules" };
  test.each([
    ["another origin", { ...mine, origin: "https://evil.example" }],
    ["another zone", { ...mine, zone: "ffff" }],
    ["another target", { ...mine, target: "rulesets" }],
    ["unknown IDs", mine],
    ["an invalid origin", { ...mine, origin: "javascript:alert(1)" }],
  ])("%s receives no request, and its IDs are not used", async (_, place) => {
    const entry = { ...place, rule: "foreign", filter: "foreign", hash: "sha256-0", state: "done" };
    const lock = JSON.stringify({ version: 1, resources: { "a.cfrule": { local: entry } } });
    using h = new Harness({ files: { "a.cfrule": rule, "weir.lock.json": lock } });
    await runAll(h);
    expect(h.requests.filter((it) => !it.includes(` ${baseUrl}/`))).toEqual([]);
  });

  test.each([
    ["a path for an id", { rule: "../../../user/tokens" }],
    ["an object for an id", { rule: { toString: "x" } }],
    ["a fraction for a job", { job: 1.5 }],
    ["a step that there is not", { state: "__proto__" }],
  ])("%s", async (_, change) => {
    const entry = { ...mine, state: "done", ...change };
    const lock = JSON.stringify({ version: 1, resources: { "a.cfrule": { local: entry } } });
    using h = new Harness({ files: { "a.cfrule": rule, "weir.lock.json": lock } });
    await runAll(h);
    expect(h.requests.filter((it) => it.includes(".."))).toEqual([]);
  });
});

// Creating links needs special permissions on Windows, which has no such devices either.
describe.runIf(process.platform !== "win32")("links", () => {
  const link = (h: Harness, to: string, name: string) => symlinkSync(to, join(h.folder.path, name));

  test("that lead to themselves, to each other and to the folder above", async () => {
    using h = new Harness({ files: { "a.cfrule": rule } });
    mkdirSync(join(h.folder.path, "in"));
    link(h, ".", "in/around");
    link(h, "..", "in/up");
    link(h, "self.cfrule", "self.cfrule");
    link(h, "two.lpfilter", "one.lpfilter");
    link(h, "one.lpfilter", "two.lpfilter");
    link(h, "gone", "dangling.lpjob");
    const { out } = await weir(h, "check", "--format", "json");
    expect(JSON.parse(out).files.map((it: { path: string }) => it.path)).toEqual(["a.cfrule"]);
    await runAll(h);
    expect((await weir(h, "check", "self.cfrule")).status).toBe(2);
  });

  test.each(["weir.json", ".gitignore", "weir.lock.json", "a.lpfilter", "b.lpjob", "c.cfrule"])(
    "from %s to a device that never ends",
    async (name) => {
      using h = new Harness({ files: { "d.cfrule": rule } });
      h.folder.remove(name);
      link(h, "/dev/zero", name);
      await runAll(h);
      await weir(h, "check", name);
    },
  );

  test("out of the workspace are not written through", async () => {
    using outside = new Folder({ "profile.sh": "keep\n" });
    using h = new Harness({ files: { "a.cfrule": rule, "sub/b.cfrule": "# @action log\nssl\n" } });
    expect((await weir(h, "push", "--yes", "a.cfrule", "sub/b.cfrule")).status).toBe(0);
    h.folder.remove("a.cfrule");
    h.folder.remove("sub");
    link(h, outside.path, "sub");
    for (const name of ["profile.sh", "new.sh"]) {
      h.folder.remove("a.cfrule");
      link(h, join(outside.path, name), "a.cfrule");
      expect((await weir(h, "pull", "--yes", "a.cfrule")).status).toBe(1);
    }
    const { status, out, err } = await weir(h, "pull", "--yes", "a.cfrule", "sub/b.cfrule");
    expect([status, out + err]).toEqual([1, expect.stringContaining("outside the folder")]);
    expect(readdirSync(outside.path)).toEqual(["profile.sh"]);
    expect(outside.read("profile.sh")).toBe("keep\n");
  });
});
