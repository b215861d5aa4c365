import type { Result } from "../../push/plan/plan.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type Accepted, findInputs } from "../inputs.ts";
import { type Command, exit } from "../io.ts";
import { reviewFormats, sharedFlags } from "../service/push-flags.ts";

const accepted: Accepted = {
  command: "diff",
  instead:
    "Run 'weir compare PATH --base HEAD' to see what a change of it means, or 'weir check PATH' to check it.",
};

export const diff: Command = {
  name: "diff",
  summary: "Compare files with Cloudflare",
  usage: `weir diff [paths…]
  Paths are files, folders or globs (default: this folder). Shows what a push
  would change, and whether the file or the service has changed since the last
  push. Sends nothing. The exit code is 1 if something differs, and 2 if a
  comparison failed or nothing was compared.

  For a whole folder, deleted files that are still in the lock file are listed
  as well; for a whole workspace, also resources on the service without a file.

  --profile NAME  Profile of weir.json to use
  --format pretty|json|markdown
                  Output format; in JSON, the outcome is what a push would
                  result in; Markdown is for pull requests`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, sharedFlags);
    const format = oneOf("--format", values.format, reviewFormats);
    const { Comparison, diff: diffFile } = await import("../../push/diff.ts");
    const { Managed } = await import("../../push/drift.ts");
    const { addDrift, foldersIn, refuseNothing } = await import("../service/drift-run.ts");
    const { eachFile, pushRun } = await import("../service/push-run.ts");
    const { DryRun } = await import("../service/push-run.ts");
    const managed = new Managed();
    const dryRuns = new DryRun();
    const comparison = new Comparison();
    const words = { created: "missing", updated: "differs", unchanged: "same" };
    const options = {
      profile: values.profile,
      yes: true,
      format,
      words,
    };
    const { results, status } = await pushRun(io, options, async (run) => {
      await eachFile(run, findInputs(positionals, io, accepted), async (path, session) => {
        const compared = await diffFile(path, session, { compareOnly: true }, comparison);
        const result = dryRuns.add(path, session, compared);
        managed.add(result, session);
        return result;
      });
      const folders = foldersIn(positionals, io);
      await addDrift(run, folders, managed);
      await refuseNothing(run, folders[0] ?? foldersIn([], io)[0] ?? "");
    });
    if (status > exit.couldNotRun) return status;
    if (status !== exit.fine) return exit.couldNotRun;
    return results.some(differs) ? exit.found : exit.fine;
  },
};

function differs({ outcome, drift }: Result): boolean {
  return drift !== undefined || (outcome !== "unchanged" && outcome !== "skipped");
}
