import { NoEmulatorError, ServiceError } from "../api/service-error.ts";
import { LockError, WaitEnded } from "../workspace/lock/lock-file.ts";
import type { Result } from "./plan/plan.ts";
import { PushError, PushFirst, VariableNeeded } from "./push-error.ts";
import { oldValues } from "./redact-plan.ts";
import { Stopped } from "./session/outcome.ts";
import type { Session } from "./session/session.ts";

/** The message when nothing on the service was changed. */
export const canceled = "Canceled; nothing was changed.";

type Outcome = Omit<Result, "path" | "profile">;

/** Converts any error about a file into its result. Messages contain no secrets. */
export async function resultOf(
  path: string,
  session: Session,
  run: () => Promise<Outcome>,
): Promise<Result> {
  const { place, service, stop, conversation } = session;
  const { profile } = place;
  const old = oldValues(path, session);
  try {
    const outcome = await run();
    return { path, profile, ...outcome, message: old.hide(outcome.message) };
  } catch (error) {
    // Only reads and waits are aborted this way.
    if (stop?.signal.aborted && (error instanceof ServiceError || error instanceof WaitEnded))
      return { path, profile, outcome: "skipped", ids: {}, message: canceled, refused: true };
    const isOurs = [PushError, Stopped, ServiceError, LockError].some((it) => error instanceof it);
    const text = wordsOf(error, conversation);
    const shown = old.hide(isOurs ? text : `This is a bug in Weir: ${text}`);
    const message = service.secrets.hide(shown);
    const more = {
      ...reasonsIn(error),
      ...(error instanceof PushFirst && { push: error.path }),
      ...(error instanceof VariableNeeded && { variable: error.variable }),
    };
    return { path, profile, outcome: "failed", ids: {}, message, refused: true, ...more };
  }
}

function wordsOf(error: unknown, { optionName: isEditor }: Session["conversation"]): string {
  if (error instanceof PushError || error instanceof NoEmulatorError)
    return isEditor ? error.inEditor : error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the refusal is about the content sent, rather than credentials or rate limits. */
function reasonsIn(error: unknown): Pick<Result, "reasons"> | undefined {
  const response = error instanceof Stopped ? error.cause : error;
  if (!(response instanceof ServiceError) || (response.status !== 400 && response.status !== 403))
    return undefined;
  return response.reasons.length > 0 ? { reasons: response.reasons } : undefined;
}
