import { type Part, type PartObject, UnknownPart } from "../../core/configuration/model.ts";
import type { Span } from "../../text/span.ts";
import type { HostNode, HostObject } from "../node.ts";

/** Why a part is not known, or how it is written; undefined for a part that is not set. */
export type SourceOf = (span: Span) => string | undefined;

/** The source of parts in a file. */
export function sourceIn(text: string): SourceOf {
  return ({ start, end }) => {
    const source = text
      .slice(start, Math.min(end, start + 200))
      .replace(/\s+/g, " ")
      .trim();
    return source === "null" || source === "~" || source === "" ? undefined : source;
  };
}

/** A part of a document as plain data. */
export function partOf(node: HostNode, sourceOf: SourceOf): Part | undefined {
  if (node.kind === "value") {
    const literal = node.literal();
    if (literal !== undefined) return literal;
    return unknownOrNothing(sourceOf(node));
  }
  // Empty with the defaults, so it is absent.
  if (node.kind === "list" && node.defaults) return undefined;
  if (node.isOpen) return new UnknownPart(sourceOf(node) ?? "");
  if (node.kind === "list") return node.items.flatMap((it) => partOf(it, sourceOf) ?? []);
  return objectOf(node, sourceOf);
}

/** Several blocks with one name are a list. */
export function objectOf({ entries }: HostObject, sourceOf: SourceOf): PartObject {
  const found = new Map<string, Part[]>();
  for (const { name, value } of entries) {
    const part = partOf(value, sourceOf);
    if (part !== undefined) found.set(name, [...(found.get(name) ?? []), part]);
  }
  const rows = [...found].map(
    ([name, parts]) =>
      [name, parts.length === 1 && parts[0] !== undefined ? parts[0] : parts] as const,
  );
  return Object.fromEntries(rows);
}

function unknownOrNothing(source: string | undefined): UnknownPart | undefined {
  return source === undefined ? undefined : new UnknownPart(source);
}
