import { dirname } from "node:path/posix";
import process from "node:process";
import { type Credential, credentialFor } from "../../../api/credential.ts";
import { fetchBehindProxy } from "../../../api/proxy.ts";
import type { Plan } from "../../../push/plan/plan.ts";
import { type Act, meaningOfNew } from "../../../push/plan/question.ts";
import { Cancellation } from "../../../push/session/cancellation.ts";
import type { Conversation, ReviewedTexts } from "../../../push/session/conversation.ts";
import type { Session } from "../../../push/session/session.ts";
import { type NoSession, type SessionFile, Sessions } from "../../../push/session/sessions.ts";
import { configName, Workspace } from "../../../workspace/workspace.ts";
import { environmentOf } from "../../file-session.ts";
import { jobsUsing } from "../../file-status.ts";
import { uriBelow } from "../../files/disk.ts";
import type { CommandArguments, Refusal } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";
import { Asking } from "../asking/asking.ts";
import { editorConversation } from "../asking/conversation.ts";
import { handedCredential } from "../asking/credentials.ts";
import type { Progress } from "../asking/progress.ts";
import { OpenFiles, readDisk, unsavedMessage } from "./open-files.ts";
import type { Undos } from "./undos.ts";

/** The questions of a command, and whether it uses saved or shown texts. */
export interface PromptOptions {
  readonly act: Act;
  /** `saved` if files are pushed or overwritten. */
  readonly texts: "saved" | "shown";
}

/** For read-only commands, which ask nothing. */
export const readOnly: PromptOptions = { act: "push", texts: "shown" };

export interface RunningOptions {
  readonly name: string;
  readonly editor: ServerState;
  readonly args: CommandArguments;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly undos: Undos;
  /** Files that a running command works on. */
  readonly busy: Set<string>;
}

/** A running command. */
export class Running {
  readonly asking: Asking;
  readonly open: OpenFiles;
  /** Shown plans, by file path. */
  readonly shown = new Map<string, string>();
  private readonly kept = new Set<Session>();
  /** The last of them, by the folder of the `weir.json`. */
  private readonly opened = new Map<string, Session>();

  constructor(readonly options: RunningOptions) {
    this.asking = new Asking(options.editor.connection, options.signal, options.args.run);
    this.open = new OpenFiles(options.editor);
  }

  get args(): CommandArguments {
    return this.options.args;
  }

  get editor(): ServerState {
    return this.options.editor;
  }

  get isCanceled(): boolean {
    return this.options.signal.aborted;
  }

  /** Redacts the secrets of all services of this command. */
  readonly hide = (text: string): string =>
    [...this.kept].reduce((shown, { service }) => service.secrets.hide(shown), text);

  conversation({ act }: PromptOptions): Conversation {
    const { editor, progress } = this.options;
    return editorConversation({
      asking: this.asking,
      offers: editor.client.offers ?? {},
      act,
      uriOf: ({ path }, { folder }) => uriBelow(folder, path),
      planned: (plan, { folder }) => this.noteConflict(plan, folder),
      meaning: (plan, { folder }, texts) => {
        const session = this.opened.get(folder);
        return session ? sentenceOf(plan, session, texts, act === "pull") : "";
      },
      hide: this.hide,
      show: ({ path }, text) => void this.shown.set(path, text),
      progress: (text) => progress.report(text),
    });
  }

  /** Finds the session of each file. `profile` overrides the arguments and the user's selection. */
  sessions(
    prompt: PromptOptions,
    profile = this.profile,
  ): (file: string) => Promise<SessionFile | Refusal> {
    const { signal } = this.options;
    const workspace = new Workspace(readDisk);
    const stop = new Cancellation(signal);
    const sessions = new Sessions({
      profile,
      env: environmentOf(this.editor.choices),
      workspace,
      stop,
      conversation: this.conversation(prompt),
      files: this.open[prompt.texts],
      fetch: fetchBehindProxy(process.env),
      credentialFor: (origin) => this.credentialFor(origin),
    });
    return async (file) => {
      const config = workspace.configFor(file);
      // Unsaved settings are refused, because `weir.json` decides what is pushed where.
      if (config && this.open.isUnsaved(config.path))
        return { refusal: unsavedMessage(configName) };
      const work = await sessions.sessionFor(file);
      if ("refusal" in work) return refusedBy(work, config?.path ?? file);
      this.keep(work.session);
      return work;
    };
  }

  /** The credential from the client if it supports that, otherwise from the environment. */
  async credentialFor(origin: string): Promise<Credential | { readonly refusal: string }> {
    if (this.editor.client.offers?.credential) return handedCredential(origin, this.asking);
    return credentialFor(origin, process.env);
  }

  get profile(): string | undefined {
    return this.args.profile ?? this.editor.choices.profile;
  }

  /** A conflict that a plan has found is shown without another look at the service, also after the plan was declined. */
  private noteConflict({ path, overwrites }: Plan, folder: string): void {
    if (overwrites) this.noteChange(path, folder);
  }

  /** The service has another state of the file than its last push left. */
  noteChange(path: string, folder: string): void {
    const session = this.opened.get(folder);
    if (!session) return;
    const { lock, place } = session;
    const jobs = jobsUsing(
      uriBelow(folder, path),
      { path, folder: uriBelow(folder, "") },
      this.editor,
    );
    for (const it of [path, ...jobs]) {
      const entry = lock.entry(it, place.profile);
      if (entry) this.editor.remoteStatus.noteChange(lock.path, place.profile, it, entry);
    }
  }

  private keep(session: Session): void {
    this.kept.add(session);
    this.opened.set(dirname(session.lock.path), session);
    this.editor.remoteStatus.locks.add(session.lock);
  }

  end(): void {
    for (const { lock } of this.kept) this.editor.remoteStatus.locks.delete(lock);
  }
}

/** `path` is the `weir.json`, or the file without one. */
function refusedBy({ refusal, signInTo, lacks }: NoSession, path: string): Refusal {
  return {
    refusal,
    ...(signInTo === undefined ? undefined : { signInTo }),
    ...(lacks && { lacks: { what: lacks, uri: uriBelow(path, "") } }),
  };
}

export interface Command {
  /** The progress title; omitted for commands without requests. */
  readonly title?: string;
  /** Reads no profile, so it does not need trust. */
  readonly isLocal?: true;
  /** May change files, the lock file or the service. */
  readonly writes?: true;
  /** Returns the result type of the protocol. */
  run(running: Running): Promise<object>;
}

/** The meaning of the text that remains after a yes, as a sentence. Empty if that is not known. */
export function sentenceOf(
  plan: Plan,
  session: Session,
  { after }: ReviewedTexts,
  isPull: boolean,
): string {
  const text = isPull ? after : session.files.glance(plan.path);
  return meaningOfNew(plan, text, session.contextFor(plan.path));
}
