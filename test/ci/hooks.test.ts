// Runs the hooks of docs/ci.md as documented.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { root } from "../../scripts/root.mjs";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";
import { commit, manual, repository, run, withPreCommit, writeHidden } from "./repository.ts";

const good = `{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
`;
const wrong = good.replace('"eq"', '"equals"');

/** A repository with the hook. */
function hooked(): Folder {
  const folder = repository();
  writeHidden(folder, "hooks/pre-commit", manual.split("```sh\n")[1]?.split("```")[0] ?? "");
  return folder;
}

test("the hook accepts valid files and rejects others", () => {
  using folder = hooked();
  folder.write("filters/näher dran.lpfilter", good);
  folder.write("notes.md", "Nothing of ours.");
  expect(commit(folder)).toMatchObject({ status: 0 });
  folder.write("filters/näher dran.lpfilter", wrong);
  const stopped = commit(folder);
  expect(stopped.status).toBe(1);
  expect(stopped.out + stopped.err).toContain("Unknown operator 'equals'. Use 'eq'.");
});

test("the hook requires formatted files", () => {
  using folder = hooked();
  folder.write("flat.lpfilter", good.replaceAll(/\s+/g, ""));
  expect(commit(folder).status).toBe(1);
});

test("the hook checks the staged content, not the working tree", () => {
  using folder = hooked();
  folder.write("a.lpfilter", good);
  run(folder, "git", ["add", "--all"]);
  folder.write("a.lpfilter", wrong);
  expect(run(folder, "git", ["commit", "--message", "A change"])).toMatchObject({ status: 0 });
});

/** The repository that pre-commit clones: a version of Weir, already built to save time. */
function released(): Folder {
  const folder = new Folder();
  const names = [
    ".pre-commit-hooks.yaml",
    "package.json",
    "scripts/pre-commit.mjs",
    "scripts/root.mjs",
  ];
  const bundles = readdirSync(bundlePath("")).filter((it) => it.endsWith(".cjs"));
  for (const it of [...names, ...bundles.map((name) => `dist/${name}`)])
    cpSync(join(root, it), join(folder.path, it));
  run(folder, "git", ["init", "--quiet"]);
  // No compression, because it is only cloned once.
  run(folder, "git", ["config", "core.compression", "0"]);
  run(folder, "git", ["add", "--all"]);
  const author = ["-c", "user.email=test@example.com", "-c", "user.name=Test"];
  run(folder, "git", [...author, "commit", "--quiet", "--message", "A version"]);
  run(folder, "git", ["tag", `v${version}`]);
  return folder;
}

test("pre-commit runs the hooks of this version", () => {
  using weir = released();
  const config = /```yaml\n# \.pre-commit-config\.yaml\n(.*?)```/s.exec(manual)?.[1] ?? "";
  expect(config).toContain(`rev: v${version}\n`);
  using folder = repository({
    ".pre-commit-config.yaml": config.replace("https://github.com/weir-tools/weir", weir.path),
    "a.lpfilter": wrong,
    "main.tf":
      'resource "cloudflare_ruleset" "a" {\n  rules = [{ expression = "http.hots eq 1" }]\n}\n',
    "notes.md": "Nothing of ours.",
  });
  run(folder, "git", ["add", "--all"]);
  const hooks = () => withPreCommit(folder, ["run", "--all-files"]);
  const first = hooks();
  expect(first.status, first.out + first.err).toBe(1);
  expect(first.out).toContain("Unknown operator 'equals'. Use 'eq'.");
  expect(first.out).toContain("Unknown field 'http.hots'.");
  folder.write("a.lpfilter", good.replaceAll(/\s+/g, ""));
  folder.write("main.tf", "");
  expect(hooks().status).toBe(1);
  expect(folder.read("a.lpfilter")).toBe(good);
  expect(hooks()).toMatchObject({ status: 0 });
}, 180_000);
