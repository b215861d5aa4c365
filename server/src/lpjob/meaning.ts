import type { LogTest } from "../core/log-test.ts";
import type { Meaning } from "../core/meaning/meaning.ts";
import type { NotShrunk, Shrinking } from "../core/shrink/size.ts";
import { everyLineOf } from "../lpfilter/language.ts";
import { overlaps, type Span } from "../text/span.ts";
import type { Document } from "./document.ts";
import { logFilter } from "./evaluation/log-filter.ts";

/** The meaning of the job's filter. Undefined if the filter is in another file, or is only known on push. */
export function meaningOf(doc: Document): Meaning | undefined {
  const kept = logFilter(doc);
  const { isUnknown } = kept ?? {};
  if (!kept || isUnknown?.(kept.dataset) || (isUnknown && hasValue(kept.test, isUnknown))) {
    return undefined;
  }
  const { inline, escaped } = doc;
  if (inline || escaped) return inline?.meaning?.() ?? escaped?.analysis.meaning?.();
  const every = everyLineOf(kept.dataset);
  return kept.undecided ? { ...every, ...linesKnownAs(kept.undecided.words) } : every;
}

/** Lines that only the service can tell; the same words mean the same lines. */
function linesKnownAs(words: string): Pick<Meaning, "formula" | "matches" | "answers"> {
  const variable = JSON.stringify(["", "opaque", words]);
  return {
    formula: { kind: "flag", variable, isOpaque: true },
    matches: () => undefined,
    answers: () => [undefined],
  };
}

function hasValue(test: LogTest, isWanted: (text: string) => boolean): boolean {
  return test.kind === "group"
    ? test.parts.some((it) => hasValue(it, isWanted))
    : [test.field, ...test.values].some((it) => typeof it === "string" && isWanted(it));
}

/** Shortens the filter in the job. A filter with variables, whose values are only known on push, is not changed. */
export function shrink(doc: Document, span: Span): readonly (Shrinking | NotShrunk)[] {
  const { filter } = doc.job;
  if (!filter || filter.kind === "path" || !overlaps(filter.value, span)) return [];
  const { start, end } = filter.value;
  if (!meaningOf(doc)) return [{ start, end, error }];
  return doc.inline?.shrink?.(span) ?? doc.escaped?.shrink(span) ?? [];
}

const error =
  "Cannot be shortened: the filter of the job has errors, or parts that are only known on push.";
