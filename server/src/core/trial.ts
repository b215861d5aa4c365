import type { Span } from "../text/span.ts";
import type { LogTest } from "./log-test.ts";
import type { RequestTrial } from "./request-trial.ts";
import type { TrialTree } from "./trial-tree.ts";

/** What a text does on log lines, without knowing where the lines come from. */

/** The fields of one log line. */
export interface LogRow {
  /** Undefined for a field that the line does not have; null counts as missing. */
  get(field: string): unknown;
  /** The value as JSON, as the line has it, so that long integers keep their digits. */
  raw(field: string): string | undefined;
  /** Those of the fields that were asked for that the line has. */
  names(): readonly string[];
}

/** A condition that the bytes of a value can decide. It says nothing about values of other kinds, nor about missing ones. */
export type Requirement = TextRequirement | IntegerRequirement;

/** A string is one of these, or starts with one; if negated, it is or does not. */
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

/** Undefined when the line does not hold what decides. */
export type Outcome = boolean | undefined;

export type RequiredGroups = readonly (readonly Requirement[])[];

export interface Trial {
  /** The log fields that it reads. No others are asked for, so they need not be decoded. */
  readonly fields: readonly string[];
  /** Every condition, in the order of the text. */
  readonly conditions: readonly Span[];
  readonly tree: TrialTree;
  /** In each line that is kept, all requirements of one of these groups hold. Others can be dropped without asking. */
  readonly required?: RequiredGroups;
  outcome(row: LogRow): Outcome;
  /** The answer of each condition. */
  answers(row: LogRow): Outcome[];
  /** What was needed for an undetermined outcome and is not in the lines, so far. */
  missed?(): readonly string[];
}

/** What is written for the lines that are kept. */
export interface TrialOutput {
  /** The log fields that it reads; undefined for all that a line has. */
  readonly fields: readonly string[] | undefined;
  /** The share of the kept lines that is written. */
  readonly sampleRate: number;
  /** One line, with everything that belongs to it. */
  line(row: LogRow): string;
  /** Written before the first line, between two, and after the last. */
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** A text that can be tried, or the reason why it cannot. */
export interface TrialText {
  readonly language: string;
  /** In a host document. */
  readonly region?: Span;
  /** The dataset of the lines; undefined if lines of several datasets are possible. */
  readonly dataset?: string | undefined;
  readonly trial?: Trial;
  /** The same as data, for engines that translate it; undefined for rules. */
  readonly test?: LogTest;
  /** A rule, which is tried on the requests that the lines are about. */
  readonly rule?: RequestTrial;
  /** A match of the rule ends its rule set, by its action. */
  readonly terminates?: boolean;
  /** Where the rule is in a rule set. */
  readonly place?: RulePlace;
  readonly error?: string;
  readonly output?: TrialOutput;
  /** The filter is in this file, as a path from the folder of the text. */
  readonly filterFile?: string;
  /** The filter is another text of the host document, inside this one. */
  readonly isFilterInHost?: true;
}

/** A rule of a rule set, whose rules run in order. */
export interface RulePlace {
  /** The rule set, by a name that is unique in its document. */
  readonly set: string;
  readonly order: number;
  /** A match ends the rule set: no later rule sees the request. */
  readonly terminates: boolean;
}
