import type { Hover } from "../../core/analysis.ts";
import type { CheckManual } from "../../core/check.ts";
import { ignoreDirective } from "../../core/suppression/suppress.ts";
import { paragraphs } from "../../text/markdown.ts";
import { type Span, touches } from "../../text/span.ts";
import { type Offer, placeholder, plainSlot, type Slot } from "./slot.ts";

/** Hover and tokens for `weir-ignore` in the comments of a JSON text, and completion in comments. */

/** A pattern for the comment text before the cursor on its line, and the completions for it. */
export type CommentRow = readonly [RegExp, (found: string) => readonly Offer[]];

/** The last group of a row's pattern is the word at the cursor; the first is passed to its function. */
export function commentOffers(
  text: string,
  comment: Span,
  offset: number,
  rows: readonly CommentRow[],
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  const before = lineBefore(text.slice(comment.start, offset));
  for (const [pattern, offersAfter] of rows) {
    const match = pattern.exec(before);
    if (!match) continue;
    const typed = match[match.length - 1] ?? "";
    const end = wordEnd(text, offset, comment);
    const slot = plainSlot({ start: offset - typed.length, end });
    return { slot, offers: offersAfter(match[1] ?? "") };
  }
  return undefined;
}

/** Codes after `weir-ignore`, and directives at the start of a comment: the common ones and the given ones. */
export function ignoreRows(
  checks: readonly CheckManual[],
  directives: () => readonly Offer[],
): readonly CommentRow[] {
  const all = (): readonly Offer[] => [
    ...directives(),
    ignoreOffer("weir-ignore", "Suppress diagnostics on the next line"),
    ignoreOffer("weir-ignore-file", "Suppress diagnostics in this file"),
  ];
  return [
    [
      /\bweir-ignore(?:-file)?[ \t:]+((?:[a-z0-9-]+[ \t]*,[ \t]*)*)([a-z0-9-]*)$/,
      (listed) => codeOffers(checks, listed),
    ],
    [
      /^(?:\/\/|\/\*|#)?[ \t*]*(@?[\w-]*)$/,
      (typed) => all().filter((it) => it.label.startsWith(typed)),
    ],
  ];
}

function codeOffers(checks: readonly CheckManual[], listed: string): Offer[] {
  const taken = new Set(listed.split(",").map((it) => it.trim()));
  return checks
    .filter((it) => !taken.has(it.code))
    .map((check) => ({
      label: check.code,
      kind: "value",
      text: check.code,
      detail: check.severity,
      documentation: () => paragraphs(check.summary, check.why),
    }));
}

function ignoreOffer(label: string, detail: string): Offer {
  const text = `${label} ${placeholder(1)}`;
  return { label, kind: "keyword", text, detail, snippet: true, next: "suggest" };
}

/** Describes the code under the cursor. */
export function ignoreHover(
  text: string,
  comment: Span,
  offset: number,
  checks: readonly CheckManual[],
): Hover | undefined {
  const written = text.slice(comment.start, comment.end);
  for (const match of written.matchAll(ignoreDirective)) {
    const codes = match[2] ?? "";
    const start = comment.start + match.index + match[0].length - codes.length;
    for (const word of codes.matchAll(/[a-z0-9-]+/g)) {
      const span = { start: start + word.index, end: start + word.index + word[0].length };
      const check = checks.find((it) => it.code === word[0]);
      if (check && touches(span, offset)) {
        return { ...span, markdown: paragraphs(check.summary, check.why) };
      }
    }
  }
  return undefined;
}

export function ignoreSpans(text: string, comments: readonly Span[]): readonly Span[] {
  if (!text.includes("weir-ignore")) return [];
  return comments.flatMap((comment) =>
    [...text.slice(comment.start, comment.end).matchAll(ignoreDirective)].map((match) => {
      const start = comment.start + match.index;
      return { start, end: start + match[0].length };
    }),
  );
}

/** Directives are short, so only the end of a longer line is searched. */
const mostLooked = 500;

function lineBefore(written: string): string {
  const near = written.slice(-mostLooked);
  return near.slice(Math.max(near.lastIndexOf("\n"), near.lastIndexOf("\r")) + 1);
}

/** Completion replaces the whole word at the cursor, but not the end of a block comment. */
function wordEnd(text: string, offset: number, comment: Span): number {
  let end = offset;
  while (end < comment.end && /[\w-]/.test(text[end] ?? "")) end++;
  return end;
}
