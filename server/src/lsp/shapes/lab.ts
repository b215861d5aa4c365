/** The requests and responses of the lab. Part of the protocol. */
import type { Range } from "vscode-languageserver";
import type { LineReport } from "../../try/lab/explain-line.ts";
import type { Histogram } from "../../try/lab/histogram.ts";
import type { SampleProblem } from "../../try/lab/pass.ts";
import type { TimeSpan } from "../../try/lab/run.ts";
import type { TableRow } from "../../try/lab/session.ts";
import type { ShownOutcome } from "../../try/lab/several.ts";
import type { Values } from "../../try/lab/values.ts";
import type { TogetherAnswer } from "../../try/questions/together.ts";

export type { ConditionOnLine, LineReport } from "../../try/lab/explain-line.ts";
export type { Histogram } from "../../try/lab/histogram.ts";
export type { OutcomeName, TimeSpan } from "../../try/lab/run.ts";
export type { TableRow } from "../../try/lab/session.ts";
export type { ValueRow, Values } from "../../try/lab/values.ts";
export type { TogetherAnswer } from "../../try/questions/together.ts";

/** The lines that a text is tried on. */
export type LabSample =
  /** The samples in `weir.json` for the dataset of the text. */
  | { readonly kind: "workspace" }
  | { readonly kind: "files"; readonly uris: readonly string[] }
  /** The text is sent once for each ID; the server asks for it if it does not have it. */
  | { readonly kind: "text"; readonly id: string; readonly name: string; readonly text?: string };

/** The ID of a lab. A client may have several, each with a text and a sample. */
export interface LabIdentifier {
  readonly lab: string;
}

export interface LabParams extends LabIdentifier {
  readonly textDocument: { readonly uri: string };
  /** Selects a text if the document has several. */
  readonly position?: Range["start"];
  readonly sample: LabSample;
  /** The fields of the table. */
  readonly columns?: readonly string[];
  /** The field whose values are counted. */
  readonly field?: string;
  /** Everything in the answer, and the lines that are requested after it, are about the lines with these times. */
  readonly window?: TimeSpan;
  /** Whether to count the lines that several texts keep. */
  readonly together?: boolean;
  /** Other documents with texts for that. */
  readonly others?: readonly string[];
}

/** The counts of a text, of all lines in scope or of the lines that were evaluated so far. */
export interface LabCounts {
  readonly resource: "filter" | "job" | "rule";
  readonly scope: LabScope;
  readonly result: LabResult;
  readonly tree: LabNode;
}

/** The lines that are counted, without unreadable ones. */
export interface LabScope {
  readonly lines: number;
  /** Null if an engine counted, which does not tell. */
  readonly bytes: number | null;
  /** Undefined for all times. */
  readonly window?: TimeSpan;
}

export interface LabAnswer extends LabCounts {
  /** The version of the document; null if it has none. */
  readonly version: number | null;
  /** In a document with several texts: the one that was tried. */
  readonly range?: Range;
  readonly dataset?: string;
  readonly sample: LabSampleAnswer;
  /** The time span from the first line to the last. */
  readonly span?: TimeSpan;
  readonly histogram?: Histogram;
  readonly values?: LabValues;
  /** Set if the text has errors, so that only the parts that can be read are tried. */
  readonly problems?: readonly LabProblem[];
  /** How many more there are. */
  readonly moreProblems?: number;
  /** Set if the text differs from the last commit. */
  readonly change?: LabChange;
  /** The text and the others that it can be compared with, if there are any. */
  readonly texts?: readonly LabTogetherText[];
  /** If requested: how many of these texts keep the lines. */
  readonly together?: TogetherAnswer;
}

/** Result of `weir.countOnEngine`. */
export interface LabEngineAnswer extends LabCounts {
  /** In a document with several texts: the one that was counted. */
  readonly range?: Range;
  readonly engine: {
    readonly name: string;
    /** When it was counted, in milliseconds since 1970. */
    readonly at: number;
    readonly seconds: number;
    /** Null if the engine does not tell. */
    readonly scannedBytes: number | null;
    readonly statements: readonly string[];
  };
}

/** The effect on the lines of the change since the last commit. */
export interface LabChange {
  readonly gained: number;
  readonly gainedAtMost: number;
  readonly lost: number;
  readonly lostAtMost: number;
  /** Why the earlier text cannot be tried. */
  readonly error?: string;
  /** The lines that the earlier text keeps. Undefined if the text is new. */
  readonly before?: {
    readonly kept: number;
    readonly keptBytes: number;
    readonly undetermined: number;
    /** As in "about 41 GB a month, $1.60". */
    readonly month?: string;
  };
}

/** One of several texts. */
export interface LabTogetherText {
  readonly name: string;
  readonly uri: string;
  readonly range?: Range;
  /** The text of the lab. */
  readonly isThis?: true;
}

