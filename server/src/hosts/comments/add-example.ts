import type { Addition, Refactoring } from "../../core/analysis.ts";
import { mayHaveExamples } from "../../core/context.ts";
import { applyEdits, type Edit, insert } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import { contains, type Span } from "../../text/span.ts";
import type { RegionAnalysis } from "../region-analysis.ts";
import { commentLinesAbove, examplesAbove, lineOf } from "./examples.ts";

/** A host with comments, and a function that finds the texts in another version of it. */
interface Host {
  readonly text: string;
  readonly startsIn: (text: string) => readonly number[];
}

/**
 * Adds examples as comments of the host, because the text itself is sent to the service. Offered at the start of the text and in
 * its examples.
 */
export function exampleAdditions(
  host: Host,
  analysis: RegionAnalysis,
  span: Span,
): readonly Refactoring[] {
  const { start } = analysis.region;
  const places = [
    { start, end: analysis.region.map.toHost(0) },
    ...examplesAbove(host.text, start),
  ];
  if (!places.some((it) => contains(it, span))) return [];
  return analysis.analysis.refactorings({ start: 0, end: 0 }).flatMap((it) => {
    const edits = it.isComment ? movedAbove(host, analysis, it.edits) : undefined;
    return edits ? [{ ...it, edits }] : [];
  });
}

/** Adds a log line as an example. */
export function addExample(
  host: Host,
  analysis: RegionAnalysis,
  addition: Addition,
): readonly Edit[] | undefined {
  const edits = analysis.analysis.add?.(addition, 0);
  return edits && movedAbove(host, analysis, edits);
}

/** Moves a new comment line out of the text, above the host line of the text or its name. */
function movedAbove(
  host: Host,
  analysis: RegionAnalysis,
  edits: readonly Edit[],
): readonly Edit[] | undefined {
  const [edit, ...others] = edits;
  const written = /^\s*(?:#|\/\/)\s*(\S.*)$/.exec(edit?.newText.trimEnd() ?? "")?.[1];
  if (!written || others.length > 0 || !mayHaveExamples(written)) return undefined;
  const at = lineOf(host.text, analysis.region.start);
  const indent = /^[ \t]*/.exec(host.text.slice(at))?.[0] ?? "";
  const added = insert(at, `${indent}# ${written}${firstLineBreak(host.text)}`);
  return isRead(host, analysis, added) ? [added] : undefined;
}

/** Whether the comment does not affect the host's texts, and the example belongs only to this text and passes. */
function isRead({ text, startsIn }: Host, analysis: RegionAnalysis, added: Edit): boolean {
  const after = applyEdits(text, [added]);
  const moved = (it: number) => (it < added.start ? it : it + added.newText.length);
  const starts = startsIn(after);
  if (startsIn(text).some((it, index) => moved(it) !== starts[index])) return false;
  const isAbove = (it: number) =>
    commentLinesAbove(after, it).some((line) => line.start === added.start);
  const [own, ...others] = starts.filter(isAbove);
  if (own !== moved(analysis.region.start) || others.length > 0) return false;
  const example = examplesAbove(after, own).find((it) => it.start > added.start);
  return analysis.judgeExample(example?.kind ?? "", example?.value ?? "")?.passed === true;
}
