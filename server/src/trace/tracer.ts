import { gapText } from "../core/configuration/claim.ts";
import { type Configuration, forgottenGap, type Gap } from "../core/configuration/model.ts";
import type { FileContext, ParsedRequest } from "../languages.ts";
import { followBranches } from "./branches.ts";
import { Compiled } from "./compiled.ts";
import { Zones } from "./configuration/zone.ts";
import { Evidence } from "./evidence.ts";
import { plainHeaders } from "./origin.ts";
import type { Logged } from "./requests/logged.ts";
import type { Headers } from "./state.ts";
import type { Trace, TraceOutcome } from "./types.ts";

/** The known facts beside the request. */
export interface TraceOptions {
  /** The ID or the name of the zone. */
  readonly zone?: string | undefined;
  /** The answer of the origin. Default: 200 without headers. */
  readonly response?: { readonly status?: number | undefined; readonly headers?: Headers };
  /** The rate limits that are exceeded, by the names of their rules. */
  readonly over?: readonly string[] | undefined;
  /** The facts of the request's log line about the outcome. */
  readonly logged?: Logged | undefined;
  /** Without it, the steps do not say which values decided, which takes longer than the rest. */
  readonly explain?: boolean;
  /** Gets the request as rules see it after URL rewrites, in each case that is followed. */
  readonly onRewritten?: (request: ParsedRequest) => void;
}

/** Traces requests through a configuration, whose expressions are read once. */
export class Tracer {
  private readonly compiled: Compiled;
  private readonly brief: Compiled;
  private readonly zones: Zones;
  private readonly gaps: readonly Gap[];

  constructor(
    configuration: Configuration,
    private readonly context: FileContext,
  ) {
    const { gaps, forgotten = [] } = configuration;
    const kept = forgotten.filter((it) => ours.test(it));
    this.gaps = [...gaps, ...kept.map((it) => forgottenGap(it, "other products"))];
    this.compiled = new Compiled(configuration, context, true);
    this.brief = new Compiled(configuration, context, false);
    this.zones = new Zones(configuration);
  }

  get zoneNames(): readonly string[] {
    return this.zones.names;
  }

  /** The name of a zone, by its name or its ID. Undefined if there is no such zone. */
  zoneNamed(zone: string | undefined): string | undefined {
    return zone === undefined ? undefined : this.zones.nameOf(zone);
  }

  /** A problem only if it is not clear which zone is meant. */
  trace(
    request: ParsedRequest,
    { zone, response, over = [], logged, explain = true, onRewritten }: TraceOptions = {},
  ): Trace | { readonly problem: string } {
    const { address, method } = request;
    const found = this.zones.find(hostOf(request), zone);
    if ("problem" in found) return found;
    const evidence = logged && new Evidence(logged, found.rulesets);
    const { outcome: asRead, steps } = followBranches({
      compiled: explain ? this.compiled : this.brief,
      ...found,
      request,
      response: {
        status: response?.status ?? (logged?.originStatus || 200),
        headers: response?.headers ?? new Map(),
      },
      over: new Set([...over, ...(evidence?.over ?? [])]),
      plan: this.context.plan,
      evidence,
      onRewritten,
    });
    const outcome = outcomeWith(this.gaps, asRead);
    const headers = new Map(request.headers());
    headers.delete("host");
    const url = address.full ?? address.uri;
    return {
      version: 1,
      request: { method, url, headers: plainHeaders(headers) },
      ...(evidence && { logged: evidence.text }),
      ...{ outcome, steps },
    };
  }
}

/** Of what Terraform stops managing, the parts that may decide about requests. */
const ours = /^module\.[\w-]+$|cloudflare_(?:ruleset|list|list_item|filter|firewall_rule)\./;

/** The outcome of the parts that were read is the whole outcome only if nothing is missing. */
function outcomeWith(
  gaps: readonly Gap[],
  { notExamined: outside = [], ...asRead }: TraceOutcome,
): TraceOutcome {
  const texts = (isMeant: (it: Gap) => boolean) => gaps.filter(isMeant).map(gapText);
  const others = texts((it) => it.mayChange === "other products");
  const assuming = [...(asRead.assuming ?? []), ...others.map((it) => `${it} changes nothing`)];
  const about = { ...asRead, ...(assuming.length > 0 && { assuming }) };
  // A list whose items are not known makes the rules unknown that use it.
  const unread = texts(
    ({ mayChange }) =>
      mayChange === "everything" || (typeof mayChange === "object" && "phase" in mayChange),
  );
  const notExamined = [...unread, ...outside];
  if (notExamined.length === 0) return about;
  const unknown = [...(asRead.unknown ?? []), `Not examined: ${notExamined.join(", ")}.`];
  return {
    kind: "unknown",
    notExamined,
    asRead,
    unknown,
    ...(assuming.length > 0 && { assuming }),
  };
}

function hostOf(request: ParsedRequest): string | undefined {
  const host = request.get("http.host");
  return typeof host === "string" ? host : request.address.host;
}

/** Whether nothing about the outcome depends on what is not known. */
export function isKnown({ kind, if: conditions, unknown }: TraceOutcome): boolean {
  return kind !== "unknown" && !conditions?.length && !unknown?.length;
}
