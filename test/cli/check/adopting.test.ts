// Options for a repository that has problems already: which files, which problems, and what would change.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const bad = 'http.hots eq "a.example"\n';
const good = 'http.host eq "a.example"\n';

/** The paths of the checked files. */
async function checked(folder: Folder, ...args: string[]): Promise<string[]> {
  const { out } = await weir(folder, ["check", "--format", "json", ...args]);
  return JSON.parse(out).files.map((it: { path: string }) => it.path);
}

describe("excluded files", () => {
  const files = { "a.cfrule": good, "old/b.cfrule": bad, "old/deep/c.cfrule": bad };

  test.each([["old"], ["old/"], ["old/**"], ["./old"], ["/old"], ["{old,new}"]])(
    "%s",
    async (glob) => {
      using folder = new Folder(files);
      expect(await checked(folder, "--exclude", glob)).toEqual(["a.cfrule"]);
      folder.write("weir.json", JSON.stringify({ exclude: [glob] }));
      expect(await checked(folder)).toEqual(["a.cfrule"]);
      expect(await checked(folder, "old")).toEqual([]);
      expect(await checked(folder, "**/*.cfrule")).toEqual(["a.cfrule"]);
    },
  );

  test("everything but some files", async () => {
    using folder = new Folder(files);
    expect(await checked(folder, "--exclude", "!old/**")).toEqual([
      "old/b.cfrule",
      "old/deep/c.cfrule",
    ]);
  });

  test.each([
    [
      ["old", "!old/b.cfrule"],
      ["a.cfrule", "old/b.cfrule"],
    ],
    [["*.cfrule", "old", "!old/deep"], ["old/deep/c.cfrule"]],
  ])("some are included again: %j", async (globs, paths) => {
    using folder = new Folder(files);
    expect(await checked(folder, ...globs.flatMap((it) => ["--exclude", it]))).toEqual(paths);
    folder.write("weir.json", JSON.stringify({ exclude: globs }));
    expect(await checked(folder)).toEqual(paths);
  });

  test("by an absolute path", async () => {
    using folder = new Folder(files);
    expect(await checked(folder, "--exclude", `${folder.path}/old`)).toEqual(["a.cfrule"]);
  });

  test("a glob that matches nothing is reported", async () => {
    using folder = new Folder({ ...files, "weir.json": '{ "exclude": ["old["] }' });
    expect(await weir(folder, ["check", "--exclude", ""])).toMatchObject({
      status: 2,
      err: "weir: '--exclude ': An empty glob matches no file. Use a glob such as 'filters/**'.\n",
    });
    const { status, out } = await weir(folder, ["check", "--format", "compact", "a.cfrule"]);
    expect([status, out]).toEqual([2, expect.stringContaining("'[' without ']'.")]);
  });

  test("an argument is checked, unless exclusion is forced", async () => {
    using folder = new Folder({ ...files, "weir.json": '{ "exclude": ["old/**"] }' });
    const named = ["a.cfrule", "old/b.cfrule"];
    expect(await checked(folder, ...named)).toEqual(named);
    expect(await checked(folder, "--force-exclude", ...named)).toEqual(["a.cfrule"]);
    expect(await weir(folder, ["check", "--force-exclude", "old/b.cfrule"])).toMatchObject({
      status: 0,
      out: "0 files, nothing found.\n",
    });
  });

  test("an inner weir.json does not include what an outer one excludes", async () => {
    using folder = new Folder({
      ...files,
      "weir.json": '{ "exclude": ["old"] }',
      "old/weir.json": "{}",
    });
    expect(await checked(folder)).toEqual(["a.cfrule"]);
  });

  test("are not formatted or tested", async () => {
    using folder = new Folder({ "a.cfrule": "# @match GET https://b.example/\nssl  and  ssl\n" });
    folder.write("weir.json", '{ "exclude": ["*.cfrule"] }');
    expect((await weir(folder, ["fmt", "--check"])).status).toBe(0);
    expect((await weir(folder, ["test"])).out).toBe("No tests found.\n");
    expect((await weir(folder, ["fmt", "--check", "a.cfrule"])).status).toBe(0);
    expect((await weir(folder, ["test", "a.cfrule"])).out).toBe("No tests found.\n");
  });
});

