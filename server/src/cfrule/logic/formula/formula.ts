import {
  type Atom,
  always,
  and,
  type FlagAtom,
  type Formula,
  flag,
  iff,
  never,
  not,
  or,
} from "../../../core/solver/formula.ts";
import { integers } from "../../../core/solver/number-set.ts";
import { oneOf } from "../../../core/solver/text/literals.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type {
  Call,
  Comparand,
  Expression,
  Logical,
  Operand,
  Quantifier,
} from "../../syntax/tree.ts";
import { isEach, isOperand } from "../../syntax/types.ts";
import type { ListItems } from "../../values/list-items.ts";
import { isTested } from "../groups.ts";
import { allIntegers, networkNamed, numbersFor } from "../numbers.ts";
import { argumentKey, conditionKey, keyOf, type Test, testedEntry, testIn } from "../operand.ts";
import { arraysOf, collectionIn, isWholeArray } from "./arrays.ts";
import { compared, present, relationFormula } from "./relations.ts";
import type { Source, Term } from "./term.ts";
import { listedTexts, textClaim } from "./text-claims.ts";
import { type Elements, Values } from "./values.ts";
import { opaqueAtom, textAtom, variable } from "./variables.ts";

/**
 * The meaning of a rule, consistent with `evaluation/`. Anything that is not modeled is an opaque condition or value, which is
 * equal to others with the same text.
 */
export interface RuleFormula {
  readonly formula: Formula;
  readonly terms: readonly Term[];
}

/** The expression must not have errors. A list without declared items is opaque. */
export function formulaOf(root: Expression, text: string, lists: ListItems = {}): RuleFormula {
  const builder = new FormulaBuilder(text, { lists });
  return { formula: builder.expression(root), terms: builder.terms };
}

export interface FormulaOptions {
  readonly lists?: ListItems;
  /** Whether numbers have the range of their field, and not only of their type. */
  readonly hasRanges?: boolean;
  /** For the argument of a quantifier. */
  readonly elements?: Elements | undefined;
}

/** For an argument that is read without its quantifier: each array is a variable. */
export const anyElements: Elements = { get: (array) => array, values: () => [].values() };

export class FormulaBuilder {
  readonly terms: Term[] = [];
  private readonly values: Values;

  constructor(
    readonly text: string,
    private readonly options: FormulaOptions,
  ) {
    this.values = new Values(text, this.terms, options.hasRanges ?? false);
    this.values.elements = options.elements;
  }

  expression(node: Expression): Formula {
    const test = testIn(node);
    if (test) return this.test(test, node);
    if (isOperand(node)) return this.bare(node);
    switch (node.kind) {
      case "constant":
        return node.value ? always : never;
      case "group":
        return this.expression(node.inner);
      case "not":
        return not(this.expression(node.operand));
      case "logical":
        return this.logical(node);
      case "quantifier":
        return this.quantifier(node);
      default:
        return this.opaque(node);
    }
  }

  /** That the operand of a comparison with a set has one of its values. */
  listed(node: Expression, index: number): Formula {
    if (node.kind !== "comparison" || node.right.kind !== "set") return always;
    const { right } = node;
    return this.expression({
      ...node,
      right: { ...right, items: right.items.slice(index, index + 1) },
    });
  }

  private logical(node: Logical): Formula {
    if (node.name === "xor") return this.xor(node);
    return { kind: node.name, parts: node.operands.map((it) => this.expression(it)) };
  }

  /** The order of the parts does not matter, and two equal ones have no effect, so that chains can be compared. */
  private xor(chain: Logical): Formula {
    const parts = new Map<string, Expression>();
    let sign: Formula = never;
    const add = (node: Expression): void => {
      if (node.kind === "group") add(node.inner);
      else if (node.kind === "logical" && node.name === "xor") node.operands.forEach(add);
      else if (node.kind === "not") {
        sign = not(sign);
        add(node.operand);
      } else {
        const key = conditionKey(node, this.text);
        if (!parts.delete(key)) parts.set(key, node);
      }
    };
    add(chain);
    const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted
      .map(([, it]) => this.expression(it))
      .reduce((a, b) => or(and(a, not(b)), and(not(a), b)), sign);
  }

  private bare(operand: Operand): Formula {
    if (operand.kind === "field" && operand.definition?.pseudo)
      return operand.name === "true" ? always : never;
    const entry = testedEntry(operand);
    if (entry !== undefined) return flag(variable(entry, "present"));
    const call = operand.kind === "call" ? this.call(operand) : undefined;
    if (call) return call;
    const source = this.values.of(operand);
    if (source?.type?.kind !== "Boolean") return this.opaque(operand);
    return present(source.isPresent, source.truth);
  }

