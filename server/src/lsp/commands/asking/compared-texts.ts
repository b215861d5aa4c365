import { languageOfPath } from "../../../languages.ts";
import type { Plan } from "../../../push/plan/plan.ts";
import { PushError } from "../../../push/push-error.ts";
import type { Session } from "../../../push/session/session.ts";
import type { ConfirmParams } from "../../protocol.ts";

export type ComparedTexts = Pick<ConfirmParams, "local" | "meaning">;

/** The texts that a question compares. `comes` names the one that remains after a yes. */
export function comparedTexts(
  { path, outcome }: Plan,
  session: Session,
  remote: string | undefined,
  comes: "local" | "remote",
): ComparedTexts {
  const local = textOf(path, session);
  const counting = comes === "remote" || outcome === "deleted" ? remote : local;
  const meaning = meaningOf(path, counting ?? "", session);
  return {
    ...(local === undefined ? undefined : { local }),
    ...(meaning === "" ? undefined : { meaning }),
  };
}

function textOf(path: string, { files }: Session): string | undefined {
  try {
    return files.read(path);
  } catch (error) {
    if (error instanceof PushError) return undefined;
    throw error;
  }
}

function meaningOf(path: string, text: string, session: Session): string {
  const lenses = languageOfPath(path)?.analyse(text, session.contextFor(path)).lenses() ?? [];
  return lenses.map(({ title, detail = title }) => detail).join(". ");
}