test("severities of some files: the last match that sets a code applies", async () => {
  using folder = new Folder({
    "a.cfrule": bad,
    "old/b.cfrule": bad,
    "old/in.cfrule": bad,
    "old/kept/c.cfrule": bad,
    "weir.json": JSON.stringify({
      severity: { "unknown-field": "error" },
      overrides: [
        { files: ["old", "!old/in.cfrule"], severity: { "unknown-field": "off" } },
        { files: "/old/kept/", severity: { "unknown-field": "warning" } },
      ],
    }),
  });
  const { out } = await weir(folder, ["check", "--format", "compact"]);
  expect(
    out,
  ).toBe(`a.cfrule:1:1: error: Unknown field 'http.hots'. Did you mean 'http.host'? [unknown-field]
old/in.cfrule:1:1: error: Unknown field 'http.hots'. Did you mean 'http.host'? [unknown-field]
old/kept/c.cfrule:1:1: warning: Unknown field 'http.hots'. Did you mean 'http.host'? [unknown-field]
`);
});

describe("a difference", () => {
  const duplicate = 'ssl and http.host in {"a" "a"}\n';

  test("is printed instead of fixing", async () => {
    using folder = new Folder({ "a.cfrule": `# One\n# Two\n# Three\n# Four\n${duplicate}` });
    const before = folder.read("a.cfrule");
    expect(await weir(folder, ["check", "--fix", "--diff"])).toEqual({
      status: 1,
      out: `--- a/a.cfrule
+++ b/a.cfrule
@@ -2,4 +2,4 @@
 # Two
 # Three
 # Four
-ssl and http.host in {"a" "a"}
+ssl and http.host in {"a"}
`,
      err: "1 file would change.\n",
    });
    expect(folder.read("a.cfrule")).toBe(before);
    folder.write("a.cfrule", good);
    expect(await weir(folder, ["check", "--fix", "--diff"])).toEqual({
      status: 0,
      out: "",
      err: "Nothing to fix.\n",
    });
  });

  test.each([
    ["ssl  and\tssl", "ssl and ssl\n"],
    ['ssl  and http.host   eq "a"\r\n', 'ssl and http.host eq "a"\r\n'],
    ['# a\n\n\n\n# b\nssl   or http.host eq "b"\n', undefined],
  ])("of formatting can be applied: %j", async (before, after) => {
    using folder = new Folder({ "a.cfrule": before });
    const { status, out } = await weir(folder, ["fmt", "--diff"]);
    expect(status).toBe(1);
    expect(folder.read("a.cfrule")).toBe(before);
    folder.write("a.patch", out);
    execFileSync("git", ["apply", "--whitespace=nowarn", "a.patch"], { cwd: folder.path });
    const applied = folder.read("a.cfrule");
    if (after !== undefined) expect(applied).toBe(after);
    folder.write("a.cfrule", before);
    await weir(folder, ["fmt"]);
    expect(folder.read("a.cfrule")).toBe(applied);
  });

  test.each([
    ["--diff", "'--diff' shows what '--fix' would change. Add '--fix'."],
    ["--fix --diff --format json", "'--diff' prints a difference, and writes nothing. Omit"],
    ["--fix --diff --write-baseline x", "'--diff' prints a difference, and writes nothing. Omit"],
    ["--fix=all", "'--fix=' needs 'style', found 'all'."],
  ])("%s is refused", async (args, message) => {
    using folder = new Folder();
    const { status, err } = await weir(folder, ["check", ...args.split(" ")]);
    expect([status, err]).toEqual([2, expect.stringContaining(`weir: ${message}`)]);
  });
});
