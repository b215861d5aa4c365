import type { ConfiguredRule } from "../core/configuration/model.ts";
import { numberAt, partAt, textAt, textsAt } from "./configuration/parameters.ts";
import type { TraceState } from "./state.ts";

/** Why the action of a rule is not taken on each match. */
export function limitOf(rule: ConfiguredRule, name: string, state: TraceState): string | undefined {
  if (rule.credentialCheck !== undefined) {
    state.assuming.add(`'${name}' finds no leaked credentials`);
    return `${String(rule.action)} on leaked credentials`;
  }
  const isLimited = rule.ratelimit !== undefined || state.phase.phase === "http_ratelimit";
  if (!isLimited || rule.action === "execute" || rule.action === "skip" || state.over.has(name))
    return undefined;
  if (rule.ref !== undefined && state.over.has(rule.ref)) return undefined;
  state.assuming.add(`the rate limit '${name}' is not exceeded`);
  return limitText(rule, state);
}

function limitText(
  { ratelimit, action }: ConfiguredRule,
  { request, compiled }: TraceState,
): string {
  const most = numberAt(ratelimit, "requests_per_period");
  const period = numberAt(ratelimit, "period");
  const by = textsAt(ratelimit, "characteristics").map((it) => {
    const value = request.get(it);
    return typeof value === "string" ? `${it} ${value}` : it;
  });
  const counting = textAt(ratelimit, "counting_expression") ?? "";
  const counts = counting === "" ? true : compiled.holds(counting, request);
  const counted = counts
    ? ""
    : counts === false
      ? "; this request does not count"
      : "; whether this request counts is decided later";
  const cached =
    partAt(ratelimit, "requests_to_origin") === true ? "; answers of the cache do not count" : "";
  const score = numberAt(ratelimit, "score_per_period");
  const limit =
    score !== undefined
      ? `answers of the origin score more than ${score} in ${period} s`
      : most === undefined
        ? "the limit is exceeded"
        : `more than ${most} requests in ${period} s`;
  const per = by.length > 0 ? ` for ${by.join(", ")}` : "";
  return `${String(action)} if ${limit}${per}${counted}${cached}`;
}
