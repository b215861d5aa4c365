import {
  type Finding,
  GroupPart,
  joinKeys,
  type ListPart,
  maxValues,
  type Part,
} from "../../core/logic/part.ts";
import { textHash } from "../../core/logic/related.ts";
import { type Formula, not } from "../../core/solver/formula.ts";
import type { Span } from "../../text/span.ts";
import type { Expression, Logical, Operand, Quantifier } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import { isWholeArray } from "./formula/arrays.ts";
import { anyElements, FormulaBuilder, type FormulaOptions } from "./formula/formula.ts";
import { isKnown, isOfOtherCase, isOpenCondition } from "./formula/known.ts";
import { factsAbout } from "./formula/terms.ts";
import { isTested, type OperandPosition, stripGroups } from "./groups.ts";
import { changeIn, conditionKey, keyOf, testIn } from "./operand.ts";
import { currentName, familiesIn, fieldsIn } from "./related-fields.ts";

/** A part of a rule. */
export interface RuleNode extends Span {
  /** Including the negations directly before it. */
  readonly expression: Expression;
  /** Without groups and negations. */
  readonly bare: Expression;
  /** Negated by an outer `not`. */
  readonly negated: boolean;
  /** Whether the bare expression is negated by what is around it. */
  readonly isDenied: boolean;
  /** Its position among the operands of a logical node. */
  readonly owner: OperandPosition | undefined;
  /** The operand of a single condition. Undefined if only its own truth is known. */
  readonly operand: Operand | undefined;
}

export type RulePart = Part<RuleNode>;
export type RuleFinding = Finding<RuleNode>;

/** A single condition, or an `xor`. Most of it is only read when it is asked for, because most are not compared with others. */
class SinglePart implements RulePart {
  readonly logical = undefined;
  readonly parts: readonly RulePart[] = none;
  isOdd?: true;
  operands?: readonly RulePart[];
  argument?: RulePart["argument"];
  private read: readonly Formula[] | undefined;
  private open: boolean | undefined;

  constructor(
    readonly node: RuleNode,
    readonly isKnown: boolean,
    readonly valueKey: string | undefined,
    private readonly names: readonly string[],
    private readonly reader: PartReader,
  ) {}

  get values(): readonly string[] {
    return this.reader.valuesOf(this.names);
  }

  get meanings(): readonly Formula[] {
    if (!this.read) {
      const { bare, isDenied } = this.node;
      const formula = this.isKnown ? this.reader.builder.expression(bare) : undefined;
      this.read = formula ? [isDenied ? not(formula) : formula] : none;
    }
    return this.read;
  }

  get exact(): RulePart["exact"] {
    const { bare, isDenied } = this.node;
    if (bare.kind !== "comparison" || bare.left.kind !== "field") return undefined;
    const { operator, right } = bare;
    if (right.kind !== "string" || (operator.name !== "eq" && operator.name !== "ne"))
      return undefined;
    return { text: right.bytes, isExcluded: (operator.name === "ne") !== isDenied };
  }

  get isPresent(): Formula | undefined {
    const { operand } = this.node;
    return operand && this.reader.builder.presenceOf(operand);
  }

  get list(): ListPart | undefined {
    return this.valueKey === undefined ? undefined : listOf(this.node, this.reader.builder);
  }

  get isOpen(): boolean {
    this.open ??= !this.operands && !this.argument && isOpenCondition(this.node.bare);
    return this.open;
  }

  get key(): string | undefined {
    const { bare, isDenied } = this.node;
    const inner = this.operands ?? (this.argument ? [this.argument.part] : none);
    const name =
      bare.kind === "quantifier" ? quantifierName(bare) : "name" in bare ? bare.name : "";
    const keys = inner.map((it) => it.key);
    const key = keys.length > 0 ? joinKeys(name, keys) : conditionKey(bare, this.reader.rule.text);
    return key && `${isDenied ? "!" : ""}${key}`;
  }

  get hash(): number {
    const { bare } = this.node;
    if (bare.kind !== "comparison") return 0;
    const { right } = bare;
    const items = right.kind === "set" ? right.items : right.kind === "string" ? [right] : none;
    let sum = 0;
    for (const it of items) if (it.kind === "string") sum = (sum + textHash(it.bytes)) | 0;
    return sum;
  }
}

const none: readonly never[] = [];

/** Reads the parts of a rule. A `not` is moved inward to single conditions. */
export class PartReader {
  readonly builder: FormulaBuilder;
  private readonly known: RulePart[] = [];
  private families: ReadonlyMap<string, string> | undefined;

  constructor(
    readonly rule: { readonly text: string; readonly hasProblems: boolean },
    arrays: Pick<FormulaOptions, "elements"> = {},
    /** The fields of all conditions. */
    private readonly names = new Set<string>(),
  ) {
    this.builder = new FormulaBuilder(rule.text, { hasRanges: true, ...arrays });
  }

  /** The formulas of all conditions. */
  formulas(): readonly Formula[] {
    return this.known.flatMap((it) => it.meanings);
  }

