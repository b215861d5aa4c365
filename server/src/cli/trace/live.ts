import { ServiceError } from "../../api/service-error.ts";
import { type Configuration, UnknownPart } from "../../core/configuration/model.ts";
import type { ParsedRequest } from "../../languages.ts";
import { compareLive, type LiveTrace, liveRequest, type Trace } from "../../trace/trace.ts";
import { type Io, UsageError } from "../io.ts";
import { readSession } from "../service/read-session.ts";

/** The service's own trace of the request, compared with ours. */
export async function liveTrace(
  trace: Trace,
  request: ParsedRequest,
  configuration: Configuration,
  from: { readonly io: Io; readonly profile: string | undefined; readonly near: string },
): Promise<LiveTrace> {
  const sent = liveRequest(request);
  if (!sent) throw new UsageError("'--live' needs a URL with a host.");
  const { service, place } = await readSession(from.near, from.profile, from.io);
  try {
    const { requestTracer } = service;
    const account =
      place.account ?? (place.zone && (await requestTracer.accountOf(place.zone))) ?? "";
    const theirs = await requestTracer.trace(account, sent.body);
    return compareLive(trace, expressionsOf(configuration), theirs, sent.notSent);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = service.secrets.hide(error.message);
    const advice = " '--live' needs the permission Request Tracer: Read of the account.";
    throw new UsageError(`${message}${error.status === 403 ? advice : ""}`);
  }
}

function expressionsOf({ rulesets }: Configuration): ReadonlyMap<string, string> {
  const rows = rulesets.flatMap(({ rules }) =>
    rules.flatMap(({ ref, description, id, expression }) =>
      expression instanceof UnknownPart || expression.hasHoles
        ? []
        : [[ref ?? description ?? id ?? "", expression.text.replace(/\s+/g, " ").trim()] as const],
    ),
  );
  return new Map(rows);
}
