import type { Range } from "../text/lines.ts";

/** The JSON output of `weir trace`; its shape is part of the public contract. */
export interface Trace {
  readonly version: 1;
  readonly request: TraceMessage;
  /** The facts of the log line about the outcome. */
  readonly logged?: string;
  readonly outcome: TraceOutcome;
  readonly steps: readonly TraceStep[];
}

export type TraceHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface TraceMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: TraceHeaders;
}

export const outcomeKinds = [
  "block",
  "challenge",
  "redirect",
  "error",
  "origin",
  "unknown",
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

export interface TraceOutcome {
  readonly kind: OutcomeKind;
  /** The rule that decided: its ref, else its description, else its ID. */
  readonly by?: string;
  readonly action?: string;
  readonly status?: number;
  readonly location?: string;
  /** The number of the service's error page, such as 1035. */
  readonly code?: number;
  /** The values that decided, as in `ip.src is 203.0.113.7`. */
  readonly because?: string;
  /** The request that the origin gets. */
  readonly request?: OriginRequest;
  readonly response?: { readonly status: number; readonly headers: TraceHeaders };
  readonly cache?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly if?: readonly TraceCondition[];
  readonly assuming?: readonly string[];
  /**
   * The parts that were not read and may change everything. The outcome is unknown then, and `asRead` is the outcome of the
   * rest.
   */
  readonly notExamined?: readonly string[];
  readonly asRead?: TraceOutcome;
  /** Parts of the outcome that are not known, as sentences. */
  readonly unknown?: readonly string[];
}

export interface OriginRequest extends TraceMessage {
  readonly hostHeader?: string;
  readonly sni?: string;
  readonly originHost?: string;
  readonly originPort?: number;
}

/** A condition that the outcome depends on. */
export interface TraceCondition {
  /** The unknown value: a field, a list or a part of the configuration. */
  readonly field: string;
  readonly rule: string;
  /** The expression of the rule. */
  readonly expression?: string;
  readonly then: string;
  readonly else: string;
}

export interface TraceStep {
  readonly phase: string;
  readonly title: string;
  readonly level: "account" | "zone";
  readonly ruleset?: string;
  /** The rule that executes the ruleset. */
  readonly executedBy?: string;
  readonly effect?: string;
  readonly notes?: readonly string[];
  readonly rules: readonly TraceRule[];
}

export type RuleResult =
  | "matched"
  | "not-matched"
  | "unknown"
  | "disabled"
  | "skipped"
  | "not-reached";

export interface TraceRule {
  readonly ref?: string;
  readonly id?: string;
  readonly description?: string;
  readonly action?: string;
  readonly result: RuleResult;
  readonly because?: string;
  readonly effect?: string;
  /** Readings that are not documented, or on which sources disagree. */
  readonly notes?: readonly string[];
  readonly source?: TraceSource;
}

export interface TraceSource {
  readonly path: string;
  readonly range?: Range;
  /** In a plan: the resource. */
  readonly address?: string;
}
