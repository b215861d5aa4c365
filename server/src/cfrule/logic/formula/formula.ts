import {
  type Atom,
  always,
  and,
  type FlagAtom,
  type Formula,
  flag,
  iff,
  implies,
  never,
  not,
  or,
} from "../../../core/solver/formula.ts";
import { below, complement, intersection } from "../../../core/solver/number-set.ts";
import { inCase, withLength } from "../../../core/solver/text/derived.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Type } from "../../catalogue/type.ts";
import type {
  Comparand,
  Expression,
  Indexed,
  Logical,
  Operand,
  Quantifier,
} from "../../syntax/tree.ts";
import { isEach, isOperand } from "../../syntax/types.ts";
import type { ListItems } from "../../values/list-items.ts";
import { isTested } from "../groups.ts";
import { domainOf, numbersFor } from "../numbers.ts";
import {
  changeIn,
  conditionKey,
  elementsKey,
  mayBeMissing,
  type Test,
  testedEntry,
  testIn,
} from "../operand.ts";
import { arraysOf, collectionIn, isWholeArray } from "./arrays.ts";
import { compared, present, relationFormula } from "./relations.ts";
import type { Term } from "./terms.ts";
import { listedTexts, textClaim } from "./text-claims.ts";
import { opaqueAtom, textAtom, variable, variableOf } from "./variables.ts";

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

/** The variables of the elements of arrays. */
type Elements = Pick<ReadonlyMap<string, string>, "get" | "values">;

/** For an argument that is read without its quantifier: each array is a variable. */
export const anyElements: Elements = { get: (array) => array, values: () => [].values() };

/** The source of a value: a variable, and its transformation before the comparison. */
interface Source {
  readonly variable: string;
  readonly type: Type | undefined;
  /** True if the value is present. */
  readonly isPresent: Formula;
  /** The preimage of a set: the values that are in it after the transformation. */
  readonly before: (set: TextSet) => TextSet;
  /** The value is the length of a string. */
  readonly isLength?: boolean;
}

export class FormulaBuilder {
  readonly terms: Term[] = [];
  /** Inside `any` and `all`. */
  private elements: Elements | undefined;

