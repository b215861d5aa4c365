import { resolve } from "node:path";
import { slashed } from "../../workspace/files/paths.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../io.ts";
import { formats, sharedFlags, timeoutUsage } from "../service/push-flags.ts";

export const verify: Command = {
  name: "verify",
  summary: "Say whether the credential of a profile is accepted",
  usage: `weir verify [folder]
  Asks the service whose credential it is and which zones and accounts it may see, and says which variable it comes from. The
  credential itself is not shown. The folder is one with a weir.json above; none means this one.

  --profile NAME        Where to ask; a profile of weir.json
  ${timeoutUsage}
  --format pretty|json  How to print it`,
  async run(args, io) {
    const { yes: _yes, quiet: _quiet, ...flags } = sharedFlags;
    const { values, positionals } = readArguments(args, flags);
    if (positionals.length > 1) throw new UsageError("'weir verify' takes one folder.");
    const format = oneOf("--format", values.format, formats);
    const { printVerified } = await import("../service/verify-run.ts");
    const folder = slashed(resolve(io.cwd, positionals[0] ?? "."));
    return printVerified(`${folder}/.`, io, { ...values, format });
  },
};
