import { onError } from "../core/errors.ts";
import { isJob } from "../languages.ts";
import { hasFilterFile } from "./drafts/job.ts";
import { publicPlan } from "./plan/public-plan.ts";
import { type PlanTexts, planTexts } from "./plan/texts.ts";
import { remoteText } from "./pulled/remote-text.ts";
import { planPush } from "./push.ts";
import { PushError } from "./push-error.ts";
import type { Session } from "./session/session.ts";

export interface Compared {
  /** As a pull would write it. Empty when the service has nothing for the file. */
  readonly text: string;
  /** The changes of a push, where that text does not show them: a filter in another file, or the value of a variable. */
  readonly resolved?: PlanTexts;
}

/** A file's resource on the service, to compare the file with. */
export async function compared(path: string, session: Session): Promise<Compared> {
  const text = await remoteText(path, session);
  const local = session.files.glance(path);
  if (local === undefined) return { text };
  const isElsewhere = isJob(path) && hasFilterFile(path, local);
  if (!isElsewhere && withoutReturns(local) !== withoutReturns(text)) return { text };
  // A file with errors is compared as text.
  const plan = await planPush(path, session, { compareOnly: true }).catch(
    onError(PushError, () => undefined),
  );
  const isShown = isElsewhere && !plan?.changes.some((it) => it.name === "filter");
  const isSame = withoutReturns(local) === withoutReturns(text);
  if (!plan || plan.changes.length === 0 || (isShown && !isSame)) return { text };
  const hide = (it: string) => session.service.secrets.hide(it);
  return { text, resolved: planTexts(publicPlan(plan, hide)) };
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
