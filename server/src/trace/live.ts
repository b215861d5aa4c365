import type { ParsedRequest } from "../languages.ts";
import type { Trace, TraceRule } from "./types.ts";

/** The service's own trace of a request, compared with ours. */
export interface LiveTrace {
  /** The status that the service answers. */
  readonly status?: number;
  /** How many of our rules the service has shown. */
  readonly compared: number;
  readonly differences: readonly LiveDifference[];
  /** Fields that the service's trace does not take, so it may have decided by other values. */
  readonly notSent: readonly string[];
}

export interface LiveDifference {
  /** A rule, or `status`. */
  readonly what: string;
  readonly id?: string;
  readonly ours: string;
  readonly theirs: string;
  /** The values that decided on our side. */
  readonly because?: string;
}

/** A rule of the service's trace. */
export interface LiveRule {
  readonly names: readonly string[];
  readonly description?: string;
  readonly expression?: string;
  readonly action?: string;
  readonly matched: boolean;
}

/** Where the request of a trace has a field. */
const inContext: Readonly<Record<string, readonly [...string[]]>> = {
  "cf.bot_management.score": ["bot_score"],
  "cf.threat_score": ["threat_score"],
  "ip.src.city": ["geoloc", "city"],
  "ip.src.continent": ["geoloc", "continent"],
  "ip.src.country": ["geoloc", "iso_code"],
  "ip.src.is_in_european_union": ["geoloc", "is_eu_country"],
  "ip.src.lat": ["geoloc", "latitude"],
  "ip.src.lon": ["geoloc", "longitude"],
  "ip.src.postal_code": ["geoloc", "postal_code"],
  "ip.src.region_code": ["geoloc", "region_code"],
  "ip.src.subdivision_2_iso_code": ["geoloc", "subdivision_2_iso_code"],
  "ip.src.timezone.name": ["geoloc", "timezone"],
};

/** Fields of the headers, the cookies and the URL, and other names of fields in the context. */
const inRequest =
  /^(?:ip\.geoip\.|(?:raw\.)?http\.(?!request\.(?:body|timestamp|version)|response))/;

/** A request as the service's trace takes it. Undefined without a host. The origin is not contacted. */
export function liveRequest(
  request: ParsedRequest,
): { readonly body: Readonly<Record<string, unknown>>; readonly notSent: string[] } | undefined {
  const { full } = request.address;
  if (full === undefined) return undefined;
  const headers = new Map(request.headers());
  headers.delete("host");
  headers.delete("cookie");
  const context: Record<string, unknown> = {};
  for (const [field, [group = "", name]] of Object.entries(inContext)) {
    if (!request.isGiven(field)) continue;
    const value = plain(request.get(field));
    if (name === undefined) context[group] = value;
    else context[group] = { ...(context[group] as object | undefined), [name]: value };
  }
  const cookies = joined(request.cookies(), "; ");
  return {
    body: {
      method: request.method,
      url: full,
      ...(headers.size > 0 && { headers: joined(headers, ", ") }),
      ...(Object.keys(cookies).length > 0 && { cookies }),
      ...(Object.keys(context).length > 0 && { context }),
      skip_response: true,
    },
    notSent: request.givenNames().filter((it) => !(it in inContext) && !inRequest.test(it)),
  };
}

function joined(values: ReadonlyMap<string, readonly string[]>, between: string) {
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(between)]));
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

/** Where a trace of the service differs from ours. */
export function compareLive(
  { steps, outcome }: Trace,
  expressions: ReadonlyMap<string, string>,
  theirs: { readonly status: number | undefined; readonly rules: readonly LiveRule[] },
  notSent: readonly string[],
): LiveTrace {
  const left = new Set(theirs.rules);
  const differences: LiveDifference[] = [];
  let compared = 0;
  for (const [step, rule] of steps.flatMap((it) => it.rules.map((rule) => [it, rule] as const))) {
    const found = [...left].find((it) => isSame(it, rule, expressions));
    if (found) {
      left.delete(found);
      compared++;
    }
    const [ours, other] = [resultOf(rule), resultOfService(found)];
    if (ours === other || (!found && rule.result !== "matched")) continue;
    // The service shows which steps affect the request. These may match without an effect.
    const mayHaveNone = rule.action === "execute" || step.phase === "http_ratelimit";
    if (mayHaveNone && ours === "matched") continue;
    const { id, because } = rule;
    differences.push({
      what: nameOf(rule),
      ...(id !== undefined && { id }),
      ours,
      theirs: other,
      ...(because !== undefined && { because }),
    });
  }
  for (const it of left)
    if (it.matched && it.action !== "execute")
      differences.push({
        what: it.description ?? it.expression ?? it.names[0] ?? "a rule",
        ours: "no such rule",
        theirs: "matched",
      });
  const { status } = theirs;
  if (status !== undefined && outcome.status !== undefined && outcome.status !== status)
    differences.push({ what: "status", ours: String(outcome.status), theirs: String(status) });
  return { ...(status !== undefined && { status }), compared, differences, notSent };
}

/** By its ID or ref; else by its expression, which rules of files have in common with rules of the service. */
function isSame(
  { names, expression }: LiveRule,
  rule: TraceRule,
  expressions: ReadonlyMap<string, string>,
): boolean {
  const { id, ref } = rule;
  if (names.some((it) => it === id || it === ref)) return true;
  const isKnown = id !== undefined && names.some((it) => /^[\da-f]{32}$/.test(it));
  const own = expressions.get(nameOf(rule));
  return !isKnown && own !== undefined && own === expression?.replace(/\s+/g, " ").trim();
}

function nameOf({ ref, description, id }: TraceRule): string {
  return ref ?? description ?? id ?? "a rule";
}

/** A rule that is disabled, skipped or not reached does not match. */
function resultOf({ result }: TraceRule): string {
  return result === "matched" || result === "unknown" ? result : "not matched";
}

function resultOfService(rule: LiveRule | undefined): string {
  if (!rule) return "not shown";
  return rule.matched ? "matched" : "not matched";
}
