import type { Span } from "../text/span.ts";
import type { LogTest } from "./log-test.ts";
import type { TrialTree } from "./trial-tree.ts";

/** Evaluates texts on log lines, independent of where the lines come from. */

/** The fields of one log line. */
export interface LogRow {
  /** Undefined for a field that the line does not have; null counts as missing. */
  get(field: string): unknown;
  /** The value as the JSON in the line, so that long integers keep their digits. */
  raw(field: string): string | undefined;
  /** The requested fields that the line has. */
  names(): readonly string[];
  /** Whether the value is an array or an object, if that is cheap to tell. */
  isNested?(field: string): boolean;
  /** For many texts on one line: what they have read of it so far. */
  readonly shared?: Map<unknown, unknown>;
}

/** A condition that can be decided on the bytes of a value. It does not apply to values of other types or missing ones. */
export type Requirement = TextRequirement | IntegerRequirement;

/** A string is, or starts with, one of these; if negated, none of these. */
export interface TextRequirement {
  readonly kind: "text";
  readonly field: string;
  readonly texts: readonly string[];
  readonly isPrefix: boolean;
  readonly isNegated: boolean;
}

/** An integer is in this range; if negated, it is not. */
export interface IntegerRequirement {
  readonly kind: "integer";
  readonly field: string;
  readonly least: number;
  readonly most: number;
  readonly isNegated: boolean;
}

/** Undefined when the line lacks a decisive field. */
export type Outcome = boolean | undefined;

export type RequiredGroups = readonly (readonly Requirement[])[];

/** A condition of a text, which other texts may have, too. Only its fields decide. */
export interface TrialPart<Source> {
  readonly fields: readonly string[];
  /** Conditions with the same fields and the same key have the same results. */
  readonly key: string | undefined;
  outcome(source: Source): Outcome;
  /** The same for the value of its only field. */
  ofValue?(value: unknown): Outcome;
  readonly classes?: ValueClasses | undefined;
}

/**
 * Values that have the same outcome for certain: strings, safe integers, numbers or times as RFC 3339 between two neighbors of a
 * list of values, or strings that contain, or end with, equal members of a list of texts.
 */
export type ValueClasses =
  | {
      readonly kind: "text" | "integer" | "number" | "time";
      readonly at: readonly (number | string)[];
    }
  | {
      readonly kind: "needle";
      readonly parts: readonly string[];
      readonly ends: readonly string[];
    };

export interface Trial {
  /** The log fields that it reads. Others need not be decoded. */
  readonly fields: readonly string[];
  /** Every condition, in the order of the text. */
  readonly conditions: readonly Span[];
  readonly tree: TrialTree;
  /** Every line that is kept satisfies all requirements of one of these groups. Others can be dropped without evaluation. */
  readonly required?: RequiredGroups;
  outcome(row: LogRow): Outcome;
  /** The result of each condition. */
  answers(row: LogRow): Outcome[];
  /** The conditions. The tree of their results gives the outcome. */
  parts?(): readonly TrialPart<LogRow>[];
  /** Called if only parts are evaluated, and this one leaves the outcome undetermined. */
  note?(part: number, row: LogRow): void;
  /** The names of what the lines so far lacked, which left outcomes undetermined. */
  missed?(): readonly string[];
  /** For a rule: the log fields that these lines did not have. */
  lacked?(): readonly string[];
}

/** A text of which nothing can be read. */
export const unreadableTrial: Trial = {
  fields: [],
  conditions: [],
  tree: { kind: "condition", index: 0, label: "", isUnreadable: true },
  outcome: () => undefined,
  answers: () => [undefined],
};

