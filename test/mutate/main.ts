/**
 * `npm run mutate -- [--count 30] [--seed N] [--files 'server/src/push']`: breaks the sources in small ways, one at a time, in a copy
 * of the last commit, and says which of them no test notices. Exits with 1 if more than a tenth survive.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { transformSync } from "esbuild";
import { root } from "../../scripts/root.mjs";
import { Random } from "../conformance/random.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";

/** Where an error harms the user most: what is sent, counted, hidden, or written into a file. */
const riskyFolders = [
  "server/src/push",
  "server/src/try",
  "server/src/logs",
  "server/src/sql",
  "server/src/hosts",
  "server/src/cfrule/evaluation",
  "server/src/lpfilter/evaluation",
  "server/src/lpjob/evaluation",
];

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: riskyFolders.join(",") },
  },
});

interface Change extends Mutation {
  readonly path: string;
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function isValid({ text }: Mutation): boolean {
  try {
    transformSync(text, { loader: "ts" });
    return true;
  } catch {
    return false;
  }
}

/** Picks a folder first, then a file, so that large folders do not get all the changes. */
function choose(count: number, random: Random): readonly Change[] {
  const folders = values.files.split(",").map((folder) => git("ls-files", folder).split("\n"));
  const chosen = new Map<string, Change>();
  for (let tries = 0; chosen.size < count && tries < 100 * count; tries++) {
    const path = random.pick(random.pick(folders).filter((it) => it.endsWith(".ts")));
    const mutations = mutationsOf(readFileSync(join(root, path), "utf8"));
    if (mutations.length === 0) continue;
    const mutation = random.pick(mutations);
    if (isValid(mutation)) chosen.set(`${path}:${mutation.line}`, { ...mutation, path });
  }
  return [...chosen.values()];
}

function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), "weir-mutate-"));
  git("worktree", "add", "--detach", "--force", copy, "HEAD");
  for (const name of ["node_modules", ".oracles", ".vscode-test"])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name), "junction");
  cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
  return copy;
}

function run(copy: string, program: string, ...args: string[]): string | undefined {
  const script = join(copy, "node_modules", program);
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    maxBuffer: 1 << 28,
    // A change may cause an endless loop, which a person would notice, too.
    timeout: 15 * 60_000,
    killSignal: "SIGKILL",
  });
  if (status === 0) return undefined;
  if (status === null) return "does not end";
  return stdout.match(/^ *(?:FAIL|×) +(.*)$/m)?.[1] ?? stdout.match(/error TS.*/)?.[0] ?? "failed";
}

/** The first test that notices the change: of the folder that mirrors the source, then of any other that imports it. */
function noticedBy(copy: string, { path }: Change): string | undefined {
  const vitest = ["--bail", "1", "--project", "unit", "--project", "mocked", "--passWithNoTests"];
  return (
    run(copy, "vitest/vitest.mjs", "run", ...vitest, `${mirrorOf(copy, dirname(path))}/`) ??
    run(copy, "typescript/bin/tsc", "--noEmit") ??
    run(copy, "vitest/vitest.mjs", "related", "--run", ...vitest, path)
  );
}

/** `test/push/plan` for `server/src/push/plan`, or the nearest folder above it that has tests. */
function mirrorOf(copy: string, folder: string): string {
  const mirror = folder.replace("server/src", "test");
  return existsSync(join(copy, mirror)) ? mirror : mirrorOf(copy, dirname(folder));
}

function tryAll(copy: string, changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => {
    const { path, line, before, after, text } = change;
    const file = join(copy, path);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, text);
    const test = noticedBy(copy, change);
    writeFileSync(file, original);
    console.log(`${test ? "noticed " : "SURVIVED"} ${path}:${line}\n  - ${before}\n  + ${after}`);
    if (test) console.log(`  ${test}`);
    return test === undefined;
  });
}

const changes = choose(Number(values.count), new Random(Number(values.seed)));
const copy = makeCopy();
try {
  const survivors = tryAll(copy, changes);
  console.log(`${changes.length} changes, ${survivors.length} survived.`);
  if (survivors.length > changes.length / 10) process.exitCode = 1;
} finally {
  git("worktree", "remove", "--force", copy);
  rmSync(copy, { recursive: true, force: true });
}
