import type { Result } from "../../push/plan/plan.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { findInputs } from "../inputs.ts";
import { type Command, exit, UsageError } from "../io.ts";
import { formats, sharedFlags, timeoutUsage } from "../service/push-flags.ts";

export const diff: Command = {
  name: "diff",
  summary: "Compare files with what the service has",
  usage: `weir diff [paths…] | --all
  Paths are files, folders or globs; none means this folder. Nothing is sent but questions. What a push would do is shown, and
  whether the file or the service has changed since the last push. The status is 1 when something differs.

  Of a whole folder, files that are gone but still in the lock are shown as well. Of a whole workspace, so is everything on the
  service that no file has.

  --all                 This folder, as without paths
  --profile NAME        Where to look; a profile of weir.json
  --quiet               Print only which files differ
  ${timeoutUsage}
  --format pretty|json  How to print it; in JSON the outcome is what a push would come to`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      all: { type: "boolean", default: false },
    });
    if (positionals.length > 0 && values.all)
      throw new UsageError("'--all' means everything in this folder, so it takes no paths.");
    const format = oneOf("--format", values.format, formats);
    const { compare } = await import("../../push/diff.ts");
    const { Managed } = await import("../../push/drift.ts");
    const { addDrift, foldersIn } = await import("../service/drift-run.ts");
    const { eachFile, pushRun } = await import("../service/push-run.ts");
    const { Rehearsed } = await import("../service/rehearsed.ts");
    const managed = new Managed();
    const rehearsed = new Rehearsed();
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
    const { results, status } = await pushRun(io, options, async (run) => {
      await eachFile(run, findInputs(positionals, io), async (path, session) => {
        const compared = await compare(path, session, { compareOnly: true });
        const result = rehearsed.add(path, session, compared);
        managed.add(result, session);
        return result;
      });
      await addDrift(run, foldersIn(positionals, io), managed);
    });
    if (status > exit.couldNotRun) return status;
    if (status !== exit.fine) return exit.couldNotRun;
    return results.some(differs) ? exit.found : exit.fine;
  },
};

function differs({ outcome, drift }: Result): boolean {
  return drift !== undefined || (outcome !== "unchanged" && outcome !== "skipped");
}
