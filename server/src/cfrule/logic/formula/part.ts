import {
  type Finding,
  GroupPart,
  joinKeys,
  type ListPart,
  maxValues,
  type Part,
} from "../../../core/logic/part.ts";
import { textHash } from "../../../core/logic/related.ts";
import { type Formula, not } from "../../../core/solver/formula.ts";
import type { Span } from "../../../text/span.ts";
import type { Expression, Logical, Operand, Quantifier } from "../../syntax/tree.ts";
import { isOperand } from "../../syntax/types.ts";
import { isTested, type OperandPosition, stripGroups } from "../groups.ts";
import { isOpenCondition } from "../open-condition.ts";
import { comparisonKey, keyOf } from "../operand.ts";
import { currentName, fieldsIn } from "../related-fields.ts";
import { FormulaBuilder, formulaOf } from "./formula.ts";
import { isKnown, isOfOtherCase, isTextTest } from "./known.ts";
import { factsAbout } from "./terms.ts";

/** A part of a rule. */
export interface RuleNode extends Span {
  /** Including the negations directly before it. */
  readonly expression: Expression;
  /** Negated by an outer `not`. */
  readonly negated: boolean;
  /** Its position among the operands of a logical node. */
  readonly owner?: OperandPosition | undefined;
  /** The operand of a single condition. Undefined if only its own truth is known. */
  readonly operand?: Operand | undefined;
  /** The same for the same operand. */
  readonly operandKey?: string | undefined;
  /** The `and` or `or` of a group, and whether its operands are negated by what is around them. */
  readonly group?: { readonly logical: Logical; readonly negated: boolean };
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
  private known: readonly string[] | undefined;
  private read: readonly Formula[] | undefined;
  private listed: ListPart | "none" | undefined;

  constructor(
    readonly node: RuleNode,
    private readonly bare: Expression,
    readonly isKnown: boolean,
    readonly valueKey: string | undefined,
    private readonly reader: PartReader,
  ) {}

  get values(): readonly string[] {
    this.known ??= this.reader.valuesIn(this.bare);
    return this.known;
  }

  get meanings(): readonly Formula[] {
    this.read ??= this.isKnown ? [this.reader.meaningOf(this.bare, this.isDenied)] : none;
    return this.read;
  }

  get exact(): RulePart["exact"] {
    const { bare } = this;
    if (bare.kind !== "comparison" || bare.left.kind !== "field") return undefined;
    const { operator, right } = bare;
    if (right.kind !== "string" || (operator.name !== "eq" && operator.name !== "ne"))
      return undefined;
    return { text: right.bytes, isExcluded: (operator.name === "ne") !== this.isDenied };
  }

  get isPresent(): Formula | undefined {
    const { operand } = this.node;
    return operand && this.reader.presenceOf(operand);
  }

  get list(): ListPart | undefined {
    this.listed ??= (this.valueKey && this.reader.listOf(this.bare, this.isDenied)) || "none";
    return this.listed === "none" ? undefined : this.listed;
  }

  get isOpen(): boolean {
    const { bare } = this;
    return !this.operands && !this.argument && isOpenCondition(bare) && !isComputed(bare);
  }

  get key(): string | undefined {
    const { bare } = this;
    const inner = this.operands ?? (this.argument ? [this.argument.part] : none);
    const name = "name" in bare ? bare.name : "";
    const keys = inner.map((it) => it.key);
    const key = keys.length > 0 ? joinKeys(name, keys) : this.reader.keyOf(bare);
    return key && `${this.isDenied ? "!" : ""}${key}`;
  }

  get hash(): number {
    const { bare } = this;
    if (bare.kind !== "comparison") return 0;
    const { right } = bare;
    const items = right.kind === "set" ? right.items : right.kind === "string" ? [right] : none;
    let sum = 0;
    for (const it of items) if (it.kind === "string") sum += textHash(it.bytes);
    return sum;
  }

  /** Whether the bare condition has to be false. */
  private get isDenied(): boolean {
    const { expression, negated } = this.node;
    return stripGroups(expression).flipped !== negated;
  }
}

const none: readonly never[] = [];

/** Reads the parts of a rule. A `not` is moved inward to single conditions. */
export class PartReader {
  private readonly builder: FormulaBuilder;
  private readonly known: RulePart[] = [];

  private readonly text: string;

  constructor(
    private readonly rule: { readonly text: string; readonly hasProblems: boolean },
    private readonly families: ReadonlyMap<string, string>,
    isArgument = false,
  ) {
    this.text = rule.text;
    this.builder = new FormulaBuilder(this.text, { hasRanges: true, isArgument });
  }

  /** What each condition means. */
  formulas(): readonly Formula[] {
    return this.known.flatMap((it) => it.meanings);
  }

  /** What is true of every request, about the values that conditions use. */
  facts(): readonly Formula[] {
    this.formulas();
    return factsAbout(this.builder.terms);
  }

  meaningOf(bare: Expression, isDenied: boolean): Formula {
    const formula = this.builder.expression(bare);
    return isDenied ? not(formula) : formula;
  }

  valuesIn(bare: Expression): readonly string[] {
    // Most conditions compare a field with a constant.
    const isPlain = bare.kind === "comparison" && bare.left.kind === "field";
    const names =
      isPlain && !isOperand(bare.right) ? [currentName(bare.left)] : [...fieldsIn(bare)];
    return names.map((it) => this.families.get(it) ?? it);
  }

