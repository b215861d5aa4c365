import { and, type Formula, not } from "../../../core/solver/formula.ts";
import { isUnsatisfiable } from "../../../core/solver/relation.ts";
import { eachNode } from "../../syntax/children.ts";
import type { Expression, Logical } from "../../syntax/tree.ts";
import type { Truth } from "../facts.ts";
import { formulaOf } from "./formula.ts";
import { factsAbout } from "./terms.ts";

/** Conditions of an `and` that are never all true, or of an `or` of which one always is. */
export interface Clash {
  readonly truth: Truth;
  readonly logical: Logical;
  /** At least two. Without any of them nothing is proved. */
  readonly members: readonly Expression[];
  /** It is the whole rule. */
  readonly isRule: boolean;
}

/** For each question. Most take a fraction of it. */
const work = 20_000;
const maxNodes = 8;
const maxMembers = 12;

export function clashesIn(root: Expression, text: string): Clash[] {
  const clashes: Clash[] = [];
  let left = maxNodes;
  const visit = (node: Expression, isRule: boolean): void => {
    if (node.kind === "group") visit(node.inner, isRule);
    else if (node.kind === "not") visit(node.operand, false);
    if (node.kind !== "logical" || left-- <= 0) return;
    const clash = node.name === "xor" ? undefined : clashOf(node, text);
    if (clash) clashes.push({ ...clash, isRule });
    else for (const operand of node.operands) visit(operand, false);
  };
  visit(root, true);
  return clashes;
}

/** Only single conditions on one field: a question about groups would take longer than typing allows. */
function clashOf(logical: Logical, text: string): Omit<Clash, "isRule"> | undefined {
  const byField = new Map<string, Expression[]>();
  for (const member of membersOf(logical, logical.name, [])) {
    const field = fieldOf(member);
    if (field === undefined) continue;
    const same = byField.get(field);
    if (same) same.push(member);
    else byField.set(field, [member]);
  }
  for (const members of byField.values()) {
    if (members.length < 2 || members.length > maxMembers) continue;
    const clash = clashAmong(members, logical, text);
    if (clash) return clash;
  }
  return undefined;
}

function clashAmong(
  members: readonly Expression[],
  logical: Logical,
  text: string,
): Omit<Clash, "isRule"> | undefined {
  const isAnd = logical.name === "and";
  const read = members.map((member) => {
    const { formula, terms } = formulaOf(member, text);
    return { member, formula: isAnd ? formula : not(formula), terms };
  });
  const isImpossible = (some: typeof read): boolean => {
    const facts: Formula[] = factsAbout(some.flatMap((it) => it.terms));
    return isUnsatisfiable(and(...some.map((it) => it.formula), ...facts), work);
  };
  if (!isImpossible(read)) return undefined;
  let core = read;
  for (const it of read) {
    const without = core.filter((other) => other !== it);
    if (without.length > 1 && isImpossible(without)) core = without;
  }
  // A condition that is impossible alone contradicts none, and other checks say so.
  if (core.some((it) => isImpossible([it]))) return undefined;
  return { truth: isAnd ? "never" : "always", logical, members: core.map((it) => it.member) };
}

/** Groups of the same operator inside each other are one. */
function membersOf(node: Expression, name: Logical["name"], into: Expression[]): Expression[] {
  const inner = node.kind === "group" ? node.inner : node;
  if (inner.kind !== "logical" || inner.name !== name) into.push(node);
  else for (const it of inner.operands) membersOf(it, name, into);
  return into;
}

/** The only field of a single condition. */
function fieldOf(member: Expression): string | undefined {
  const inner = bare(member);
  // Most conditions, and cheap: this runs on each keystroke.
  if (inner.kind === "logical") return undefined;
  if (inner.kind === "comparison" && inner.left.kind === "field") return inner.left.name;
  const fields = new Set<string>();
  let isSingle = true;
  eachNode(inner, (node) => {
    if (node.kind === "field") fields.add(node.name);
    if (node.kind === "logical") isSingle = false;
  });
  const [only] = fields;
  return isSingle && fields.size === 1 ? only : undefined;
}

function bare(node: Expression): Expression {
  if (node.kind === "group") return bare(node.inner);
  return node.kind === "not" ? bare(node.operand) : node;
}
