import process from "node:process";
import { bundlesFor } from "./compiled.ts";

/** The CLI serves after parsing its arguments; an editor that starts this file passes the transport itself. */
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
