import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { testsOf } from "../../scripts/touched-tests.mjs";

const files = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 26,
}).stdout.split("\0");

test.each([
  // By imports.
  ["server/src/sql/dialects/trino.ts", "test/sql/rules.test.ts", "test/push/undo.test.ts"],
  ["server/src/api/calls.ts", "test/push/session/service.test.ts", "test/checks.test.ts"],
  // By the name of its folder, or of one above it.
  ["server/src/cfrule/checks/empty-set.ts", "test/checks.test.ts", "test/cli/cli.test.ts"],
  ["server/src/cli/render/sarif.ts", "test/cli/check/formats.test.ts", "test/push/undo.test.ts"],
  ["views/src/lab/app.tsx", "test/views/lab.test.ts", "test/e2e/lab.test.ts"],
  ["editors/neovim/weir.lua", "test/neovim/neovim.test.ts", "test/emacs/emacs.test.ts"],
  ["CONTRIBUTING.md", "test/docs/commands.test.ts", "test/checks.test.ts"],
  // By its path in a string.
  ["l10n/bundle.l10n.json", "test/generated.test.ts", "test/checks.test.ts"],
  // A test is its own.
  ["test/text/glob.test.ts", "test/text/glob.test.ts", "test/text/path-globs.test.ts"],
])("%s: %s runs, %s does not", (touched, related, unrelated) => {
  const found = testsOf([touched], files);
  expect(found).toContain(related);
  expect(found).not.toContain(unrelated);
});

test("what every new check changes in generated files leads to no tests", () => {
  expect(testsOf(["docs/diagnostics.md", "schemas/weir.schema.json"], files)).toEqual([]);
});

test("every import is followed if all tests are asked for", () => {
  const found = testsOf(["server/src/cfrule/checks/empty-set.ts"], files, files.length);
  expect(found).toContain("test/cli/cli.test.ts");
});
