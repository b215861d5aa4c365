import { oneOf, readArguments } from "../arguments.ts";
import type { Command, Io } from "../io.ts";
import { formats, quietUsage, sharedFlags, timeoutUsage } from "../service/push-flags.ts";
import type { PushRun } from "../service/push-run.ts";
import { namedInputs } from "./delete.ts";

export const undo: Command = {
  name: "undo",
  summary: "Undo a push",
  usage: `weir undo [paths…]
  Undoes the last push of each file (default: the last push of all). Created resources are deleted, changed ones are restored. The
  files are not changed. Refused if the service has changed since that push.

  --profile NAME        Profile of weir.json to use
  --dry-run             Show the plan, and send nothing
  --yes                 Skip the prompt
  ${timeoutUsage}
  ${quietUsage}
  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      "dry-run": { type: "boolean", default: false },
    });
    const format = oneOf("--format", values.format, formats);
    const { eachFile, pushRun } = await import("../service/push-run.ts");
    const { undoKept } = await import("../../push/undo.ts");
    const { profile, yes, timeout, quiet } = values;
    const options = { profile, yes, timeout, quiet, format, question: "Undo that push?" };
    const dryRun = values["dry-run"];
    const { status } = await pushRun(io, options, (run) =>
      positionals.length === 0
        ? undoLast(run, io, dryRun)
        : eachFile(run, namedInputs(positionals, io), (path, session) =>
            undoKept(path, session, { dryRun }),
          ),
    );
    return status;
  },
};

async function undoLast(run: PushRun, io: Io, dryRun: boolean): Promise<void> {
  const { withForwardSlashes } = await import("../../workspace/files/paths.ts");
  const { undoKept } = await import("../../push/undo.ts");
  const { lastUndo } = await import("../../push/undo-file.ts");
  const work = await run.sessions.sessionFor(`${withForwardSlashes(io.cwd)}/.`);
  if ("refusal" in work) {
    run.add(run.sessions.failed(".", work.refusal));
    return;
  }
  const last = lastUndo(work.session);
  if (last) run.add(await undoKept(last.path, work.session, { dryRun }));
  else run.add(run.sessions.failed(".", "No push to undo in this folder."));
}
