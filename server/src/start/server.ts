import process from "node:process";
import { bundlesFor } from "./compiled.ts";

/** The command line serves when it has read its arguments; an editor that starts this file names the way on its own. */
export const { serve } = bundlesFor("server")("server-main.cjs") as { serve(): void };

if (require.main === module) {
  if (process.argv.some((it) => /^--(stdio|node-ipc|socket|pipe)\b/.test(it))) {
    serve();
  } else {
    process.stderr.write(
      "Missing transport. Use '--stdio', '--node-ipc', '--socket=N' or '--pipe=NAME'.\n",
    );
    process.exitCode = 2;
  }
}
