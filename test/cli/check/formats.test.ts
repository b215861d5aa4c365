// Formats of 'weir check' for other programs, and where they are written.
import { describe, expect, test } from "vitest";
import { hasColor } from "../../../server/src/cli/program.ts";
import { Folder, weir } from "../../support/programs/cli.ts";

const bad = 'http.hots eq "a" or http.hots eq "a&<b>"\n';
const message = "Unknown field 'http.hots'. Did you mean 'http.host'?";

interface Issue {
  readonly fingerprint: string;
  readonly location: { readonly lines: { readonly begin: number } };
}

test("compact: one line per problem", async () => {
  using folder = new Folder({ "a.cfrule": bad, "b.cfrule": "ssl\n", "c.cfrule": "\xff\0" });
  folder.write("d.cfrule", Buffer.from([0xff]));
  const { status, out, err } = await weir(folder, ["check", "--format", "compact"]);
  expect([status, err]).toEqual([2, ""]);
  expect(out.split("\n")).toEqual([
    `a.cfrule:1:1: error: ${message} [unknown-field]`,
    `a.cfrule:1:21: error: ${message} [unknown-field]`,
    expect.stringMatching(/^c\.cfrule:1:1: error: .* \[[\w-]+\]$/),
    "d.cfrule:1:1: error: The file is not valid UTF-8.",
    "",
  ]);
});

test("gitlab: a fingerprint is unique, and stays the same when lines move", async () => {
  using folder = new Folder({ "a.cfrule": bad });
  const issues = async (): Promise<Issue[]> =>
    JSON.parse((await weir(folder, ["check", "--format", "gitlab"])).out);
  const before = await issues();
  expect(before[0]).toEqual({
    description: message,
    check_name: "unknown-field",
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    severity: "critical",
    location: { path: "a.cfrule", lines: { begin: 1 } },
  });
  const prints = (found: readonly Issue[]) => found.map((it) => it.fingerprint);
  expect(new Set(prints(before)).size).toBe(2);
  folder.write("a.cfrule", `# A comment\n${bad}`);
  const after = await issues();
  expect(after[0]?.location.lines.begin).toBe(2);
  expect(prints(after)).toEqual(prints(before));
});

test("junit: errors fail, and a clean file passes", async () => {
  using folder = new Folder({ "a.cfrule": bad, "b.cfrule": "ssl\n" });
  const { out } = await weir(folder, ["check", "--format", "junit"]);
  expect(out).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="weir" tests="3" failures="2" errors="0">
  <testsuite name="a.cfrule" tests="2" failures="2" errors="0">
    <testcase name="unknown-field (1:1)" classname="a.cfrule" file="a.cfrule" line="1">
      <failure message="error: ${message}"/>
    </testcase>
    <testcase name="unknown-field (1:21)" classname="a.cfrule" file="a.cfrule" line="1">
      <failure message="error: ${message}"/>
    </testcase>
  </testsuite>
  <testsuite name="b.cfrule" tests="1" failures="0" errors="0">
    <testcase name="weir check" classname="b.cfrule" file="b.cfrule"/>
  </testsuite>
</testsuites>
`);
});

describe("colors", () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ TERM: "dumb" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ FORCE_COLOR: "" }, false, false],
  ])("with %j, terminal %j: %j", (env, isTerminal, expected) => {
    expect(hasColor(env, isTerminal)).toBe(expected);
  });

  test.each([
    [["--color", "always"], true],
    [["--color=always"], true],
    [["--color=never"], false],
    [["--color=auto"], false],
    [[], false],
  ])("%j", async (args, expected) => {
    using folder = new Folder({ "a.cfrule": bad });
    const { out } = await weir(folder, ["check", ...args]);
    expect(out.includes("\u001b[31m")).toBe(expected);
    const { out: explained } = await weir(folder, ["explain", ...args, "unknown-field"]);
    expect(explained.includes("\u001b[1m")).toBe(expected);
    expect((await weir(folder, [...args, "check"])).out).toBe(out);
  });

  test("others are refused", async () => {
    using folder = new Folder();
    expect((await weir(folder, ["check", "--color", "yes"])).err).toBe(
      "weir: '--color' needs 'auto', 'always' or 'never', found 'yes'.\n",
    );
  });
});
