import type { Fold } from "../../core/analysis.ts";
import { Lines } from "../../text/lines.ts";
import type { Json } from "../syntax/parse.ts";
import { eachValue } from "../syntax/tree.ts";

/** Folds multi-line objects, arrays and block comments, and consecutive line comments. */
export function foldsOf(json: Json): readonly Fold[] {
  const lines = new Lines(json.text);
  const found = bracketFolds(json, lines).concat(commentFolds(json, lines));
  return found.sort((a, b) => a.start - b.start);
}

/** If several brackets open on one line, only the outermost can be folded. */
function bracketFolds(json: Json, lines: Lines): Fold[] {
  const found: Fold[] = [];
  let lastLine = -1;
  eachValue(json.root, (value) => {
    if (value.kind !== "object" && value.kind !== "array") return;
    const { start, end } = value;
    const line = lines.lineAt(start);
    if (line === lastLine || lines.lineAt(end) === line) return;
    lastLine = line;
    found.push({ kind: "region", start, end });
  });
  return found;
}

function commentFolds(json: Json, lines: Lines): Fold[] {
  const found: Fold[] = [];
  let run: { first: number; last: number } | undefined;
  const close = (): void => {
    if (run && run.last > run.first) {
      const start = firstCharacter(lines, run.first);
      found.push({ kind: "comment", start, end: lines.endOf(run.last) });
    }
    run = undefined;
  };
  for (const comment of json.comments) {
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
