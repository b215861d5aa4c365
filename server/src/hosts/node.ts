import type { Span } from "../text/span.ts";
import type { Region } from "./region.ts";

/** What all hosts have in common: objects, lists, and values that may be texts of ours. */
export type HostNode = HostObject | HostList | HostValue;

export interface HostObject extends Span {
  readonly kind: "object";
  /** In the order of the file. A name may appear several times, as blocks do in Terraform. */
  readonly entries: readonly HostEntry[];
}

export interface HostEntry extends Span {
  readonly name: string;
  readonly value: HostNode;
}

export interface HostList extends Span {
  readonly kind: "list";
  readonly items: readonly HostNode[];
  /** What is in the list, or how often, is decided when the file is used. */
  readonly isOpen: boolean;
}

export interface HostValue extends Span {
  readonly kind: "value";
  /** What the file says here; undefined when that is not known before the file is used. */
  literal(): string | number | boolean | undefined;
  /** The texts that this may be: none where nothing can be read, several where one of them is chosen. */
  regions(): readonly Region[];
}

/** All that the host gives one name in an object; nodes of lists are given one by one. */
export function valuesNamed(object: HostObject, name: string): HostNode[] {
  return object.entries.filter((it) => it.name === name).flatMap((it) => flat(it.value));
}

export function flat(node: HostNode): readonly HostNode[] {
  return node.kind === "list" ? node.items.flatMap(flat) : [node];
}

/** The last one counts, as everywhere. */
export function literalNamed(
  object: HostObject,
  name: string,
): string | number | boolean | undefined {
  const value = object.entries.findLast((it) => it.name === name)?.value;
  return value?.kind === "value" ? value.literal() : undefined;
}