  keyOf(bare: Expression): string {
    if (bare.kind === "comparison") return comparisonKey(bare, this.text);
    const isValue = bare.kind === "field" || bare.kind === "indexed" || bare.kind === "call";
    return isValue ? keyOf(bare, this.text) : this.text.slice(bare.start, bare.end);
  }

  presenceOf(operand: Operand): Formula | undefined {
    return this.builder.presenceOf(operand);
  }

  listOf(bare: Expression, isExcluding: boolean): ListPart | undefined {
    if (bare.kind !== "comparison" || bare.right.kind !== "set") return undefined;
    const { right } = bare;
    if (right.items.length < 2 || right.items.length > maxValues) return undefined;
    const values = right.items.map((item, index) => {
      const { formula } = formulaOf({ ...bare, right: { ...right, items: [item] } }, this.text);
      return { index, meanings: [formula] };
    });
    return { isExcluding, values };
  }

  part(expression: Expression, around: boolean, owner?: OperandPosition): RulePart {
    const { bare, flipped } = stripGroups(expression);
    const { start, end } = expression;
    const negated = around !== flipped;
    if (bare.kind !== "logical" || bare.name === "xor") {
      const operand = operandOf(bare);
      const operandKey = operand && keyOf(operand, this.text);
      const node = { start, end, expression, negated: around, owner, operand, operandKey };
      return bare.kind === "logical" ? this.xor(bare, node) : this.condition(bare, negated, node);
    }
    const node = {
      start,
      end,
      expression,
      negated: around,
      owner,
      group: { logical: bare, negated },
    };
    const kind = (bare.name === "and") === negated ? "or" : "and";
    const parts: RulePart[] = [];
    this.addOperands(bare, kind, negated, parts);
    return new GroupPart<RuleNode>(node, kind, parts);
  }

  /** Joins nested groups of the same effective operator. */
  private addOperands(
    logical: Logical,
    kind: "and" | "or",
    negated: boolean,
    into: RulePart[],
  ): void {
    for (const [index, operand] of logical.operands.entries()) {
      const { bare, flipped } = stripGroups(operand);
      const isTurned = negated !== flipped;
      const isSame =
        bare.kind === "logical" &&
        bare.name !== "xor" &&
        (bare.name === "and") === ((kind === "and") !== isTurned);
      if (isSame) this.addOperands(bare, kind, isTurned, into);
      else into.push(this.part(operand, negated, { logical, index }));
    }
  }

  private xor(logical: Logical, node: RuleNode): RulePart {
    const operands: RulePart[] = [];
    // Groups and negations do not affect whether operands cancel each other out.
    const add = (xor: Logical): void => {
      for (const [index, operand] of xor.operands.entries()) {
        const { bare } = stripGroups(operand);
        if (bare.kind === "logical" && bare.name === "xor") add(bare);
        else if (operand.start < operand.end)
          operands.push(this.part(operand, false, { logical: xor, index }));
      }
    };
    add(logical);
    const part = this.single(logical, node, operands.every(isWhole));
    part.operands = operands;
    return part;
  }

  private condition(bare: Expression, negated: boolean, node: RuleNode): RulePart {
    const isOdd = !isKnown(bare) || isOfOtherCase(bare, node.operand);
    const part = this.single(bare, node, !isOdd || !this.rule.hasProblems);
    if (isOdd) part.isOdd = true;
    if (bare.kind === "quantifier") this.readArgument(bare, part, negated);
    return part;
  }

  private single(bare: Expression, node: RuleNode, isRead: boolean): SinglePart {
    const { operand, operandKey } = node;
    const source = operand && sourceOf(operand);
    const valueKey = source === operand ? operandKey : source && keyOf(source, this.text);
    const part = new SinglePart(node, bare, isRead, isRead ? valueKey : undefined, this);
    if (isRead) this.known.push(part);
    return part;
  }

  private readArgument({ name, argument }: Quantifier, into: SinglePart, negated: boolean): void {
    if (!isTested(argument)) return;
    const part = new PartReader(this.rule, this.families, true).part(argument, false);
    into.argument = { part, decisive: name === "any" ? "never" : "always", negated };
  }
}

/** Whether something is known of each condition. */
function isWhole({ logical, parts, isKnown }: RulePart): boolean {
  return logical ? parts.every(isWhole) : isKnown;
}

/** Whether a condition compares with a pattern or another value, so that its truth is not obvious. */
function isComputed(bare: Expression): boolean {
  if (bare.kind !== "comparison") return false;
  const { operator, right } = bare;
  return right.kind === "regex" || isOperand(right) || operator.name === "bitwise_and";
}

/** The operand of a condition on one value. */
function operandOf(bare: Expression): Operand | undefined {
  if (bare.kind === "comparison") return isOperand(bare.right) ? undefined : bare.left;
  if (bare.kind === "field") return bare.definition?.pseudo ? undefined : bare;
  if (bare.kind === "indexed") return bare;
  if (bare.kind !== "call") return undefined;
  const [source] = bare.args;
  return isTextTest(bare) && source && isOperand(source) ? source : bare;
}

/** The value that an operand is made of: conditions on it and on its length are about the same value. */
function sourceOf(operand: Operand): Operand {
  if (operand.kind !== "call" || !changing.has(operand.name)) return operand;
  const [source, ...more] = operand.args;
  return source && isOperand(source) && more.length === 0 ? sourceOf(source) : operand;
}

const changing: ReadonlySet<string> = new Set(["lower", "upper", "len"]);
