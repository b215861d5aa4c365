import type { Link, ListName } from "../../core/analysis.ts";
import type { Span } from "../../text/span.ts";
import { directiveNamed } from "../catalog/directives.ts";
import { managedPrefix } from "../catalog/lists.ts";
import type { Document } from "../document.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";

/** All list references, in text order, without the dollar sign. */
export function listReferences(doc: Document): readonly ListName[] {
  const found: ListName[] = [];
  // Most rules have no list, so skip the walk.
  if (doc.text.includes("$")) collect(doc.parsed.root, found);
  return found;
}

function collect(node: Node, found: ListName[]): void {
  if (node.kind === "list" && node.name !== "") {
    const { name, start, end } = node;
    const managed = name.startsWith(managedPrefix);
    found.push({ name, start: start + 1, end, ...(managed ? { managed } : {}) });
  }
  for (const child of childrenOf(node)) collect(child, found);
}

const reference = /^[ \t]*#[ \t]*@(?:before|after)[ \t]+(\S*)$/;

/** The name of another rule at the cursor, as far as it is typed: after `# @before` and `# @after`. */
export function ruleReference({ text, parsed }: Document, offset: number): Span | undefined {
  const { root } = parsed;
  if (root.kind !== "missing" && offset > root.start) return undefined;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const typed = reference.exec(line)?.[1];
  if (typed === undefined) return undefined;
  const rest = /^\S*/.exec(text.slice(offset))?.[0] ?? "";
  return { start: offset - typed.length, end: offset + rest.length };
}

/** Links the value of a directive to Cloudflare's documentation. */
export function links(doc: Document): readonly Link[] {
  return doc.parsed.directives.flatMap(({ name, value, valueSpan }) => {
    const directive = directiveNamed(name);
    const known = directive?.values?.some((it) => it.name === value);
    if (!directive?.page || !known) return [];
    return { ...valueSpan, target: directive.page, tooltip: `Documentation of '${value}'` };
  });
}
