import { type FileContext, type ParsedRequest, tracedRequest } from "../../languages.ts";
import type { FoundRequest } from "./request-parts.ts";

export { requestOfCurl } from "./curl.ts";
export { requestOfHar } from "./har.ts";
export type { FoundRequest, RequestParts } from "./request-parts.ts";

/** A request as `METHOD URL field=value…`, or as another tool describes it, with additional headers and fields. */
export function readTracedRequest(
  given: string | FoundRequest,
  extras: { readonly headers: readonly string[]; readonly settings: readonly string[] },
  context: FileContext,
): { readonly request: ParsedRequest } | { readonly problem: string } {
  if (typeof given !== "string" && "problem" in given) return given;
  const text = typeof given === "string" ? given : `${given.method} ${given.url}`;
  const headers = [...(typeof given === "string" ? [] : given.headers), ...extras.headers];
  const { request, problems } = tracedRequest(text, { ...extras, headers }, context);
  if (!request) return { problem: problems.join(" ") };
  const fields = typeof given === "string" ? undefined : given.fields;
  if (!fields) return { request };
  // Values that the user has set are kept.
  const rest = Object.entries(fields).filter(([name]) => !request.isGiven(name));
  return { request: request.changed({ fields: Object.fromEntries(rest) }) };
}
