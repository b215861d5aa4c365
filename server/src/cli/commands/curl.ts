import process from "node:process";
import { oneOf, readArguments } from "../arguments.ts";
import { findInputs } from "../inputs.ts";
import { type Command, exit, UsageError } from "../io.ts";

export const curl: Command = {
  name: "curl",
  summary: "Print the calls of a push as commands to copy",
  usage: `weir curl path
  Prints what a push of the file would send, as commands for a shell. Nothing is sent. No secret is printed: the shell fills
  in the credential, by a variable that belongs to the host of the profile.

  --profile NAME            Where the commands lead; a profile of weir.json
  --job ID|NAME             The job that a filter or a job file is for
  --action ACTION           The action of a rule that names none
  --inline                  Make a rule and its filter in one call, for emergencies
  --shell posix|powershell  The shell that the commands are for; PowerShell on Windows, and else a POSIX shell`,
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
      throw new UsageError("'weir curl' takes the path of one file.");
    const [input, more] = [...findInputs([path], io)];
    if (!input || more) throw new UsageError("'weir curl' takes the path of one file.");
    if ("error" in input) {
      io.err(`weir: ${input.path}: ${input.error}\n`);
      return exit.couldNotRun;
    }
    const { shellNames, usualShell } = await import("../../push/curl/shells.ts");
    const { printCurl } = await import("../service/curl-run.ts");
    const { profile, job, action, inline } = values;
    const shell =
      values.shell === undefined
        ? usualShell(process.platform)
        : oneOf("--shell", values.shell, shellNames);
    return printCurl(input.file, io, { profile, shell, wishes: { job, action, inline } });
  },
};
