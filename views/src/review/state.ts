import type { Outdated } from "../shared/messages.ts";
import type { ReviewAnswer, ToReview } from "./messages.ts";

export interface Shown extends Omit<Extract<ToReview, { kind: "start" }>, "kind"> {
  readonly isBusy: boolean;
  readonly answer: ReviewAnswer | undefined;
  readonly refusal: string | undefined;
  readonly outdated: Outdated | undefined;
}

/** The state of the page after a message. Undefined before the first one. */
export function shownAfter(message: ToReview, shown: Shown | undefined): Shown | undefined {
  const none = { refusal: undefined, outdated: undefined };
  if (message.kind === "start") {
    const { kind: _, ...start } = message;
    return { ...start, ...none, isBusy: true, answer: undefined };
  }
  if (!shown) return undefined;
  switch (message.kind) {
    case "busy":
      return { ...shown, base: message.base, isBusy: true, outdated: { kind: "outdated" } };
    case "answer":
      return { ...shown, ...none, isBusy: false, answer: message.answer };
    case "refusal": {
      const { refusal } = message;
      return { ...shown, isBusy: false, refusal, outdated: { kind: "outdated", why: refusal } };
    }
    case "outdated":
      return { ...shown, isBusy: message.why === undefined, outdated: message };
  }
}
