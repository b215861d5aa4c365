import type { Hover } from "../../core/analysis.ts";
import type { Diagnostic, RelatedPlace } from "../../core/diagnostic.ts";
import { insideOf } from "../../json/features/inside.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { lpfilter } from "../../lpfilter/language.ts";
import type { Span } from "../../text/span.ts";
import type { JobContext } from "../context.ts";

/**
 * A filter in a string is checked like any other, with offsets mapped to the escaped string.
 * There are no fixes inside it: convert it to plain JSON first.
 */
export function analyseEscaped(text: string, node: JsonString, outer: JobContext): EscapedAnalysis {
  const severity: JobContext["severity"] = { ...outer.severity, ...saidByJob };
  const inner = lpfilter.analyse(node.value, { ...outer, severity });
  const inside = insideOf(text, node);
  const moved = <Place extends Span>(place: Place): Place => ({
    ...place,
    start: inside(place.start),
    end: inside(place.end),
  });
  return {
    diagnostics: () => inner.diagnostics().map((it) => withoutFixes(moved(it), moved)),
    hover: (offset) => {
      const hover = inner.hover(indexAt(offset, inside, node.value.length));
      return hover && moved(hover);
    },
    pushed: () => inner.pushed(),
  };
}

export interface EscapedAnalysis {
  diagnostics(): readonly Diagnostic[];
  hover(offset: number): Hover | undefined;
  pushed(): string | undefined;
}

const saidByJob = { "escaped-filter": "off", "unknown-dataset": "off" } as const;

function withoutFixes(found: Diagnostic, moved: (place: RelatedPlace) => RelatedPlace): Diagnostic {
  const { related, ...rest } = found;
  return { ...rest, fixes: [], ...(related ? { related: related.map(moved) } : {}) };
}

/** The character at an offset of the file, by binary search. */
function indexAt(offset: number, inside: (index: number) => number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (inside(middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
