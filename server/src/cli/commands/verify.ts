import { resolve } from "node:path";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../io.ts";
import { formats, sharedFlags } from "../service/push-flags.ts";

export const verify: Command = {
  name: "verify",
  summary: "Check the credential of a profile",
  usage: `weir verify [folder]
  Shows whose credential it is, which zones and accounts it has access to, and
  which variable it comes from. The credential itself is not shown. Uses the
  nearest weir.json of the folder (default: this folder).

  --profile NAME        Profile of weir.json to use
  --format pretty|json  Output format`,
  async run(args, io) {
    const { yes: _yes, ...flags } = sharedFlags;
    const { values, positionals } = readArguments(args, flags);
    if (positionals.length > 1) throw new UsageError("'weir verify' accepts one folder.");
    const format = oneOf("--format", values.format, formats);
    const { printVerified } = await import("../service/verify-run.ts");
    const folder = withForwardSlashes(resolve(io.cwd, positionals[0] ?? "."));
    return printVerified(`${folder}/.`, io, { ...values, format });
  },
};
