import { relative } from "node:path";
import process from "node:process";
import { fetchBehindProxy } from "../../api/proxy.ts";
import type { Result } from "../../push/plan/plan.ts";
import type { Cancellation } from "../../push/session/cancellation.ts";
import type { Conversation } from "../../push/session/conversation.ts";
import type { Session } from "../../push/session/session.ts";
import { type NoSession, type SessionFile, Sessions } from "../../push/session/sessions.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { Workspace } from "../../workspace/workspace.ts";
import type { Io } from "../io.ts";
import { readSettings, reportProblems } from "../settings.ts";
import { profileVariable, selectedProfile } from "./push-flags.ts";

/** A workspace, or the part of it below a folder. The folder is empty for the whole workspace. */
export interface WorkspacePart {
  readonly session: Session;
  readonly below: string;
  /** Makes a workspace path relative to the working folder. */
  shown(path: string): string;
}

/** The sessions of one run. */
export class CommandSessions {
  /** Whether at least one file has unusable settings. */
  couldNotRun = false;
  private readonly sessions: Sessions;
  private readonly profile: string | undefined;

  constructor(
    private readonly io: Io,
    private readonly option: string | undefined,
    conversation: Conversation,
    stop: Cancellation,
  ) {
    const env = io.env ?? process.env;
    this.profile = selectedProfile(option, io);
    this.sessions = new Sessions({
      profile: this.profile,
      env,
      conversation,
      stop,
      workspace: new Workspace((path) => readSettings(path, io.cwd)),
      fetch: io.fetch ?? fetchBehindProxy(env),
      problemsIn: (config) => reportProblems(config, io),
    });
  }

  /** The session for a file (absolute, with `/`), or why there is none. */
  async sessionFor(file: string): Promise<SessionFile | NoSession> {
    const work = await this.sessions.sessionFor(file);
    if (!("refusal" in work)) return work;
    if (work.unusable) this.couldNotRun = true;
    const isFromVariable = this.option === undefined && this.profile !== undefined;
    if (!isFromVariable || !work.refusal.includes(`'${this.profile}'`)) return work;
    return { ...work, refusal: `${work.refusal} The profile is set by '${profileVariable}'.` };
  }

  /** The workspaces inside the folders, or around them. */
  async partsBelow(folders: readonly string[]): Promise<WorkspacePart[]> {
    // A folder without files may still have a lock file.
    for (const it of folders) await this.sessions.sessionFor(`${it}/.`);
    const all = await this.sessions.all();
    return all.flatMap(([folder, session]): WorkspacePart[] => {
      const shown = (path: string) =>
        withForwardSlashes(relative(this.io.cwd, `${folder}/${path}`));
      const isWhole = folders.some((it) =>
        `${folder}/`.startsWith(it.endsWith("/") ? it : `${it}/`),
      );
      if (isWhole) return [{ session, below: "", shown }];
      return folders
        .filter((it) => it.startsWith(`${folder}/`))
        .map((it) => ({ session, below: it.slice(folder.length + 1), shown }));
    });
  }

  /** The result for a file without a session. */
  failed(path: string, message: string): Result {
    const profile = this.profile ?? "";
    return { path, profile, outcome: "failed", ids: {}, message, refused: true };
  }
}
