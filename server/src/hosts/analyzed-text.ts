import type { Refactoring } from "../core/analysis.ts";
import { overlaps, type Span } from "../text/span.ts";
import type { EmbeddedContext, EmbeddedLanguage } from "./embedded.ts";
import { isInHole } from "./region.ts";
import type { RegionAnalysis } from "./region-analysis.ts";

/** An embedded text with its analysis. */
export interface AnalyzedText {
  readonly language: EmbeddedLanguage;
  readonly context: EmbeddedContext;
  readonly analysis: RegionAnalysis;
  /** The analysis of the second reading, for text that is a hole in the first. */
  readonly other: RegionAnalysis | undefined;
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
