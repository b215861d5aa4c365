import { relative, resolve } from "node:path";
import type { SessionFile } from "../../push/session/sessions.ts";
import { isFolder } from "../../workspace/files/file-status.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { oneOf, readArguments } from "../arguments.ts";
import type { Command, Io } from "../io.ts";
import { formats, sharedFlags } from "../service/push-flags.ts";
import type { PushRun } from "../service/push-run.ts";

export const pull: Command = {
  name: "pull",
  summary: "Write resources from Cloudflare into files",
  usage: `weir pull [paths…]
  Paths are files that were pushed or pulled before, or folders (default: this
  folder). At the top of a workspace, this is every job and every rule of the
  profile. Asks before it overwrites local changes. Secrets of a destination
  become \${env:…}.

  --profile NAME        Profile of weir.json to use
  --dry-run             Show what would be written, and write nothing
  --yes                 Skip the prompt, unless local changes would be lost
  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...sharedFlags,
      "dry-run": { type: "boolean", default: false },
    });
    const format = oneOf("--format", values.format, formats);
    const { pushRun } = await import("../service/push-run.ts");
    const { profile, yes } = values;
    const options = {
      profile,
      yes,
      format,
      act: "pull" as const,
    };
    const { status } = await pushRun(io, options, (run) =>
      pullAll(run, positionals, io, values["dry-run"]),
    );
    return status;
  },
};

type Parts = { readonly files: string[]; readonly folders: string[] };

async function pullAll(
  run: PushRun,
  paths: readonly string[],
  io: Io,
  dryRun: boolean,
): Promise<void> {
  const { pull: pullFiles } = await import("../../push/pull.ts");
  const works = new Map<SessionFile["session"], Parts>();
  for (const path of paths.length > 0 ? paths : ["."]) {
    const file = withForwardSlashes(resolve(io.cwd, path));
    // A folder uses the settings of the files in it.
    const work = await run.sessions.sessionFor(isFolder(file) ? `${file}/.` : file);
    if ("refusal" in work) {
      run.add(run.sessions.failed(withForwardSlashes(path), work.refusal));
      continue;
    }
    const parts = works.get(work.session) ?? { files: [], folders: [] };
    works.set(work.session, parts);
    if (isFolder(file)) parts.folders.push(work.path.replace(/\/?\.$/, ""));
    else parts.files.push(work.path);
  }
  for (const [session, parts] of works) {
    for (const it of await pullFiles(session, parts, { dryRun }))
      run.add({ ...it, path: shown(it.path, session, io) });
  }
}

/** A path relative to the working folder. */
function shown(path: string, { lock }: SessionFile["session"], io: Io): string {
  const folder = resolve(lock.path, "..");
  return withForwardSlashes(relative(io.cwd, resolve(folder, path))) || ".";
}
