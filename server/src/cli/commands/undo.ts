import { dirname, relative } from "node:path";
import { oneOf, readArguments } from "../arguments.ts";
import type { Command, Io } from "../io.ts";
import { formats, sharedFlags } from "../service/push-flags.ts";
import type { PushRun } from "../service/push-run.ts";
import { namedInputs } from "./delete.ts";

export const undo: Command = {
  name: "undo",
  summary: "Undo a push",
  usage: `weir undo [paths…]
  Without paths, undoes the last run of 'push', 'delete' or another command that
  changed the service, with all of its files. It lists what is undone, and what
  cannot be and why, and asks once. With paths, undoes the last push of each
  file.

  Created resources are deleted, changed ones are restored, and deleted rules
  are created again. The files are not changed. Refused for a resource that has
  changed on the service since.

  --profile NAME        Profile of weir.json to use
  --dry-run             Show the plan, and send nothing
  --yes                 Skip the prompt
  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      "dry-run": { type: "boolean", default: false },
    });
    const format = oneOf("--format", values.format, formats);
    const { eachFile, pushRun } = await import("../service/push-run.ts");
    const { undoFile } = await import("../../push/undo.ts");
    const { profile, yes } = values;
    const options = { profile, yes, format, act: "undo" as const };
    const dryRun = values["dry-run"];
    const { status } = await pushRun(io, options, (run) =>
      positionals.length === 0
        ? undoLast(run, io, dryRun)
        : eachFile(run, namedInputs(positionals, io), (path, session) =>
            undoFile(path, session, { dryRun }),
          ),
    );
    return status;
  },
};

async function undoLast(run: PushRun, io: Io, dryRun: boolean): Promise<void> {
  const { withForwardSlashes } = await import("../../workspace/files/paths.ts");
  const { undoRun } = await import("../../push/undo.ts");
  const work = await run.sessions.sessionFor(`${withForwardSlashes(io.cwd)}/.`);
  if ("refusal" in work) {
    run.add(run.sessions.failed(".", work.refusal));
    return;
  }
  const folder = dirname(work.session.lock.path);
  for (const it of await undoRun(work.session, { dryRun }))
    run.add({ ...it, path: withForwardSlashes(relative(io.cwd, `${folder}/${it.path}`)) || "." });
}
