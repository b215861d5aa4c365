import type { Result } from "../../push/plan.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { findInputs } from "../inputs.ts";
import { type Command, exit } from "../io.ts";
import { formats, sharedFlags, timeoutUsage } from "../push-flags.ts";

export const diff: Command = {
  name: "diff",
  summary: "Compare files with what the service has",
  usage: `weir diff [paths…]
  Paths are files, folders or globs; none means this folder. Nothing is sent but questions. What a push would do is shown, and
  whether the file or the service has changed since the last push. The status is 1 when something differs.

  --profile NAME        Where to look; a profile of weir.json
  --quiet               Print only which files differ
  ${timeoutUsage}
  --format pretty|json  How to print it; in JSON the outcome is what a push would come to`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, sharedFlags);
    const format = oneOf("--format", values.format, formats);
    const { compare } = await import("../../push/compare.ts");
    const { eachFile, pushRun } = await import("../push-run.ts");
    const words = { created: "missing", updated: "differs", unchanged: "same" };
    const options = {
      timeout: values.timeout,
      quiet: values.quiet,
      profile: values.profile,
      yes: true,
      format,
      question: "",
      words,
      isNews: differs,
    };
    const { results, status } = await pushRun(io, options, (run) =>
      eachFile(run, findInputs(positionals, io), (path, session) =>
        compare(path, session, { compareOnly: true }),
      ),
    );
    if (status > exit.couldNotRun) return status;
    if (status !== exit.fine) return exit.couldNotRun;
    return results.some(differs) ? exit.found : exit.fine;
  },
};

function differs({ outcome }: Result): boolean {
  return outcome !== "unchanged" && outcome !== "skipped";
}
