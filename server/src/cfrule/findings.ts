import { kept } from "../core/solver/kept.ts";
import { isOpenCondition } from "./logic/formula/known.ts";
import { isTested, stripGroups } from "./logic/groups.ts";
import type { RuleFinding, RuleNode } from "./logic/part.ts";
import { currentName, familiesIn } from "./logic/related-fields.ts";
import { findingsIn } from "./meaning.ts";
import { eachNode } from "./syntax/children.ts";
import type { Parsed } from "./syntax/parse.ts";
import type { Expression, Field } from "./syntax/tree.ts";
import { isOperand } from "./syntax/types.ts";

export type { RuleFinding, RuleNode };

const none: readonly RuleFinding[] = [];

interface Rule {
  readonly parsed: Parsed;
}

/** The conclusions from the conditions of a rule. Cached, because several checks use it. */
export function findingsOf(rule: Rule): readonly RuleFinding[] {
  const { parsed } = rule;
  const find = () => (isSimpleRule(rule) ? none : findingsIn(parsed));
  return kept(parsed.computed, findingsOf, find) as readonly RuleFinding[];
}

/** Whether no two conditions are about the same value, so that nothing follows from them. The solver is not loaded then. */
export function isSimpleRule({ parsed }: Rule): boolean {
  const answer = () => parsed.form === "value" || isSimple(parsed.root);
  return kept(parsed.computed, isSimpleRule, answer) as boolean;
}

function isSimple(root: Expression): boolean {
  const fields = new Set<string>();
  if (!isOpen(root, fields)) return false;
  const families = familiesIn(fields);
  if (families.size === 0) return true;
  const used = [...fields].flatMap((it) => families.get(it) ?? []);
  return new Set(used).size === used.length;
}

/** Whether each field occurs once, and each condition is obviously true of some values only. */
function isOpen(node: Expression, fields: Set<string>): boolean {
  const { bare } = stripGroups(node);
  switch (bare.kind) {
    case "logical":
      return bare.name !== "xor" && bare.operands.every((it) => isOpen(it, fields));
    case "quantifier":
      return !isTested(bare.argument) || isOpen(bare.argument, fields);
    default:
      return isOpenCondition(bare) && addFields(bare, fields);
  }
}

/** False if one of the fields is already known. */
function addFields(condition: Expression, fields: Set<string>): boolean {
  const addField = (it: Field): boolean => {
    const { size } = fields;
    return fields.add(currentName(it)).size > size;
  };
  // Most compare a field with a constant.
  if (
    condition.kind === "comparison" &&
    condition.left.kind === "field" &&
    !isOperand(condition.right)
  )
    return addField(condition.left);
  let isNew = true;
  eachNode(condition, (it) => {
    if (it.kind === "field") isNew = addField(it) && isNew;
  });
  return isNew;
}
