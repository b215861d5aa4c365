/**
 * The protocol between server and client beyond LSP. Only names and types, so that the VS Code client can import it;
 * `docs/push.md` documents the commands for other editors.
 */

import type { TextEdit } from "vscode-languageserver";
import type { ComparisonJson } from "../compare/describe.ts";
import type { Compared } from "../push/compared.ts";
import type { ShellName } from "../push/curl/shells.ts";
import type { Result, Where } from "../push/plan/plan.ts";
import type { Resource, ResourceStatus } from "../push/resources.ts";
import type { Verified } from "../push/verify.ts";
import type { DialectName } from "../sql/dialect-names.ts";
import type { TryAnswer } from "../try/answer.ts";
import type { TriedLines } from "../try/lines.ts";
import type { FileChange } from "./shapes/changes.ts";
import type { TextChange } from "./shapes/form.ts";
import type { EngineLogin } from "./shapes/questions.ts";

export type { ResourceStatus } from "../push/resources.ts";
export { type DialectName, dialectNames } from "../sql/dialect-names.ts";

/** The commands of `workspace/executeCommand`. Each accepts one `CommandArguments`, or just a URI. */
export const commandNames = [
  "weir.push",
  "weir.createRule",
  "weir.setEnabled",
  "weir.diff",
  "weir.pull",
  "weir.delete",
  "weir.undo",
  "weir.copyEscaped",
  "weir.copyCurl",
  "weir.copySql",
  "weir.copyFilter",
  "weir.compareMeaning",
  "weir.verify",
  "weir.profiles",
  "weir.resources",
  "weir.changes",
  "weir.remoteText",
  "weir.review",
  "weir.serviceRules",
  "weir.pullSample",
  "weir.engines",
  "weir.countOnEngine",
] as const;
export type CommandName = (typeof commandNames)[number];

/** Shows its argument, a string. Used by informational lenses, because some editors run the command of any lens. */
export const showCommand = "weir.show";

export interface CommandArguments {
  /** The files, or folders for `weir.pull`. */
  readonly uri?: string;
  readonly uris?: readonly string[];
  /** Default: the profile selected in the client, then the default of `weir.json`. */
  readonly profile?: string;
  readonly job?: string;
  readonly action?: string;
  readonly dryRun?: boolean;
  /** For `weir.pull` of a file: write what both sides have changed since the last push. */
  readonly merge?: boolean;
  /** For `weir.setEnabled`: whether the jobs should send log lines. */
  readonly enabled?: boolean;
  /** For `weir.copyCurl`: the single emergency call instead of the recommended ones. */
  readonly inline?: boolean;
  /** For `weir.copyCurl`: the shell. Default: the shell of the server's platform. */
  readonly shell?: ShellName;
  /** For `weir.copySql`: the SQL dialect. Default: `duckdb`. */
  readonly dialect?: DialectName;
  /** For `weir.copyFilter`, `weir.compareMeaning` and `weir.countOnEngine`: where the rule or filter is in a host document. */
  readonly position?: { readonly line: number; readonly character: number };
  /** For `weir.compareMeaning`: the URI of another file. As in `uri`, '#L4' or '#REF' selects one of its filters and rules. */
  readonly other?: string;
  /** For `weir.compareMeaning` with `other`: the names of the two texts in the result. Default: the file names. */
  readonly names?: readonly string[];
  /** For `weir.compareMeaning` and `weir.review`: a commit, as in `HEAD`. Without it and `other`, the service. */
  readonly commit?: string;
  /** For `weir.pullSample`: `service:`, `destination:` or a path such as `s3://bucket/prefix`. */
  readonly logs?: string;
  /** For `weir.pullSample` of a bucket and `weir.countOnEngine`: only the last hours. Default: all times. */
  readonly hours?: number;
  /** For `weir.countOnEngine`: the name of an engine in `weir.json`. */
  readonly engine?: string;
  /**
   * For `weir.undo`: a run of this server. Default: the last push of each file, from any process; of a folder, the last run with
   * all of its files.
   */
  readonly undo?: string;
  /** Values of environment variables that are not set. The server uses them for later commands, too, and stores them nowhere. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The client's ID for this run of the command. All questions of the run contain it. */
  readonly run?: string;
}

/**
 * Result of `weir.push`, `weir.createRule`, `weir.setEnabled`, `weir.diff`, `weir.pull`, `weir.delete` and `weir.undo`, unless
 * refused.
 */
export interface FileResults {
  readonly version: 1;
  readonly results: readonly FileResult[];
}

export interface FileResult extends Omit<Result, "refused" | "undo" | "reasons" | "push" | "plan"> {
  readonly uri?: string;
  /** The URI of a file to push next. */
  readonly push?: string;
  /** Passed to `weir.undo`, it undoes this run: all files that have the same value. */
  readonly undo?: string;
  /** For `weir.diff` and dry runs: what a push would do, as in "Update rule 'Logins'". */
  readonly planned?: string;
  /** For `weir.diff` and dry runs: why a push would lose a change on the service. */
  readonly overwrites?: string;
  /** For `weir.diff` and dry runs: the changes as text. */
  readonly text?: string;
}

