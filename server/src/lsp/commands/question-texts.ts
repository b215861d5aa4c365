import { ServiceError } from "../../api/service-error.ts";
import { languageOfPath } from "../../languages.ts";
import type { Plan } from "../../push/plan.ts";
import { Refusal } from "../../push/refusal.ts";
import { remoteText } from "../../push/remote-text.ts";
import type { Session } from "../../push/session.ts";
import type { ConfirmParams } from "../protocol.ts";

type Texts = Pick<ConfirmParams, "remote" | "local" | "meaning">;

/** What a question is about, to be read while it is asked. Where the service's text is not to be had, there is only the plan. */
export async function questionTexts(
  { path, outcome }: Plan,
  session: Session,
  { pulls, hide }: { readonly pulls: boolean; hide(text: string): string },
): Promise<Texts> {
  try {
    const remote = hide(await remoteText(path, session));
    const local = session.files.read(path);
    const counting = pulls || outcome === "deleted" ? remote : local;
    const meaning = meaningOf(path, counting ?? "", session);
    return {
      remote,
      ...(local === undefined ? undefined : { local }),
      ...(meaning === "" ? undefined : { meaning }),
    };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Refusal) return {};
    throw error;
  }
}

function meaningOf(path: string, text: string, session: Session): string {
  const lenses = languageOfPath(path)?.analyse(text, session.contextFor(path)).lenses() ?? [];
  return lenses.map(({ title, detail = title }) => detail).join(". ");
}
