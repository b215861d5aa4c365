import type { Claim } from "../core/configuration/claim.ts";
import type { Configuration, ConfiguredRule } from "../core/configuration/model.ts";
import type { RelationName } from "../core/meaning/relation.ts";
import type { AnsweringEngine } from "../core/trial.ts";
import type { FileContext } from "../languages.ts";
import type { Range } from "../text/lines.ts";

/** The effect of a ruleset change on requests, as in `weir review --format json`. */
export interface RulesetsReview {
  readonly version: 1;
  readonly rulesets: readonly RulesetReview[];
  readonly notExamined: readonly string[];
  /** Whether it is proved that no request gets an outcome that is not listed. Not if something was not read that may matter. */
  readonly rest?: Claim;
  /** The parts that were not read, or are not known, if `rest` is unknown because of them. */
  readonly unknownBecause?: readonly string[];
}

/** The JSON output of `weir review`; its shape is part of the public contract. */
export interface Review extends RulesetsReview {
  readonly jobs: readonly JobReview[];
  /** If there are any. */
  readonly policies?: readonly PolicyReview[];
  /** If logs were read. An engine has no files. */
  readonly logs?: {
    readonly files: number | null;
    readonly lines: number;
    readonly unreadable: number;
  };
  /** If an engine gave lines back. */
  readonly engine?: AnsweringEngine;
}

export interface RulesetReview {
  readonly level: "account" | "zone";
  readonly zone?: string;
  /** The environments of Terraform that have this change, unless all have it. */
  readonly environments?: readonly string[];
  readonly phase: string;
  readonly name: string;
  readonly rules: readonly RuleReview[];
  readonly outcomes: readonly OutcomeReview[];
  /** Of the pairs of outcomes that are not listed. */
  readonly rest: Claim;
  /** The parts that were not read, or are not known, if `rest` is unknown because of them. */
  readonly unknownBecause?: readonly string[];
  /** No rule executes the ruleset, so no requests arrive there. */
  readonly noRequests?: true;
  /** Terraform stops managing the ruleset, which stays on the service as it is. */
  readonly leavesTerraform?: true;
  /** Rules whose text, ID or settings differ without any effect. */
  readonly noise: number;
  /** Lines of the logs whose outcomes are not known, and the fields that they lack. */
  readonly undetermined?: { readonly lines: number; readonly missing: readonly string[] };
}

export type RuleChange = "added" | "removed" | "changed" | "moved" | "unchanged";

export interface RuleReview {
  readonly change: RuleChange;
  readonly ref?: string;
  readonly id?: string;
  readonly description?: string;
  readonly action?: string;
  /** From the version before to the one after, if the expression is another. */
  readonly relation?: RelationName;
  /** The change, in words. */
  readonly detail?: string;
  /** Of a changed rule: its change gives no request another outcome (proved). */
  readonly withoutEffect?: WithoutEffect;
  readonly expression?: string;
  /** The expression before, if it is another. */
  readonly was?: string;
  readonly source?: RuleSource;
}

/** Made from a proof only (`claims.ts`). */
export type WithoutEffect = true & { readonly [effectless]: true };
declare const effectless: unique symbol;

export interface RuleSource {
  readonly path: string;
  readonly range?: Range;
  /** In a plan: the resource. */
  readonly address?: string;
}

export interface OutcomeReview {
  readonly from: string;
  readonly to: string;
  /** If the proof is unknown: an example, unless what the note says. */
  readonly witness?: RequestWitness;
  readonly proof: "witness" | "none" | "unknown";
  /** How many lines of the log. */
  readonly lines?: number;
  /** Of these lines: the most frequent values of the fields that decide. */
  readonly values?: Readonly<Record<string, readonly ValueCount[]>>;
  /** The rules that decide, or those that are to blame. */
  readonly because: readonly string[];
  /** Who answers before, if the visitor sees no difference; or what an example depends on. */
  readonly note?: string;
}

export type ValueCount = readonly [value: string | number | boolean, lines: number];

export interface RequestWitness {
  readonly request: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A policy about every request, on both sides. */
export interface PolicyReview {
  readonly name: string;
  readonly path: string;
  readonly range: Range;
  readonly before: "holds" | "broken" | "unknown";
  readonly after: "holds" | "broken" | "unknown";
  /** It held, and now it is broken, or not known and its entry does not allow that. */
  readonly breaks: boolean;
  /** The result after the change, in words. */
  readonly answer: string;
  readonly request?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly by?: string;
  readonly because: readonly string[];
}

export interface JobReview {
  readonly name: string;
  readonly source?: string;
  /** In the file after the change. */
  readonly range?: Range;
  readonly change: RuleChange;
  readonly relation?: RelationName;
  readonly detail?: string;
  /** On the lines of logs: what the job sends now, and sent before. */
  readonly cost?: {
    readonly text: string;
    readonly sends: JobAmount;
    readonly base: JobAmount;
  };
}

interface JobAmount {
  readonly lines: number;
  readonly bytes: number;
  readonly usdPerMonth: number | null;
}

/** One of the two configurations. */
export interface ReviewSide {
  readonly configuration: Configuration;
  readonly context: FileContext;
  /** The source of a rule, which tells parts apart that are filled in later. */
  readonly sourceOf?: ((rule: ConfiguredRule) => string | undefined) | undefined;
}