/** Result of `weir.copyEscaped`, `weir.copyCurl` and `weir.copySql`. */
export type TextResult = { readonly text: string } | Refusal;

/** Result of `weir.remoteText`: the text is empty if the resource is not on the service. */
/** `place` is the zone or account that it is from. */
export type RemoteTextResult = (Compared & { readonly place: string }) | Refusal;

/** Result of `weir.compareMeaning`: as `weir compare --format json` prints it, and as text. */
export type MeaningResult =
  | (ComparisonJson & {
      readonly version: 1;
      /** A sentence, then a line for each example and each difference. */
      readonly text: string;
    })
  | Refusal;

/** Result of a command that could not run. */
export interface Refusal {
  readonly refusal: string;
  /** The engine that wants a password, or another one. */
  readonly password?: EngineLogin;
  /** The origin that the user has to sign in to. */
  readonly signInTo?: string;
  /** No profile: there is no `weir.json` above this file, or this `weir.json` has no profiles, or errors that need a fix. */
  readonly lacks?: { readonly what: "settings" | "profiles" | "fix"; readonly uri: string };
}

/** Result of `weir.verify`. */
export type VerifyResult = Verified | Refusal;

export type { NamedPlace, Verified } from "../push/verify.ts";

/** Result of `weir.profiles`. Sends nothing. */
export interface ProfilesResult {
  readonly profiles: readonly ProfileRow[];
}

export interface ProfileRow {
  /** The path of the `weir.json`. */
  readonly uri: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly origin: string;
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  readonly zone?: string;
  readonly account?: string;
  readonly rulesTarget: string;
  /** Why it cannot be used. Then its URLs are empty. */
  readonly problem?: string;
}

/** Result of `weir.resources`: the resources of a profile, with their files. */
export type ResourcesResult =
  | {
      readonly where: Where;
      readonly resources: readonly ResourceRow[];
      /** The resources that could not be listed, and why. */
      readonly problems?: readonly string[];
    }
  | Refusal;

export interface ResourceRow extends Omit<Resource, "path"> {
  /** The file linked in the lock file. */
  readonly uri?: string;
  readonly standing: ResourceStatus;
}

/** Result of `weir.changes`: the files of a `weir.json` that differ from the service, as far as it is known. Sends nothing. */
export type ChangesResult =
  | { readonly profile: string; readonly files: readonly FileChange[] }
  | Refusal;

/**
 * Client capabilities beyond LSP, in `capabilities.experimental.weir`. Without confirm and choose, questions use
 * `window/showMessageRequest`; without credentials, the server uses its environment.
 */
export interface ClientOffers {
  readonly confirm?: boolean;
  readonly choose?: boolean;
  readonly credential?: boolean;
  /** Unsaved changes do not refuse a command: the version on disk is pushed, and the client informs the user. */
  readonly savedText?: boolean;
  /** Has the lab, a view that tries texts on samples, with the command `weir.tryOnLogs`. */
  readonly lab?: boolean;
  /** Supports VS Code editor commands, so that a completion can trigger the next one. */
  readonly editorCommands?: boolean;
}

/** From server to client, if supported. Returns `"yes"` or `"no"`. */
export const confirmRequest = "weir/confirm";
/** From server to client, if supported. Returns the index, or null. */
export const chooseRequest = "weir/choose";
/** From server to client, if supported: the credential for an origin. Returns null if not signed in. */
export const credentialRequest = "weir/credential";
/** From server to client, if credentials are supported: accepts `PasswordParams`, returns a `HandedPassword`, or null. */
export const passwordRequest = "weir/enginePassword";
/**
 * From server to client, if supported: accepts `AgreeParams`, whether to run a program or SQL, or to read logs outside of the
 * workspace, as a `weir.json` proposes. Returns `"yes"` or `"no"`.
 */
export const agreeRequest = "weir/agreeToCommand";
/** From client to server, also in `initializationOptions`: trust and the selected profile. */
export const workspaceNotification = "weir/workspace";
export interface WorkspaceState {
  /** Without trust, no profiles are read and no requests are sent. Default: true. */
  readonly trusted?: boolean;
  /** The selected profile. */
  readonly profile?: string | null;
}

/** From server to client: the lock file or settings changed, so profiles and resource status may be outdated. */
export const statusNotification = "weir/standings";

/** From server to client: log files that were read as samples changed, so that counts are outdated. */
export const samplesNotification = "weir/samples";

/**
 * From client to server, if the server runs in a browser without file access: the texts of our files. First the settings, then
 * everything, then changes.
 */
export const filesNotification = "weir/files";
export interface FilesParams {
  readonly files: readonly SentText[];
  /** Whether all files have been sent. */
  readonly isAll?: boolean;
}

