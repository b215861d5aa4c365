import type { Diagnostic } from "../../core/diagnostic.ts";
import type { AnalyzedText } from "../analyzed-text.ts";

/** A diagnostic of a plan, with the rule that it is about. The lines of a plan are no use: one has the whole of it. */
export function inPlan(found: Diagnostic, texts: readonly AnalyzedText[]): Diagnostic {
  const around = texts.findLast(
    ({ analysis: { region } }) => region.start <= found.start && found.start <= region.end,
  );
  const { address, order, ref } = around?.context ?? {};
  if (!around || address === undefined) return found;
  const { region } = around.analysis;
  const start = region.map.fromHost(found.start) ?? 0;
  const end = region.map.fromHost(found.end) ?? region.text.length;
  return {
    ...found,
    rule: { address, ...(order !== undefined && { index: order }), ...(ref && { ref }) },
    excerpt: { text: region.text, start, end: Math.max(start, end) },
  };
}
