import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { languageOfPath } from "../../languages.ts";
import { slashed } from "../../workspace/files/paths.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type BadInput, findInputs, type Input } from "../inputs.ts";
import { type Command, type Io, UsageError } from "../io.ts";
import { formats, quietUsage, sharedFlags, timeoutUsage } from "../service/push-flags.ts";

export const deleteCommand: Command = {
  name: "delete",
  summary: "Delete what files have become at the service",
  usage: `weir delete paths…
  Paths are files, folders or globs. The files themselves stay, and one that is gone already can be named all the same.

  --profile NAME        Where to delete; a profile of weir.json
  --dry-run             Show what would be deleted, and send nothing
  --yes                 Agree beforehand, save to deleting what was changed at the service since the last push
  --overwrite           Agree to that as well
  ${quietUsage}
  ${timeoutUsage}
  --format pretty|json  How to print what was done`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      "dry-run": { type: "boolean", default: false },
      overwrite: { type: "boolean", default: false },
    });
    if (positionals.length === 0)
      throw new UsageError("'weir delete' needs the paths of the files whose resources are to go.");
    const format = oneOf("--format", values.format, formats);
    const { remove } = await import("../../push/delete.ts");
    const { eachFile, isNamed, pushRun } = await import("../service/push-run.ts");
    const { profile, yes, overwrite } = values;
    const options = {
      timeout: values.timeout,
      quiet: values.quiet,
      profile,
      yes,
      overwrite,
      format,
      question: "Delete this?",
    };
    const { status } = await pushRun(io, options, (run) =>
      eachFile(run, namedInputs(positionals, io), (path, session, input) =>
        remove(path, session, {
          dryRun: values["dry-run"],
          passOver: !isNamed(input, positionals, io),
        }),
      ),
    );
    return status;
  },
};

/** A file that is gone may have left something at the service. */
export function namedInputs(paths: readonly string[], io: Io): (Input | BadInput)[] {
  return paths.flatMap((path) => {
    const file = slashed(resolve(io.cwd, path));
    const language = languageOfPath(file);
    if (language && !existsSync(file))
      return [{ path: slashed(path), file, language, folder: slashed(io.cwd) }];
    return [...findInputs([path], io)];
  });
}
