import type { ExampleResult } from "../core/analysis.ts";
import type { Context } from "../core/context.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { mayHaveExamples } from "../core/examples.ts";
import type { Span } from "../text/span.ts";

/** `# @match …` and the like in a comment of a host. */
export interface HostExample extends Span {
  readonly kind: string;
  readonly value: string;
}

const example = /^([ \t]*(?:#|\/\/)[ \t]*)(@([\w-]+)[ \t]+(.*))$/;

/** The examples in the comment lines directly above the text that starts here. */
export function examplesAbove(text: string, start: number): readonly HostExample[] {
  const found: HostExample[] = [];
  let lineStart = startOfLine(text, start);
  // A text with lines of its own starts below its name.
  if (text.slice(lineStart, start).trim() === "") lineStart = lineBefore(text, lineStart);
  for (;;) {
    const above = lineBefore(text, lineStart);
    if (above === lineStart) break;
    const line = text.slice(above, lineStart).trimEnd();
    if (!/^[ \t]*(?:#|\/\/)/.test(line)) break;
    const [, before = "", written = "", kind = "", value = ""] = example.exec(line) ?? [];
    const at = above + before.length;
    if (mayHaveExamples(`@${kind}`))
      found.unshift({ start: at, end: at + written.length, kind, value });
    lineStart = above;
  }
  return found;
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The start of the line before; the same offset for the first line. */
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
