import type { Plan } from "../../../push/plan/plan.ts";
import { meaningOfNew } from "../../../push/plan/question.ts";
import type { ReviewedTexts } from "../../../push/session/conversation.ts";
import type { Session } from "../../../push/session/session.ts";

/** What the text that remains after a yes means, as a sentence. Empty if that is not known. */
export function sentenceOf(
  plan: Plan,
  session: Session,
  { after }: ReviewedTexts,
  isPull: boolean,
): string {
  const text = isPull ? after : session.files.glance(plan.path);
  return meaningOfNew(plan, text, session.contextFor(plan.path));
}
