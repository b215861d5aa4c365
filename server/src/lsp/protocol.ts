/**
 * What the server and a client say to each other beyond LSP. Names and shapes alone, so that the client of VS Code can import
 * this file; `docs/push.md` names the commands that users of other editors have.
 */

import type { ShellName } from "../push/curl/shells.ts";
import type { DiffLine } from "../push/plan/line-difference.ts";
import type { Plan, Result, Where } from "../push/plan/plan.ts";
import type { Change } from "../push/plan/settings.ts";
import type { Resource, ResourceStatus } from "../push/resources.ts";
import type { Verified } from "../push/verify.ts";

export type { ResourceStatus } from "../push/resources.ts";

/** The commands of `workspace/executeCommand`. Each takes one `CommandArguments`, or a URI alone. */
export const commandNames = [
  "weir.push",
  "weir.createRule",
  "weir.diff",
  "weir.pull",
  "weir.delete",
  "weir.undo",
  "weir.copyEscaped",
  "weir.copyCurl",
  "weir.verify",
  "weir.profiles",
  "weir.resources",
  "weir.remoteText",
] as const;
export type CommandName = (typeof commandNames)[number];

/** Shows its argument, a text. It is behind the lenses that only say something, for editors that run a lens whatever it is. */
export const showCommand = "weir.show";

export interface CommandArguments {
  /** Which files are meant, or folders for `weir.pull`. */
  readonly uri?: string;
  readonly uris?: readonly string[];
  /** The one the client has chosen when it is left out, and then the default of `weir.json`. */
  readonly profile?: string;
  readonly job?: string;
  readonly action?: string;
  readonly dryRun?: boolean;
  /** Of `weir.copyCurl`: the one call for emergencies instead of the recommended ones. */
  readonly inline?: boolean;
  /** Of `weir.copyCurl`: for which shell. That of the server's platform when it is left out. */
  readonly shell?: ShellName;
  /** Of `weir.undo`: which push of this server. Without it, the last push of each file, whoever made it. */
  readonly undo?: string;
  /** The client's own name for this run of the command. Every question that is asked in its course carries it. */
  readonly run?: string;
}

/** Which run of a command a question belongs to, when the client has named it. */
export interface OfRun {
  readonly run?: string;
}

/** Of `weir.push`, `weir.createRule`, `weir.diff`, `weir.pull`, `weir.delete` and `weir.undo`, unless nothing could be done at all. */
export interface FileResults {
  readonly version: 1;
  readonly results: readonly FileResult[];
}

export interface FileResult extends Omit<Result, "refused" | "undo" | "reasons" | "push" | "plan"> {
  readonly uri?: string;
  /** The URI of another file that has to be pushed before. */
  readonly push?: string;
  /** Given to `weir.undo`, it brings back what the service had before. */
  readonly undo?: string;
  /** Of `weir.diff` and of what was only rehearsed: what would change, in words. */
  readonly text?: string;
}

/** Of `weir.copyEscaped`, `weir.copyCurl` and `weir.remoteText`, whose text is empty for what is not at the service. */
export type TextResult = { readonly text: string } | Refused;

/** Of every command that could not run at all. */
export interface Refused {
  readonly refusal: string;
  /** The origin that nobody has signed in to. */
  readonly signInTo?: string;
  /** Nothing says where things go: no `weir.json` is above this file, or this `weir.json` has no profiles. */
  readonly lacks?: { readonly what: "settings" | "profiles"; readonly uri: string };
}

/** Of `weir.verify`. */
export type VerifyResult = Verified | Refused;

export type { NamedPlace, Verified } from "../push/verify.ts";

/** Of `weir.profiles`. Nothing is sent for it. */
export interface ProfilesResult {
  readonly profiles: readonly ProfileRow[];
}

export interface ProfileRow {
  /** Of the `weir.json`. */
  readonly uri: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly origin: string;
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  readonly zone?: string;
  readonly account?: string;
  readonly rulesTarget: string;
  /** Why it cannot be used. Then its addresses are empty. */
  readonly problem?: string;
}

