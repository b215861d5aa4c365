import type { Harness } from "../push/harness.ts";
import { type Outcome, runIn } from "../support/programs/cli.ts";

/** Runs the command line in the folder of a workspace, with the service in memory and without a terminal. */
export function weir(h: Harness, ...args: string[]): Promise<Outcome> {
  return runIn(h.folder.path, args, {
    env: h.env,
    fetch: (input, init) => {
      h.requests.push(`${init?.method} ${String(input)}`);
      return h.emulator.fetch(input, init);
    },
    onInterrupt: () => () => {},
  });
}
