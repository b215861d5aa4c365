import { Readable } from "node:stream";
import type { Command } from "../../../server/src/cli/io.ts";
import type { Harness } from "../../push/harness.ts";
import type { Outcome } from "./cli.ts";
import { validateOutput } from "./output-schema.ts";

export interface Ran extends Outcome {
  /** Both outputs in the order in which they were written. */
  readonly said: string;
}

/** Runs a command in the folder of a workspace, with its service in memory; at a terminal if something is typed. */
export async function runCommand(
  h: Harness,
  command: Command,
  args: readonly string[],
  typed?: string,
): Promise<Ran> {
  let [out, err, said] = ["", "", ""];
  const stdin = Readable.from(typed === undefined ? [] : [typed]);
  if (typed !== undefined) Object.assign(stdin, { isTTY: true });
  const status = await command.run(args, {
    cwd: h.folder.path,
    stdin,
    out: (text) => {
      out += text;
      said += text;
    },
    err: (text) => {
      err += text;
      said += text;
    },
    color: false,
    progress: false,
    columns: 100,
    env: h.env,
    fetch: (input, init) => h.emulator.fetch(input, init),
  });
  validateOutput(command.name, args, out);
  return { status, out, err, said };
}
