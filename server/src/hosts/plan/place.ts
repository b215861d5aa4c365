import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";
import type { AnalyzedText } from "../analyzed-text.ts";

/** Diagnostics, in a plan with the rules that they are about. */
export function inPlan(
  found: readonly Diagnostic[],
  texts: readonly AnalyzedText[],
  host: string,
): readonly Diagnostic[] {
  const isPlan = texts.some((it) => it.context.address !== undefined);
  return isPlan ? found.map((it) => diagnosticInPlan(it, texts, host)) : found;
}

/** A diagnostic of a plan, with the rule that it is about. The lines of a plan are no use: one has the whole of it. */
function diagnosticInPlan(
  found: Diagnostic,
  texts: readonly AnalyzedText[],
  host: string,
): Diagnostic {
  const isWithin = (it: Span | undefined) =>
    it !== undefined && it.start <= found.start && found.start <= it.end;
  const text = texts.findLast((it) => isWithin(it.analysis.region));
  // A setting of a rule, or of its ruleset.
  const around =
    text ??
    texts.find((it) => isWithin(it.context.object)) ??
    texts.find((it) => isWithin(it.context.resource));
  const { address, order, ref } = around?.context ?? {};
  if (!around || address === undefined) return found;
  const isOfRule = text !== undefined || isWithin(around.context.object);
  const rule = {
    address,
    ...(isOfRule && order !== undefined && { index: order }),
    ...(isOfRule && ref && { ref }),
  };
  if (!text) {
    const written = host.slice(found.start, found.end);
    return { ...found, rule, excerpt: { text: written, start: 0, end: written.length } };
  }
  const { region } = text.analysis;
  const start = region.map.fromHost(found.start) ?? 0;
  const end = region.map.fromHost(found.end) ?? region.text.length;
  return {
    ...found,
    rule,
    excerpt: { text: region.text, start, end: Math.max(start, end) },
  };
}
