import {
  always,
  and,
  atomsIn,
  type Formula,
  flag,
  implies,
  never,
  not,
  or,
} from "../../../core/solver/formula.ts";
import { below, complement, has, integers, intersection } from "../../../core/solver/number-set.ts";
import { inCase, withLength } from "../../../core/solver/text/derived.ts";
import { includes, type TextSet } from "../../../core/solver/text/text-set.ts";
import {
  anyText,
  preimage,
  resultDomain,
  type Transducer,
} from "../../../core/solver/text/transducer.ts";
import { addAll } from "../../../text/add-all.ts";
import type { Type } from "../../catalog/type.ts";
import type { Argument, Call, Indexed, Operand } from "../../syntax/tree.ts";
import { isEach, isOperand } from "../../syntax/types.ts";
import { isTested } from "../groups.ts";
import { addressesNamed, domainOf, networksOf } from "../numbers.ts";
import { elementsKey, isTotal, mayBeMissing } from "../operand.ts";
import { present } from "./relations.ts";
import { factsOfResult, jsonWith } from "./results.ts";
import type { Source, Term } from "./term.ts";
import { beside, partOfSplit, transducerOf } from "./text-functions.ts";
import { textAtom, variableOf } from "./variables.ts";

/** The variables of the elements of arrays. */
export type Elements = Pick<ReadonlyMap<string, string>, "get" | "values">;

export class Values {
  /** Inside `any` and `all`. */
  elements: Elements | undefined;

  constructor(
    private readonly text: string,
    private readonly terms: Term[],
    private readonly hasRanges: boolean,
  ) {}

  /** Undefined for an operand that has no variable. */
  of(operand: Operand): Source | undefined {
    if (operand.kind === "call") return this.result(operand) ?? this.plain(operand);
    if (operand.kind === "field" || operand.base.kind === "field") return this.plain(operand);
    const { base, indexes, each } = operand;
    const [first, more] = indexes;
    // The elements of a call per element are the changed elements of its argument.
    if (each && base.mapped)
      return more || !base.type || !("of" in base.type)
        ? undefined
        : this.result({ ...base, mapped: false, type: base.type.of });
    if (!more && first?.key.kind === "integer" && base.name === "split") {
      const [source] = base.args;
      const part = partOfSplit(base.args, Number(first.key.value));
      const changed = source && part && this.changed(source, part);
      if (changed) return changed;
    }
    return this.plain(operand);
  }

  /** That the operand is present. Undefined if it always is. */
  presenceOf(operand: Operand): Formula | undefined {
    const isPresent = this.of(operand)?.isPresent;
    return isPresent === always ? undefined : isPresent;
  }

  /** A value that is a variable. */
  plain(operand: Operand): Source | undefined {
    const name =
      operand.kind === "indexed" && operand.each ? this.elementOf(operand) : this.nameOf(operand);
    if (name === undefined) return undefined;
    if (operand.kind === "call") addAll(this.terms, factsOfResult(operand, name));
    return {
      ...nothing,
      type: operand.type,
      isPresent: mayBeMissing(operand) ? this.presence(operand) : always,
      text: (set) => textAtom(name, set),
      number: (set) => {
        return { kind: "number", variable: name, set, ...domainOf(operand, this.hasRanges) };
      },
      truth: flag(name),
    };
  }

  /** The result for an element is a variable of this element. */
  private nameOf(operand: Operand): string {
    const isOfElement = operand.kind === "call" && operand.args.some(isEach);
    const elements = isOfElement ? [...(this.elements?.values() ?? [])] : [];
    return variableOf(operand, this.text, "value", ...elements);
  }

  private argument(argument: Argument | undefined): Source | undefined {
    if (!argument) return undefined;
    if (isOperand(argument)) return this.of(argument);
    if (argument.kind === "string")
      return {
        ...nothing,
        type: stringLiteral,
        text: (set) => decided(includes(set, argument.bytes)),
      };
    if (argument.kind === "integer")
      return {
        ...nothing,
        type: integerLiteral,
        number: (set) => decided(has(set, argument.value)),
      };
    return undefined;
  }

