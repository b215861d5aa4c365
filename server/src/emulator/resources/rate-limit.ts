import { codes } from "../envelope.ts";
import { type Fields, listOf, object, oneOf, text, whole } from "../shapes.ts";
import { expressionProblems } from "./validate.ts";

const phase = "http_ratelimit";
const periods = [10, 60, 120, 300, 600, 3600];
/** Actions that count nothing. */
const uncounted = ["execute", "skip"];

/** Rules of the phase of rate limits have one, and others have none. */
export function noteRateLimit(fields: Fields, phaseName: string, action: string): void {
  if (phaseName !== phase) {
    if (fields.has("ratelimit"))
      fields.note("ratelimit", `Phase '${phaseName}' has no 'ratelimit'. Use phase '${phase}'.`);
    return;
  }
  if (uncounted.includes(action)) return;
  if (!object.takes(fields.need("ratelimit", object))) return;
  const limit = fields.inside("ratelimit");
  const characteristics = limit.need("characteristics", listOf(text()));
  if (characteristics?.length === 0)
    limit.note("characteristics", "'characteristics' needs at least one item.");
  limit.need("period", oneOf(periods));
  const names = ["requests_per_period", "score_per_period"].filter((it) => limit.has(it));
  if (names.length !== 1)
    limit.note("", "'ratelimit' needs 'requests_per_period' or 'score_per_period'.");
  for (const name of names) {
    const count = limit.take(name, whole);
    if (count !== undefined && count < 1) limit.note(name, `'${name}' starts at 1.`);
  }
  limit.take("mitigation_timeout", whole);
  const counted = limit.take("counting_expression", text());
  for (const it of counted ? expressionProblems(counted) : [])
    limit.note("counting_expression", it.message, it.code ?? codes.badExpression);
}
