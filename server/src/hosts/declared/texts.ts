import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Embedded } from "../embedded.ts";
import type { HostNode } from "../node.ts";
import { type Declaration, declarationsIn, mayDeclare } from "./declarations.ts";
import { declaredTexts } from "./shapes.ts";

/** The texts that comments declare. Comments are in document order. */
export function declaredIn(
  text: string,
  roots: readonly HostNode[],
  comments: readonly Span[],
): Embedded[] {
  if (!mayDeclare(text)) return [];
  const lines = new Lines(text);
  const declarations = declarationsIn(text, comments, lines);
  if (declarations.length === 0) return [];
  const items = itemsByLine(roots, lines);
  return declarations.flatMap((it) => textsOf(it, items));
}

/** The value of an object entry or a list item, with its span. */
interface Item extends Span {
  readonly value: HostNode;
}

/** For each line, the first item that starts there, or else one that ends there. */
function itemsByLine(roots: readonly HostNode[], lines: Lines): Map<number, Item> {
  const started = new Map<number, Item>();
  const ended = new Map<number, Item>();
  const visit = (node: HostNode): void => {
    for (const it of itemsOf(node)) {
      const [line, lastLine] = [lines.lineAt(it.start), lines.lineAt(it.end)];
      // An object without braces starts at the same offset as its first property, which takes precedence.
      if ((started.get(line)?.start ?? it.start) === it.start) started.set(line, it);
      if (!ended.has(lastLine)) ended.set(lastLine, it);
      visit(it.value);
    }
  };
  for (const it of roots) visit(it);
  return new Map([...ended, ...started]);
}

function itemsOf(node: HostNode): readonly Item[] {
  if (node.kind === "object") return node.entries;
  if (node.kind === "value") return [];
  return node.items.map((it) => ({ start: it.start, end: it.end, value: it }));
}

function textsOf({ language, role, line }: Declaration, items: Map<number, Item>): Embedded[] {
  const node = items.get(line)?.value;
  return node ? declaredTexts(node, { language, role }) : [];
}
