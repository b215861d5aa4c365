import { type Edit, replace } from "../../text/edit.ts";
import { keyOf, mayBeMissing } from "../logic/operand.ts";
import type { Comparison, Expression, Logical, Node, Operand, SetItem } from "../syntax/tree.ts";
import { overlapsAmong } from "../values/set-overlaps.ts";
import { removeOperand } from "./remove.ts";
import { hasComment, type Source, startsArgument } from "./source.ts";

/** Conditions of one `or` (or `and`) that can be a single set. */
export interface Chain {
  readonly logical: Logical;
  /** "not in" for an `and` of exclusions. */
  readonly operator: "in" | "not in";
  readonly members: readonly ChainMember[];
}

export interface ChainMember {
  readonly index: number;
  /** The node to replace: the comparison with the `not` before it. */
  readonly node: Expression;
  readonly comparison: Comparison;
}

/** Members need not be adjacent. Each operand is visited once. */
export function chainsOf(logical: Logical, text: string): readonly Chain[] {
  if (logical.name === "xor") return none;
  const operator = logical.name === "or" ? "in" : "not in";
  // Usually there is at most one member, so avoid growing a list.
  let found: ChainMember[] | undefined;
  let index = 0;
  for (const operand of logical.operands) {
    const member = operator === "in" ? listed(operand, index) : unlisted(operand, index);
    if (member && found) found.push(member);
    else if (member) found = [member];
    index++;
  }
  if (!found) return none;
  const [first, second, third] = found;
  if (!first || !second) return none;
  // Usually there are two conditions on different operands.
  if (!third && !haveOneOperand(first, second, text)) return none;
  const byOperand = new Map<string, ChainMember[]>();
  for (const member of found) {
    const key = keyOf(member.comparison.left, text);
    const others = byOperand.get(key);
    if (others) others.push(member);
    else byOperand.set(key, [member]);
  }
  return [...byOperand.values()]
    .filter((members) => members.length > 1)
    .map((members) => ({ logical, operator, members }));
}

const none: readonly Chain[] = [];

function haveOneOperand(a: ChainMember, b: ChainMember, text: string): boolean {
  const { left } = a.comparison;
  const { left: other } = b.comparison;
  return left.kind === other.kind && keyOf(left, text) === keyOf(other, text);
}

/** `x eq a` and `x in {a b}`. */
function listed(operand: Expression, index: number): ChainMember | undefined {
  const node = ungrouped(operand);
  if (node.kind !== "comparison" || !isListable(node, "eq")) return undefined;
  return { index, node, comparison: node };
}

/** `x ne a`, `not x eq a` and `not x in {a b}`, which are equivalent if the value is never missing. */
function unlisted(operand: Expression, index: number): ChainMember | undefined {
  const node = ungrouped(operand);
  const inner = node.kind === "not" ? ungrouped(node.operand) : node;
  if (inner.kind !== "comparison") return undefined;
  if (node.kind !== "not" && inner.operator.name === "in") return undefined;
  if (!isListable(inner, node.kind === "not" ? "eq" : "ne")) return undefined;
  if (mayBeMissing(inner.left)) return undefined;
  return { index, node, comparison: inner };
}

function ungrouped(node: Expression): Expression {
  let inner = node;
  while (inner.kind === "group") inner = inner.inner;
  return inner;
}

function isListable({ left, operator, right }: Comparison, single: "eq" | "ne"): boolean {
  if (!left.type) return false;
  if (operator.name === "in") {
    return right.kind === "set" && right.closed && right.items.every((it) => it.kind !== "stray");
  }
  return operator.name === single && isLiteral(right.kind);
}

function isLiteral(kind: string): boolean {
  return kind === "string" || kind === "integer" || kind === "address";
}

/** Replaces the first comparison and removes the others. No edits if comments would be lost. */
export function mergeChain(source: Source, { logical, operator, members }: Chain): Edit[] {
  const [first, ...others] = members;
  if (!first || hasComment(source, first.node)) return [];
  const edits: Edit[] = [];
  for (const { index } of others) {
    const removal = removeOperand(source, { logical, index });
    if (removal.length === 0) return [];
    for (const edit of removal) edits.push(edit);
  }
  const { left } = first.comparison;
  const items = itemTexts(source.text, members);
  return [replace(first.node, `${setText(source.text, left, items, operator)}`), ...edits];
}

export function setText(
  text: string,
  left: Operand,
  items: readonly string[],
  operator: Chain["operator"],
): string {
  const not = operator === "not in" ? "not " : "";
  return `${not}${text.slice(left.start, left.end)} in {${items.join(" ")}}`;
}

/** Each value once, as first written, without values that another one covers. */
function itemTexts(text: string, members: readonly ChainMember[]): string[] {
  const items = members.flatMap(({ comparison: { right } }) =>
    right.kind === "set" ? right.items : [right as SetItem],
  );
  const repeated = new Set(
    overlapsAmong(items)
      .filter((it) => it.kind !== "partial")
      .map((it) => it.item),
  );
  return items.filter((it) => !repeated.has(it)).map(({ start, end }) => text.slice(start, end));
}

/** Larger sets are not expanded. */
const maxSpread = 50;

/** `x in {a b}` as `(x eq a or x eq b)`. No edits for ranges and networks. */
export function spreadSet(source: Source, comparison: Comparison, above: readonly Node[]): Edit[] {
  const { left, right } = comparison;
  if (right.kind !== "set" || hasComment(source, comparison)) return [];
  const { items } = right;
  const single = items.every((it) => isLiteral(it.kind) && !("loose" in it));
  if (!single || items.length === 0 || items.length > maxSpread) return [];
  const { text } = source;
  const operand = text.slice(left.start, left.end);
  const parts = items.map((it) => `${operand} eq ${text.slice(it.start, it.end)}`);
  const around = above[above.length - 1];
  const bare = parts.length === 1 || !around || (around.kind === "logical" && around.name === "or");
  const whole = bare && !(parts.length > 1 && startsArgument(comparison, above));
  return [replace(comparison, whole ? parts.join(" or ") : `(${parts.join(" or ")})`)];
}
