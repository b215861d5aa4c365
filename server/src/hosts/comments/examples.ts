import type { Analysis, Completion, ExampleResult, Hover } from "../../core/analysis.ts";
import type { Context } from "../../core/context.ts";
import { mayHaveExamples } from "../../core/context.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";
import type { RegionAnalysis } from "../region-analysis.ts";

/** An example such as `# @match …` in a comment of a host. */
export interface HostExample extends Span {
  readonly kind: string;
  readonly value: string;
}

const example = /^([ \t]*(?:#|\/\/)[ \t]*)(@([\w-]+)[ \t]+((?![ \t]).*))$/;

/** The examples in the comment lines directly above the text that starts here. */
export function examplesAbove(text: string, start: number): readonly HostExample[] {
  return commentLinesAbove(text, start).flatMap((line): HostExample[] => {
    const said = text.slice(line.start, line.end).trimEnd();
    const [, before = "", written = "", kind = "", value = ""] = example.exec(said) ?? [];
    const at = line.start + before.length;
    const found = { start: at, end: at + written.length, kind, value };
    return mayHaveExamples(`@${kind}`) ? [found] : [];
  });
}

/** The start of the line with the text, or with its name if the text starts on the next line. */
export function lineOf(text: string, start: number): number {
  const lineStart = startOfLine(text, start);
  return text.slice(lineStart, start).trim() === "" ? lineBefore(text, lineStart) : lineStart;
}

export function commentLinesAbove(text: string, start: number): readonly Span[] {
  const found: Span[] = [];
  let lineStart = lineOf(text, start);
  for (;;) {
    const above = lineBefore(text, lineStart);
    if (above === lineStart || !commentStart.test(text.slice(above, lineStart))) break;
    found.unshift({ start: above, end: lineStart });
    lineStart = above;
  }
  return found;
}

const commentStart = /^[ \t]*(?:#|\/\/)/;

/** An incomplete example directly above a text, analyzed as part of a text in its language. */
class OpenExample {
  constructor(
    private readonly analysis: Analysis,
    private readonly at: number,
    /** Added to its offsets to get the offsets in the host. */
    private readonly shift: number,
  ) {}

  /** Excludes other directives, which hosts do not have. */
  complete(): readonly Completion[] {
    const isExample = ({ label, kind }: Completion) => kind !== "keyword" || mayHaveExamples(label);
    return this.analysis
      .complete(this.at)
      .filter(isExample)
      .map(({ plain: _, edit, ...item }) => ({ ...item, edit: this.moved(edit) }));
  }

  hover(): Hover | undefined {
    const hover = this.analysis.hover(this.at);
    return hover && this.moved(hover);
  }

  private moved<Place extends Span>(place: Place): Place {
    return { ...place, start: place.start + this.shift, end: place.end + this.shift };
  }
}

export function openExampleAt(
  text: string,
  offset: number,
  texts: readonly { readonly language: string; readonly analysis: RegionAnalysis }[],
): OpenExample | undefined {
  const lineStart = startOfLine(text, offset);
  const [line = ""] = /^.*/.exec(text.slice(lineStart)) ?? [];
  const [before, directive = ""] = openExample.exec(line) ?? [];
  const written = lineStart + (before?.length ?? 0) - directive.length;
  if (before === undefined || offset <= written) return undefined;
  const found = texts.findLast(({ analysis: { region } }) =>
    commentLinesAbove(text, region.start).some((it) => it.start === lineStart),
  );
  if (!found) return undefined;
  const mark = found.language === "cfrule" ? "# " : "// ";
  const shift = written - mark.length;
  const analysis = found.analysis.below(mark + line.slice(written - lineStart));
  return new OpenExample(analysis, offset - shift, shift);
}

/** The start of a line with an example, or with a directive that may become one. */
const openExample = /^[ \t]*(?:#|\/\/)[ \t]*(@(?:(?:match|no-match|keep|drop)(?=[ \t])|[\w-]*$))/;

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The start of the previous line; 0 for the first line. */
function lineBefore(text: string, lineStart: number): number {
  return lineStart === 0 ? 0 : startOfLine(text, lineStart - 1);
}

const code = "failed-example";

export function failedExamples(
  results: readonly ExampleResult[],
  { severity, brief }: Context,
): readonly Diagnostic[] {
  const level = severity[code] ?? "error";
  if (level === "off" || brief) return [];
  return results
    .filter((it) => !it.passed)
    .map(({ start, end, message, related = [] }) => ({
      code,
      severity: level,
      start,
      end,
      message,
      related,
      fixes: [],
    }));
}