  /** The result of a function whose conditions are conditions on its arguments. */
  private result(call: Call): Source | undefined {
    const { name, args, type } = call;
    const [first, ...more] = args;
    if (name === "coalesce") return this.firstPresent(args, type);
    if (name === "concat") return this.joined(args, type);
    if (!first || (isEach(first) && call.mapped)) return undefined;
    const transducer = transducerOf(name, args);
    if (transducer && name === "encode_base64") return this.encoded(call, first, transducer);
    if (transducer) return this.changed(first, transducer);
    const source = this.argument(first);
    if (!source) return undefined;
    const kind = source.type?.kind;
    if ((name === "lower" || name === "upper") && more.length === 0 && kind === "String")
      return { ...source, text: (set) => source.text(inCase(name, set)) };
    if (name === "len" && kind === "String")
      return {
        ...source,
        type,
        // Without negative numbers, so that equal conditions are equal formulas.
        number: (set) => source.text(withLength(intersection(set, complement(below(0n))))),
      };
    if (name === "len" && kind === "Array") {
      // The number of elements is present if the array is.
      const length = this.plain(call);
      return length && { ...length, isPresent: source.isPresent };
    }
    const networks = kind === "IP" ? networksOf(call) : undefined;
    if (networks) return { ...source, number: (set) => source.number(networks(set)) };
    return name === "to_string" ? this.written(call, source) : undefined;
  }

  private changed(argument: Argument, transducer: Transducer): Source | undefined {
    const source = this.argument(argument);
    if (source?.type?.kind !== "String") return undefined;
    return {
      ...source,
      isPresent: transducer.isPartial
        ? present(source.isPresent, source.text(resultDomain(transducer)))
        : source.isPresent,
      text: (set) => source.text(preimage(transducer, set)),
    };
  }

  /**
   * A text has one encoded form, and only one text has it. So conditions on the form become conditions on the text, which need many
   * states, only if something else is known of the text.
   */
  private encoded(call: Call, argument: Argument, transducer: Transducer): Source | undefined {
    const [source, changed] = [this.argument(argument), this.changed(argument, transducer)];
    const form = this.plain(call);
    if (!source || !changed || !form) return undefined;
    const own = new Set(atomsIn(source.text(anyText)).map((it) => it.variable));
    const isOpen = argument.kind === "field" || argument.kind === "indexed";
    this.terms.push({
      kind: "encoded",
      variable: this.nameOf(call),
      own: isOpen ? own : undefined,
      inText: changed.text,
    });
    return { ...form, isPresent: source.isPresent };
  }

  /** Of a Boolean, all is known; of numbers and addresses, which of them are listed. */
  private written(call: Call, source: Source): Source | undefined {
    const plain = this.plain(call);
    if (!plain) return undefined;
    const isListed = (members: readonly string[]): Formula => {
      if (source.type?.kind === "IP") return source.number(addressesNamed(members));
      return source.number(integers(members.filter((it) => decimal.test(it)).map(BigInt)));
    };
    const text = (set: TextSet): Formula => {
      if (source.type?.kind === "Boolean")
        return or(
          and(source.truth, decided(includes(set, "true"))),
          and(not(source.truth), decided(includes(set, "false"))),
        );
      return set.members ? isListed(set.members) : plain.text(set);
    };
    return { ...plain, isPresent: source.isPresent, text };
  }

  private firstPresent(args: readonly Argument[], type: Type | undefined): Source | undefined {
    const sources = args.map((it) => this.argument(it));
    const all = sources.filter((it) => it !== undefined);
    if (all.length < args.length) return undefined;
    // Values after a value that is never missing do not matter.
    const end = all.findIndex((it) => it.isPresent === always);
    const needed = end === -1 ? all : all.slice(0, end + 1);
    const [only] = needed;
    if (only && needed.length === 1) return only;
    const chosen = (claim: (source: Source) => Formula): Formula =>
      needed.reduceRight<Formula>(
        (rest, it) =>
          it.isPresent === always
            ? claim(it)
            : or(and(it.isPresent, claim(it)), and(not(it.isPresent), rest)),
        never,
      );
    return {
      type,
      isPresent: end === -1 ? or(...needed.map((it) => it.isPresent)) : always,
      text: (set) => chosen((it) => it.text(set)),
      number: (set) => chosen((it) => it.number(set)),
      get truth() {
        return chosen((it) => it.truth);
      },
    };
  }

