import process from "node:process";
import { fetchBehindProxy } from "../api/proxy.ts";
import type { Conversation } from "../push/conversation.ts";
import type { Result } from "../push/plan.ts";
import { type NoWork, Sessions as OpenSessions, type Work } from "../push/sessions.ts";
import type { Stop } from "../push/stop.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { Io } from "./io.ts";
import { readSettings, reportProblems } from "./settings.ts";

/** The sessions of one run of the command line. */
export class Sessions {
  /** Some file's settings could not be used. */
  couldNotRun = false;
  private readonly sessions: OpenSessions;

  constructor(
    io: Io,
    private readonly profile: string | undefined,
    conversation: Conversation,
    stop: Stop,
    timeout: number | undefined,
  ) {
    const env = io.env ?? process.env;
    this.sessions = new OpenSessions({
      profile,
      env,
      conversation,
      stop,
      timeout,
      workspace: new Workspace((path) => readSettings(path, io.cwd)),
      fetch: io.fetch ?? fetchBehindProxy(env),
      problemsIn: (config) => reportProblems(config, io),
    });
  }

  /** The session for a file (absolute, with `/`), or why there is none. */
  async workOn(file: string): Promise<Work | NoWork> {
    const work = await this.sessions.workOn(file);
    if ("refusal" in work && work.unusable) this.couldNotRun = true;
    return work;
  }

  /** Which profile a result is about, when there is no session that could tell. */
  failed(path: string, message: string): Result {
    const profile = this.profile ?? "";
    return { path, profile, outcome: "failed", ids: {}, message, refused: true };
  }
}
