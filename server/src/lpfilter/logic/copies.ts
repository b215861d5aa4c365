import { isUnseen, type JsonValue } from "../../json/syntax/tree.ts";
import type { Condition, Filter, FilterNode, Group } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import { canonicalText, isExact } from "./claim.ts";
import { isPlain, isWhole } from "./entry.ts";
import type { Copy } from "./facts.ts";

export function copiesIn({ node }: Filter): readonly Copy[] {
  const copies: Copy[] = [];
  if (node?.kind === "group") new Search(copies).group(node);
  return copies;
}

/** Comparing groups in full is slow, so it is only done for groups with the same fingerprint. */
class Search {
  private readonly meanings = new Meanings();

  constructor(private readonly copies: Copy[]) {}

  /** A fingerprint of the group: the same for groups with the same meaning in any order, and rarely for others. */
  group(around: Group): number {
    let parts: GroupFingerprint[] | undefined;
    let fingerprint = around.logical === "and" ? 1 : 2;
    for (const item of around.items) {
      if (item.kind !== "group") {
        fingerprint = (fingerprint + fingerprintOfCondition(item)) | 0;
        continue;
      }
      const inner = this.group(item);
      fingerprint = (fingerprint + inner * 31) | 0;
      if (!canBeCopied(item)) continue;
      parts ??= [];
      parts.push({ group: item, fingerprint: inner });
    }
    if (parts && parts.length > 1) this.siblings(parts, around);
    return fingerprint;
  }

  private siblings(parts: readonly GroupFingerprint[], around: Group): void {
    const firsts = new Map<number, Group>();
    const alike = new Map<number, Group[]>();
    for (const { group, fingerprint } of parts) {
      const first = firsts.get(fingerprint);
      const others = first && alike.get(fingerprint);
      if (others) others.push(group);
      else if (first) alike.set(fingerprint, [first, group]);
      else firsts.set(fingerprint, group);
    }
    for (const groups of alike.values()) this.compare(groups, around);
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
}

interface GroupFingerprint {
  readonly group: Group;
  readonly fingerprint: number;
}

/** Empty and single-member groups are reported by other checks. */
function canBeCopied(group: Group): boolean {
  return isPlain(group) && group.items.length > 1;
}

function fingerprintOfCondition(node: FilterNode): number {
  if (node.kind !== "condition") return 0;
  const name = node.key?.value?.kind === "string" ? node.key.value.value : "";
  const operator = node.comparison?.name ?? "";
  return (
    (fingerprintOfText(name) * 31 + fingerprintOfText(operator)) * 31 +
    fingerprintOfValue(node.value?.value)
  );
}

/** All arrays have the same fingerprint, because order and duplicates do not matter. */
function fingerprintOfValue(value: JsonValue | undefined): number {
  if (value?.kind === "string") return fingerprintOfText(value.value);
  return value?.kind === "number" ? fingerprintOfText(String(value.value)) : 0;
}

function fingerprintOfText(text: string): number {
  const { length } = text;
  if (length === 0) return 0;
  return length * 961 + text.charCodeAt(length - 1) * 31 + text.charCodeAt(length >> 1);
}

/** Assigns equivalent nodes the same number, innermost first. */
class Meanings {
  private readonly numbers = new Map<string, number>();

  /** Undefined for invalid nodes. */
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
    if (!canBeCopied(group)) return undefined;
    const parts = group.items.map((it) => this.number(it));
    if (parts.includes(undefined)) return undefined;
    return `${group.logical} ${[...new Set(parts)].sort().join(" ")}`;
  }
}

function conditionWords(condition: Condition): string | undefined {
  const { comparison, key, operator, value } = condition;
  if (!isWhole(condition) || !comparison || key?.value?.kind !== "string" || !value?.value) {
    return undefined;
  }
  if (isUnseen(key.value) || isUnseen(operator?.value) || isUnseen(value.value)) return undefined;
  const values = valuesOf(condition);
  const operand = values?.every(isExact)
    ? values
        .map((it) => JSON.stringify(it))
        .sort()
        .join()
    : canonicalText(value.value);
  return operand === undefined
    ? undefined
    : `${JSON.stringify(key.value.value)} ${comparison.name} ${operand}`;
}
