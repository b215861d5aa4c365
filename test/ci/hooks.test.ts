// Runs the hooks of docs/ci.md as documented.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { version } from "../../package.json";
import { root } from "../../scripts/root.mjs";
import { hostLanguages, languages } from "../../server/src/languages.ts";
import type { Folder } from "../support/programs/cli.ts";
import {
  commit,
  manual,
  releasedRepository,
  repository,
  run,
  withPreCommit,
  writeHidden,
} from "./repository.ts";

const good = `{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
`;
const wrong = good.replace('"eq"', '"equals"');

function terraform(field: string): string {
  return `resource "cloudflare_ruleset" "a" {\n  rules = [{ expression = "${field} eq \\"a\\"" }]\n}\n`;
}

/** A repository with the hook. */
function hooked(): Folder {
  const folder = repository();
  writeHidden(folder, "hooks/pre-commit", /```sh\n(#!.*?)```/s.exec(manual)?.[1] ?? "");
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

test("the hook checks the index of 'git commit --all', also in Terraform", () => {
  using folder = hooked();
  folder.write("main.tf", terraform("http.host"));
  expect(commit(folder)).toMatchObject({ status: 0 });
  folder.write("main.tf", terraform("http.hots"));
  const stopped = run(folder, "git", ["commit", "--all", "--message", "A change"]);
  expect(stopped.status).toBe(1);
  expect(stopped.out + stopped.err).toContain("Unknown field 'http.hots'.");
});

test("the hooks cover every file that has filters, rules or examples", () => {
  const hooks: readonly { id: string; files: string; entry: string }[] = parse(
    readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"),
  );
  const own = languages.flatMap((it) => it.extensions);
  const hosts = hostLanguages.flatMap((it) => it.extensions);
  const local = /files: (.*)/.exec(manual.split("use a local hook")[1] ?? "")?.[1];
  for (const { id, files, entry } of hooks) {
    expect(entry.includes("--force-exclude")).toBe(id === "weir-check");
    const data = id === "weir-check" ? [".tfvars", ".tftpl", ".tpl", ".csv", ".txt"] : [];
    const wanted = id === "weir-fmt" ? own : [...own, ...hosts, ...data];
    for (const it of wanted) expect(`a${it}`).toMatch(new RegExp(files));
    if (id === "weir-check") expect(local).toBe(files);
  }
  expect(hooks.map((it) => it.id)).toEqual(["weir-check", "weir-fmt", "weir-test"]);
});

test("pre-commit runs the hooks of this version", () => {
  using weir = releasedRepository();
  const config = /```yaml\n# \.pre-commit-config\.yaml\n(.*?)```/s.exec(manual)?.[1] ?? "";
  expect(config).toContain(`rev: v${version}\n`);
  using folder = repository({
    ".pre-commit-config.yaml": config.replace("https://github.com/weir-tools/weir", weir.path),
    "a.lpfilter": wrong,
    "main.tf": terraform("http.hots"),
    "data.json": "{ nothing of ours",
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