  constructor(
    readonly text: string,
    private readonly options: FormulaOptions,
  ) {
    this.elements = options.elements;
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

  private logical({ name, operands }: Logical): Formula {
    const parts = operands.map((it) => this.expression(it));
    if (name !== "xor") return { kind: name, parts };
    return parts.reduce((a, b) => or(and(a, not(b)), and(not(a), b)), never);
  }

  private bare(operand: Operand): Formula {
    if (operand.kind === "field" && operand.definition?.pseudo)
      return operand.name === "true" ? always : never;
    const entry = testedEntry(operand);
    if (entry !== undefined) return flag(variable(entry, "present"));
    const source = this.source(operand);
    if (source?.type?.kind !== "Boolean") return this.opaque(operand);
    return present(source.isPresent, flag(source.variable));
  }

  private test(test: Test, node: Expression): Formula {
    const { left, operator, right } = test;
    const { name } = operator;
    const source = this.source(left);
    if (isOperand(right)) {
      const other = this.source(right);
      if (!source || !other || isEach(left)) return this.opaque(node);
      const claim = relationFormula(name, left, right, this.text);
      return compared(name, present(source.isPresent, other.isPresent), claim);
    }
    const claim = source && this.claim(source, test);
    return compared(name, source?.isPresent ?? always, claim ?? this.opaque(node));
  }

  /** That the operand is present. Undefined if it always is. */
  presenceOf(operand: Operand): Formula | undefined {
    const isPresent = this.source(operand)?.isPresent;
    return isPresent === always ? undefined : isPresent;
  }

  private claim(source: Source, test: Test): Formula | undefined {
    const { left, operator, right } = test;
    const { name } = operator;
    const { variable, type } = source;
    const { lists = {}, hasRanges = false } = this.options;
    const text = (set: TextSet) => textAtom(variable, source.before(set));
    if (source.isLength) {
      const lengths = numbersFor(test);
      // Without negative numbers, so that equal conditions are equal formulas.
      return lengths && text(withLength(intersection(lengths, complement(below(0n)))));
    }
    const isListed = right.kind === "list" && Object.hasOwn(lists, right.name);
    const listed = isListed ? lists[right.name] : undefined;
    switch (type?.kind) {
      case "String":
        return listed ? listedTexts(listed, text) : textClaim(name, right, text);
      case "Integer":
      case "IP": {
        if (name === "bitwise_and") return this.bits(variable, right);
        const set = numbersFor(test, listed);
        return set && { kind: "number", variable, set, ...domainOf(left, hasRanges) };
      }
      default:
        return undefined;
    }
  }

  /** `x & 6`, of which only some values of x are known. */
  private bits(of: string, right: Comparand): Formula | undefined {
    if (right.kind !== "integer") return undefined;
    const name = variable(of, "bits", String(right.value));
    const formula: Formula = { kind: "flag", variable: name, isOpaque: true };
    this.terms.push({ kind: "formula", formula });
    return formula;
  }

  /** Undefined for an operand that has no variable. */
  private source(operand: Operand): Source | undefined {
    const changed = this.changed(operand);
    if (changed) return changed;
    const variable =
      operand.kind === "indexed" && operand.each
        ? this.elementOf(operand)
        : variableOf(operand, this.text);
    if (variable === undefined) return undefined;
    const isPresent = mayBeMissing(operand) ? this.presence(operand) : always;
    return { variable, type: operand.type, isPresent, before: (set) => set };
  }

  private changed(operand: Operand): Source | undefined {
    // The elements of a call per element are the transformed elements of its argument.
    const isElement = operand.kind === "indexed" && operand.each && operand.indexes.length === 1;
    const call = isElement ? operand.base : operand;
    const change = changeIn(call);
    const source = change && this.source(change.of);
    if (change?.name === "len" && source?.type?.kind === "Array") {
      // The number of elements is present if the array is.
      return { ...source, variable: variableOf(call, this.text), type: call.type };
    }
    if (!change || source?.type?.kind !== "String" || source.isLength) return undefined;
    const { name } = change;
    if (name === "len") return { ...source, isLength: true };
    return { ...source, before: (set) => source.before(inCase(name, set)) };
  }

  /** The variable of an element, inside of `any` or `all`. */
  private elementOf(operand: Indexed): string | undefined {
    const { base, indexes } = operand;
    const each = indexes.findIndex(({ key }) => key.kind === "each");
    if (each < indexes.length - 1 || (base.kind === "call" && base.mapped)) return undefined;
    return this.elements?.get(elementsKey(operand, this.text));
  }

  private presence(operand: Operand): Formula {
    const variable = variableOf(operand, this.text, "present");
    if (operand.kind !== "indexed") return { kind: "flag", variable, usual: true };
    const formula = flag(variable);
    const [last] = operand.indexes.slice(-1);
    const indexes = operand.indexes.slice(0, -1);
    const outer = indexes.length > 0 && this.presence({ ...operand, indexes });
    if (outer) this.terms.push({ kind: "fact", formula: implies(formula, outer) });
    // What is known of the elements of its array is also known of the first one.
    if (last?.key.kind === "integer") this.terms.push({ kind: "formula", formula });
    return formula;
  }

  /** `all` is the negation of `any` with the negated condition, also for an empty array. */
  private quantifier(node: Quantifier): Formula {
    const { name, argument } = node;
    if (this.elements || !isTested(argument)) return this.opaque(node);
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
    this.elements = elements;
    const inner = this.expression(argument);
    this.elements = undefined;
    return inner;
  }

  private opaque(node: Expression): FlagAtom {
    const elements = this.elements ? [...this.elements.values()] : [];
    return opaqueAtom(conditionKey(node, this.text), ...elements);
  }
}
