import type {
  ConfiguredRule,
  ConfiguredRuleset,
  Level,
  Part,
  UrlNormalization,
} from "../core/configuration/model.ts";
import type { ParsedRequest, PhaseStep } from "../languages.ts";
import type { Compiled } from "./compiled.ts";
import type { EntryPoints } from "./configuration/entry-points.ts";
import type { Evidence } from "./evidence.ts";
import type { Score } from "./scores.ts";
import type { TraceCondition, TraceOutcome } from "./types.ts";

/** The headers of a message, by lowercase names. */
export type Headers = ReadonlyMap<string, readonly string[]>;

/** Everything that a trace needs to know. */
export interface TraceInput {
  readonly compiled: Compiled;
  /** The rulesets of the zone and of its account. */
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly entryPoints: EntryPoints;
  readonly normalization: UrlNormalization;
  /** Of the configuration: see `ZoneConfiguration`. */
  readonly assuming: readonly string[];
  readonly request: ParsedRequest;
  readonly response: { readonly status: number; readonly headers: Headers };
  /** The rate limits that are exceeded, by the names of their rules. */
  readonly over: ReadonlySet<string>;
  readonly plan: string | undefined;
  /** The facts of a log line about the outcome. */
  readonly evidence?: Evidence | undefined;
  /** Gets the request as rules see it after URL rewrites. */
  readonly onRewritten?: ((request: ParsedRequest) => void) | undefined;
}

/** A rule whose match is not known and decides what happens next. */
export interface Fork {
  readonly rule: ConfiguredRule;
  readonly name: string;
  readonly field: string;
  /** The part of its expression that is not decided. */
  readonly open?: string | undefined;
  /** It matches, and what it does is not known. */
  readonly isEffect?: true;
}

/** The known facts at a point of a trace. Effects of a phase are collected and applied at its end. */
export interface TraceState {
  readonly compiled: Compiled;
  /** As the rules of the current phase see it. */
  request: ParsedRequest;
  readonly phase: PhaseStep;
  /** Of the entry point that runs. */
  readonly level: Level;
  /** Of the ruleset that is executed. */
  readonly score: Score;
  readonly uri: { path?: string; query?: string; by: string[] };
  readonly pending: { path?: Change; query?: Change; headers?: Headers };
  readonly route: Record<string, Part>;
  readonly cache: Record<string, unknown>;
  readonly config: Record<string, unknown>;
  response: { status: number; headers: Headers };
  /** A rule about caching has looked at what the origin answers. */
  isAnswerRead?: true;
  /** The rule that changed a request header last, by the lowercase name. */
  readonly changedBy: Map<string, string>;
  /** The response is a page of the service. The status of an error page is not known. */
  page?: "block" | "error";
  /** The phase that ended the request. */
  endedIn?: string;
  readonly assuming: Set<string>;
  readonly unknown: Set<string>;
  readonly soft: TraceCondition[];
  readonly over: ReadonlySet<string>;
}

export interface Change {
  readonly value: string;
  readonly by: string;
}

/** The effect of a rule that matched. */
export interface Effect {
  readonly text: string;
  /** The undocumented parts of it. */
  readonly notes?: readonly string[];
  /** Ends the trace of the request. */
  readonly ends?: TraceOutcome;
  /** The response phase is over. */
  readonly endsPhase?: true;
  /** No effect: the next rule is evaluated as if this one did not match. */
  readonly isNone?: true;
  /** It is not known what the rule does: what is missing, and a sentence about it. */
  readonly isUnknown?: { readonly what: string; readonly because?: string };
}
