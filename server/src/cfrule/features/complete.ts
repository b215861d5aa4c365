import type { Completion } from "../../core/analysis.ts";
import { fill, type Offer, plainSlot, type Slot } from "../../json/features/slot.ts";
import { insert, remove } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { parameterAt, takesType } from "../catalog/signature.ts";
import { isCollection, stringType } from "../catalog/type.ts";
import type { Document } from "../document.ts";
import { argumentType } from "../syntax/types.ts";
import { commentAt } from "./comments.ts";
import { type Typed, typedAt } from "./completion/cursor.ts";
import { directiveOffers } from "./completion/directives.ts";
import { type Expected, expectedAt } from "./completion/expected.ts";
import { argumentFit, expressionFit, nameOffers } from "./completion/names.ts";
import { comparisonOffers, logicalOffers, type OperatorOffer } from "./completion/operators.ts";
import { idiomOffers, wholeRules } from "./completion/templates.ts";
import {
  blank,
  headerOffers,
  indexOffers,
  keyOffers,
  listOffers,
  valueOffers,
} from "./completion/values.ts";

/** Completions at the cursor, best first. */
export function complete(doc: Document, offset: number): readonly Completion[] {
  const comment = commentAt(doc, offset);
  if (comment) {
    const found = directiveOffers(doc, comment, offset);
    return found ? found.offers.map((it) => fill(found.slot, it)) : [];
  }
  const typed = typedAt(doc.text, offset);
  const expected = expectedAt(doc, typed.start);
  if (typed.kind !== "symbol") return offersFor(doc, typed, expected);
  if (expected.kind === "operator" && expected.not) return [];
  if (expected.kind === "operator" || expected.kind === "logical") {
    return symbolCompletions(typed, operatorsFor(expected));
  }
  // The symbol is not replaced: after '!' a new operand starts.
  const here: Typed = { kind: "word", start: offset, end: offset, text: "", closing: "" };
  return offersFor(doc, here, expectedAt(doc, offset));
}

function offersFor(doc: Document, typed: Typed, expected: Expected): Completion[] {
  if (typed.kind === "list") {
    const lists = expected.kind === "value" ? listOffers(doc, expected.comparison) : [];
    return lists.map((it) => completion(doc, typed, it));
  }
  const isText = typed.kind === "string";
  switch (expected.kind) {
    case "value":
      return valueOffers(doc, expected.comparison)
        .filter((it) => !isText || isString(it))
        .map((it) => completion(doc, typed, it));
    case "key":
      return keyOffers(expected)
        .filter((it) => !isText || isString(it))
        .map((it) => completion(doc, typed, closedKey(doc, typed, it)));
    case "argument":
      if (!isText) return nameCompletions(doc, typed, expected);
      return textArguments(expected).map((it) => completion(doc, typed, it));
    default:
      return isText ? [] : nameCompletions(doc, typed, expected);
  }
}

/** Inside a string, an offer that is quoted itself does not fit. */
function isString({ kind, text }: Offer): boolean {
  return kind !== "snippet" && text.startsWith('"');
}

function nameCompletions(doc: Document, typed: Typed, expected: Expected): Completion[] {
  switch (expected.kind) {
    case "expression": {
      const { within } = expected;
      const names = nameOffers(doc, expressionFit(within), within);
      const offers = [...names, ...(within === "value" ? [] : logicalOffers(1))];
      return [
        ...[...offers, ...idiomOffers(doc, within)].map((it) => completion(doc, typed, it)),
        ...wholeRules(doc, typed),
        ...indexesOfTyped(doc, typed),
      ];
    }
    case "argument":
      return argumentOffers(doc, expected).map((it) => completion(doc, typed, it));
    case "operator":
      if (expected.not) return negatedOperators(doc, typed, expected, expected.not);
      return [
        ...indexCompletions(doc, typed, expected),
        ...operatorsFor(expected).map((it) => completion(doc, typed, apart(doc, typed, it))),
      ];
    case "logical":
      return logicalCompletions(doc, typed, expected);
    default:
      return [];
  }
}

/** Logical operators. When something else is typed, the names that it may become, with the missing 'and'. */
function logicalCompletions(
  doc: Document,
  typed: Typed,
  expected: Expected & { kind: "logical" },
): Completion[] {
  const operators = operatorsFor(expected);
  const { text } = typed;
  const isOperator = operators.some((it) => it.text.startsWith(text.toLowerCase()));
  const { within } = expected;
  const names =
    isOperator || operators.length === 0 ? [] : nameOffers(doc, expressionFit(within), within);
  return [
    ...operators.map((it) => ({
      ...completion(doc, typed, apart(doc, typed, it)),
      ...(text === "" && { isSoughtByLength: true as const }),
    })),
    ...names.map((it) => {
      const joined = { ...it, text: `and ${it.text}`, symbols: [] };
      return completion(doc, typed, apart(doc, typed, joined));
    }),
  ];
}

