import { type Credential, credentialFor } from "../../api/credential.ts";
import { hasCredential } from "../../workspace/config/credentials.ts";
import { spelledOnDisk } from "../../workspace/files/spelling.ts";
import type { FoundConfig } from "../../workspace/workspace.ts";
import { NoProfiles, PushError, SignInNeeded } from "../push-error.ts";
import { optionName } from "./conversation.ts";
import { configHasErrors, noConfig } from "./open-offline.ts";
import { openSession, type SessionOptions } from "./open-session.ts";
import { placeOf } from "./place.ts";
import type { Session } from "./session.ts";

/** A file and its session. `path` is relative to the folder of its `weir.json`. */
export interface SessionFile {
  readonly session: Session;
  readonly path: string;
}

/** Why there is no session for a file. */
export interface NoSession {
  readonly refusal: string;
  /** The settings are invalid, regardless of the caller. */
  readonly unusable?: true;
  /** There is no `weir.json`, or it has no profiles, or errors. */
  readonly lacks?: "settings" | "profiles" | "fix";
  /** The origin that has no credential. */
  readonly signInTo?: string;
}

export interface SessionsOptions extends Omit<SessionOptions, "config" | "credentialFor"> {
  readonly credentialFor?: (
    origin: string,
  ) => Promise<Credential | { readonly refusal: string }> | undefined;
  /** A `weir.json` with errors was found. */
  problemsIn?(config: FoundConfig): void;
}

/** The sessions of one run: one for each `weir.json` that applies to any of its files. */
export class Sessions {
  private readonly opened = new Map<string, Promise<Session | NoSession>>();

  constructor(private readonly options: SessionsOptions) {}

  /** The session for a file (absolute path, with `/`), or why there is none. */
  async sessionFor(file: string): Promise<SessionFile | NoSession> {
    const config = this.options.workspace.configFor(file);
    if (!config) return { refusal: noConfig, unusable: true, lacks: "settings" };
    const opened = this.opened.get(config.folder) ?? this.open(config);
    this.opened.set(config.folder, opened);
    const session = await opened;
    if ("refusal" in session) return session;
    return { session, path: spelledOnDisk(config.folder, file.slice(config.folder.length + 1)) };
  }

  /** The open sessions, by the folders of their `weir.json`. */
  async all(): Promise<(readonly [folder: string, session: Session])[]> {
    const found: (readonly [string, Session])[] = [];
    for (const [folder, opened] of this.opened) {
      const session = await opened;
      if (!("refusal" in session)) found.push([folder, session]);
    }
    return found;
  }

  private async open(config: FoundConfig): Promise<Session | NoSession> {
    const { options } = this;
    if (config.problems.length > 0 || hasCredential(config.unusable)) {
      options.problemsIn?.(config);
      return { refusal: configHasErrors, unusable: true, lacks: "fix" };
    }
    let origin: string;
    try {
      ({ origin } = placeOf(
        config.config,
        options.profile,
        optionName("profile", options),
      ).address);
    } catch (error) {
      if (!(error instanceof PushError)) throw error;
      const lacks = error instanceof NoProfiles ? { lacks: "profiles" as const } : undefined;
      return { refusal: error.message, unusable: true, ...lacks };
    }
    const credential =
      (await options.credentialFor?.(origin)) ?? credentialFor(origin, options.env);
    try {
      return openSession({ ...options, config, credentialFor: () => credential });
    } catch (error) {
      if (error instanceof SignInNeeded) return { refusal: error.message, signInTo: error.origin };
      if (!(error instanceof PushError)) throw error;
      return { refusal: error.message };
    }
  }
}
