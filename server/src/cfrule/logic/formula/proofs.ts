import { maxValues } from "../../../core/logic/outline.ts";
import type { Finding, ListPart, ProofPart } from "../../../core/logic/part.ts";
import { proofsIn } from "../../../core/logic/proofs.ts";
import { type Formula, not } from "../../../core/solver/formula.ts";
import type { Span } from "../../../text/span.ts";
import { eachNode } from "../../syntax/children.ts";
import type { Expression, Logical } from "../../syntax/tree.ts";
import type { OperandPosition } from "../facts.ts";
import { familiesIn } from "../related-fields.ts";
import { effective, stripGroups } from "../walk-state.ts";
import { assumedFacts, urlFacts } from "./field-facts.ts";
import { formulaOf } from "./formula.ts";
import { factsAbout, type Term } from "./terms.ts";

/** A part of a rule. */
export interface RuleNode extends Span {
  /** Including the negations directly before it. */
  readonly expression: Expression;
  /** Negated by an outer `not`. */
  readonly negated: boolean;
  /** Its position among the operands of an `and` or `or`. */
  readonly owner: OperandPosition | undefined;
}

export type RulePart = ProofPart<RuleNode>;
export type RuleFinding = Finding<RuleNode>;

/** The budget for one rule: a few milliseconds at most. */
const work = 30_000;

/** What the solver can prove about the conditions of a rule. */
export function provedIn(root: Expression, text: string): readonly RuleFinding[] {
  const reader = new Reader(text, familiesIn(fieldsIn(root)));
  const part = reader.part(root, false, undefined);
  const { formulas, terms } = reader;
  const assumptions = [...urlFacts(formulas), ...assumedFacts(formulas)];
  return proofsIn(part, { facts: factsAbout(terms), assumptions, work });
}

class Reader {
  readonly formulas: Formula[] = [];
  readonly terms: Term[] = [];

  constructor(
    private readonly text: string,
    private readonly families: ReadonlyMap<string, string>,
  ) {}

  part(expression: Expression, around: boolean, owner: OperandPosition | undefined): RulePart {
    const { bare, flipped } = stripGroups(expression);
    const negated = around !== flipped;
    const { start, end } = expression;
    const node: RuleNode = { start, end, expression, negated: around, owner };
    return bare.kind === "logical" && bare.name !== "xor"
      ? this.group(bare, negated, node)
      : this.condition(bare, negated, node);
  }

  private group(logical: Logical, negated: boolean, node: RuleNode): RulePart {
    const kind = effective(logical, negated) === "and" ? "and" : "or";
    const parts = logical.operands.flatMap((it, index) => {
      const part = this.part(it, negated, { logical, index });
      return part.logical === kind ? part.parts : [part];
    });
    const about = [...new Set(parts.flatMap((it) => it.about))];
    return { node, logical: kind, parts, readings: [], about };
  }

  private condition(bare: Expression, negated: boolean, node: RuleNode): RulePart {
    const formula = this.formula(bare);
    const readings = [negated ? not(formula) : formula];
    const about = Array.from(fieldsIn(bare), (it) => this.families.get(it) ?? it);
    const base = { node, logical: undefined, parts: [], readings, about };
    const list = this.list(bare, negated);
    return list ? { ...base, list } : base;
  }

  private formula(bare: Expression): Formula {
    const { formula, terms } = formulaOf(bare, this.text);
    this.formulas.push(formula);
    this.terms.push(...terms);
    return formula;
  }

  private list(bare: Expression, negated: boolean): ListPart | undefined {
    if (bare.kind !== "comparison" || bare.right.kind !== "set") return undefined;
    const { right } = bare;
    if (right.items.length < 2 || right.items.length > maxValues) return undefined;
    const values = right.items.map((item, index) => {
      const { formula } = formulaOf({ ...bare, right: { ...right, items: [item] } }, this.text);
      return { index, readings: [formula] };
    });
    return { isExcluding: negated, values };
  }
}

/** The fields of a node, by their current names. */
function fieldsIn(node: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(node, (it) => {
    if (it.kind !== "field") return;
    const current = it.definition?.deprecated;
    names.add(typeof current === "string" ? current : it.name);
  });
  return names;
}
