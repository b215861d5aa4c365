import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { type Declaration, declarationsIn, mayDeclare } from "./declarations.ts";
import type { Embedded } from "./embedded.ts";
import { flat, type HostNode } from "./node.ts";

/** The texts that comments declare. Comments are in the order of the file. */
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

/** What an entry of an object gives, or an item of a list, with the place where it starts. */
interface Item extends Span {
  readonly value: HostNode;
}

/** For each line the first item that starts there; where none does, one that ends there, after its closing bracket. */
function itemsByLine(roots: readonly HostNode[], lines: Lines): Map<number, Item> {
  const started = new Map<number, Item>();
  const ended = new Map<number, Item>();
  const visit = (node: HostNode): void => {
    for (const it of itemsOf(node)) {
      const [line, lastLine] = [lines.lineAt(it.start), lines.lineAt(it.end)];
      // An object without braces starts with its first property, which is meant then.
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
  return valuesIn(items.get(line)?.value).flatMap((value) =>
    value.regions().map((region) => ({ language, role, region, context: {} })),
  );
}

/** Of a list or an object that was declared, all values are meant. */
function valuesIn(node: HostNode | undefined): Extract<HostNode, { kind: "value" }>[] {
  if (!node) return [];
  return flat(node).flatMap((it) => {
    if (it.kind === "value") return [it];
    return it.kind === "object" ? it.entries.flatMap((entry) => valuesIn(entry.value)) : [];
  });
}
