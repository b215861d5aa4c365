import type { PolicyAnswer } from "../../core/configuration/claim.ts";
import type { TraceInput } from "./trace.ts";

/** The request of an example, for the page of the trace. */
export function witnessInput(
  { request, fields }: Required<Pick<PolicyAnswer, "request" | "fields">>,
  zone: string | undefined,
): TraceInput {
  const [, method = "GET", url = request] = /^(\S+) (\S+)/.exec(request) ?? [];
  const rest = request.slice(method.length + url.length + 1).trim();
  return {
    method,
    url,
    headers: [],
    fields: [
      ...(rest === "" ? [] : [rest]),
      ...Object.entries(fields).map(([name, it]) => `${name}=${JSON.stringify(it)}`),
    ],
    ...(zone !== undefined && { zone }),
  };
}
