import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../scripts/root.mjs";
import type { Folder, Outcome } from "../support/programs/cli.ts";

interface Step {
  readonly name: string;
  readonly run: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(join(root, "action.yml"), "utf8"));
/** The steps of action.yml. */
export const { steps } = action.runs;

/** Runs a step with these inputs; the others have their defaults. */
export function runStep(
  name: string,
  folder: Folder,
  inputs: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv & { readonly RUNNER_TEMP: string },
): Promise<Outcome> {
  const found = steps.find((it) => it.name === name);
  if (!found) throw new Error(`No step '${name}'`);
  const given = Object.entries(found.env).map(([variable, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? "";
    return [variable, inputs[input] ?? action.inputs[input]?.default];
  });
  const all = {
    PATH: process.env.PATH,
    npm_config_offline: "true",
    GITHUB_ACTION_PATH: root,
    ...Object.fromEntries(given),
    ...env,
  };
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", found.run],
      { cwd: folder.path, env: all },
      (error, out, err) => resolve({ status: Number(error?.code ?? 0), out, err }),
    );
  });
}
