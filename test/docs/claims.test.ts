// The claims of docs/trust.md, and the commands that show them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { targets } from "../fuzz/targets/all.ts";
import { weir } from "../support/programs/bundle.ts";
import { codeOf, pages, pageText, root } from "./markdown.ts";
import { wordsOf } from "./shell.ts";

/** The rows of the table of claims. */
const claims = pageText("docs/trust.md")
  .trimEnd()
  .split("| claim | see for yourself |\n|---|---|\n")[1]
  ?.split("\n\n")[0]
  ?.split("\n")
  .map(
    (row) => /^\| (.*) \| `([^`]+)` \|$/.exec(row)?.slice(1) as [claim: string, command: string],
  );

/** Expected output of the commands that are run here. */
const shows: Readonly<Record<string, readonly string[]>> = {
  "samples/filters/bad-logic.lpfilter": ["never-matches", "always-matches", "covered-value"],
  "samples/octorules": ["'block-scanners' matches: block", "blocked with 403"],
  "samples/terraform/main.tf": ["unknown-field", "unknown-operator", "main.tf:27:22"],
  "samples/filters/bad-too-large.lpfilter": [
    "too-many-operators",
    "filter-too-large",
    "Filter has 31 operators; the limit is about 30.",
  ],
};

/** Commands that are not run here, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  "npm start -- --check": "test/e2e/start.test.ts runs it",
  "npm run catalog": "prints dates; what it counts is tested below",
  "npm run test:long -- test/push/faults/matrix.test.ts":
    "takes minutes; 'npm test' runs a part of it",
  "npm run conformance": "test/docs/commands.test.ts runs it",
  "npm run fuzz -- --seconds 60": "test/fuzz/fuzz.test.ts runs it, with a number of cases",
  "npm run prove -- --cases 200": "test/prove runs it, with fewer cases",
  "npm run bench": "takes minutes; run manually",
};

describe("each command of the claims", () => {
  test.each((claims ?? []).map(([claim, command]) => [command, claim] as const))(
    "%s",
    async (command) => {
      if (command in notRun) return;
      if (command.startsWith("npx vitest ")) return expectTests(command);
      const [program, no, name, ...args] = wordsOf(command);
      expect([program, no, name]).toEqual(["npx", "--no", "weir"]);
      const { status, output } = await weir(args, root);
      expect(status, output).toBeLessThan(2);
      const words = shows[args[1] ?? ""] ?? [];
      expect(words).not.toEqual([]);
      for (const it of words) expect(output).toContain(it);
    },
  );

  test("is run here, or has a reason why not", () => {
    const commands = (claims ?? []).map((it) => it[1]);
    expect(commands.length).toBeGreaterThan(8);
    expect(Object.keys(notRun).filter((it) => !commands.includes(it))).toEqual([]);
  });
});

/** The file exists and contains tests. */
function expectTests(command: string): void {
  const [, path = ""] = /npx vitest run (\S+)$/.exec(command) ?? [];
  expect(path).toMatch(/^test\/.*\.test\.ts$/);
  expect(existsSync(join(root, path)), path).toBe(true);
  expect(readFileSync(join(root, path), "utf8")).toMatch(/^\s*test(\.each)?\(/m);
}

test("every test file that a page names exists", () => {
  const written = pages.flatMap(codeOf).filter((it) => it.text.includes("npx vitest"));
  expect(written.length).toBeGreaterThan(2);
  for (const it of written) expectTests(it.text);
});

test("the conformance run that is quoted has no differences", () => {
  const row = /^\| `npm run conformance [^|]*\| ([\d,]+) \|.* (\d+) \|$/m;
  const [, expressions, differences] = row.exec(pageText("docs/conformance.md")) ?? [];
  expect(differences).toBe("0");
  for (const page of ["README.md", "docs/trust.md"])
    expect(pageText(page)).toContain(`${expressions} generated expressions`);
});

test("every oracle has a row", () => {
  const rows = pageText("CONTRIBUTING.md")
    .split("| oracle |")[1]
    ?.matchAll(/^\| ([a-z]\S*) \|/gm);
  const listed = [...(rows ?? [])].map(([, name]) => name);
  expect(listed).toEqual(readdirSync(join(root, "test/oracles")).sort());
});

test("the benchmark options that a page names exist", () => {
  const program = readFileSync(join(root, "test/bench/main.ts"), "utf8");
  const written = pages.flatMap(codeOf).filter((it) => it.text.startsWith("npm run bench -- "));
  expect(written.length).toBeGreaterThan(1);
  for (const { text } of written)
    expect(program).toContain(`process.argv.includes("${text.split(" ").at(-1)}")`);
});

test("the docs state the time of each fuzz target", () => {
  const { length } = targets;
  const shared = pageText("CONTRIBUTING.md").replaceAll("\n  ", " ");
  expect(shared).toContain(`has ${length} targets`);
  expect(shared).toContain(`\`npm run fuzz -- --seconds 300\` gives each ${300 / length} seconds`);
  expect(shared).toContain(`\`npm run fuzz -- --seconds ${300 * length}\` five minutes`);
  const all = (300 * length).toLocaleString("en");
  expect(pageText("docs/trust.md")).toContain(
    `The ${length} targets share the given seconds; ${all} give each of them five minutes`,
  );
});
