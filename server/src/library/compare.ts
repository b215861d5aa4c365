import type { Comparison } from "../compare/compare-items.ts";
import { compareTwo, type Side } from "../compare/compare-two.ts";
import { itemsIn } from "../compare/items.ts";
import { analysisOf, asWritten, howToSelect, type Subject } from "./subject.ts";
import { type CompareOptions, TextError } from "./types.ts";

/** How the selected items of two texts relate. */
export function compareTexts(
  first: Subject,
  second: Subject,
  options: Pick<CompareOptions, "first" | "second"> = {},
): Comparison {
  const found = compareTwo(
    sideOf(first, "the first text", asWritten(options.first)),
    sideOf(second, "the second text", asWritten(options.second)),
  );
  if ("error" in found) throw new TextError(found.error);
  return found;
}

function sideOf(subject: Subject, name: string, selection: Side["selection"]): Side {
  const { text, language, context } = subject;
  return {
    name,
    text,
    items: itemsIn(text, language, context),
    selection,
    howToSelect,
    whyUnreadable: () =>
      analysisOf(subject)
        .diagnostics()
        .find((it) => it.severity === "error")?.message ?? "",
  };
}
