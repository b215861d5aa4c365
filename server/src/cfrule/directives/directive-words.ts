import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import type { Directive } from "../syntax/directives.ts";
import type { Parsed } from "../syntax/parse.ts";

/** The directives to check, up to a limit. */
export function directivesToCheck({ directives }: Parsed): readonly Directive[] {
  return directives.length <= maxDiagnostics ? directives : directives.slice(0, maxDiagnostics);
}

/** The directives of one name with a well-formed value. Others are reported by another check. */
export function directivesOf(parsed: Parsed, wanted: string): readonly Directive[] {
  return directivesToCheck(parsed).filter(
    ({ name, value }) =>
      name === wanted && value !== "" && !markBefore(value) && commentIn(value) === undefined,
  );
}

/** The `@action` of the file. */
export function actionIn(parsed: Parsed): Directive | undefined {
  return directivesOf(parsed, "action").at(-1);
}

/** The name of the rule's action: the `@action` of the file, or the action in its host. */
export function actionOf({ parsed, context }: Pick<Document, "parsed" | "context">): string {
  return actionIn(parsed)?.value ?? context.surroundings?.action ?? "";
}

/** A `:` or `=` between name and value, as in other notations. */
export function markBefore(value: string): string | undefined {
  return /^(?:[:=][ \t]*)+/.exec(value)?.[0];
}

/** The start of a comment after the value: a directive is a comment itself and cannot contain one. */
export function commentIn(value: string): number | undefined {
  // In a JSON object these characters may be inside a string.
  if (value.startsWith("{")) return undefined;
  let at = value.search(/[ \t](?:#|\/\/)/);
  if (at === -1) return undefined;
  while (at > 0 && /[ \t]/.test(value.charAt(at - 1))) at--;
  return at;
}

/** The comment with the whitespace before it, and its line break if it has its own line. */
export function wholeLine(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
  if (!isLineStart(text, from)) return { start: from, end };
  const after = /^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0] ?? "";
  return { start: from, end: end + after.length };
}

export function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || /[\r\n\ufeff]/.test(text.charAt(offset - 1));
}

/** Shorter lists are shown in full. */
const fewWords = 8;

/** Reports an unknown value of a directive. */
export function reportUnknownWord(
  { word, span, noun }: { readonly word: string; readonly span: Span; readonly noun: string },
  known: readonly string[],
  report: Report,
): void {
  const guess = nearest(word, known);
  const options = known.length <= fewWords ? ` Use ${alternatives(known)}.` : "";
  const advice = guess ? ` Did you mean '${guess}'?` : options;
  const fixes: Fix[] = guess ? [likelyFix(`Use '${guess}'`, [replace(span, guess)])] : [];
  report(span, `Unknown ${noun} ${shorten(word)}.${advice}`, { fixes });
}
