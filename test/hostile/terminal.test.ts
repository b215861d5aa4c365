import { platform } from "node:process";
import { describe, expect, test } from "vitest";
import { printable, printableJson } from "../../server/src/text/printable.ts";
import { Harness, weirJson } from "../push/harness.ts";
import { weir } from "./command-line.ts";

/** Names and texts that a terminal or CI runner would interpret if they were printed unescaped. */
const hostile = [
  "\u001b]0;title\u0007\u001b[2J",
  "::stop-commands::x",
  "::add-mask::x",
  "  ::error file=a::x",
  "a\n::set-env name=A::b",
  "a\r::debug::b",
  "##[add-mask]x",
  "##vso[task.setvariable variable=A]x",
  "##teamcity[buildStop]",
  "\u202egnp.exe",
  "a\u2028b\u0085c\u009b31md\u2066\u200f\u061c",
  "a%0A::warning::b",
  "a\u{e0041}\ufeff",
];
/** Windows does not allow some of these names. */
const names = hostile.filter((it) => platform !== "win32" || !/[\p{Cc}:]/u.test(it));

/** Everything that a terminal interprets, except line feeds. */
const obeyed =
  /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const runnerCommand = /^\s*::\w[\w-]*(?: .*)?::|##(?:vso|teamcity)?\[/im;

function expectHarmless(output: string): void {
  expect(JSON.stringify(obeyed.exec(output)?.[0])).toBeUndefined();
  expect(runnerCommand.exec(output)?.[0]).toBeUndefined();
}

const ownAnnotation = /^::(?:error|warning|notice) file=[^:,]*(?:,\w+=[^:,]*)*::/gm;

describe.each(names)("%j", (name) => {
  const files = {
    [`${name}.cfrule`]: `# @action block\n# ${name.replace(/[\n\r]/g, "")}\nhttp.hots  eq "a"\n`,
    [`in ${name}/a.cfrule`]: "# @action block\nssl\n",
    [`${name}.lpfilter`]: JSON.stringify({ where: { key: name, operator: name, value: name } }),
    [`${name}.lpjob`]: JSON.stringify({ name, dataset: name, destination_conf: name, [name]: 1 }),
    "broken.cfrule": `http.host eq "a" and and ${name}`,
    "weir.json": JSON.stringify({
      ...JSON.parse(weirJson()),
      [name]: 1,
      severity: { [name]: "off" },
    }),
  };

  test.each([
    ["check"],
    ["check", "--format", "json"],
    ["check", "--format", "sarif"],
    ["fmt", "--check"],
    ["diff"],
    ["push", "--all", "--yes"],
    ["push", "--all", "--dry-run", "--format", "json"],
    ["push", `missing ${name}`],
    ["pull"],
    ["delete", ".", "--dry-run"],
    ["check", `${name}.none`],
    ["check", "--dataset", name],
    ["check", "--format", name],
    ["check", `--${name}`],
    ["check", "--max-warnings", name],
    ["fmt", "-", "--stdin-filename", name],
    ["diff", "--profile", name],
    ["explain", name],
    [name],
  ])("weir %s %s %s %s", async (...args) => {
    using h = new Harness({ files });
    const { out, err } = await weir(h, ...args.filter((it) => it !== undefined));
    expectHarmless(out);
    expectHarmless(err);
  });

  test("only our own annotations are printed", async () => {
    using h = new Harness({ files });
    const { out, err } = await weir(h, "check", "--format", "github");
    expect(out).toMatch(ownAnnotation);
    expectHarmless(out.replace(ownAnnotation, ""));
    expectHarmless(err);
  });
});

test("a response of the service is printed as one line", async () => {
  using h = new Harness({ files: { "a.cfrule": "# @action block\nssl\n" } });
  const message = "\u001b[31mNo\n::stop-commands::x";
  const body = JSON.stringify({ success: false, errors: [{ code: 1, message }], result: null });
  h.emulator.configure({ faults: [{ kind: "status", status: 400, body, times: 9 }] });
  const { out, err } = await weir(h, "push", "a.cfrule", "--yes");
  expect(out).toContain("[31mNo");
  expectHarmless(out + err);
});

test("positions are kept, and JSON keeps its values", () => {
  for (const it of [...hostile, "::1", "fe80::/10 ::1", "a::b::c", "\ta"]) {
    expect(printable(it)).toHaveLength(it.length);
    expect(JSON.parse(printableJson({ [it]: [it] }))).toEqual({ [it]: [it] });
  }
  for (const it of ["::1", "  ::ffff:1.2.3.4", "a::b::c", "# comment ## x", "\ta", "日本 😀 é"])
    expect(printable(it)).toBe(it);
});