export interface SentText {
  readonly uri: string;
  /** Null for a deleted file. */
  readonly text: string | null;
}

/**
 * Client requests: the filters of an open document as forms, the fields that their conditions can use, and the edits
 * of one operation.
 */
export const formRequest = "weir/form";
export const formFieldsRequest = "weir/formFields";
export const formEditRequest = "weir/formEdit";

export type FormEditResponse = { readonly edits: readonly TextChange[] } | Refusal;

export type {
  FormField,
  FormFields,
  FormOperation,
  FormOperator,
  FormPath,
  FormPlace,
  NewRow,
} from "../core/form.ts";
export type { Range } from "../try/answer.ts";
export type * from "./shapes/form.ts";

/** A client request: tries a document on logs. Returns a `TryAnswer` or a refusal. Can be canceled. */
export const tryRequest = "weir/try";

export interface TryParams {
  readonly textDocument: { readonly uri: string };
  /** Paths from the folder of `weir.json`. Default: its `samples`. */
  readonly logs?: readonly string[];
  /** Fields whose most frequent values are listed. */
  readonly by?: readonly string[];
  /** Whether to count how often each condition holds and decides. */
  readonly explain?: boolean;
  /** The maximum number of lines to read. */
  readonly head?: number;
}

/** A client request: the examples of a document, open or not, or of all workspace files. Can be canceled. */
export const examplesRequest = "weir/examples";

/** The directives of examples, without their `@`. */
export const exampleKinds = ["match", "no-match", "keep", "drop"] as const;

export interface ExamplesParams {
  /** Default: all files of the workspace. */
  readonly textDocument?: { readonly uri: string };
}

export type { FileChange } from "./shapes/changes.ts";
export type { DocumentExamples, ExampleRow, ExamplesResult } from "./shapes/examples.ts";
/** Client requests of the lab, which `docs/lab.md` describes. All can be canceled. */
export const labRequests = {
  /** Accepts `LabParams`; returns a `LabAnswer`, a `LabRefusal`, or null if a newer request arrived. */
  ask: "weir/tryLab",
  /** Accepts `LabLinesParams`; returns `LabLines`. */
  lines: "weir/tryLabLines",
  /** Accepts `LabLineParams`; returns a `LabLine`. */
  line: "weir/tryLabLine",
  /** Accepts `ShownLines`; returns `LabTexts`. */
  texts: "weir/tryLabTexts",
  /** Accepts `LabAddParams`; returns `LabEdits` or a `LabRefusal`. */
  add: "weir/tryLabAdd",
} as const;
/** From client to server: a `LabIdentifier` that is no longer shown. */
export const labClosed = "weir/tryLabClosed";
/** From server to client: `LabProgress`. */
export const labProgress = "weir/tryLabProgress";

/** Client requests of the trace, which `docs/trace.md` describes. All can be canceled. */
export const traceRequests = {
  /** Accepts `TraceParams`; returns a `TraceAnswer` or a `TraceRefusal`. */
  ask: "weir/trace",
  /** Accepts `TraceStartParams`; returns a `TraceStart`. */
  start: "weir/traceStart",
  /** Returns a `TraceFieldsResult`. */
  fields: "weir/traceFields",
  /** Accepts `TraceTextParams`; returns a `TraceTextAnswer`. */
  request: "weir/traceRequest",
  /** Accepts `TraceTestParams`; returns a `TraceTestAnswer`. */
  test: "weir/traceTest",
} as const;

export type { TryAnswer } from "../try/answer.ts";
export type * from "./shapes/lab.ts";
export type * from "./shapes/questions.ts";
export type * from "./shapes/review.ts";
export type * from "./shapes/trace.ts";
export type TryResponse = TryAnswer | Refusal;

/** A client request in a browser: tries a document on log lines. */
export const tryLinesRequest = "weir/tryLines";

export interface TryLinesParams extends ShrinkParams {
  /** JSON objects, one per line. */
  readonly lines: string;
  /** Selects a text if the document has several. */
  readonly position?: { readonly line: number; readonly character: number };
}

export type { LineOutcome, LineReason, TriedLines } from "../try/lines.ts";
export type TryLinesResponse = TriedLines | Refusal;

/** A client request: the shortest texts found that are proved equivalent to the texts of a document. */
export const shrinkRequest = "weir/shrink";

export interface ShrinkParams {
  readonly textDocument: { readonly uri: string };
}

export type ShrinkResponse = { readonly texts: readonly ShrunkText[] } | Refusal;

/** A filter or rule of a document, or why it cannot be shortened. */
export type ShrunkText =
  | {
      /** As in `1,312 → 874 bytes, 34 → 19 operators. Fits the limits.` */
      readonly summary: string;
      readonly fits: boolean;
      /** Empty if no shorter text was found. */
      readonly edits: readonly TextEdit[];
      /** The document after these edits. */
      readonly text: string;
    }
  | { readonly error: string };
