import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type Scalar } from "yaml";
import { addAll } from "../../text/add-all.ts";
import { flat, type HostEntry, type HostNode, type HostObject, type HostValue } from "../node.ts";
import type { Region } from "../region.ts";
import { offsetsOf, type ReducedYaml } from "./items.ts";
import { objectRegion } from "./object.ts";
import { type ScalarContext, scalarRegion } from "./scalar.ts";

/** An explicit null: `null` or `~`. An empty value is a text that has not been typed yet. */
function isNull({ value, source }: Scalar): boolean {
  return value === null && source !== "";
}

/** Whether a tag such as `!include` lets another tool compute the value. */
function hasCustomTag({ tag }: Scalar): boolean {
  return tag !== undefined && /^!./.test(tag);
}

/** Bounds the expansion of aliases in hostile files. */
const mostExpanded = 10_000;

/** Converts one YAML document to nodes, with aliases and merge keys resolved. */
export class YamlNodes {
  private readonly anchored = new Map<string, { node: HostNode; size: number }>();
  /** The number of nodes so far, and of the nodes that aliases added. */
  private size = 0;
  private expanded = 0;

  /** The number of runs that were found where they should be. */
  found = 0;
  /** Maps the offsets of the nodes that are being read. */
  private at: (offset: number) => number;

  constructor(
    private readonly host: string,
    private readonly reduced?: ReducedYaml,
  ) {
    this.at = reduced ? offsetsOf(reduced) : (offset) => offset;
  }

  read(node: ParsedNode, context: ScalarContext): HostNode {
    if (isAlias(node)) return this.target(node.source) ?? this.nothing(node);
    const before = this.size++;
    const { anchor } = node;
    if (anchor) this.anchored.delete(anchor);
    const read = this.node(node, context);
    if (anchor) this.anchored.set(anchor, { node: read, size: this.size - before });
    return read;
  }

  /** The last anchor of that name before the alias. An alias inside its own anchor has no value. */
  private target(anchor: string): HostNode | undefined {
    const target = this.anchored.get(anchor);
    if (!target || this.expanded + target.size > mostExpanded) return undefined;
    this.expanded += target.size;
    this.size += target.size;
    return target.node;
  }

  private node(node: ParsedNode, context: ScalarContext): HostNode {
    const [start, end] = [this.at(node.range[0]), this.at(node.range[1])];
    if (isMap(node)) {
      const inner = node.flow ? { ...context, inFlow: true } : context;
      const entries = this.entries(node.items as Member[], inner);
      const read: HostObject = { kind: "object", start, end, entries };
      return { ...read, filter: () => objectRegion(this.host, read) };
    }
    if (isSeq(node)) {
      const inner = node.flow ? { ...context, inFlow: true } : context;
      const items = (node.items as ParsedNode[]).flatMap((it) => this.items(it, inner));
      return { kind: "list", start, end, items, isOpen: false };
    }
    if (isScalar(node) && isNull(node)) return { ...this.nothing(node), isNull: true };
    if (!isScalar(node) || hasCustomTag(node)) return this.nothing(node);
    const shift = start - node.range[0];
    const region = () => scalarRegion(this.host, node, context, shift);
    return {
      kind: "value",
      start,
      end,
      literal: () => literalOf(node.value, context.templates && region()),
      regions: () => [region()].filter((it) => it !== undefined),
      ...(node.value === null && { isNull: true }),
    };
  }

  /** The item of a list, or the items that it represents. */
  private items(item: ParsedNode, context: ScalarContext): readonly HostNode[] {
    const run = this.reduced?.runs.get(item.range[0]);
    if (!run || context.inFlow) return [this.read(item, context)];
    this.found++;
    const around = this.at;
    const items = run.items.map(({ start, node }) => {
      this.at = (offset) => offset + start;
      return this.read(node, context);
    });
    this.at = around;
    return items;
  }

  private nothing({ range }: Pick<ParsedNode, "range">): HostValue {
    const [start, end] = [this.at(range[0]), this.at(range[1])];
    return { kind: "value", start, end, literal: () => undefined, regions: () => [] };
  }

  /** Properties take precedence over properties of merge keys, and the first merge over the next. */
  private entries(items: readonly Member[], context: ScalarContext): HostEntry[] {
    const own: HostEntry[] = [];
    const merged: HostEntry[] = [];
    for (const item of items) {
      const entry = this.entry(item, context);
      if (!isMergeKey(item)) own.push(entry);
      else for (const it of flat(entry.value)) if (it.kind === "object") addAll(merged, it.entries);
    }
    if (merged.length === 0) return own;
    const names = new Set(own.map((it) => it.name));
    return [...merged.filter(({ name }) => !names.has(name) && names.add(name)), ...own];
  }

  private entry({ key, value }: Member, context: ScalarContext): HostEntry {
    const name = isScalar(key) ? (key.source ?? String(key.value)) : "";
    const [start, keyEnd] = key?.range ?? [0, 0];
    const read = value
      ? this.read(value, context)
      : this.nothing({ range: [keyEnd, keyEnd, keyEnd] });
    return { name, value: read, start: this.at(start), end: this.at(value?.range[1] ?? keyEnd) };
  }
}

type Member = Pair<ParsedNode | null, ParsedNode | null>;

/** `<<: *base` */
function isMergeKey({ key }: Member): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}

function literalOf(
  value: unknown,
  region: Region | undefined,
): string | number | boolean | undefined {
  if (region && region.holes.length > 0) return undefined;
  const isKnown =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isKnown ? value : undefined;
}
