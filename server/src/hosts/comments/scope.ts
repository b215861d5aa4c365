import type { RegionAnalysis } from "../region-analysis.ts";

/** The embedded texts of a host, sorted by position. */
type Texts = readonly { readonly analysis: RegionAnalysis }[];

/** The end of the scope of a comment above a line, which includes the whole of a multi-line embedded text. */
export function endOfTexts(host: string, texts: Texts, start: number): number {
  const line = host.indexOf("\n", start);
  const end = line === -1 ? host.length : line;
  let last = start;
  // A Markdown code block starts after the line of its opening fence.
  const next = indexAfter(texts, end + 1);
  for (let i = indexAfter(texts, start - 1); i < next; i++) {
    last = Math.max(last, texts[i]?.analysis.region.end ?? start);
  }
  return last;
}

/** Whether a comment is in the text that an embedded language sees. */
export function isInTexts(host: string, texts: Texts, start: number): boolean {
  const next = indexAfter(texts, start);
  // Only a job contains another text: its filter.
  return texts.slice(Math.max(0, next - 2), next).some(({ analysis }) => {
    const at = analysis.offsetOf(start);
    return at !== undefined && analysis.region.text[at] === host[start];
  });
}

/** The index of the first text that starts after an offset. */
function indexAfter(texts: Texts, offset: number): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.analysis.region.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
