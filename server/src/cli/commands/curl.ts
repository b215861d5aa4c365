import process from "node:process";
import { oneOf, readArguments } from "../arguments.ts";
import { findInputs, pushedElsewhere } from "../inputs.ts";
import { type Command, exit, UsageError } from "../io.ts";
import { selectedProfile } from "../service/push-flags.ts";

export const curl: Command = {
  name: "curl",
  summary: "Print the calls of a push as shell commands",
  usage: `weir curl path
  Prints the calls of a push as shell commands: one for each call that a push would send now. Changes nothing.
  The credential is an environment variable of the profile's host, so no secret is printed.

  --profile NAME            Profile of weir.json to use
  --job ID|NAME             Job to push to
  --action ACTION           Action of a rule without '@action'
  --inline                  Create a rule and its filter in one call, for emergencies
  --shell posix|powershell  Shell syntax (default: powershell on Windows, otherwise posix)`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      profile: { type: "string" },
      job: { type: "string" },
      action: { type: "string" },
      inline: { type: "boolean", default: false },
      shell: { type: "string" },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1)
      throw new UsageError("'weir curl' needs exactly one file.");
    const [input, more] = [...findInputs([path], io, pushedElsewhere("curl"))];
    if (!input || more) throw new UsageError("'weir curl' needs exactly one file.");
    if ("error" in input) {
      io.err(`weir: ${input.path}: ${input.error}\n`);
      return exit.couldNotRun;
    }
    const { shellNames, usualShell } = await import("../../push/curl/shells.ts");
    const { printCurl } = await import("../service/curl-run.ts");
    const { job, action, inline } = values;
    const profile = selectedProfile(values.profile, io);
    const shell =
      values.shell === undefined
        ? usualShell(process.platform)
        : oneOf("--shell", values.shell, shellNames);
    return printCurl(input.file, io, { profile, shell, choices: { job, action, inline } });
  },
};
