import { languageOfPath } from "../../../languages.ts";
import type { Plan } from "../../../push/plan/plan.ts";
import { PushError } from "../../../push/push-error.ts";
import type { ReviewedTexts } from "../../../push/session/conversation.ts";
import type { Session } from "../../../push/session/session.ts";

/** What the text that remains after a yes means, as a sentence. Empty if that is not known. */
export function sentenceOf(
  { path, outcome }: Plan,
  session: Session,
  { after }: ReviewedTexts,
  isPull: boolean,
): string {
  const text = outcome === "deleted" ? undefined : isPull ? after : textOf(path, session);
  const language = text === undefined ? undefined : languageOfPath(path);
  const lenses = language?.analyse(text ?? "", session.contextFor(path)).lenses() ?? [];
  return lenses.map(({ title, detail = title }) => detail).join(". ");
}

function textOf(path: string, { files }: Session): string | undefined {
  try {
    return files.read(path);
  } catch (error) {
    if (error instanceof PushError) return undefined;
    throw error;
  }
}
