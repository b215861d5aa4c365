import type { Fold } from "../../core/analysis.ts";
import { Lines } from "../../text/lines.ts";
import type { Document } from "../document.ts";
import { eachValue } from "./nodes.ts";

/** Objects and lists over several lines, long comments, and line comments below one another. */
export function folds(doc: Document): readonly Fold[] {
  const lines = new Lines(doc.text);
  const found = bracketFolds(doc, lines).concat(commentFolds(doc, lines));
  return found.sort((a, b) => a.start - b.start);
}

/** Of several that open on one line, the outermost folds. */
function bracketFolds(doc: Document, lines: Lines): Fold[] {
  const found: Fold[] = [];
  let lastLine = -1;
  eachValue(doc.json.root, (value) => {
    if (value.kind !== "object" && value.kind !== "array") return;
    const { start, end } = value;
    const line = lines.lineAt(start);
    if (line === lastLine || lines.lineAt(end) === line) return;
    lastLine = line;
    found.push({ kind: "region", start, end });
  });
  return found;
}

function commentFolds(doc: Document, lines: Lines): Fold[] {
  const found: Fold[] = [];
  let run: { first: number; last: number } | undefined;
  const close = (): void => {
    if (run && run.last > run.first) {
      const start = firstCharacter(lines, run.first);
      found.push({ kind: "comment", start, end: lines.endOf(run.last) });
    }
    run = undefined;
  };
  for (const comment of doc.json.comments) {
    const line = lines.lineAt(comment.start);
    if (comment.block) {
      close();
      const { start, end } = comment;
      if (lines.lineAt(end) > line) found.push({ kind: "comment", start, end });
    } else if (firstCharacter(lines, line) === comment.start) {
      if (run && line === run.last + 1) run.last = line;
      else {
        close();
        run = { first: line, last: line };
      }
    }
  }
  close();
  return found;
}

function firstCharacter(lines: Lines, line: number): number {
  const text = lines.textOf(line);
  return lines.startOf(line) + (text.length - text.trimStart().length);
}
