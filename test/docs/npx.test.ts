import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";

/** `weir` on the registry is the package of others, which `npx` would download and run without a local one. */
function wrongIn(text: string): string[] {
  const lines = text.split("\n").filter((it) => {
    const calls = [
      ...it.matchAll(/\b(?:npx|npm exec|npm x|pnpm dlx|pnpx|yarn dlx|bunx)\b(.{0,60})/g),
    ];
    return calls.some(([, rest = ""]) => runsOther(rest));
  });
  return lines.map((it) => it.trim());
}

/** Whether the first word that is no option, in a command line or a list of arguments, is `weir`. */
function runsOther(rest: string): boolean {
  const words = rest
    .split(/[\s"'`,[\]()*:]+/)
    .filter((it) => it !== "" && !/^(args|command)$/.test(it));
  if (words.includes("--no")) return false;
  const first = words.find((it) => !it.startsWith("-"));
  return /^weir(@.*)?$/.test(first ?? "");
}

test("a package of others is never run", () => {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root, encoding: "utf8" },
  );
  const files = listed
    .split("\0")
    .filter((it) => /\.(md|ts|tsx|mjs|json|ya?ml|toml|lua|el|js|html)$|^\.pre-commit/.test(it))
    .filter((it) => !/package-lock\.json$|^test\/docs\/npx\.test\.ts$/.test(it));
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((it) => {
    try {
      return wrongIn(readFileSync(join(root, it), "utf8")).map((line) => `${it}: ${line}`);
    } catch {
      // Deleted, and not committed yet.
      return [];
    }
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["npx weir check", true],
  ["run `npx weir` there", true],
  ["npx -y weir mcp", true],
  ["npx --yes weir@latest mcp", true],
  ['{ "command": "npx", "args": ["weir", "mcp"] }', true],
  ['{ "command": "npx", "args": ["-y", "weir", "mcp"] }', true],
  ["npm exec weir check", true],
  ["pnpm dlx weir check", true],
  ["npx --no weir check", false],
  ["npx @weir-tools/weir check", false],
  ['"command": "npx", "args": ["--no", "weir", "mcp"]', false],
  ["npx vitest run test/weir", false],
  ["weir check", false],
])("%s", (text, isWrong) => {
  expect(wrongIn(text).length > 0).toBe(isWrong);
});
