import type { ChangeSpec, Text } from "@codemirror/state";
import type { Position, TextEdit } from "vscode-languageserver";

/** Lines are zero-based in the protocol and one-based in the editor. */
export function offsetIn(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

export function changesFor(doc: Text, edits: readonly TextEdit[]): ChangeSpec[] {
  return edits.map(({ range, newText }) => ({
    from: offsetIn(doc, range.start),
    to: offsetIn(doc, range.end),
    insert: newText,
  }));
}

export function positionIn(doc: Text, offset: number): Position {
  const { number, from } = doc.lineAt(offset);
  return { line: number - 1, character: offset - from };
}
