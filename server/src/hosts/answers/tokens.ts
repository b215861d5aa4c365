import type { Token } from "../../core/analysis.ts";
import { overlaps, type Span } from "../../text/span.ts";
import type { AnalyzedText } from "../analyzed-text.ts";

/** The tokens of texts in a host. Tokens of an inner text replace the tokens of the text around it. */
export function tokensIn(texts: readonly AnalyzedText[]): Token[] {
  const found = texts.flatMap((text, index) => {
    const nested = nestedIn(texts, text, index);
    return text.analysis
      .tokens()
      .filter((it) => it.start < it.end && !nested.some((inner) => overlaps(inner, it)));
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The regions nested in a text: the filter of a job. */
export function nestedIn(
  texts: readonly AnalyzedText[],
  text: AnalyzedText,
  index: number,
): Span[] {
  const { end } = text.analysis.region;
  const nested: Span[] = [];
  for (let next = index + 1; next < texts.length; next++) {
    const region = texts[next]?.analysis.region;
    if (!region || region.start >= end) break;
    nested.push(region);
  }
  return nested;
}
