import type {
  ShownStep,
  ShownTrace,
  ShownTraceRule,
  TextPlace,
  TraceAnswer,
  TraceField,
  TraceInput,
} from "../../../server/src/lsp/protocol.ts";
import type { Outdated } from "../shared/messages.ts";

/** Kept while the page is hidden, and across window reloads. */
export interface TraceState {
  /** A document whose folder has the rules. */
  readonly uri?: string;
  readonly request: TraceInput;
  readonly isCompared?: boolean;
}

export type FromTrace =
  | { readonly kind: "ready" }
  | { readonly kind: "request"; readonly request: TraceInput }
  /** Shows the text of a rule. */
  | { readonly kind: "open"; readonly place: TextPlace }
  | { readonly kind: "addTest" }
  | { readonly kind: "compare"; readonly isOn: boolean }
  /** A curl command or a log line was pasted. */
  | { readonly kind: "read"; readonly text: string };

export type ToTrace =
  | {
      readonly kind: "start";
      readonly state: TraceState;
      readonly title: string;
      readonly fields: readonly TraceField[];
      /** The page's features besides the trace. */
      readonly offers: { readonly tests: boolean; readonly service: boolean };
    }
  | {
      readonly kind: "answer";
      readonly answer: TraceAnswer;
      /** That was followed. */
      readonly request: TraceInput;
      readonly names?: ZoneNames;
    }
  | {
      readonly kind: "refusal";
      readonly refusal: string;
      readonly isInRequest: boolean;
      readonly zones?: readonly string[];
      readonly names?: ZoneNames;
    }
  /** Another request is shown, such as the request of a log line. */
  | { readonly kind: "request"; readonly request: TraceInput }
  | { readonly kind: "compared"; readonly isOn: boolean }
  | Outdated;

/** The names of zones, by their IDs. */
export type ZoneNames = Readonly<Record<string, string>>;

export type {
  ShownStep,
  ShownTrace,
  ShownTraceRule,
  TextPlace,
  TraceAnswer,
  TraceField,
  TraceInput,
};