/** The engine has no `x not in …`: the `not` goes before the comparison. */
function negatedOperators(
  doc: Document,
  typed: Typed,
  expected: Expected & { kind: "operator" },
  not: Span,
): Completion[] {
  const { left } = expected;
  const additionalEdits = [insert(left.start, "not "), remove({ start: left.end, end: not.end })];
  return operatorsFor(expected).map((it) => ({
    ...completion(doc, typed, apart(doc, typed, it)),
    additionalEdits,
  }));
}

function argumentOffers(doc: Document, { call, index }: Expected & { kind: "argument" }): Offer[] {
  const { definition } = call;
  const parameter = definition && parameterAt(definition, index);
  if (!parameter) return definition ? [] : nameOffers(doc, () => "whole", "argument");
  const first = index === 0 || !call.args[0] ? undefined : argumentType(call.args[0]);
  const texts = textArguments({ call, index });
  const text =
    texts.length === 0 &&
    index > 0 &&
    !parameter.fieldOnly &&
    takesType(parameter, stringType, first);
  return [
    ...texts,
    ...(text ? [blank] : []),
    ...nameOffers(doc, argumentFit(parameter, first, index), "argument"),
  ];
}

/** Known string arguments: flags and header names. */
function textArguments({ call, index }: Pick<Expected & { kind: "argument" }, "call" | "index">) {
  const { definition, name, args } = call;
  const parameter = definition && parameterAt(definition, index);
  const [map] = args;
  if (name === "has_key" && index === 1 && map?.kind === "field") return headerOffers(map.name);
  return Object.entries(parameter?.flags ?? {}).map(
    ([flag, detail]): Offer => ({ label: `"${flag}"`, kind: "value", text: `"${flag}"`, detail }),
  );
}

/** Calls and value expressions contain no comparisons; any(…) contains only one. */
function operatorsFor(expected: Expected): OperatorOffer[] {
  if (expected.kind === "operator") {
    const compared = expected.within !== "value" && expected.within !== "argument";
    return compared ? comparisonOffers(expected.left.type) : [];
  }
  if (expected.kind !== "logical") return [];
  const joined = expected.within === "filter" || expected.within === "quantified group";
  return joined ? logicalOffers(2) : [];
}

function symbolCompletions(typed: Typed, operators: readonly OperatorOffer[]): Completion[] {
  return operators.flatMap(({ symbols, ...offer }) => {
    const symbol = symbols.find((it) => it.startsWith(typed.text));
    if (symbol === undefined) return [];
    return { ...fill(slotOf(typed), offer), filterText: symbol };
  });
}

function completion(doc: Document, typed: Typed, offer: Offer): Completion {
  const { symbols: _, ...plainOffer } = { symbols: [], ...offer } as OperatorOffer;
  // An existing call keeps its arguments, and a field its indexes.
  const next = doc.text[typed.end];
  const goesOn = offer.kind === "function" ? next === "(" : offer.kind === "field" && next === "[";
  if (!goesOn) return fill(slotOf(typed), plainOffer);
  const { snippet: _snippet, next: _next, ...bare } = plainOffer;
  return fill(slotOf(typed), { ...bare, text: offer.label });
}

/** A word needs a space before it. */
function apart(doc: Document, typed: Typed, offer: OperatorOffer): Offer {
  const before = doc.text[typed.start - 1];
  const near = before !== undefined && !/\s/.test(before);
  return near ? { ...offer, text: ` ${offer.text}` } : offer;
}

/** Closes the bracket after a key, unless it is closed already. */
function closedKey(doc: Document, typed: Typed, offer: Offer): Offer {
  const closed = /^[ \t]*\]/.test(doc.text.slice(typed.end, typed.end + 20));
  return closed ? offer : { ...offer, text: `${offer.text}]` };
}

/** Spaces before a bracket are invalid, so they are removed. */
function indexCompletions(
  { text }: Document,
  typed: Typed,
  { left }: Expected & { kind: "operator" },
): Completion[] {
  const { type } = left;
  if (!type || typed.text !== "") return [];
  const span = { start: left.end, end: typed.end };
  const between = text.slice(left.end, typed.start);
  // Completions cannot change two lines, and the first may end with a comment.
  return /[\r\n]/.test(between) ? [] : withFilter(span, between, indexOffers(type));
}

/** Directly after the name of a collection, where the name itself would be completed. */
function indexesOfTyped(doc: Document, typed: Typed): Completion[] {
  const type = doc.scheme.field(typed.text)?.type;
  if (!type || !isCollection(type) || typed.end !== typed.start + typed.text.length) return [];
  if (doc.text[typed.end] === "[") return [];
  const offers = indexOffers(type).map((it) => ({ ...it, text: typed.text + it.text }));
  return withFilter(typed, typed.text, offers);
}

function withFilter(span: Span, before: string, offers: readonly Offer[]): Completion[] {
  return offers.map((it) => ({
    ...fill(plainSlot(span), it),
    filterText: before + it.label,
  }));
}

function slotOf(typed: Typed): Slot {
  if (typed.kind !== "string") return plainSlot(typed);
  const quote = typed.text.slice(0, typed.text.indexOf('"') + 1);
  return { ...plainSlot(typed), quote, closing: typed.closing };
}
