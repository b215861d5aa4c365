import { Readable } from "node:stream";
import { run } from "../../server/src/cli/run.ts";
import type { Harness } from "../push/harness.ts";
import type { Outcome } from "../support/cli.ts";

/** Runs the command line in the folder of a workspace, with the service in memory, and nobody there to be asked. */
export async function weir(h: Harness, ...args: string[]): Promise<Outcome> {
  let out = "";
  let err = "";
  const status = await run(args, {
    cwd: h.folder.path,
    stdin: Readable.from([]),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    colour: false,
    progress: false,
    columns: 100,
    env: h.env,
    fetch: (input, init) => {
      h.requests.push(`${init?.method} ${String(input)}`);
      return h.emulator.fetch(input, init);
    },
    onInterrupt: () => () => {},
  });
  return { status, out, err };
}
