import type { Missing } from "../bridge/missing.ts";
import type { AnsweringEngine } from "../core/trial.ts";
import type { Position } from "../text/lines.ts";
import type { TogetherAnswer } from "./questions/together.ts";
import type { LogProblem } from "./run.ts";

/** The JSON output of `weir try`; its shape is part of the public contract. */
export interface TryAnswer {
  readonly version: 1;
  /** The logs were not read to their end. */
  readonly interrupted?: true;
  readonly logs: {
    /** Null if an engine counted, which cannot tell. */
    readonly files: number | null;
    /** If interrupted: the files that were read to their end. */
    readonly filesRead?: number;
    /** If interrupted: the share of the bytes of the files that was read. */
    readonly share?: number;
    /** In an editor: the file, if there is only one. */
    readonly path?: string;
    readonly lines: number;
    readonly bytes: number | null;
    readonly unreadable: number;
    /** Lines outside `--since` and `--until`, which are not included in other counts, and their bytes. */
    readonly outside?: number;
    readonly outsideBytes?: number;
    /** For rules: the lines that are subrequests of Workers, which count as requests. */
    readonly subrequests?: number;
    readonly unreadableLines?: readonly LogProblem[];
    readonly errors?: readonly LogProblem[];
    readonly notes?: readonly LogProblem[];
    /** Files in folders that were not read, and the first of them. */
    readonly leftOut?: { readonly files: number; readonly first: readonly LogProblem[] };
  };
  readonly results: readonly TryResult[];
  readonly together?: TogetherAnswer;
  /** The engine that counted instead of Weir itself. */
  readonly engine?: AnsweringEngine;
}

export interface TryResult {
  readonly path: string;
  readonly language: string;
  /** The range in a host file. */
  readonly range?: Range;
  readonly error?: string;
  /** The number of lines that it was tried on, including unreadable ones, and their bytes. */
  readonly lines?: number;
  readonly unreadable?: number;
  readonly bytes?: number | null;
  readonly kept?: number;
  readonly keptBytes?: number | null;
  readonly undetermined?: number;
  /** For a rule in a rule set: its `ref` or description. */
  readonly name?: string;
  /** For a rule in a rule set: whether it has no effect. */
  readonly disabled?: true;
  /** For a rule in a rule set: its action, if that is unknown. It may end the evaluation. */
  readonly unknownAction?: string;
  /** For a rule in a rule set: the requests for which no earlier rule ended the evaluation. */
  readonly reached?: number;
  /** If an undetermined rule may have ended it for some. */
  readonly reachedAtMost?: number;
  /** For a rule in a rule set: the requests that reach it, match it and get its action. */
  readonly acts?: number;
  readonly actsAtMost?: number;
  /** For a job: the expected values after sampling. */
  readonly pushed?: number;
  /** If lines are undetermined. */
  readonly pushedAtMost?: number;
  readonly pushedBytes?: number;
  /** With an earlier version: the lines that only this one keeps, and that only the earlier one keeps. */
  readonly gained?: number;
  /** If lines are undetermined in one of them. */
  readonly gainedAtMost?: number;
  readonly lost?: number;
  readonly lostAtMost?: number;
  /** The text is only in the earlier version. */
  readonly removed?: true;
  /** The earlier version; null if there is none. */
  readonly base?: EarlierResult | null;
  readonly conditions?: readonly TriedCondition[];
  readonly by?: Readonly<Record<string, ValueTable>>;
  readonly missed?: readonly string[];
  /** Why they are missing. */
  readonly missing?: readonly Missing[];
  /** For a request: the deciding values, as in `http.host is "a.example"`. */
  readonly facts?: readonly string[];
}

/** The same for the earlier version. */
export type EarlierResult = Pick<
  TryResult,
  | "error"
  | "kept"
  | "keptBytes"
  | "undetermined"
  | "pushed"
  | "pushedAtMost"
  | "pushedBytes"
  | "missed"
  | "missing"
>;

export interface TriedCondition {
  readonly range: Range;
  /** As written, on one line. */
  readonly text: string;
  /** The file, if it differs from the file of the result. */
  readonly path?: string;
  readonly holds: number;
  readonly decides: number;
  /** The kept lines among the lines that it decides. */
  readonly keeps: number;
}

type ValueCount = readonly [value: unknown, count: number];

export interface ValueTable {
  readonly kept: readonly ValueCount[];
  readonly dropped: readonly ValueCount[];
  readonly gained?: readonly ValueCount[];
  readonly lost?: readonly ValueCount[];
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}
