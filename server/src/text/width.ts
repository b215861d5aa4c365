/** The width of strings on a terminal, where some characters take two columns and others none. */

/** The number of columns of a string without line breaks. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of clustersOf(text)) columns += columnsOfCluster(segment);
  return columns;
}

/** The length in UTF-16 units of the longest prefix that fits into the columns. */
export function unitsWithin(text: string, columns: number): number {
  if (plain.test(text)) return Math.min(text.length, Math.max(0, columns));
  return fitting([...clustersOf(text)], columns);
}

/** The length in UTF-16 units of the longest suffix that fits into the columns. */
export function unitsWithinFromEnd(text: string, columns: number): number {
  if (plain.test(text)) return Math.min(text.length, Math.max(0, columns));
  return fitting([...clustersOf(text)].reverse(), columns);
}

function fitting(segments: readonly Intl.SegmentData[], columns: number): number {
  let units = 0;
  let left = columns;
  for (const { segment } of segments) {
    left -= columnsOfCluster(segment);
    if (left < 0) break;
    units += segment.length;
  }
  return units;
}

/** One column per unit. A tab counts as one; its width depends on the output. */
const plain = /^[\t -~]*$/;
let segmenter: Intl.Segmenter | undefined;

/** Splits into grapheme clusters. The segmenter is created on first use, because that takes longer than starting the program. */
function clustersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

function columnsOfCluster(cluster: string): number {
  if (wide.test(cluster)) return 2;
  return withoutWidth.test(cluster) ? 0 : 1;
}

/** East Asian scripts except half-width forms, full-width forms of other scripts, and emoji, including emoji with a selector. */
const wide =
  /(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{1f1e6}-\u{1f1ff}\ufe0f]/u;
const withoutWidth = /^[\p{M}\p{Cf}]+$/u;

/** The service and databases count code points, not UTF-16 units. */
export function countCodePoints(text: string, start = 0, end = text.length): number {
  let count = end - start;
  for (let at = start; at < end - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    at++;
  }
  return count;
}
