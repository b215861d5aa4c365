import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { version } from "../../package.json";
import { problemsIn, versionsIn } from "../../scripts/release/changelog.mjs";
import { root } from "../../scripts/root.mjs";
import { Folder } from "../support/programs/cli.ts";

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

test("the changelog follows Keep a Changelog", () => {
  expect(problemsIn(changelog, version)).toEqual([]);
});

test("violations of that format are reported", () => {
  const changed = (from: string, to: string) => problemsIn(changelog.replace(from, to), version);
  expect(changed("# Changelog", "# Changes")).toEqual(["Start with '# Changelog'."]);
  expect(changed("### Added", "### News")).toEqual([
    "Unreleased has unknown or unordered sections.",
  ]);
  expect(changed("## [Unreleased]\n\n### Added", "## [Unreleased]\n\nText\n\n### Added")).toEqual([
    "Unreleased has text without a section.",
  ]);
  expect(changed(/## \[0\.1\.0\] - .*/.exec(changelog)?.[0] ?? "", "## [0.1.0]")).toEqual([
    "0.1.0 has no date.",
  ]);
  expect(changed("\n[0.1.0]: https", "\n[0.1.1]: https")).toEqual(["Missing link of [0.1.0]."]);
  expect(problemsIn(changelog, "9.9.9")).toEqual(["The latest version is not 9.9.9."]);
});

test("the version is the same everywhere", () => {
  const { version: locked, packages } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  expect([locked, packages[""].version]).toEqual([version, version]);
  expect(readFileSync(join(root, "docs/ci.md"), "utf8")).toContain(`rev: v${version}\n`);
});

function run(folder: Folder, program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder.path,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: join(folder.path, "none"), GIT_CONFIG_NOSYSTEM: "1" },
  });
  return { status, out: stdout, err: stderr };
}

/** A checkout with what a release reads and changes. */
function checkout(): Folder {
  const folder = new Folder();
  const files = [
    "package.json",
    "package-lock.json",
    "CHANGELOG.md",
    "README.md",
    "Dockerfile",
    "docs/ci.md",
  ];
  const modules = ["failure", "released", "root"].map((it) => `scripts/${it}.mjs`);
  const scripts = ["scripts/release", ...modules];
  for (const it of [...files, ...scripts])
    cpSync(join(root, it), join(folder.path, it), { recursive: true });
  run(folder, "git", "init", "--quiet");
  run(folder, "git", "config", "user.email", "test@example.com");
  run(folder, "git", "config", "user.name", "Test");
  run(folder, "git", "add", "--all");
  run(folder, "git", "commit", "--quiet", "--message", "First");
  return folder;
}

test("a release is previewed, then created, and only once per version", () => {
  using folder = checkout();
  const release = (...args: string[]) =>
    run(folder, process.execPath, "scripts/release/release.mjs", ...args);
  const shown = release("9.0.0", "--dry-run");
  expect([shown.status, shown.err]).toEqual([0, ""]);
  expect(shown.out).toContain(`Version ${version} → 9.0.0\n`);
  expect(shown.out).toContain("Tag     v9.0.0\n");
  expect(shown.out).toContain(versionsIn(changelog)[0]?.text);
  expect(run(folder, "git", "status", "--porcelain").out).toBe("");
  folder.write("new.txt", "");
  expect(release("9.0.0")).toMatchObject({
    status: 1,
    err: "The working tree has changes. Commit them first.\n",
  });
  folder.remove("new.txt");
  expect(release("9.0.0")).toMatchObject({ status: 0, err: "" });
  expect(run(folder, "git", "status", "--porcelain").out).toBe("");
  expect(run(folder, "git", "log", "-1", "--format=%s").out).toBe("release: 9.0.0\n");
  expect(run(folder, "git", "tag", "--points-at", "HEAD").out).toBe("v9.0.0\n");
  expect(JSON.parse(folder.read("package.json")).version).toBe("9.0.0");
  const lock = JSON.parse(folder.read("package-lock.json"));
  expect([lock.version, lock.packages[""].version]).toEqual(["9.0.0", "9.0.0"]);
  expect(folder.read("docs/ci.md")).toContain("rev: v9.0.0\n");
  expect(problemsIn(folder.read("CHANGELOG.md"), "9.0.0")).toEqual([]);
  const notes = run(folder, process.execPath, "scripts/release/release-notes.mjs", "v9.0.0");
  expect(notes.out.trim()).toBe(versionsIn(changelog)[0]?.text);
  expect(run(folder, process.execPath, "scripts/release/release-notes.mjs", "v9.0.1").status).toBe(
    1,
  );
  expect(release().err).toBe("CHANGELOG.md has no unreleased changes.\n");
});

test("the next version follows from the changes, and older ones are refused", () => {
  using folder = checkout();
  const release = (...args: string[]) =>
    run(folder, process.execPath, "scripts/release/release.mjs", ...args, "--dry-run");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  expect(release().out).toContain(`→ ${major}.${minor + 1}.0\n`);
  expect(release("major").out).toContain(`→ ${major + 1}.0.0\n`);
  expect(release("0.0.1")).toMatchObject({
    status: 2,
    err: `0.0.1 is not newer than ${version}.\n`,
  });
  expect(release("new").status).toBe(2);
  const fixes = changelog.replace(
    /## \[Unreleased\].*?(?=## \[0)/s,
    "## [Unreleased]\n\n### Fixed\n\n- A\n\n",
  );
  folder.write("CHANGELOG.md", fixes);
  expect(release().out).toMatch(/→ \d+\.\d+\.[1-9]\n/);
});

test("the workflow tests, packages, and attaches both packages and an executable for each system", () => {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const commands: string[] = jobs.release.steps.flatMap((it: { run?: string }) => it.run ?? []);
  const all = commands.join("\n");
  expect(all).not.toContain("${{");
  const order = ["npm test", "npm run package", "gh release create"].map((it) => all.indexOf(it));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(all).toMatch(/gh release create .*weir\.vsix .*weir-.*\.tgz/);
  const { needs, steps, strategy } = jobs.executables;
  expect(needs).toBe("release");
  const systems = strategy.matrix.os.map((it: string) => it.split("-")[0]);
  expect(new Set(systems)).toEqual(new Set(["ubuntu", "macos", "windows"]));
  expect(steps.map((it: { run?: string }) => it.run)).toContain("npm run executable");
});
