import { addAll } from "../text/add-all.ts";
import type { Span } from "../text/span.ts";
import type { Region } from "./region.ts";

/** The common document model of all hosts: objects, lists, and values that may be embedded texts. */
export type HostNode = HostObject | HostList | HostValue;

export interface HostObject extends Span {
  readonly kind: "object";
  /** In document order. A name may appear several times, as Terraform blocks do. */
  readonly entries: readonly HostEntry[];
  /** Whether there may be other entries, which are not known statically. */
  readonly isOpen?: boolean;
  /** The object as the JSON of a filter. Undefined if the host has no such objects. */
  filter?(): Region | undefined;
}

export interface HostEntry extends Span {
  readonly name: string;
  readonly value: HostNode;
}

export interface HostList extends Span {
  readonly kind: "list";
  readonly items: readonly HostNode[];
  /** Set if the items or their number are not known statically. */
  readonly isOpen: boolean;
  /** It is empty with the defaults of these variables: the items are the ones that other values may create. */
  readonly defaults?: readonly string[] | undefined;
}

export interface HostValue extends Span {
  readonly kind: "value";
  /** The value; undefined when it is not known statically. */
  literal(): string | number | boolean | undefined;
  /** The possible texts: none when unknown, several for alternatives. */
  regions(): readonly Region[];
  /** The variables whose defaults make the value, as in `var.office`. */
  readonly defaults?: readonly string[] | undefined;
  /** Set if it is null, which is the same as no value. */
  readonly isNull?: true;
  /** Its alternatives, with other values than the defaults. */
  readonly others?: readonly HostValue[];
}

/** All values of a name in an object, with lists flattened, and with those that are there instead. */
export function valuesNamed(object: HostObject, name: string): HostNode[] {
  return object.entries.filter((it) => it.name === name).flatMap((it) => flat(it.value));
}

export function flat(node: HostNode, into: HostNode[] = []): readonly HostNode[] {
  if (node.kind === "list") for (const it of node.items) flat(it, into);
  else into.push(node);
  if (node.kind === "value" && node.others) addAll(into, node.others);
  return into;
}

/** The value of a name, and those that are there instead. The last one wins. */
export function choicesNamed({ entries }: HostObject, name: string): readonly HostValue[] {
  const value = entries.findLast((it) => it.name === name)?.value;
  return value?.kind === "value" ? [value, ...(value.others ?? [])] : [];
}

/** The last one wins. */
export function literalNamed(
  { entries }: HostObject,
  name: string,
): string | number | boolean | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry?.name !== name) continue;
    return entry.value.kind === "value" ? entry.value.literal() : undefined;
  }
  return undefined;
}

/** The variables that a node depends on, and that have no other value than their default. */
export function defaultsIn(node: HostNode): readonly string[] | undefined {
  const found = new Set<string>();
  const visit = (it: HostNode): void => {
    for (const name of (it.kind !== "object" && it.defaults) || []) found.add(name);
    if (it.kind === "object") for (const { value } of it.entries) visit(value);
    else if (it.kind === "list") for (const item of it.items) visit(item);
  };
  visit(node);
  return found.size > 0 ? [...found] : undefined;
}

/** The results of a `dynamic` block of Terraform, as evaluations. */
export interface Repeated<Evaluation> {
  readonly all: readonly Evaluation[];
  /** Whether there may be fewer. */
  readonly isOpen: boolean;
  /** Any number of others, none of them with the defaults of these variables. */
  readonly more?: readonly {
    readonly values: readonly Evaluation[];
    readonly defaults?: readonly string[] | undefined;
  }[];
}