  /** One value between literals. Missing arguments are skipped. */
  private joined(args: readonly Argument[], type: Type | undefined): Source | undefined {
    if (type?.kind !== "String") return undefined;
    const at = args.findIndex((it) => it.kind !== "string");
    const others = args.filter((_, i) => i !== at);
    const argument = args[at];
    if (!argument || !others.every((it) => it.kind === "string")) return undefined;
    const source = this.argument(argument);
    if (!source) return undefined;
    const literal = (parts: readonly Argument[]): string =>
      parts.map((it) => (it.kind === "string" ? it.bytes : "")).join("");
    const [before, after] = [literal(args.slice(0, at)), literal(args.slice(at + 1))];
    const transducer = beside(before, after);
    const { isPresent } = source;
    const inside = (set: TextSet): Formula => source.text(preimage(transducer, set));
    return {
      ...nothing,
      type,
      isPresent: others.length > 0 ? always : isPresent,
      text: (set) =>
        isPresent === always
          ? inside(set)
          : or(
              and(isPresent, inside(set)),
              and(not(isPresent), decided(includes(set, before + after))),
            ),
    };
  }

  /** The variable of an element, inside of `any` or `all`. */
  private elementOf(operand: Indexed): string | undefined {
    const { base, indexes } = operand;
    const each = indexes.findIndex(({ key }) => key.kind === "each");
    if (each < indexes.length - 1 || (base.kind === "call" && base.mapped)) return undefined;
    return this.elements?.get(elementsKey(operand, this.text));
  }

  private presence(operand: Operand): Formula {
    const name = variableOf(operand, this.text, "present");
    if (operand.kind === "field") return { kind: "flag", variable: name, usual: true };
    if (operand.kind === "call") return this.presenceOfCall(operand, name);
    const formula = flag(name);
    const [last] = operand.indexes.slice(-1);
    const indexes = operand.indexes.slice(0, -1);
    const outer =
      indexes.length > 0 ? this.presence({ ...operand, indexes }) : this.presenceOf(operand.base);
    if (outer) this.terms.push({ kind: "fact", formula: implies(formula, outer) });
    // The facts about the elements of its array also hold for the first one.
    if (last?.key.kind === "integer") this.terms.push({ kind: "formula", formula });
    return formula;
  }

  /** A result needs all arguments; for some functions, these are enough. */
  private presenceOfCall(call: Call, name: string): Formula {
    const parts = call.args.flatMap((it) =>
      isOperand(it) && !isEach(it) ? (this.presenceOf(it) ?? []) : [],
    );
    const isAny = call.name === "concat" || call.name === "coalesce";
    const isRead = call.args.every((it) => isOperand(it) || !isTested(it));
    if (isTotal(call) && isRead) return isAny ? or(...parts) : and(...parts);
    const formula: Formula = { kind: "flag", variable: name, usual: true };
    const json = call.name.startsWith("lookup_json_") ? this.jsonFor(call) : always;
    if (!isAny && (parts.length > 0 || json !== always))
      this.terms.push({ kind: "fact", formula: implies(formula, and(...parts, json)) });
    return formula;
  }

  /** Only an object has a property, and only an array an element. */
  private jsonFor({ args: [text, step] }: Call): Formula {
    const source = this.argument(text);
    const set = source?.type?.kind === "String" && step ? jsonWith(step) : undefined;
    return source && set ? source.text(set) : always;
  }
}

const decimal = /^(?:0|-?[1-9]\d{0,18})$/;
const stringLiteral: Type = { kind: "String" };
const integerLiteral: Type = { kind: "Integer" };

const nothing: Omit<Source, "type"> = {
  isPresent: always,
  text: () => never,
  number: () => never,
  truth: never,
};

function decided(value: boolean): Formula {
  return value ? always : never;
}