/** Why a part of the text cannot be read. */
export interface LabProblem {
  readonly message: string;
  readonly range?: Range;
  readonly fix?: LabEdits & { readonly title: string };
}

export interface LabSampleAnswer {
  readonly name: string;
  readonly lines: number;
  readonly bytes: number;
  readonly unreadable: number;
  readonly problems: readonly SampleProblem[];
  /** Why not all lines are used. */
  readonly note?: string;
  /** The URIs of the files and folders that it is read from, if it is. */
  readonly files?: readonly string[];
  /** The fields that can be shown and counted: the fields of the lines, then the others of the dataset. */
  readonly fields: readonly LabField[];
}

export interface LabField {
  readonly name: string;
  readonly type?: string;
  readonly about?: string;
}

export interface LabResult {
  /** For a rule: the lines whose requests match. */
  readonly kept: number;
  /** Null like the bytes of the scope. */
  readonly keptBytes: number | null;
  readonly undetermined: number;
  /** The missing facts, which leave outcomes undetermined. */
  readonly missing: string;
  /** For a job: the expected number of lines after sampling. */
  readonly pushed?: number;
  readonly pushedBytes?: number;
  /** For a job: what a month of these lines costs, as a sentence, or why that is not known. */
  readonly price?: { readonly text: string } | { readonly error: string };
}

/** A condition, or a group of conditions. */
export interface LabNode {
  readonly kind: "condition" | "and" | "or" | "xor" | "not";
  readonly label: string;
  readonly range?: Range;
  /** The document with the condition, if it is a different one. */
  readonly uri?: string;
  /** For a condition: its index. */
  readonly index?: number;
  /** A part of a text with errors. */
  readonly isUnreadable?: true;
  readonly holds?: number;
  /** Lines whose result the opposite of this condition alone would change, and the kept ones among them. */
  readonly decides?: number;
  readonly keeps?: number;
  /** Omitted if it is 0. */
  readonly unknown?: number;
  readonly children?: readonly LabNode[];
}

export interface LabValues extends Values {
  readonly field: string;
  /** Whether a condition on the field can be added to the text. */
  readonly canAdd: boolean;
}

/** The text cannot be tried, or there are no lines. */
export interface LabRefusal {
  readonly refusal: string;
  /** No sample was chosen yet, so this is not an error. */
  readonly noSample?: true;
  /** The ID of a sample whose text is needed. */
  readonly lacks?: string;
  /** The location of that text, if the server has no files: a path or glob of `weir.json`, relative to this folder URI. */
  readonly files?: { readonly folder: string; readonly path: string };
}

export interface ShownLines extends LabIdentifier {
  readonly outcome: ShownOutcome;
  readonly first: number;
  readonly count: number;
}

export interface LabLinesParams extends ShownLines {
  readonly columns: readonly string[];
}

export interface LabLines {
  readonly total: number;
  readonly rows: readonly TableRow[];
}

export interface LabTexts {
  readonly total: number;
  /** Fewer than requested if they are long. */
  readonly texts: readonly string[];
}

export interface LabLineParams extends LabIdentifier {
  readonly line: number;
}

export interface LabLine extends LineReport {
  readonly fields: readonly LabLineField[];
}

export type LabLineField = LineReport["fields"][number] & {
  /** Whether a condition on the value can be added to the text. */
  readonly canAdd: boolean;
};

export type LabAddParams = LabIdentifier &
  (
    | {
        readonly kind: "condition";
        readonly field: string;
        readonly raw?: string;
        readonly isWanted: boolean;
      }
    /** A range of numbers, with inclusive ends. */
    | {
        readonly kind: "range";
        readonly field: string;
        readonly least?: number;
        readonly most?: number;
        readonly isWanted: boolean;
      }
    | { readonly kind: "example"; readonly line: number }
  );

export interface LabEdits {
  readonly uri: string;
  /** The version of the document that the edits apply to; null if it is not open. */
  readonly version: number | null;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
}

/** From server to client, during a long request. */
export interface LabProgress extends LabIdentifier {
  /** The progress, from 0 to 1. */
  readonly share: number;
  /** The counts so far, of lines from everywhere or, until all are read, of the first ones. */
  readonly counts?: LabCounts;
}

/** Result of `weir.pullSample`: lines that labs can use as the sample `{ "kind": "text", "id": …, "name": … }`. */
export interface PulledSampleResult {
  readonly id: string;
  readonly name: string;
  readonly lines: number;
}

/** Result of `weir.engines`. Sends nothing. */
export interface EnginesResult {
  readonly engines: readonly EngineRow[];
  /** The samples of `weir.json` that are in buckets. */
  readonly buckets: readonly { readonly dataset: string; readonly path: string }[];
}

export interface EngineRow {
  readonly name: string;
  /** As in "ClickHouse, logs.http_requests on ch.example.com:8443". */
  readonly about: string;
  /** It only counts within a time range. */
  readonly needsTimes?: true;
}
