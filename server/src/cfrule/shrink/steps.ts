import type { ShrinkStep } from "../../core/shrink/shrink.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { chainsOf, mergeChain } from "../rewrite/merge.ts";
import { gatherNots, spreadNot } from "../rewrite/negate.ts";
import { oppositeOf, plainComparison } from "../rewrite/opposite.ts";
import { isLoose, ungroup } from "../rewrite/parentheses.ts";
import { removeOperand } from "../rewrite/remove.ts";
import { cutOut, dropNot, hasComment, startsArgument } from "../rewrite/source.ts";
import { type Spelling, spellingOf } from "../rewrite/spelling.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { Comparison, Logical, Not, Operand } from "../syntax/tree.ts";
import { factorings } from "./factor.ts";
import { fieldCounts, type LocatedNode, locatedNodes, ofKind } from "./located-nodes.ts";
import { numberSteps } from "./numbers.ts";
import { itemSteps, joinedItems, withoutSet } from "./sets.ts";
import { shorterLiteral, symbols, withoutSpaces } from "./spelling.ts";

/** The steps that may shorten a rule, cheap and certain ones first. */
export function stepsOf(parsed: Parsed): readonly ShrinkStep[] {
  const places = locatedNodes(parsed.root);
  const logicals = ofKind(places, "logical");
  const literals = [...ofKind(places, "string"), ...ofKind(places, "regex")];
  const counts = fieldCounts(places);
  const spelling = spellingOf(parsed);
  return [
    ...togetherFirst(ofKind(places, "group"), ({ node, above }) =>
      isLoose(node, above) ? ungroup(parsed, node, above) : [],
    ),
    ...logicals.flatMap(({ node }) =>
      chainsOf(node, parsed.text).map((it) => () => mergeChain(parsed, it)),
    ),
    ...ofKind(places, "comparison").flatMap((it) => setSteps(parsed, it, counts)),
    ...togetherFirst(literals, ({ node }) => shorterLiteral(node)),
    ...ofKind(places, "not").flatMap(({ node }) => notSteps(parsed, node)),
    ...logicals.flatMap((it) => logicalSteps(parsed, it, spelling)),
  ];
}

/** Tries all items at once, because the rule is parsed again after each successful step; then each on its own. */
function togetherFirst<Item>(
  items: readonly Item[],
  edit: (item: Item) => readonly Edit[],
): readonly ShrinkStep[] {
  const single = items.map((it) => () => edit(it));
  return items.length > 1 ? [() => items.flatMap(edit), ...single] : single;
}

function setSteps(
  parsed: Parsed,
  place: LocatedNode<Comparison>,
  counts: ReadonlyMap<string, number>,
): ShrinkStep[] {
  const { left, right } = place.node;
  if (right.kind !== "set") return [];
  const isAlone = (counts.get(fieldIn(left)) ?? 0) < 2;
  return [
    () => joinedItems(parsed, right),
    () => withoutSet(parsed, place),
    ...itemSteps(parsed, right, isAlone),
  ];
}

function fieldIn(operand: Operand): string {
  if (operand.kind === "field") return operand.name;
  if (operand.kind === "indexed") return fieldIn(operand.base);
  const [first] = operand.args;
  const isOperand = first?.kind === "field" || first?.kind === "indexed" || first?.kind === "call";
  return isOperand ? fieldIn(first) : "";
}

function logicalSteps(
  parsed: Parsed,
  place: LocatedNode<Logical>,
  spelling: Spelling,
): readonly ShrinkStep[] {
  const { node } = place;
  return [
    ...factorings(parsed, place, spelling),
    ...node.operands.map((_, index) => () => withoutOperand(parsed, place, index)),
    ...numberSteps(parsed, node, spelling),
    () => gatherNots(parsed, node),
  ];
}

function withoutOperand(
  parsed: Parsed,
  { node: logical, above }: LocatedNode<Logical>,
  index: number,
): readonly Edit[] {
  const edits = removeOperand(parsed, { logical, index });
  const [first, next] = logical.operands;
  if (edits.length > 0 || index > 0 || !first || !next) return edits;
  // Outside of an argument, any operand can come first.
  const span = { start: first.start, end: next.start };
  return hasComment(parsed, span) || startsArgument(first, [...above, logical])
    ? []
    : [cutOut(parsed, span)];
}

function notSteps(parsed: Parsed, node: Not): readonly ShrinkStep[] {
  const { operand } = node;
  return [
    () => (operand.kind === "not" ? [dropNot(parsed, node), dropNot(parsed, operand)] : []),
    (): readonly Edit[] => {
      const comparison = plainComparison(node);
      const operator = comparison && oppositeOf(comparison, parsed.text);
      if (!comparison || !operator) return [];
      return [dropNot(parsed, node), replace(comparison.operator, operator)];
    },
    () => spreadNot(parsed, node, { root: parsed.root }),
  ];
}

/** Steps that make a rule harder to read, only for rules that would otherwise be too long. */
export function lastSteps(parsed: Parsed): readonly ShrinkStep[] {
  return [() => symbols(parsed), () => withoutSpaces(parsed)];
}