  /** Facts about the values that conditions use, which hold for every request. */
  facts(): readonly Formula[] {
    this.formulas();
    return factsAbout(this.builder.terms);
  }

  /** The names of fields, or of their families. */
  valuesOf(names: readonly string[]): readonly string[] {
    this.families ??= familiesIn(this.names);
    const { families } = this;
    return families.size === 0 ? names : names.map((it) => families.get(it) ?? it);
  }

  part(expression: Expression, negated: boolean, owner?: OperandPosition): RulePart {
    const { start, end } = expression;
    const { bare, flipped } = stripGroups(expression);
    const isDenied = negated !== flipped;
    const operand = operandOf(bare);
    const node = { start, end, expression, bare, negated, isDenied, owner, operand };
    const effect = bare.kind === "logical" ? effectOf(bare, isDenied) : "xor";
    if (bare.kind !== "logical" || effect === "xor") return this.single(node);
    return new GroupPart(node, effect, this.operandsOf(bare, isDenied, owner));
  }

  /** Joins nested groups with the same effect. Whether operands of an `xor` cancel each other out does not depend on negations. */
  private operandsOf(
    logical: Logical,
    isDenied: boolean,
    outer?: OperandPosition,
    into: RulePart[] = [],
  ): RulePart[] {
    const effect = effectOf(logical, isDenied);
    const isXor = effect === "xor";
    for (const [index, operand] of logical.operands.entries()) {
      const { bare, flipped } = stripGroups(operand);
      const isTurned = isDenied !== flipped;
      const owner = { logical, index, outer };
      if (bare.kind === "logical" && effectOf(bare, isTurned) === effect)
        this.operandsOf(bare, isTurned, owner, into);
      else if (!isXor || operand.start < operand.end)
        into.push(this.part(operand, isDenied && !isXor, owner));
    }
    return into;
  }

  private single(node: RuleNode): RulePart {
    const { bare, operand, isDenied } = node;
    const operands = bare.kind === "logical" ? this.operandsOf(bare, false, node.owner) : undefined;
    const isOdd = !operands && (!isKnown(bare) || isOfOtherCase(bare, operand));
    const isRead = operands ? operands.every(isAllKnown) : !isOdd || !this.rule.hasProblems;
    const source = operand && sourceOf(operand);
    const valueKey = source && keyOf(source, this.rule.text);
    const names = namesIn(bare);
    for (const it of names) this.names.add(it);
    const part = new SinglePart(node, isRead, isRead ? valueKey : undefined, names, this);
    if (isRead) this.known.push(part);
    if (isOdd) part.isOdd = true;
    if (operands) part.operands = operands;
    if (bare.kind === "quantifier" && isTested(bare.argument)) {
      const reader = new PartReader(this.rule, { elements: anyElements }, this.names);
      const inner = reader.part(bare.argument, false);
      part.argument = { part: inner, decisive: decisiveIn(bare), negated: isDenied };
    }
    return part;
  }
}

/** The effect of a logical node after every `not` is moved inward. */
function effectOf({ name }: Logical, isDenied: boolean): Logical["name"] {
  if (name === "xor" || !isDenied) return name;
  return name === "and" ? "or" : "and";
}

/** Whether something is known of each condition. */
function isAllKnown({ logical, parts, isKnown }: RulePart): boolean {
  return logical ? parts.every(isAllKnown) : isKnown;
}

function listOf({ bare, isDenied }: RuleNode, builder: FormulaBuilder): ListPart | undefined {
  if (bare.kind !== "comparison" || bare.right.kind !== "set") return undefined;
  const { right } = bare;
  if (right.items.length < 2 || right.items.length > maxValues) return undefined;
  const values = right.items.map((_, index) => {
    return { index, meanings: [builder.listed(bare, index)] };
  });
  return { isExcluding: isDenied, values };
}

/** The fields of a condition. Most compare one with a constant. */
function namesIn(bare: Expression): readonly string[] {
  const isPlain = bare.kind === "comparison" && bare.left.kind === "field";
  return isPlain && !isOperand(bare.right) ? [currentName(bare.left)] : [...fieldsIn(bare)];
}

/** The truth of all elements that decides the quantifier, also for a missing array. */
function decisiveIn(quantifier: Quantifier): "never" | "always" | undefined {
  if (quantifier.name === "any") return "never";
  return isWholeArray(quantifier.argument) ? undefined : "always";
}

/** Parentheses around the whole argument change what `all` is for a missing array. */
function quantifierName(quantifier: Quantifier): string {
  return `${quantifier.name}${isWholeArray(quantifier.argument) ? " array" : ""}`;
}

/** The operand of a condition on one value. */
function operandOf(bare: Expression): Operand | undefined {
  const test = testIn(bare);
  if (test) return isOperand(test.right) ? undefined : test.left;
  const isConstant = bare.kind === "field" && bare.definition?.pseudo;
  return isOperand(bare) && !isConstant ? bare : undefined;
}

/** The value that an operand is made of: conditions on it and on its length are about the same value. */
function sourceOf(operand: Operand): Operand {
  const change = changeIn(operand);
  return change ? sourceOf(change.of) : operand;
}
