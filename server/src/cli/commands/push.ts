import { oneOf, readArguments } from "../arguments.ts";
import { findInputs } from "../inputs.ts";
import { type Command, UsageError } from "../io.ts";
import { formats, quietUsage, sharedFlags, timeoutUsage } from "../service/push-flags.ts";

export const push: Command = {
  name: "push",
  summary: "Send filters, jobs and rules to the service",
  usage: `weir push paths… | --all
  Paths are files, folders or globs. Shows the plan, and asks before anything is sent.

  --all                 Push everything in this folder
  --prune               With --all: delete resources that are in the lock file but have no file anymore
  --profile NAME        Profile of weir.json to use
  --dry-run             Show the plan, and send nothing
  --yes                 Skip the prompt, unless a change on the service would be lost
  --overwrite           With --yes: overwrite changes on the service, too
  --job ID|NAME         Job to push to; with --yes, also confirms replacing it
  --action ACTION       Action of a rule without '@action'
  --inline              Create a rule and its filter in one call, for emergencies
  ${quietUsage}
  ${timeoutUsage}
  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      all: { type: "boolean", default: false },
      prune: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      job: { type: "string" },
      action: { type: "string" },
      inline: { type: "boolean", default: false },
      overwrite: { type: "boolean", default: false },
    });
    if (positionals.length === 0 && !values.all)
      throw new UsageError("'weir push' needs paths, or '--all' for everything in this folder.");
    if (positionals.length > 0 && values.all)
      throw new UsageError("'--all' means everything in this folder, so paths are not allowed.");
    if (values.prune && !values.all)
      throw new UsageError("'--prune' compares all files with the lock file, so it needs '--all'.");
    const { push: pushFile } = await import("../../push/push.ts");
    const { Managed } = await import("../../push/drift.ts");
    const { eachFile, isNamed, pushRun } = await import("../service/push-run.ts");
    const { addOrphans, foldersIn } = await import("../service/drift-run.ts");
    const { DryRun } = await import("../service/dry-run.ts");
    const { job, action, inline, profile, yes, overwrite } = values;
    const format = oneOf("--format", values.format, formats);
    const options = {
      timeout: values.timeout,
      quiet: values.quiet,
      profile,
      yes,
      overwrite,
      job,
      format,
      question: "Push this?",
    };
    const { status } = await pushRun(io, options, async (run) => {
      const inputs = [...findInputs(positionals, io)];
      if (job !== undefined && inputs.length > 1)
        throw new UsageError("'--job' names one job. Pass exactly one file.");
      let failed = false;
      const managed = new Managed();
      const dryRuns = new DryRun();
      const choices = { job, action, inline, dryRun: values["dry-run"] };
      await eachFile(run, inputs, async (path, session, input) => {
        const askForJob = isNamed(input, positionals, io);
        const pushed = await pushFile(path, session, { ...choices, askForJob });
        const result = choices.dryRun ? dryRuns.add(path, session, pushed) : pushed;
        managed.add({ ids: result.plan?.ids ?? result.ids }, session);
        const isUnused = result.outcome === "skipped" && !choices.dryRun;
        if (result.outcome === "failed" || result.refused) failed = true;
        return isUnused && askForJob ? { ...result, refused: true } : result;
      });
      if (values.all)
        await addOrphans(run, foldersIn([], io), {
          managed,
          prune: values.prune,
          dryRun: choices.dryRun,
          hasFailed: () => failed || run.sessions.couldNotRun,
        });
    });
    return status;
  },
};
