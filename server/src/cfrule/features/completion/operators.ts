import type { Offer } from "../../../json/features/slot.ts";
import { mostUsedFirst } from "../../../text/nearest.ts";
import { mostUsedComparisons, mostUsedLogicals } from "../../catalog/most-used.ts";
import { comparisons, logicals } from "../../catalog/operators.ts";
import { isCollection, type Type } from "../../catalog/type.ts";
import { describeComparison, describeLogical } from "../describe.ts";

/** An offer that also has a symbol. */
export interface OperatorOffer extends Offer {
  readonly symbols: readonly string[];
}

/** The comparisons for the type of the left side; all if unknown, none for a collection. */
export function comparisonOffers(type: Type | undefined): OperatorOffer[] {
  const fits = comparisons.filter((it) => {
    const accepts: readonly string[] = it.accepts;
    return !type || (!isCollection(type) && accepts.includes(type.kind));
  });
  return mostUsedFirst(fits, (it) => it.name, mostUsedComparisons).map((it) => ({
    label: it.name,
    kind: "operator",
    text: it.name,
    detail: it.reads,
    documentation: () => describeComparison(it),
    symbols: it.symbols,
  }));
}

/** Logical operators. */
export function logicalOffers(arity: 1 | 2): OperatorOffer[] {
  const fits = logicals.filter((it) => it.arity === arity);
  return mostUsedFirst(fits, (it) => it.name, mostUsedLogicals).map((it) => ({
    label: it.name,
    kind: "keyword",
    text: it.name,
    detail: it.doc,
    documentation: () => describeLogical(it),
    symbols: it.symbols,
  }));
}
