import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { version } from "../../package.json";
import { aptInstall } from "../../scripts/install/apt.mjs";
import { root } from "../../scripts/root.mjs";
import { withForwardSlashes } from "../../server/src/workspace/files/paths.ts";
import { Folder, type Outcome } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";
import { packedForNpm } from "../support/programs/packed.ts";

/** The page whose commands are run. */
export const manual = readFileSync(join(root, "docs", "ci.md"), "utf8");

/** Runs a program in a folder, with `weir` on its PATH. */
export function run(
  folder: Folder,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder.path,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(folder.path, ".git", "bin")}${delimiter}${process.env.PATH}`,
      GIT_CONFIG_GLOBAL: join(folder.path, ".git", "none"),
      GIT_CONFIG_NOSYSTEM: "1",
      ...env,
    },
  });
  return { status: status ?? -1, out: stdout, err: stderr };
}

/** Runs a command in the shell that comes with git, because Windows may have no other. */
export function inShell(folder: Folder, command: string, env: NodeJS.ProcessEnv = {}): Outcome {
  return run(folder, "git", ["-c", `alias.run=!${command}`, "run"], env);
}

/** Writes a file that is not part of the repository. */
export function writeHidden(folder: Folder, name: string, text: string): void {
  const path = join(folder.path, ".git", name);
  mkdirSync(resolve(path, ".."), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A repository in which `weir` is this build, instead of the one that CI would install. */
export function repository(files: Readonly<Record<string, string>> = {}): Folder {
  const folder = new Folder(files);
  run(folder, "git", ["init", "--quiet"]);
  run(folder, "git", ["config", "user.email", "test@example.com"]);
  run(folder, "git", ["config", "user.name", "Test"]);
  const [node, program] = [process.execPath, bundlePath("cli.cjs")].map(withForwardSlashes);
  writeHidden(folder, "bin/weir", `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`);
  writeHidden(folder, "bin/npx", `#!/bin/sh\nshift\nexec "$@"\n`);
  return folder;
}

export function commit(folder: Folder): Outcome {
  run(folder, "git", ["add", "--all"]);
  return run(folder, "git", ["commit", "--message", "A change"]);
}

/** The commands of a block, without the keywords of the CI service. */
export function commandsIn(block: string): string[] {
  const lines = block.matchAll(/^ *(?:- run: |- if: .*|- |sh ')((?:npm|npx) .*?)'?$/gm);
  return [...lines].map((it) => it[1] ?? "");
}

let hasPreCommit: boolean | undefined;

function ensurePreCommit(): boolean {
  const isThere = () => spawnSync("pre-commit", ["--version"]).status === 0;
  return isThere() || (aptInstall("pre-commit") && isThere());
}

/** Runs the real pre-commit. */
export function withPreCommit(folder: Folder, args: readonly string[]): Outcome {
  hasPreCommit ??= ensurePreCommit();
  if (!hasPreCommit) throw new Error("Install pre-commit.");
  return run(folder, "pre-commit", args, {
    PRE_COMMIT_HOME: join(folder.path, ".git", "pre-commit"),
    // Allows cloning a local folder.
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "protocol.file.allow",
    GIT_CONFIG_VALUE_0: "always",
    // Installs the package of this checkout, without a network.
    WEIR_PACKAGE: packedForNpm(),
    npm_config_offline: "true",
    npm_config_cache: join(folder.path, ".git", "npm"),
  });
}

/** The repository that pre-commit clones: a version of Weir. */
export function releasedRepository(): Folder {
  const folder = new Folder();
  const scripts = ["pre-commit", "released", "failure", "root"].map((it) => `scripts/${it}.mjs`);
  for (const it of [".pre-commit-hooks.yaml", "package.json", ...scripts])
    cpSync(join(root, it), join(folder.path, it));
  run(folder, "git", ["init", "--quiet"]);
  run(folder, "git", ["add", "--all"]);
  const author = ["-c", "user.email=test@example.com", "-c", "user.name=Test"];
  run(folder, "git", [...author, "commit", "--quiet", "--message", "A version"]);
  run(folder, "git", ["tag", `v${version}`]);
  return folder;
}

/** The first block of the page after a text. */
export function blockAfter(text: string): string {
  return /```\w+\n(.*?)```/s.exec(manual.split(text)[1] ?? "")?.[1] ?? "";
}
