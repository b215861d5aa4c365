import { firstHole, isHole } from "../text/hole.ts";
import type { Span } from "../text/span.ts";
import type { Document } from "./document.ts";

/** The part of a file beyond a number of pushed characters, up to the next hole. Comments and formatting are not pushed. */
export function overLimit(doc: Document, most: number): Span {
  const { start, end } = beyond(doc, most);
  if (!doc.context.hasHoles) return { start, end };
  const hole = firstHole(doc.text.slice(start, end));
  return { start, end: hole > 0 ? start + hole : end };
}

function beyond({ text, parsed, context }: Document, most: number): Span {
  const { gaps, root } = parsed;
  let pushed = 0;
  let at = 0;
  for (let i = 0; i <= gaps.length; i += 2) {
    const gapStart = gaps[i] ?? text.length;
    for (; at < gapStart; at++) {
      if (isSecondHalf(text, at)) continue;
      if (context.hasHoles && isHole(text.charCodeAt(at))) continue;
      if (pushed === most) return { start: at, end: Math.max(root.end, at + 1) };
      pushed++;
    }
    at = gaps[i + 1] ?? text.length;
    if (gapStart > 0 && at < text.length) pushed++;
    if (pushed > most) break;
  }
  return { start: Math.min(at, text.length), end: text.length };
}

/** A surrogate pair is one character for the service. */
function isSecondHalf(text: string, at: number): boolean {
  if (at === 0 || (text.charCodeAt(at) & 0xfc00) !== 0xdc00) return false;
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
