import { type Severity, severities } from "../../server/src/core/diagnostic.ts";
import { Lines } from "../../server/src/text/lines.ts";

/** A diagnostic, as marked on the line below the text. */
export interface Mark {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
  readonly message: string;
}

const markLine = new RegExp(`^( *)(\\^+) (${severities.join("|")}): (.*)$`);

/** Removes the `^^^ error: …` lines from a text, and the newline after an opening backtick. */
export function readMarks(marked: string): { text: string; marks: Mark[] } {
  const kept: string[] = [];
  const marks: Mark[] = [];
  for (const line of trimExample(marked).split("\n")) {
    const match = markLine.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const [, indent = "", carets = "", severity = "", message = ""] = match;
    marks.push({
      line: kept.length - 1,
      from: indent.length,
      to: indent.length + carets.length,
      severity: severity as Severity,
      message,
    });
  }
  return { text: kept.join("\n"), marks };
}

export function trimExample(text: string): string {
  return text.startsWith("\n") ? text.slice(1) : text;
}

/** The text with a mark line below each diagnostic. A multi-line diagnostic is marked up to the end of its first line. */
export function writeMarks(
  text: string,
  found: readonly { start: number; end: number; severity: Severity; message: string }[],
): string {
  const lines = new Lines(text);
  const below = new Map<number, string[]>();
  for (const { start, end, severity, message } of found) {
    const line = lines.lineAt(start);
    const from = start - lines.startOf(line);
    const to = Math.max(from + 1, Math.min(end, lines.endOf(line)) - lines.startOf(line));
    const mark = `${" ".repeat(from)}${"^".repeat(to - from)} ${severity}: ${message}`;
    below.set(line, [...(below.get(line) ?? []), mark]);
  }
  return Array.from({ length: lines.count }, (_, line) => [
    lines.textOf(line),
    ...(below.get(line) ?? []),
  ])
    .flat()
    .join("\n");
}

/** Removes the `<|>` from a text, and returns its offset. */
export function readCursor(marked: string): { text: string; offset: number } {
  const trimmed = trimExample(marked);
  const offset = trimmed.indexOf("<|>");
  if (offset === -1) throw new Error(`No <|> in: ${marked}`);
  return { text: trimmed.replace("<|>", ""), offset };
}
