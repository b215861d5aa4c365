import type {
  JobReview,
  OutcomeReview,
  ReviewAnswer,
  RuleReview,
  RulesetReview,
  TextPlace,
  TraceInput,
} from "../../../server/src/lsp/protocol.ts";
import type { Outdated } from "../shared/messages.ts";

export type ReviewBase = "commit" | "service";

export type FromReview =
  | { readonly kind: "ready" }
  | { readonly kind: "base"; readonly base: ReviewBase }
  | { readonly kind: "open"; readonly place: TextPlace }
  | { readonly kind: "trace"; readonly request: TraceInput };

export type ToReview =
  | {
      readonly kind: "start";
      readonly title: string;
      readonly base: ReviewBase;
      readonly hasService: boolean;
    }
  | { readonly kind: "busy"; readonly base: ReviewBase }
  | { readonly kind: "answer"; readonly answer: ReviewAnswer }
  | { readonly kind: "refusal"; readonly refusal: string }
  | Outdated;

export type {
  JobReview,
  OutcomeReview,
  ReviewAnswer,
  RuleReview,
  RulesetReview,
  TextPlace,
  TraceInput,
};
