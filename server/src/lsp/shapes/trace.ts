import type { Position, Range } from "../../text/lines.ts";
import type { Logged } from "../../trace/requests/logged.ts";
import type { RuleResult } from "../../trace/types.ts";

/** A request, as the page of the trace shows it. */
export interface TraceInput {
  readonly method: string;
  readonly url: string;
  /** As in `x-a: 1`. */
  readonly headers: readonly string[];
  /** Other fields, as in `ip.src=192.0.2.1`. */
  readonly fields: readonly string[];
  /** Whether the request may have other headers and cookies, such as the request of a log line. */
  readonly isPartial?: boolean;
  /** The status of the origin's answer. Default: 200. */
  readonly status?: number;
  /** One of the zones that an answer lists. Default: by the host. */
  readonly zone?: string;
  /** The log line's facts about the outcome of the request. */
  readonly logged?: Logged;
}

export interface TraceParams {
  readonly request: TraceInput;
  /** The rules below its `weir.json` are used, or the rules of its folder of the workspace. Default: the first folder. */
  readonly textDocument?: { readonly uri: string };
  /** Only the rules of that document. */
  readonly isAlone?: boolean;
  /** Also with the rules on the service, without the rules of the files. */
  readonly service?: boolean;
  /** The client's ID for this request. All questions contain it. */
  readonly run?: string;
}

export interface TraceAnswer {
  readonly trace: ShownTrace;
  /** With `service`: what happens now. */
  readonly now?: ShownTrace | TraceRefusal;
  /** How many files have rules. */
  readonly files: number;
  /** If there are several. */
  readonly zones?: readonly string[];
  /** The one of them that the rules are of. */
  readonly zone?: string;
}

/** The rule that a trace starts from. */
export interface TraceStartParams {
  readonly textDocument: { readonly uri: string };
  readonly position?: Position;
}

/** If there are several zones, the one of the rule, as far as it is known. */
export interface TraceStart {
  readonly zone?: string;
  /** The host of the zone. */
  readonly host?: string;
}

export interface TraceRefusal {
  readonly refusal: string;
  /** Whether the reason is in the request. */
  readonly isInRequest?: boolean;
  /** If it is not clear which zone is meant. */
  readonly zones?: readonly string[];
}

export interface ShownTrace {
  /** The log line's facts about the outcome. */
  readonly logged?: string;
  readonly kind: "block" | "challenge" | "redirect" | "error" | "origin" | "unknown";
  /** As in "blocked with 403 by 'admin': …". */
  readonly outcome: string;
  /** The known facts about the way to the origin and back. */
  readonly details: readonly (readonly [name: string, value: string])[];
  /** The unknown facts, and the assumptions. */
  readonly notes: readonly string[];
  readonly steps: readonly ShownStep[];
}

/** A ruleset that runs. */
export interface ShownStep {
  readonly title: string;
  /** In a sentence: what it does as a whole. */
  readonly summary: string;
  /** The undocumented parts of that. */
  readonly notes: readonly string[];
  /** Another rule executes it. */
  readonly isInner: boolean;
  readonly rules: readonly ShownTraceRule[];
}

export interface ShownTraceRule {
  readonly name: string;
  readonly action: string;
  readonly result: RuleResult;
  /** The changes that it makes, and why. */
  readonly about: string;
  /** The undocumented parts of that. */
  readonly notes: readonly string[];
  readonly place?: TextPlace;
}

export interface TextPlace {
  readonly uri: string;
  /** As in `infra/waf.tf:31`. */
  readonly label: string;
  readonly range?: Range;
}

/** A field that a request can have. */
export interface TraceField {
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

export interface TraceFieldsResult {
  readonly fields: readonly TraceField[];
}

/** A request to read: one of a log line, or a curl command. */
export interface TraceTextParams {
  readonly text: string;
}

export type TraceTextAnswer = { readonly request: TraceInput } | TraceRefusal;

/** The trace of a request, as a test at the end of a file. */
export interface TraceTestParams extends TraceParams {
  /** The text of the file; empty for a new one. */
  readonly text: string;
}

export type TraceTestAnswer =
  | {
      /** The text with the test. */
      readonly text: string;
      /** The lines of the test, from 0. */
      readonly line: number;
    }
  | TraceRefusal;
