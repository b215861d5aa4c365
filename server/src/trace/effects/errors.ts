import type { Effect } from "../state.ts";
import type { TraceOutcome } from "../types.ts";

/** The service answers with an error page if a rewrite fails. The HTTP status of these pages is not documented. */
export function errorOf(code: number, by: string, because: string): TraceOutcome {
  return { kind: "error", by, action: "rewrite", code, because };
}

export function errorEffect(code: number, by: string, because: string): Effect {
  const text = `answers with error ${code}: ${because} (not documented: the HTTP status)`;
  return { text, ends: errorOf(code, by, because) };
}
