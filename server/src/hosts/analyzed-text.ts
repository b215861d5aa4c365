import type { Refactoring } from "../core/analysis.ts";
import type { Context } from "../core/context.ts";
import { overlaps, type Span } from "../text/span.ts";
import type { Embedded, EmbeddedContext, EmbeddedLanguage } from "./embedded.ts";
import type { KeptText, KeptTexts } from "./kept/texts.ts";
import { isInHole, type Region } from "./region.ts";
import { RegionAnalysis } from "./region-analysis.ts";

/** An embedded text with its analysis. */
export interface AnalyzedText {
  readonly language: EmbeddedLanguage;
  readonly context: EmbeddedContext;
  readonly analysis: RegionAnalysis;
  /** The analysis of the second reading, for text that is a hole in the first. */
  readonly other: RegionAnalysis | undefined;
  readonly kept: KeptText;
  /** The analysis of the text with the values of its references, which may not be shown. */
  readonly evaluated: RegionAnalysis | undefined;
  readonly evaluatedKept: KeptText | undefined;
  /** The same without the values of defaults. */
  readonly withoutDefaults: RegionAnalysis | undefined;
  /** An earlier text is in the same place, with another value. */
  readonly isRepeated: boolean | undefined;
}

export function analyzedText<C extends Context>(it: Embedded, texts: KeptTexts<C>): AnalyzedText {
  const { region, language, context, isRepeated } = it;
  const readingOf = (own: Region | undefined) =>
    own && new RegionAnalysis(own, texts.of({ ...it, region: own }, own.text).analyze);
  const kept = texts.of(it, region.text);
  const other =
    region.other && new RegionAnalysis(region.other, texts.of(it, region.other.text).analyze);
  const { evaluated = region } = region;
  return {
    language,
    context,
    analysis: new RegionAnalysis(region, kept.analyze),
    other,
    kept,
    evaluated: readingOf(region.evaluated),
    evaluatedKept: region.evaluated && texts.of({ ...it, region: evaluated }, evaluated.text),
    withoutDefaults: readingOf(evaluated.composed?.withoutDefaults),
    isRepeated,
  };
}

/** The analysis of the text as it is used, as far as it may be shown. */
export function usedAnalysis({ analysis, evaluated }: AnalyzedText): RegionAnalysis {
  return evaluated && !evaluated.region.composed?.isSecret ? evaluated : analysis;
}

/** The text as it is used. */
export function usedText(text: AnalyzedText): Pick<AnalyzedText, "context" | "analysis" | "kept"> {
  const { context, kept, evaluatedKept } = text;
  const analysis = usedAnalysis(text);
  return { context, analysis, kept: analysis === text.evaluated ? (evaluatedKept ?? kept) : kept };
}

export function readingAt({ analysis, other }: AnalyzedText, offset: number): RegionAnalysis {
  return other && isInHole(analysis.region, offset) ? other : analysis;
}

/** Host documents have their own formatters, so an embedded text is only formatted on request. */
export function formatting({ language, analysis }: AnalyzedText, span: Span): Refactoring[] {
  const what = formatted[language];
  if (what === undefined || !overlaps(analysis.region, span)) return [];
  const edits = analysis.format({ tabSize: 2, insertSpaces: true });
  return edits ? [{ title: `Format this ${what}`, kind: "refactor.rewrite", edits }] : [];
}

/** The formatting of a job belongs to its host. */
const formatted: Readonly<Record<EmbeddedLanguage, string | undefined>> = {
  cfrule: "expression",
  lpfilter: "filter",
  lpjob: undefined,
};
