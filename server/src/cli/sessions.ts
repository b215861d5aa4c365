import process from "node:process";
import { fetchBehindProxy } from "../api/proxy.ts";
import type { Conversation } from "../push/conversation.ts";
import { openSession } from "../push/open-session.ts";
import { placeOf } from "../push/place.ts";
import type { Result } from "../push/plan.ts";
import { Refusal } from "../push/refusal.ts";
import type { Session } from "../push/session.ts";
import { configName, type FoundConfig, Workspace } from "../workspace/workspace.ts";
import type { Io } from "./io.ts";
import { readOptional, reportProblems } from "./settings.ts";

/** A file and the session it is pushed in. `path` is relative to the folder of its `weir.json`. */
export interface Work {
  readonly session: Session;
  readonly path: string;
}

/** The sessions of one run: one for each `weir.json` that counts for any of its files. */
export class Sessions {
  /** Some file's settings could not be used. */
  couldNotRun = false;
  private readonly workspace = new Workspace(readOptional);
  private readonly opened = new Map<string, Session | string>();

  constructor(
    private readonly io: Io,
    private readonly profile: string | undefined,
    private readonly conversation: Conversation,
  ) {}

  /** The session for a file (absolute, with `/`), or why there is none. */
  workOn(file: string): Work | { readonly refusal: string } {
    const config = this.workspace.configFor(file);
    if (!config) {
      this.couldNotRun = true;
      return { refusal: `There is no '${configName}' above it. 'weir init' writes one.` };
    }
    const known = this.opened.get(config.folder) ?? this.open(config);
    this.opened.set(config.folder, known);
    if (typeof known === "string") return { refusal: known };
    return { session: known, path: file.slice(config.folder.length + 1) };
  }

  /** Which profile a result is about, when there is no session that could tell. */
  failed(path: string, message: string): Result {
    const profile = this.profile ?? "";
    return { path, profile, outcome: "failed", ids: {}, message, refused: true };
  }

  private open(config: FoundConfig): Session | string {
    const { io, profile, conversation, workspace } = this;
    if (config.problems.length > 0) {
      this.couldNotRun = true;
      reportProblems(config, io);
      return `'${configName}' has mistakes. Mend them first, as they decide what is pushed where.`;
    }
    const env = io.env ?? process.env;
    try {
      placeOf(config.config, profile);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.couldNotRun = true;
      return error.message;
    }
    try {
      const fetch = io.fetch ?? fetchBehindProxy(env);
      return openSession({ config, profile, env, fetch, conversation, workspace });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
  }
}
