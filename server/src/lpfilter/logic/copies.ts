import type { JsonValue } from "../../json/tree.ts";
import type { Condition, Filter, FilterNode, Group } from "../filter.ts";
import { valuesOf } from "../values.ts";
import { isExact, spell } from "./claim.ts";
import { isPlain, isWhole } from "./entry.ts";

/** A group that asks for the same as an earlier one in the same list, in whatever order. */
export interface Copy {
  readonly group: Group;
  readonly of: Group;
  readonly around: Group;
}

export function copiesIn({ node }: Filter): readonly Copy[] {
  const copies: Copy[] = [];
  if (node?.kind === "group") new Search(copies).group(node);
  return copies;
}

/** Spelling out what a group asks for costs much, so it is done only for groups that look alike from afar. */
class Search {
  private readonly looks = new Map<Group, number>();
  private readonly meanings = new Meanings();

  constructor(private readonly copies: Copy[]) {}

  group(around: Group): void {
    let groups = 0;
    for (const item of around.items) {
      if (item.kind !== "group") continue;
      groups++;
      this.group(item);
    }
    if (groups > 1) this.neighbours(around);
  }

  private neighbours(around: Group): void {
    const alike = new Map<number, Group[]>();
    for (const item of around.items) {
      if (item.kind !== "group") continue;
      const look = this.lookOf(item);
      const others = alike.get(look);
      if (others) others.push(item);
      else alike.set(look, [item]);
    }
    if (alike.size === around.items.length) return;
    for (const groups of alike.values()) if (groups.length > 1) this.compare(groups, around);
  }

  private compare(groups: readonly Group[], around: Group): void {
    const firsts = new Map<number, Group>();
    for (const group of groups) {
      const meaning = this.meanings.number(group);
      if (meaning === undefined) continue;
      const of = firsts.get(meaning);
      if (of) this.copies.push({ group, of, around });
      else firsts.set(meaning, group);
    }
  }

  /** The same for groups that mean the same, and seldom for others. The order of the parts does not count. */
  private lookOf(group: Group): number {
    const known = this.looks.get(group);
    if (known !== undefined) return known;
    let look = group.joiner === "and" ? 1 : 2;
    for (const item of group.items) {
      look = (look + (item.kind === "group" ? this.lookOf(item) * 31 : lookOfCondition(item))) | 0;
    }
    this.looks.set(group, look);
    return look;
  }
}

function lookOfCondition(node: FilterNode): number {
  if (node.kind !== "condition") return 0;
  const name = node.key?.value?.kind === "string" ? node.key.value.value : "";
  const operator = node.comparison?.name ?? "";
  return (lookOfText(name) * 31 + lookOfText(operator)) * 31 + lookOfValue(node.value?.value);
}

/** Of a list only that it is one, as the order and the repeats in it do not count. */
function lookOfValue(value: JsonValue | undefined): number {
  if (value?.kind === "string") return lookOfText(value.value);
  return value?.kind === "number" ? lookOfText(value.written) : 0;
}

function lookOfText(text: string): number {
  const { length } = text;
  if (length === 0) return 0;
  return length * 961 + text.charCodeAt(length - 1) * 31 + text.charCodeAt(length >> 1);
}

/** Numbers every node by its meaning, from the innermost out. */
class Meanings {
  private readonly numbers = new Map<string, number>();

  /** Undefined for what is too broken to have a meaning. */
  number(node: FilterNode): number | undefined {
    if (node.kind === "stray") return undefined;
    const words = node.kind === "group" ? this.groupWords(node) : conditionWords(node);
    if (words === undefined) return undefined;
    const known = this.numbers.get(words);
    if (known !== undefined) return known;
    this.numbers.set(words, this.numbers.size);
    return this.numbers.size - 1;
  }

  private groupWords(group: Group): string | undefined {
    const parts = group.items.map((it) => this.number(it));
    // An empty group and one of a single part are told of by other checks.
    if (!isPlain(group) || parts.length < 2 || parts.includes(undefined)) return undefined;
    return `${group.joiner} ${[...new Set(parts)].sort().join(" ")}`;
  }
}

function conditionWords(condition: Condition): string | undefined {
  const { comparison, key, value } = condition;
  if (!isWhole(condition) || !comparison || key?.value?.kind !== "string" || !value?.value) {
    return undefined;
  }
  const values = valuesOf(condition);
  const operand = values?.every(isExact)
    ? values
        .map((it) => JSON.stringify(it))
        .sort()
        .join()
    : spell(value.value);
  return operand === undefined
    ? undefined
    : `${JSON.stringify(key.value.value)} ${comparison.name} ${operand}`;
}
