// npm run release -- [major|minor|patch|VERSION] [--dry-run]: sets the version, dates its changes, commits and tags. No push.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, run } from "../failure.mjs";
import { releasedVersion, withVersion } from "../released.mjs";
import { root } from "../root.mjs";
import { released, versionsIn } from "./changelog.mjs";

await run(async () => {
  const { isDryRun, wanted } = argumentsIn(process.argv.slice(2));
  const { version: previous, homepage } = JSON.parse(read("package.json"));
  const [unreleased] = versionsIn(read("CHANGELOG.md"));
  if (!unreleased?.text) throw new Failure("CHANGELOG.md has no unreleased changes.");
  const version = nextVersion(previous, wanted ?? usualStep(unreleased.text));
  const files = changedFiles({ version, previous, repository: homepage });
  if (git("tag", "--list", `v${version}`) !== "") throw new Failure(`Tag v${version} exists.`);
  const isDirty = git("status", "--porcelain") !== "";
  if (isDirty && !isDryRun) throw new Failure("The working tree has changes. Commit them first.");
  console.log(`Version ${previous} → ${version}`);
  console.log(`Change  ${[...files.keys()].join(", ")}`);
  console.log(`Commit  release: ${version}`);
  console.log(`Tag     v${version}\n\n${unreleased.text}\n`);
  if (isDryRun) {
    if (isDirty) console.log("The working tree has changes, which have to be committed first.");
    console.log("Nothing was changed.");
    return;
  }
  for (const [name, text] of files) writeFileSync(join(root, name), text);
  git("add", ...files.keys());
  git("commit", "--quiet", "--message", `release: ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `Weir ${version}`);
  console.log("Run 'git push --follow-tags' to publish it: the release workflow does the rest.");
});

/** @param {readonly string[]} args */
function argumentsIn(args) {
  const [wanted, ...more] = args.filter((it) => it !== "--dry-run");
  if (more.length > 0 || wanted?.startsWith("-"))
    throw new Failure("Usage: npm run release -- [major|minor|patch|VERSION] [--dry-run]", 2);
  return { isDryRun: args.includes("--dry-run"), wanted };
}

/**
 * A patch if there are only fixes, otherwise a minor version. Before 1.0.0, anything may change in a minor version.
 * @param {string} changes
 */
function usualStep(changes) {
  return /^### (?!Fixed|Security)/m.test(changes) ? "minor" : "patch";
}

/**
 * @param {string} previous
 * @param {string} wanted
 */
function nextVersion(previous, wanted) {
  const [major = 0, minor = 0, patch = 0] = previous.split(".").map(Number);
  if (wanted === "major") return `${major + 1}.0.0`;
  if (wanted === "minor") return `${major}.${minor + 1}.0`;
  if (wanted === "patch") return `${major}.${minor}.${patch + 1}`;
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(wanted)?.slice(1).map(Number);
  if (!parts) throw new Failure(`Expected major, minor, patch or a version, found '${wanted}'.`, 2);
  const [a = 0, b = 0, c = 0] = parts;
  const isNewer = a - major || b - minor || c - patch;
  if (isNewer <= 0) throw new Failure(`${wanted} is not newer than ${previous}.`, 2);
  return wanted;
}

/**
 * The files with the new version, which is defined in package.json.
 * @param {{ version: string, previous: string, repository: string }} release
 * @returns {Map<string, string>} new texts by their paths
 */
function changedFiles({ version, previous, repository }) {
  const date = new Date().toISOString().slice(0, 10);
  const entry = `"version": "${previous}"`;
  const bumped = (/** @type {string} */ text) => text.replace(entry, `"version": "${version}"`);
  return new Map([
    ["package.json", bumped(read("package.json"))],
    // The package itself and its root entry come first.
    ["package-lock.json", bumped(bumped(read("package-lock.json")))],
    ["CHANGELOG.md", released(read("CHANGELOG.md"), { version, previous, date, repository })],
    ...documents().map(
      (it) => /** @type {const} */ ([it, withVersion(read(it), previous, version)]),
    ),
  ]);
}

/** The documents that name a version. */
function documents() {
  const pages = readdirSync(join(root, "docs")).map((it) => `docs/${it}`);
  return ["README.md", "Dockerfile", ...pages.filter((it) => it.endsWith(".md"))].filter(
    (it) => withVersion(read(it), releasedVersion(), "") !== read(it),
  );
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(root, name), "utf8");
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Failure(`git ${args[0]} failed. ${stderr}`.trim());
  return stdout.trim();
}
