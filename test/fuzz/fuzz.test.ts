import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scripts } from "../../package.json";
import { Random } from "../conformance/random.ts";
import { times } from "../support/long.ts";
import { checkGrowth } from "./cost.ts";
import { makeInput } from "./inputs.ts";
import { minimize } from "./minimize.ts";
import { grownText, makeShape } from "./shapes.ts";
import { shellWords } from "./shell-words.ts";
import { targets } from "./targets/all.ts";

const root = join(import.meta.dirname, "../..");

/** Runs the script as users do. It ends by itself, so nothing here depends on timing. */
function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/run-ts.mjs"), program, ...args],
    { cwd: root, encoding: "utf8" },
  );
  return { status, output: stdout + stderr };
}

/** Runs the small program with broken targets. */
function fuzzBroken(...args: string[]) {
  return run("test/fuzz/broken.ts", ...args);
}

const names = targets.map((it) => it.name);
const measured = names.filter((it) => it.startsWith("cost-"));
test.each([
  ["no target fails", names.filter((it) => !measured.includes(it)), times(2, 120)],
  // Each input is measured in several sizes.
  ["no cost grows too fast", measured, times(1, 20)],
])("%s on the inputs of a fixed seed", { timeout: 600_000 }, (_, some, cases) => {
  const program = scripts.fuzz.split(" ").at(-1);
  // Long limits, so that a slow machine is not reported as a hanging target.
  const limits = ["--seconds", "3600", "--patience", "600"];
  const args = ["--target", some.join(), "--cases", String(cases), "--seed", "7", ...limits];
  const { status, output } = run(program ?? "", ...args);
  expect([status, output], output).toEqual([0, expect.not.stringContaining("FAILED")]);
  for (const name of some) expect(output).toMatch(new RegExp(`^${name} .* ${cases} inputs`, "m"));
});

test("a target that throws, never ends or exhausts memory is reported with its seed and a small input", () => {
  const names = "broken-throws,broken-waits,broken-grows";
  const { status, output } = fuzzBroken("--target", names, "--seed", "7", "--patience", "600");
  expect(status).toBe(1);
  expect(failureOf(output, "broken-throws")).toMatchObject(["Error: No text has a '!'.", '"!"']);
  expect(failureOf(output, "broken-waits")).toEqual(["The worker ended with 13.", '""']);
  const tooMuch = expect.stringContaining("ERR_WORKER_OUT_OF_MEMORY");
  expect(failureOf(output, "broken-grows")).toEqual([tooMuch, '""']);
});

test("a target that hangs is reported as well", () => {
  const name = "broken-hangs";
  const { status, output } = fuzzBroken("--target", name, "--seed", "7", "--patience", "0.2");
  expect(status).toBe(1);
  expect(failureOf(output, name)).toEqual(["Nothing came for 0.2 seconds.", '""']);
});

/** Why a target failed, and its smallest input, with the command that reproduces it in between. */
function failureOf(output: string, name: string): string[] {
  const again = `Again: npm run fuzz -- --target ${name} --seed 7 --case`;
  const parts = new RegExp(`^${name} +FAILED: (.*)$[^]*?^${again} \\d+$\n.*\n(.*)$`, "m");
  return parts.exec(output)?.slice(1) ?? [output];
}

test("an unknown target is refused", () => {
  expect(fuzzBroken("--target", "nothing")).toMatchObject({
    status: 2,
    output: expect.stringContaining(
      "There is no target 'nothing'. Use: broken-throws, broken-hangs, ",
    ),
  });
});

test("the inputs include every kind of hostile text", () => {
  const random = new Random(3);
  const inputs = random.several(20_000, 20_000, () => makeInput(random, ['{ "a": [1, "b"] }']));
  const kinds: Readonly<Record<string, (text: string) => boolean>> = {
    nul: (it) => it.includes("\0"),
    "lone surrogates": (it) => /\p{Cs}/u.test(it),
    "100,000 brackets": (it) => it.includes("(".repeat(100_000)),
    "huge literals": (it) => it.includes("9".repeat(100_000)),
    "long repetitions": (it) => it.length > 200_000,
    "CR alone": (it) => /\r(?!\n)/.test(it),
    "nearly good ones": (it) => it.startsWith('{ "a"') && it.length < 30,
    "the sample itself": (it) => it === '{ "a": [1, "b"] }',
  };
  for (const [name, holds] of Object.entries(kinds)) expect(inputs.some(holds), name).toBe(true);
});

