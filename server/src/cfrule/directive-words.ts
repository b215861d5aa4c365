import type { Report } from "../core/check.ts";
import { type Fix, mostFindings } from "../core/diagnostic.ts";
import { replace } from "../text/edit.ts";
import { nearest } from "../text/nearest.ts";
import { shorten } from "../text/shorten.ts";
import type { Span } from "../text/span.ts";
import { alternatives } from "../text/wording.ts";
import type { Directive } from "./syntax/directives.ts";
import type { Parsed } from "./syntax/parse.ts";

/** Those that something can be wrong with. Nobody writes so many that the rest would be missed. */
export function directivesToCheck({ directives }: Parsed): readonly Directive[] {
  return directives.length <= mostFindings ? directives : directives.slice(0, mostFindings);
}

/** Lists up to this long are told in full. */
const fewWords = 8;

/** Reports a word after a directive that is none of those it takes. */
export function reportUnknownWord(
  { word, span, noun }: { readonly word: string; readonly span: Span; readonly noun: string },
  known: readonly string[],
  report: Report,
): void {
  const guess = nearest(word, known);
  const told = known.length <= fewWords ? ` Write ${alternatives(known)}.` : "";
  const advice = guess ? ` Did you mean '${guess}'?` : told;
  const fixes: Fix[] = guess
    ? [{ title: `Change to '${guess}'`, edits: [replace(span, guess)], guess: true }]
    : [];
  report(span, `There is no ${noun} ${shorten(word)}.${advice}`, { fixes });
}
