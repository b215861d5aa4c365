import type { Fold } from "../../core/analysis.ts";
import { Lines } from "../../text/lines.ts";
import type { Document } from "../document.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";

/** Multi-line parentheses and sets, and runs of comments. */
export function folds(doc: Document): readonly Fold[] {
  const lines = new Lines(doc.text);
  const found: Fold[] = [];
  bracketFolds(doc.parsed.root, lines, found);
  commentFolds(doc, lines, found);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function bracketFolds(node: Node, lines: Lines, found: Fold[]): void {
  const start = openingOf(node);
  // If several open on one line, only the outermost folds.
  const line = start === undefined ? 0 : lines.lineAt(start);
  const last = found[found.length - 1];
  const taken = last !== undefined && lines.lineAt(last.start) === line;
  if (start !== undefined && !taken && lines.lineAt(node.end) > line) {
    found.push({ kind: "region", start, end: node.end });
  }
  for (const child of childrenOf(node)) bracketFolds(child, lines, found);
}

/** The position of the opening bracket that closes at the end of the node. */
function openingOf(node: Node): number | undefined {
  switch (node.kind) {
    case "group":
    case "set":
      return node.closed ? node.start : undefined;
    case "call":
    case "quantifier":
      return node.closed && node.callee.start === node.start ? node.callee.end : undefined;
    default:
      return undefined;
  }
}

/** Comments on their own lines. */
function commentFolds({ parsed }: Document, lines: Lines, found: Fold[]): void {
  let first = -1;
  let last = -1;
  const close = (): void => {
    if (last > first) {
      found.push({ kind: "comment", start: firstCharacter(lines, first), end: lines.endOf(last) });
    }
  };
  for (const { start } of parsed.comments) {
    const line = lines.lineAt(start);
    if (firstCharacter(lines, line) !== start) continue;
    if (line !== last + 1 || first === -1) {
      close();
      first = line;
    }
    last = line;
  }
  close();
}

function firstCharacter(lines: Lines, line: number): number {
  const text = lines.textOf(line);
  return lines.startOf(line) + (text.length - text.trimStart().length);
}