test.each([
  ["abc", "abc"],
  ["a⁑bc⁑d", "abcbcbcd"],
  ["⁑(⁑1⁑)⁑", "(((1)))"],
  ["⁑a№,⁑", "a0,a1,"],
])("the shape %s is the text %s", (shape, text) => {
  expect(grownText(shape, 6)).toBe(text);
});

test("the shapes include every kind of growth", () => {
  const random = new Random(3);
  const shapes = random.several(2000, 2000, () => makeShape(random, ['{\n "a": [1, "b"]\n}\n']));
  const kinds: Readonly<Record<string, RegExp>> = {
    "one character": /^⁑.⁑$/s,
    "an opening in the middle of a sample": /^{\n "a"[^⁑]*⁑[[{(]/,
    "openings with their ends": /⁑\[[^⁑]*⁑[^⁑]*⁑\]⁑/,
    "different names": /⁑[^⁑]*a№/,
    "whole samples": /⁑{\n "a": \[1, "b"\]\n}\n⁑/,
  };
  for (const [name, kind] of Object.entries(kinds))
    expect(
      shapes.some((it) => kind.test(it)),
      name,
    ).toBe(true);
});

/** Checks the growth of a cost without spending it. */
async function checkCost(shape: string, costOf: (text: string) => number): Promise<void> {
  let spent = 0;
  const run = (text: string) => {
    spent += costOf(text);
  };
  await checkGrowth(shape, run, () => spent);
}

test.each<[string, (length: number) => number]>([
  ["nothing", () => 0],
  ["the length", (length) => length / 100],
  ["a sort", (length) => (length * Math.log(length)) / 1000],
  ["any text", () => 5000],
  ["a text up to a limit", (length) => Math.min(length, 5000) ** 2 / 1e5],
])("a cost like that of %s is accepted", async (_, cost) => {
  await expect(checkCost("a⁑bc⁑d", (text) => cost(text.length))).resolves.toBeUndefined();
});

test("a measurement that is disturbed is repeated", async () => {
  let runs = 0;
  const costOf = (text: string) => text.length / 1000 + (runs++ % 3 === 1 ? 500 : 0);
  await expect(checkCost("⁑a⁑", costOf)).resolves.toBeUndefined();
});

const growth = /^The cost grows faster than the text: .* ms for \d+ characters, but .*\.$/;
test.each<[string, (length: number) => number]>([
  ["the square", (length) => length ** 2 / 1e6],
  ["the square of large texts only", (length) => (length > 9000 ? length ** 2 / 1e6 : 0)],
  ["the power of three", (length) => length ** 3 / 1e12],
])("a cost that grows like %s is an error", async (_, cost) => {
  await expect(checkCost("a⁑bc⁑d", (text) => cost(text.length))).rejects.toThrow(growth);
});

test("a cost that is too high for the size is an error", async () => {
  const high = /^The cost is too high: .* ms for \d+ characters, but .*\.$/;
  await expect(checkCost("⁑b⁑", (text) => text.length / 10)).rejects.toThrow(high);
});

test("a failing text is minimized", async () => {
  const fails = async (text: string) => text.includes("a") && text.includes("zz");
  expect(await minimize(`${"x".repeat(500)}a${"y".repeat(500)}zz`, fails, 1000)).toBe("azz");
});

test("a command is parsed like a shell, and side effects are detected", () => {
  const command = `curl 'it'\\''s' "a b" \\\n  "$X"'{"y":1}'`;
  expect(shellWords(command, (name) => `<${name}>`)).toEqual(["curl", "it's", "a b", '<X>{"y":1}']);
  expect(() => shellWords("echo $(id)")).toThrow();
  expect(() => shellWords("echo 'open")).toThrow();
});
