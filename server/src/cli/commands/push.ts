import type { Grants } from "../../push/session/conversation.ts";
import type { Session } from "../../push/session/session.ts";
import { printable } from "../../text/printable.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { findInputs, pushedElsewhere } from "../inputs.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { reviewFormats, sharedFlags } from "../service/push-flags.ts";

const flags = {
  ...sharedFlags,
  all: { type: "boolean", default: false },
  prune: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  out: { type: "string" },
  plan: { type: "string" },
  job: { type: "string" },
  action: { type: "string" },
  inline: { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
  "allow-env": { type: "string", multiple: true },
  base: { type: "string" },
} as const;

export const push: Command = {
  name: "push",
  summary: "Send filters, jobs and rules to Cloudflare",
  usage: `weir push paths… | --all
weir push --plan FILE
  Paths are files, folders or globs. Shows the plan, and asks before it sends
  anything.

  --all             Push everything in this folder
  --prune           With --all: delete resources in the lock file whose files
                    no longer exist
  --profile NAME    Profile of weir.json to use
  --dry-run         Show the plan, and send nothing
  --out FILE        With --dry-run: also write the plan to this file
  --plan FILE       Carry out a plan that was written with --out, unless a file
                    or the service has changed since
  --yes             Skip the prompt, unless a change on the service would be
                    lost
  --overwrite       With --yes: overwrite changes on the service, too
  --allow-env NAME  Secret of another system that a destination may get, as in
                    PGPASSWORD; repeatable
  --base REF        Commit whose weir.json permits such secrets (default: the
                    target of the pull request, or the main branch)
  --job ID|NAME     Job to push to; with --yes, also confirms replacing it
  --action ACTION   Action of a rule without '@action'
  --inline          Create a rule and its filter in one call, for emergencies
  --format pretty|json|markdown|curl|powershell
                    Output format. Markdown is for pull requests; with
                    --dry-run, curl and powershell print the calls of one file
                    as shell commands, with the credential as an environment
                    variable`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, flags);
    const chosen = oneOf("--format", values.format, [...reviewFormats, "curl", "powershell"]);
    if (chosen === "curl" || chosen === "powershell")
      return printCalls(positionals, values, chosen, io);
    const format = chosen;
    if (values.plan === undefined) {
      refuseCombination(positionals, values);
      return pushFiles(positionals, { ...values, format }, io);
    }
    const { readPlan, pushPlan } = await import("../service/plan-run.ts");
    refuseWithPlan(positionals, values);
    const { overwrite, job } = values;
    const grants = grantsIn(values);
    const options = { overwrite, job, grants, format, dryRun: values["dry-run"] };
    const plan = readPlan(values.plan, io);
    const { profile } = values;
    if (profile !== undefined && plan.resources.some((it) => it.profile !== profile))
      throw new UsageError(`The plan is not for profile '${profile}'. Omit '--profile'.`);
    return pushPlan(plan, io, options);
  },
};

type Values = ReturnType<typeof readArguments<typeof flags>>["values"];

function grantsIn({ base, "allow-env": names }: Values): Grants {
  return { names, base };
}

function refuseCombination(paths: readonly string[], { all, prune, out, ...rest }: Values): void {
  if (paths.length === 0 && !all)
    throw new UsageError("'weir push' needs paths, or '--all' for everything in this folder.");
  if (paths.length > 0 && all)
    throw new UsageError("'--all' means everything in this folder, so paths are not allowed.");
  if (prune && !all)
    throw new UsageError("'--prune' compares all files with the lock file, so it needs '--all'.");
  if (out !== undefined && !rest["dry-run"])
    throw new UsageError("'--out' writes the plan of a dry run, so it needs '--dry-run'.");
}

/** Refuses options that conflict with `--plan`, because the plan decides what is pushed and how. */
function refuseWithPlan(paths: readonly string[], values: Values): void {
  const { all, prune, inline, action, out } = values;
  const given = Object.entries({ all, prune, inline, action, out }).find(([, it]) => it);
  const what = paths.length > 0 ? "paths" : given && `'--${given[0]}'`;
  if (what) throw new UsageError(`'--plan' carries out a plan as it is. Omit ${what}.`);
}

async function printCalls(
  paths: readonly string[],
  { "dry-run": dryRun, profile, job, action, inline }: Values,
  format: "curl" | "powershell",
  io: Io,
): Promise<number> {
  const [input, more] = findInputs(paths, io, pushedElsewhere("push"));
  if (!dryRun || paths.length === 0 || !input || more)
    throw new UsageError(`'--format ${format}' needs '--dry-run' and exactly one file.`);
  if ("error" in input) throw new UsageError(`${input.path}: ${input.error}`);
  const { printCurl } = await import("../service/curl-run.ts");
  const shell = format === "curl" ? "posix" : format;
  return printCurl(input.file, io, { profile, shell, choices: { job, action, inline } });
}

type PushFlags = Omit<Values, "format"> & { readonly format: (typeof reviewFormats)[number] };

async function pushFiles(paths: readonly string[], values: PushFlags, io: Io): Promise<number> {
  const { push: pushFile } = await import("../../push/push.ts");
  const { Managed } = await import("../../push/drift.ts");
  const { PushedTogether } = await import("../../push/together.ts");
  const { Simulations } = await import("../../push/simulation/session.ts");
  const { eachFile, filesOf, inRuleOrder, isNamed, pushRun } = await import(
    "../service/push-run.ts"
  );
  const { addOrphans, foldersIn, prunedIn } = await import("../service/drift-run.ts");
  const { PlanRecorder } = await import("../service/plan-run.ts");
  const { job, action, inline, out } = values;
  const recorder = new PlanRecorder();
  const { profile, ...flags } = values;
  const grants = grantsIn(values);
  const options = { ...flags, profile, grants };
  const { status } = await pushRun(io, options, async (run) => {
    const found = [...findInputs(paths, io, pushedElsewhere("push"))];
    if (job !== undefined && found.length > 1)
      throw new UsageError("'--job' names one job. Pass exactly one file.");
    const { files: inputs, orders } = await inRuleOrder(run, found, values.prune);
    let failed = false;
    const managed = new Managed();
    const simulations = new Simulations();
    const dryRun = values["dry-run"];
    const options = { job, action, inline, dryRun, orders };
    const together = new PushedTogether({
      files: () => filesOf(run, inputs),
      change: pushFile,
      ...(values.prune && { pruned: (session) => prunedIn(run, foldersIn([], io), session) }),
      options,
    });
    const choices = { ...options, together };
    const at = (session: Session) => (dryRun ? simulations.of(session) : session);
    await eachFile(run, inputs, async (path, session, input) => {
      const askForJob = isNamed(input, paths, io);
      const result = await pushFile(path, at(session), { ...choices, askForJob });
      if (result.plan) recorder.add(input.path, session, result.plan);
      managed.add({ ids: result.plan?.ids ?? result.ids }, session);
      const isUnused = result.outcome === "skipped" && !dryRun;
      if (result.outcome === "failed" || result.refused) failed = true;
      return isUnused && askForJob ? { ...result, refused: true } : result;
    });
    if (values.all)
      await addOrphans(run, foldersIn([], io), {
        managed,
        prune: values.prune,
        options: choices,
        at,
        hasFailed: () => failed || run.sessions.couldNotRun,
        planned: (path, session, plan) => recorder.add(path, session, plan),
      });
  });
  if (out === undefined) return status;
  if (status !== exit.fine) io.err(`weir: No plan was written to '${printable(out)}'.\n`);
  else recorder.write(out, { options: { job, action, inline } }, io);
  return status;
}
