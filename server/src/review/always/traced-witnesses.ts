import { kept } from "../../core/solver/kept.ts";
import type { RequestFields } from "../../core/trial.ts";
import type { ParsedRequest } from "../../languages.ts";
import type { Trace, Tracer } from "../../trace/trace.ts";
import type { Asked } from "../conditions.ts";
import { tracedRequestOf } from "../traced.ts";
import type { RequestWitness, ReviewSide } from "../types.ts";

/** Requests as a trace sees them, each traced once. */
export class TracedWitnesses {
  private readonly traces = new WeakMap<Asked, Trace | "none">();
  private readonly requests = new WeakMap<Asked, ParsedRequest | "none">();
  private readonly seen = new WeakMap<Asked, RequestFields | "none">();

  constructor(
    private readonly tracer: Tracer,
    private readonly zone: string | undefined,
    private readonly side: ReviewSide,
  ) {}

  requestOf(asked: Asked): ParsedRequest | undefined {
    if (!("request" in asked)) return undefined;
    const found = kept(
      this.requests,
      asked,
      () => tracedRequestOf(asked as RequestWitness, this.side) ?? ("none" as const),
    );
    return found === "none" ? undefined : found;
  }

  /** As rules after URL rewrites see it. */
  rewritten(asked: Asked): RequestFields | undefined {
    this.traceOf(asked);
    const found = this.seen.get(asked);
    return found === "none" ? undefined : found;
  }

  traceOf(asked: Asked): Trace | undefined {
    if (!("request" in asked)) return undefined;
    const witness = asked as RequestWitness;
    const found = kept(this.traces, witness, () => {
      const request = this.requestOf(witness);
      const urls = new Map<string, RequestFields>();
      const onRewritten = (it: ParsedRequest) => urls.set(it.url().uri, it);
      const options = { zone: this.zone, explain: false, onRewritten };
      const trace = request && this.tracer.trace(request, options);
      const [only, ...others] = urls.values();
      this.seen.set(witness, only && others.length === 0 ? only : "none");
      return trace && !("problem" in trace) ? trace : ("none" as const);
    });
    return found === "none" ? undefined : found;
  }
}