  /** A call that is like a comparison. */
  private call({ name, args }: Call): Formula | undefined {
    const [first, second] = args;
    if (!first || !second || !isOperand(first) || isEach(first)) return undefined;
    if (name === "ip_in_range" && second.kind === "string") {
      const source = this.values.of(first);
      return source && present(source.isPresent, source.number(networkNamed(second.bytes)));
    }
    const isLiteral = second.kind === "string" || second.kind === "integer";
    if (name !== "has_value" || !isLiteral || this.values.elements) return undefined;
    const set = second.kind === "string" ? oneOf([second.bytes]) : integers([second.value]);
    const array = keyOf(first, this.text);
    const some = variable(array, "some", "has", argumentKey(second, this.text));
    const holds = (element: string): Formula =>
      "key" in set
        ? textAtom(element, set)
        : { kind: "number", variable: element, set, domain: allIntegers, zero: 0n };
    this.terms.push({ kind: "element", array, variable: some, holds });
    return flag(some);
  }

  private test(test: Test, node: Expression): Formula {
    const { left, operator, right } = test;
    const { name } = operator;
    const source = this.values.of(left);
    if (isOperand(right)) {
      const other = this.values.of(right);
      if (!source || !other || isEach(left)) return this.opaque(node);
      const { claim, equal, less } = relationFormula(name, left, right, this.text);
      const keys = [keyOf(left, this.text), keyOf(right, this.text)] as const;
      this.terms.push({ kind: "relation", keys, sources: [source, other], equal, less });
      return compared(name, present(source.isPresent, other.isPresent), claim);
    }
    const claim = source && this.claim(source, test);
    return compared(name, source?.isPresent ?? always, claim ?? this.opaque(node));
  }

  /** That the operand is present. Undefined if it always is. */
  presenceOf(operand: Operand): Formula | undefined {
    return this.values.presenceOf(operand);
  }

  private claim(source: Source, test: Test): Formula | undefined {
    const { left, operator, right } = test;
    const { name } = operator;
    const { lists = {} } = this.options;
    const isListed = right.kind === "list" && Object.hasOwn(lists, right.name);
    const listed = isListed ? lists[right.name] : undefined;
    const key = keyOf(left, this.text);
    const type = source.type?.kind;
    const text = (set: TextSet): Formula => {
      this.terms.push({ kind: "tested", key, type, set });
      return source.text(set);
    };
    switch (type) {
      case "String":
        return listed ? listedTexts(listed, text) : textClaim(name, right, text);
      case "Integer":
      case "IP": {
        if (name === "bitwise_and") return this.bits(key, source, right);
        const set = numbersFor(test, listed);
        if (set) this.terms.push({ kind: "tested", key, type, set });
        return set && source.number(set);
      }
      default:
        return undefined;
    }
  }

  /** `x & 6`: one of the bits. Only of some numbers it is known which bits they have. */
  private bits(key: string, { number }: Source, right: Comparand): Formula | undefined {
    if (right.kind !== "integer" || right.value < 0n) return undefined;
    const bits: bigint[] = [];
    for (let bit = 1n; bit <= right.value; bit <<= 1n) if (right.value & bit) bits.push(bit);
    const parts = bits.map((bit) => {
      const name = variable(key, "bits", String(bit), ...(this.values.elements?.values() ?? []));
      const condition: FlagAtom = { kind: "flag", variable: name, isOpaque: true };
      this.terms.push({ kind: "bit", key, bit, condition, number });
      return condition;
    });
    return or(...parts);
  }

  /** `all` is the negation of `any` with the negated condition, also for an empty array. */
  private quantifier(node: Quantifier): Formula {
    const { name, argument } = node;
    if (this.values.elements || !isTested(argument)) return this.opaque(node);
    const arrays = arraysOf(argument, this.text);
    const [array, ...others] = arrays ?? [];
    if (!arrays || array === undefined) return this.opaque(node);
    if (others.length > 0) return this.sideBySide(node, argument, arrays);
    const isWhole = name === "all" && isWholeArray(argument);
    const collection = isWhole && testIn(argument) ? collectionIn(argument) : undefined;
    if (isWhole && !collection) return this.opaque(node);
    const holds = (element: string): Formula => {
      const inner = this.inside(argument, new Map([[array, element]]));
      return name === "any" ? inner : not(inner);
    };
    const words = this.text.slice(argument.start, argument.end);
    const some = variable(array, "some", name, words);
    this.terms.push({ kind: "element", array, variable: some, holds });
    if (name === "any") return flag(some);
    return present((collection && this.presenceOf(collection)) ?? always, not(flag(some)));
  }

  /** Several arrays compared element by element, which is only modeled for arrays of one element. */
  private sideBySide(node: Quantifier, argument: Expression, arrays: readonly string[]): Formula {
    const condition: Atom = { ...this.opaque(node), usual: node.name === "all" };
    const only = new Map(arrays.map((it) => [it, variable(it, "only")]));
    this.terms.push({ kind: "single", formula: iff(condition, this.inside(argument, only)) });
    return condition;
  }

  private inside(argument: Expression, elements: ReadonlyMap<string, string>): Formula {
    this.values.elements = elements;
    const inner = this.expression(argument);
    this.values.elements = undefined;
    return inner;
  }

  private opaque(node: Expression): FlagAtom {
    const elements = [...(this.values.elements?.values() ?? [])];
    return opaqueAtom(conditionKey(node, this.text), ...elements);
  }
}
