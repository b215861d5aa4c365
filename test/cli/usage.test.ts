import { expect, test } from "vitest";
import { commands } from "../../server/src/cli/commands/all.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/** Invalid command lines, and the one-line message for each. */
test.each([
  ["check --max-warnings -1", "'--max-warnings' needs an integer of 0 or more, found '-1'."],
  ["check --max-warnings=-1", "'--max-warnings' needs an integer of 0 or more, found '-1'."],
  ["check --max-warnings 1.5", "'--max-warnings' needs an integer of 0 or more, found '1.5'."],
  ["check --max-warnings", "'--max-warnings' needs a value."],
  ["check --max-warnings --fix", "'--max-warnings' needs a value, found the option '--fix'."],
  ["check --format", "'--format' needs a value."],
  [
    "check --format=",
    "'--format' needs 'pretty', 'compact', 'json', 'sarif', 'github', 'gitlab' or 'junit', found ''.",
  ],
  [
    "check --format nonsense",
    "'--format' needs 'pretty', 'compact', 'json', 'sarif', 'github', 'gitlab' or 'junit', found",
  ],
  ["check --format jso", "found 'jso'. Did you mean 'json'?"],
  ["check --format json --format sarif", "'--format' is set twice, to 'json' and 'sarif'."],
  ["check --fix=true", "'--fix=' needs 'style', found 'true'."],
  ["check --no-fix", "Unknown option '--no-fix'. Omit '--fix' instead."],
  ["check --dataset nonsense", "Unknown dataset 'nonsense'."],
  ["check --dataset=", "Unknown dataset ''."],
  ["check --stdin-filename a.cfrule a.cfrule", "'--stdin-filename' names standard input."],
  ["fmt --stdin-filename a.cfrule a.cfrule", "'--stdin-filename' names standard input."],
  [
    "check - a.cfrule --stdin-filename a.cfrule",
    "'-' reads standard input, so other paths are not allowed",
  ],
  [
    "check - --stdin-filename a.txt",
    "Unknown file type 'a.txt'. Expected '.lpfilter', '.lpjob' or '.cfrule', or a Terraform, YAML, JSON or Markdown file.",
  ],
  [
    "push --all --format xml",
    "'--format' needs 'pretty', 'json', 'markdown', 'curl' or 'powershell', found 'xml'.",
  ],
  ["push --all --profile a --profile b", "'--profile' is set twice, to 'a' and 'b'."],
  ["emulator --port -1", "'--port' needs an integer of 0 or more, found '-1'."],
  ["emulator --port abc", "'--port' needs an integer of 0 or more, found 'abc'."],
  ["lint", "Unknown command 'lint'. Did you mean 'check'?"],
  ["format", "Unknown command 'format'. Did you mean 'fmt'?"],
  ["constructor", "Unknown command 'constructor'."],
  ["help chek", "Unknown command 'chek'. Did you mean 'check'?"],
  ["--versoin", "Unknown option '--versoin'. Did you mean '--version'?"],
])("weir %s: %s", async (line, message) => {
  using folder = new Folder({ "a.cfrule": "ssl\n" });
  const { status, out, err } = await weir(folder, line.split(" "));
  expect([status, out]).toEqual([2, ""]);
  expect(err).toContain(message);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test.each([
  ["push --dry-run --format curl", "'--format curl' needs '--dry-run' and exactly one file."],
  ["push a.cfrule --format powershell", "'--format powershell' needs '--dry-run' and exactly one"],
  ["curl a.cfrule", "Did you mean 'push --dry-run --format curl'?"],
])("weir %s: %s", async (line, message) => {
  using folder = new Folder({ "a.cfrule": "ssl\n" });
  expect((await weir(folder, line.split(" "))).err).toContain(message);
});

/** 123 for all others; `weir cost` has 16, because it answers a dozen questions about logs. */
test("the help fits a terminal, and has at most 139 options", async () => {
  using folder = new Folder();
  const names = ["", ...commands.map((it) => it.name)];
  const helps = await Promise.all(names.map((it) => weir(folder, [it, "--help"].filter(Boolean))));
  const lines = helps.flatMap((it) => it.out.split("\n"));
  expect(lines.filter((it) => it.length > 80)).toEqual([]);
  expect(lines.filter((it) => /^ {2,6}--[a-z]/.test(it)).length).toBeLessThanOrEqual(139);
});

test.each(commands.map((it) => it.name))("weir %s --help describes the command", async (name) => {
  using folder = new Folder();
  const { status, out } = await weir(folder, [name, "--help"]);
  expect(status).toBe(0);
  expect(out.split("\n").length).toBeGreaterThan(2);
});

test("repeating the same value is accepted", async () => {
  using folder = new Folder({ "a.cfrule": "ssl\n" });
  const { status } = await weir(folder, [
    "check",
    "--format=json",
    "--format",
    "json",
    "--fix",
    "--fix",
  ]);
  expect(status).toBe(0);
});

test("weir.json is checked when it is an argument", async () => {
  using folder = new Folder({
    "weir.json": '{ "sevrity": {} }',
    "good/weir.json": "{}",
    "a.cfrule": "ssl\n",
  });
  const { status, out } = await weir(folder, ["check", "weir.json"]);
  expect(status).toBe(1);
  expect(out).toContain("weir.json:1:3 error weir-json");
  expect((await weir(folder, ["check", "good/weir.json"])).status).toBe(0);
  const both = await weir(folder, ["check", "--format", "json", "weir.json", "a.cfrule"]);
  const { files } = JSON.parse(both.out);
  expect(files.map((it: { path: string }) => it.path)).toEqual(["weir.json", "a.cfrule"]);
  const stdin = await weir(
    folder,
    ["check", "-", "--stdin-filename", "weir.json"],
    '{ "plan": 1 }',
  );
  expect(stdin.out).toContain("error weir-json");
  expect((await weir(folder, ["fmt", "weir.json"])).err).toContain(
    "weir.json: 'weir fmt' does not take weir.json. Run 'weir check weir.json' to check it.",
  );
});

test("fixed and remaining problems are reported separately", async () => {
  using folder = new Folder({
    "a.lpfilter": '{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }',
    "b.lpfilter": '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }',
  });
  const { out } = await weir(folder, ["check"]);
  expect(out).toContain("\n  fix: Wrap in 'where'\n");
  expect(out).toContain("\n  possible fix: Use 'ClientIP'\n");
  const json = await weir(folder, ["check", "--format", "json"]);
  const fixes = JSON.parse(json.out).files.flatMap((file: { diagnostics: { fixes: object[] }[] }) =>
    file.diagnostics.map((it) => it.fixes[0]),
  );
  expect(fixes).toMatchObject([{ title: "Wrap in 'where'" }, { guess: true }]);
  expect(fixes[0]).not.toHaveProperty("guess");
});

test.each([
  ["review", "a.json"],
  ["trace", "a.json"],
  ["compare", "a.lpfilter", "b.lpfilter"],
  ["verify"],
  ["check", "--no-such-option"],
])("with --format json, the error of %s is a document", async (...args) => {
  using folder = new Folder();
  const { out, err, status } = await weir(folder, [...args, "--format", "json"]);
  const { error, ...rest } = JSON.parse(out);
  expect([status, rest, err]).toEqual([2, { version: 1 }, `weir: ${error}\n`]);
});
