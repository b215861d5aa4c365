import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { languageOfPath } from "../../languages.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type BadInput, findInputs, type Input, pushedElsewhere } from "../inputs.ts";
import { type Command, type Io, UsageError } from "../io.ts";
import { formats, sharedFlags } from "../service/push-flags.ts";
import type { PushRun } from "../service/push-run.ts";

export const deleteCommand: Command = {
  name: "delete",
  summary: "Delete pushed resources from Cloudflare",
  usage: `weir delete paths… | --id ID
  Paths are files, folders or globs. The files are kept; a file that was already
  deleted can be named, too.

  --id ID               Delete a job, rule or rule filter without a file;
                        repeatable
  --profile NAME        Profile of weir.json to use
  --dry-run             Show the plan, and send nothing
  --yes                 Skip the prompt, unless a change on the service would be
                        lost
  --overwrite           With --yes: delete changed resources, too
  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      "dry-run": { type: "boolean", default: false },
      overwrite: { type: "boolean", default: false },
      id: { type: "string", multiple: true },
    });
    const { id: ids = [] } = values;
    if (positionals.length === 0 && ids.length === 0)
      throw new UsageError("'weir delete' needs paths of files, or '--id'.");
    if (positionals.length > 0 && ids.length > 0)
      throw new UsageError("'--id' is for resources without a file. Omit the paths.");
    const format = oneOf("--format", values.format, formats);
    const { deleteResources } = await import("../../push/delete.ts");
    const { Simulations } = await import("../../push/simulation/session.ts");
    const { PushedTogether } = await import("../../push/together.ts");
    const { eachFile, filesOf, isNamed, pushRun } = await import("../service/push-run.ts");
    const { profile, yes, overwrite } = values;
    const options = {
      profile,
      yes,
      overwrite,
      format,
      act: "delete" as const,
    };
    const dryRun = values["dry-run"];
    const { status } = await pushRun(io, options, (run) => {
      if (ids.length > 0) return eachId(run, ids, io, dryRun);
      const inputs = namedInputs(positionals, io);
      const simulations = new Simulations();
      const together = new PushedTogether({
        files: () => filesOf(run, inputs),
        change: (path, session, more) =>
          deleteResources(path, session, { ...more, skipUnpushed: true }),
        options: { dryRun },
      });
      return eachFile(run, inputs, (path, session, input) =>
        deleteResources(path, dryRun ? simulations.of(session) : session, {
          ...{ dryRun, together },
          skipUnpushed: !isNamed(input, positionals, io),
        }),
      );
    });
    return status;
  },
};

async function eachId(
  run: PushRun,
  ids: readonly string[],
  io: Io,
  dryRun: boolean,
): Promise<void> {
  const { deleteById } = await import("../../push/deleted/by-id.ts");
  const { Simulations } = await import("../../push/simulation/session.ts");
  const simulations = new Simulations();
  const work = await run.sessions.sessionFor(`${withForwardSlashes(io.cwd)}/.`);
  for (const id of ids) {
    if ("refusal" in work) run.add(run.sessions.failed(id, work.refusal));
    else {
      const session = dryRun ? simulations.of(work.session) : work.session;
      run.add(await deleteById(id, session, { dryRun }));
    }
  }
}

/** A deleted file may still have a resource on the service. */
export function namedInputs(paths: readonly string[], io: Io): (Input | BadInput)[] {
  return paths.flatMap((path) => {
    const file = withForwardSlashes(resolve(io.cwd, path));
    const language = languageOfPath(file);
    if (language && !existsSync(file))
      return [
        { path: withForwardSlashes(path), file, language, folder: withForwardSlashes(io.cwd) },
      ];
    return [...findInputs([path], io, pushedElsewhere("delete"))];
  });
}
