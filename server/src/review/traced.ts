import type { ConfiguredRule } from "../core/configuration/model.ts";
import { witnessText } from "../core/meaning/describe-relation.ts";
import type { Trace, TraceOutcome } from "../trace/trace.ts";
import { readTracedRequest, Tracer } from "../trace/trace.ts";
import type { RequestWitness, ReviewSide } from "./types.ts";

/** Traces witnesses whole, through both configurations. */
export class Traces {
  private readonly tracers: readonly [Tracer, Tracer];
  private readonly sides: readonly ReviewSide[];

  constructor(
    before: ReviewSide,
    private readonly after: ReviewSide,
  ) {
    this.sides = [before, after];
    this.tracers = [
      new Tracer(before.configuration, before.context),
      new Tracer(after.configuration, after.context),
    ];
  }

  /** The rule that answers, if the visitor sees no difference: it is the same on both sides. */
  answerTo(witness: RequestWitness, zone: string | undefined): string | undefined {
    const request = tracedRequestOf(witness, this.after);
    if (!request) return undefined;
    const [was, is] = this.tracers.map((it) => it.trace(request, { zone, explain: false }));
    if (!was || !is || "problem" in was || "problem" in is) return undefined;
    if (seenBy(was) !== seenBy(is) || was.outcome.kind === "unknown") return undefined;
    const { by } = is.outcome;
    const [own, other] = this.sides.map((it) => by !== undefined && ruleNamed(by, it));
    return own && other && textOf(own) === textOf(other) ? by : undefined;
  }

  /** The rule with this name, if there is only one. */
  ruleNamed(name: string): ConfiguredRule | undefined {
    return ruleNamed(name, this.after);
  }
}

export function tracedRequestOf(witness: RequestWitness, { context }: Pick<ReviewSide, "context">) {
  const fields = Object.entries(witness.fields).filter(([, it]) => it !== null);
  const text = witnessText({ ...witness, fields: Object.fromEntries(fields) });
  const read = readTracedRequest(text, { headers: [], settings: [] }, context);
  return "problem" in read ? undefined : read.request;
}

/** Undefined if the request or the configuration cannot be traced. */
export function tracedOutcome(witness: RequestWitness, side: ReviewSide): TraceOutcome | undefined {
  const request = tracedRequestOf(witness, side);
  const trace =
    request &&
    new Tracer(side.configuration, side.context).trace(request, {
      zone: undefined,
      explain: false,
    });
  return !trace || "problem" in trace ? undefined : trace.outcome;
}

function ruleNamed(name: string, { configuration }: ReviewSide): ConfiguredRule | undefined {
  const rules = configuration.rulesets.flatMap((it) => it.rules);
  const [only, ...others] = rules.filter((it) => traceName(it) === name);
  return others.length === 0 ? only : undefined;
}

function textOf({ place: _, ...rule }: ConfiguredRule): string {
  return JSON.stringify(rule);
}

/** As in traces. */
function traceName({ ref, description, id }: ConfiguredRule): string | undefined {
  return [ref, description, id].find((it) => it !== undefined && it !== "");
}

/** The answer to the visitor, and the request that the origin gets. */
function seenBy({ outcome }: Trace): string {
  const { because: _, assuming: __, ...rest } = outcome;
  return JSON.stringify(rest);
}