/** Of `weir.resources`: what the service has under one profile, and which file each belongs to. */
export type ResourcesResult =
  | {
      readonly where: Where;
      readonly resources: readonly ResourceRow[];
      /** What could not be listed, and why. */
      readonly problems?: readonly string[];
    }
  | Refused;

export interface ResourceRow extends Omit<Resource, "path"> {
  /** The file that it is linked to by the lock. */
  readonly uri?: string;
  readonly standing: ResourceStatus;
}

/**
 * What a client offers beside LSP, in `capabilities.experimental.weir`. Whoever does not offer to confirm or to choose is asked
 * through `window/showMessageRequest`; whoever does not offer credentials leaves them to the server's environment.
 */
export interface ClientOffers {
  readonly confirm?: boolean;
  readonly choose?: boolean;
  readonly credential?: boolean;
  /** Unsaved changes are no reason to refuse: what the disk has is pushed, and the client says so to the user. */
  readonly savedText?: boolean;
  /** It runs the commands of VS Code's editor, so that a completion can ask for what comes next. */
  readonly editorCommands?: boolean;
}

/** From server to client, if offered. Answers `"yes"` or `"no"`. */
export const confirmRequest = "weir/confirm";
export interface ConfirmParams extends OfRun {
  /** As in "Push this?". */
  readonly question: string;
  /** What a yes is called, as in "Push". It names what is destroyed on the way. */
  readonly agree?: string;
  /** The plan in words, line by line, as a terminal shows it. */
  readonly text?: string;
  readonly plan: Plan;
  /** What would change at the service, or in the file when it is pulled. Without secrets, as `plan` is. */
  readonly differences?: readonly Difference[];
  /**
   * What the service has now, as `weir.remoteText` would give it: one side of a diff, whose other side is the file. Empty
   * when it has nothing. Left out when it cannot be told.
   */
  readonly remote?: string;
  readonly where: Where;
  readonly uri: string;
  /** What the file says, if there is one. */
  readonly local?: string;
  /** In a sentence, what the text means that would be pushed, written or deleted. */
  readonly meaning?: string;
}

/** One setting, such as `expression`. What is not set is left out. */
export interface Difference extends Change {
  /** The same for people: texts of our languages line by line, and anything else as a line that goes and one that comes. */
  readonly lines: readonly DiffLine[];
}

/** From server to client, if offered. Answers the index, or null. */
export const chooseRequest = "weir/choose";
export interface ChooseParams extends OfRun {
  readonly question: string;
  readonly answers: readonly string[];
  /** What each answer means, in a sentence. */
  readonly details?: readonly string[];
  /** The file whose action is chosen, as results name it. A client may write the choice into the file. */
  readonly actionOf?: string;
}

/** From server to client, if offered: the credential for one origin. Answers null when nobody has signed in there. */
export const credentialRequest = "weir/credential";
export interface CredentialParams extends OfRun {
  readonly origin: string;
}
export type HandedCredential = { readonly origin: string } & (
  | { readonly token: string }
  | { readonly email: string; readonly key: string }
);

/** From client to server, also in `initializationOptions`: what the user lets us do here. */
export const workspaceNotification = "weir/workspace";
export interface WorkspaceState {
  /** Without trust no profile is read and no host is talked to. True when it is left out. */
  readonly trusted?: boolean;
  /** The profile the user has chosen. */
  readonly profile?: string | null;
}

/** From server to client: the lock or the settings changed, so that what is shown of profiles and standings may be old. */
export const standingsNotification = "weir/standings";

/**
 * From client to server, where the server runs in a browser and can read no files: the texts of those that are ours. At first
 * the settings alone, then everything, and later what has changed.
 */
export const filesNotification = "weir/files";
export interface FilesParams {
  readonly files: readonly SentText[];
  /** Whether every file has been sent by now. */
  readonly isAll?: boolean;
}

export interface SentText {
  readonly uri: string;
  /** Null for a file that is gone. */
  readonly text: string | null;
}
