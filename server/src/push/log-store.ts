import { ServiceError, ServiceTimeoutError } from "../api/service-error.ts";
import { EngineError, type LogStore } from "../engines/engines.ts";
import type { Session } from "./session/session.ts";

/** Log Explorer, with the credential of a session. */
export function logStore({ service, place }: Pick<Session, "service" | "place">): LogStore {
  const { zone, account } = place;
  const scopes = {
    ...(zone && { zone: { zone_id: zone } }),
    ...(account && { account: { account_id: account } }),
  };
  const names = Object.keys(scopes) as (keyof typeof scopes)[];
  if (names.length === 0)
    throw new EngineError(
      `The profile '${place.profile}' of 'weir.json' has neither a zone nor an account.`,
    );
  const scopeOf = (kind: "zone" | "account") => {
    const found = scopes[kind];
    if (!found) throw new EngineError(`The profile '${place.profile}' has no ${kind}.`);
    return found;
  };
  const own = async <Value>(answer: Promise<Value>, advice: (error: ServiceError) => string) => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new EngineError(`${service.secrets.hide(error.message)}${advice(error)}`);
    }
  };
  return {
    scopes: names,
    enabled: (kind) => own(service.logExplorer.enabled(scopeOf(kind)), () => ""),
    schemas: (kind) => own(service.logExplorer.schemas(scopeOf(kind)), () => ""),
    query: (kind, statement, stop) =>
      own(service.logExplorer.query(scopeOf(kind), statement, stop), (error) =>
        stop.aborted ? " The query was canceled." : adviceFor(error),
      ),
  };
}

/** The service gives no reason for a query that takes too long. */
function adviceFor(error: ServiceError): string {
  const isQuery =
    error instanceof ServiceTimeoutError || (error.status ?? 0) >= 500 || error.status === 400;
  return isQuery ? " Nothing was counted. Use a shorter time range, as in '--since 1h'." : "";
}
