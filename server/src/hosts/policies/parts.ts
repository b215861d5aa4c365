import {
  OpenText,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { inFirstLine, type PartPath, type PolicyPlace } from "../../core/policies.ts";
import { partOfObject, placeInJson } from "../../json/sent-part.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { firstHole, onlyHoles } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { defaultsIn, type HostNode, type HostObject, type HostValue } from "../node.ts";

/** A part of a document as it is sent, for policies. Undefined for a part that is not set. */
export function sentPart(host: string, node: HostNode): Part | undefined {
  if (node.kind === "value") return sentValue(host, node);
  // Empty with the defaults, so it is absent.
  if (node.kind === "list" && node.defaults) return undefined;
  if (node.isOpen) return unknownPart(host, node);
  if (node.kind === "list") return node.items.flatMap((it) => sentPart(host, it) ?? []);
  return sentObject(host, node);
}

/** Several blocks with one name are a list. */
function sentObject(host: string, { entries }: HostObject): PartObject {
  const found = new Map<string, Part[]>();
  for (const { name, value } of entries) {
    const part = sentPart(host, value);
    if (part !== undefined) found.set(name, [...(found.get(name) ?? []), part]);
  }
  return Object.fromEntries(
    Array.from(found, ([name, [first, ...more]]) => [
      name,
      first !== undefined && more.length === 0 ? first : [...(found.get(name) ?? [])],
    ]),
  );
}

function sentValue(host: string, node: HostValue): Part | undefined {
  if (node.isNull) return undefined;
  const literal = node.literal();
  if (literal !== undefined) return literal;
  const [region, ...others] = node.regions();
  if (!region || others.length > 0 || region.isAlternative) return unknownPart(host, node);
  const { evaluated = region } = region;
  if (evaluated.holes.length === 0 && !evaluated.composed?.isSecret) return evaluated.text;
  const isText = evaluated.holes.length > 0 && !onlyHoles(evaluated.text);
  if (!isText) return unknownPart(host, node);
  const { source } = unknownPart(host, node);
  return new OpenText(source, evaluated.text.slice(0, firstHole(evaluated.text)));
}

const longestSource = 80;

export function unknownPart(host: string, { start, end }: Span): UnknownPart {
  const source = host.slice(start, Math.min(end, start + longestSource)).replace(/\s+/g, " ");
  return new UnknownPart(end - start > longestSource ? `${source.trim()}…` : source.trim());
}

/** The place of a part: its value if that is not more than a line, else the line in which it starts. */
export function placeIn(host: string, root: HostNode, path: PartPath): PolicyPlace {
  let node: HostNode = root;
  let around: Span = (root.kind === "object" ? root.entries[0] : undefined) ?? root;
  for (const key of path) {
    const next: Step | undefined = typeof key === "number" ? itemAt(node, key) : named(node, key);
    if (!next) break;
    ({ node, around } = next);
  }
  const defaults = node === root ? undefined : defaultsIn(node);
  if (node.kind !== "value") return { ...inFirstLine(host, around), defaults };
  const [region] = node.regions();
  return { ...inFirstLine(host, region ?? node), defaults };
}

interface Step {
  readonly node: HostNode;
  readonly around: Span;
}

function itemAt(node: HostNode, index: number): Step | undefined {
  const item = node.kind === "list" ? node.items[index] : undefined;
  if (!item) return undefined;
  return { node: item, around: (item.kind === "object" ? item.entries[0] : undefined) ?? item };
}

/** A list of one block is that block, and several blocks are a list. */
function named(node: HostNode, name: string): Step | undefined {
  if (node.kind === "list") {
    const [only, ...others] = node.items;
    return only && others.length === 0 ? named(only, name) : undefined;
  }
  const entries = node.kind === "object" ? node.entries.filter((it) => it.name === name) : [];
  const [first, ...more] = entries;
  if (!first || more.length === 0) return first && { node: first.value, around: first };
  const { start, end } = first;
  const items = entries.map((it) => it.value);
  return { node: { kind: "list", start, end, items, isOpen: false }, around: first };
}

/** A text in JSON, such as a filter. Undefined if it is not an object. */
export function jsonPart(text: string) {
  const { root, errors } = parseJson(text);
  if (root?.kind !== "object" || errors.length > 0) return undefined;
  return { value: partOfObject(root), placeOf: (path: PartPath) => placeInJson(text, root, path) };
}