/** How kept lines are written. */
export interface TrialOutput {
  /** The log fields that it reads; undefined for all fields. */
  readonly fields: readonly string[] | undefined;
  /** The share of the kept lines that is written. */
  readonly sampleRate: number;
  /** A line as a record of the output, including its delimiters. */
  line(row: LogRow): string;
  /** The size of the record in bytes. Calls `add` for each field of it, with the bytes that the record is smaller without the field. */
  measure(row: LogRow, add: AddField): number;
  /** Written before the first line, between two, and after the last. */
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** A field of a record: as JSON, and whether the line has no data in it. */
export type AddField = (name: string, bytes: number, value: string, isNothing: boolean) => void;

/** The price of lines that are sent, or why it is unknown. */
export type TrialRate =
  | {
      readonly destination: string;
      /** For each gigabyte after the ones that are included in a month. */
      readonly dollars: number;
      readonly included: number;
      /** The date of the rates, or the file that they are from. */
      readonly asOf: string;
    }
  | { readonly error: string };

/** The logs that a text has written, or why they are not known. */
export type DeliveredLogs =
  | {
      /** `s3://bucket/prefix` or `r2://account/bucket/prefix`. */
      readonly path: string;
      readonly region?: string;
      /** The host of another service than AWS. */
      readonly endpoint?: string;
    }
  | { readonly error: string };

/** A text that can be tried, or the reason why it cannot. */
export interface TrialText {
  readonly language: string;
  /** In a host document. */
  readonly region?: Span;
  /** The dataset of the lines; undefined if lines of several datasets are possible. */
  readonly dataset?: string | undefined;
  readonly trial?: Trial;
  /** The trial as data, for engines that translate it; undefined for rules. */
  readonly test?: LogTest;
  /** A rule, which is tried on the requests that the lines are about. */
  readonly rule?: RequestTrial;
  /** The action of the rule ends its rule set on a match. Undefined if the action is unknown. */
  readonly terminates?: boolean;
  /** The position of the rule in a rule set. */
  readonly place?: RulePlace;
  readonly error?: string;
  /** With an error: what the rest of the text does. Parts that cannot be read are undetermined. */
  readonly readable?: Pick<TrialText, "trial" | "test" | "rule">;
  readonly output?: TrialOutput;
  /** Of a job: its name, and where it sends lines, without secrets. */
  readonly title?: string;
  readonly destination?: string;
  /** The price of the output. */
  readonly rate?: TrialRate;
  /** The lines that it has already sent. */
  readonly delivered?: DeliveredLogs;
  /** The file that contains the filter, as a path relative to the folder of the text. */
  readonly filterFile?: string;
  /** The filter is another text of the host document, inside this one. */
  readonly isFilterInHost?: true;
}

/** A rule of a rule set, whose rules run in order. */
export interface RulePlace {
  /** The rule set, by a name that is unique in its document. */
  readonly set: string;
  readonly order: number;
  /** Whether a match has an effect: never if disabled; maybe above a rate, or if that is filled in later. */
  readonly acts: "always" | "maybe" | "never";
  /** The effect ends the rule set: no later rule sees the request. */
  readonly terminates: boolean;
  /** The action as written, if it is unknown: the effect may end the rule set. */
  readonly unknownAction?: string;
  /** The `ref` or description of the rule. */
  readonly name?: string;
}

/** In a document with several texts: the innermost one at the offset, or the last one before it. */
export function textAt<Text extends Pick<TrialText, "region">>(
  texts: readonly Text[],
  offset: number,
): Text | undefined {
  const at = texts.filter((it) => it.region && it.region.start <= offset);
  const around = at.filter((it) => it.region && offset <= it.region.end);
  return around.at(-1) ?? at.at(-1) ?? texts[0];
}

/** The fields of a request, read on demand. Undefined means missing; unknown fields have special values. */
export interface RequestFields {
  get(name: string): unknown;
  /** For many rules on one request: what evaluations have read from its fields so far. */
  readonly read?: Map<unknown, unknown>;
  /** Each request that this may be, if it is not known how it was sent. */
  readonly alternatives?: () => readonly RequestFields[];
}

/** The request, in which some fields are missing. */
export function withMissing(
  request: RequestFields,
  isMissing: (name: string) => boolean,
): RequestFields {
  const without = (fields: RequestFields): RequestFields => ({
    get: (name) => (isMissing(name) ? undefined : fields.get(name)),
  });
  const alternatives = () => (request.alternatives?.() ?? []).map(without);
  return { ...without(request), alternatives };
}

export interface RequestPart extends TrialPart<RequestFields> {
  /** As in `RequestTrial`. */
  missed(request: RequestFields): readonly string[];
}

/** Evaluates a text on requests. Undefined means undetermined: a decisive field is unknown. */
export interface RequestTrial {
  /** The fields that it reads. */
  readonly fields: readonly string[];
  /** Every condition, in the order of the text. */
  readonly conditions: readonly Span[];
  /** The conditions as trees of their language, for engines that translate them. */
  readonly nodes?: readonly unknown[];
  readonly tree: TrialTree;
  outcome(request: RequestFields): boolean | undefined;
  /** The result of each condition. */
  answers(request: RequestFields): (boolean | undefined)[];
  parts(): readonly RequestPart[];
  /** The unique names of unknown fields, lists (with `$`) and functions that leave the outcome undetermined. */
  missed(request: RequestFields): readonly string[];
  /** The decisive values without duplicates, as in `http.host is "a.example"`. */
  facts(request: RequestFields): readonly string[];
}

/** The engine that answered about log lines instead of Weir itself, in JSON output. */
export interface AnsweringEngine {
  readonly name: string;
  readonly kind: string;
  readonly statements: readonly string[];
  /** Null if the engine does not tell. */
  readonly scannedBytes: number | null;
  readonly seconds: number;
}
