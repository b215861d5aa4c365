import { type Offer, placeholder } from "../../../json/features/slot.ts";
import { mostUsedFirst } from "../../../text/nearest.ts";
import { unavailableIn } from "../../catalog/availability.ts";
import type { Field } from "../../catalog/fields.ts";
import type { Parameter, RuleFunction } from "../../catalog/functions.ts";
import { mostUsedFields, mostUsedFunctions } from "../../catalog/most-used.ts";
import { planCovers, planPhrase } from "../../catalog/plans.ts";
import { fewestArguments, takesType } from "../../catalog/signature.ts";
import {
  booleanType,
  integerType,
  ipType,
  isCollection,
  stringType,
  type Type,
  typeName,
} from "../../catalog/type.ts";
import type { Document } from "../../document.ts";
import { describeField, describeFunction } from "../describe.ts";
import type { Within } from "./expected.ts";

/** Whether a value of the type fits: as a whole, by an element, or not at all. */
export type Fit = (type: Type, field: Field | undefined) => "whole" | "each" | "no";

/** Fields and functions that fit, certain ones first. */
export function nameOffers(doc: Document, fits: Fit, within: Within): Offer[] {
  return [...fieldOffers(doc, fits, within), ...functionOffers(doc, fits, within)];
}

function fieldOffers(doc: Document, fits: Fit, within: Within): Offer[] {
  const ranks: Offer[][] = [[], [], [], []];
  for (const name of mostUsedFirst(doc.scheme.fieldNames, itself, mostUsedFields)) {
    const field = doc.scheme.field(name);
    if (!field || (field.pseudo && within !== "start")) continue;
    const how = fits(field.type, field);
    if (how !== "no") ranks[rankOf(doc, field)]?.push(fieldOffer(doc, field, how));
  }
  return ranks.flat();
}

function fieldOffer(doc: Document, field: Field, how: "whole" | "each"): Offer {
  const { name, type } = field;
  const path = how === "each" ? eachPath(type) : "";
  const trouble = troubleWith(doc, field);
  return {
    label: name,
    kind: "field",
    text: name + path,
    detail: typeName(type) + (trouble ? `, ${trouble}` : ""),
    documentation: () => describeField(field),
    ...(path.includes("${") ? { snippet: true, next: "suggest" } : {}),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

/** `[*]` for an array, with a key before it for a map of arrays. */
export function eachPath(type: Type): string {
  if (!isCollection(type)) return "";
  if (type.kind === "Array") return `[*]${isCollection(type.of) ? "[0]" : ""}`;
  return isCollection(type.of) ? `["${placeholder(1)}"][*]` : "[*]";
}

function itself(name: string): string {
  return name;
}

type Named = Field | RuleFunction;

function rankOf(doc: Document, it: Named): number {
  if (it.standing === "unverified" || troubleWith(doc, it)) return 3;
  if ("deprecated" in it) return 2;
  return it.product && !doc.phase ? 1 : 0;
}

/** Why it is unavailable in this file, if the phase or plan is known. */
function troubleWith({ phase, plan }: Document, it: Named): string | undefined {
  if (phase && unavailableIn(it, phase)) return "not in this phase";
  return plan && it.plan && !planCovers(plan, it.plan)
    ? `requires ${planPhrase(it.plan)}`
    : undefined;
}

function functionOffers(doc: Document, fits: Fit, within: Within): Offer[] {
  const ranks: Offer[][] = [[], [], [], []];
  for (const name of mostUsedFirst(doc.scheme.functionNames, itself, mostUsedFunctions)) {
    const it = doc.scheme.function(name);
    if (!it || !isOffered(doc, it, fits, within)) continue;
    ranks[rankOf(doc, it)]?.push({
      label: name,
      kind: "function",
      text: it.quantifier ? quantified(name) : called(it, within),
      parameters: `(${it.parameters.map((one) => one.name).join(", ")})`,
      detail: it.returns === "first" ? "type of the first argument" : typeName(it.returns),
      documentation: () => describeFunction(it),
      snippet: true,
      next: it.parameters.length > 0 ? "signature" : "suggest",
    });
  }
  return ranks.flat();
}

function isOffered({ parsed }: Document, it: RuleFunction, fits: Fit, within: Within): boolean {
  if (it.valueOnly && parsed.form !== "value") return false;
  // Inside any(…) a function is called per element.
  if (isQuantified(within)) return !it.quantifier && it.parameters.length > 0;
  return returned(it).some((type) => fits(type, undefined) !== "no");
}

function isQuantified(within: Within): boolean {
  return within === "quantifier" || within === "quantified group";
}

/** A function that returns the type of its argument can return any type that it accepts. */
function returned({ returns, parameters }: RuleFunction): readonly Type[] {
  if (returns !== "first") return [returns];
  const taken = parameters[0]?.types;
  const types = Array.isArray(taken)
    ? taken.filter((it): it is Type => typeof it === "object")
    : [];
  return types.length > 0 ? types : scalars;
}

const scalars: readonly Type[] = [stringType, integerType, ipType, booleanType];

function quantified(name: string): string {
  return `${name}(${placeholder(1)} ${placeholder(2)} "${placeholder(3)}")`;
}

/** With a placeholder per required argument. A call per element returns one value per element. */
function called(it: RuleFunction, within: Within): string {
  const each = isQuantified(within);
  const needed = it.parameters.slice(0, Math.max(1, fewestArguments(it)));
  const holes = needed.map((parameter, index) => argumentHole(parameter, index + 1));
  const compared = it.returns === "first" || it.returns.kind !== "Boolean";
  return `${it.name}(${holes.join(", ")})${each && compared ? "[*]" : ""}`;
}

/** String literals are quoted; arguments that are usually fields are not. */
function argumentHole(parameter: Parameter, number: number): string {
  const { types, literalOnly, fieldOnly } = parameter;
  const text =
    Array.isArray(types) && types.every((it) => typeof it === "object" && it.kind === "String");
  const quoted = text && !fieldOnly && (literalOnly || number > 1);
  return quoted ? `"${placeholder(number)}"` : placeholder(number);
}

/** Accepts the types of a parameter. Only the first argument can be per element. */
export function argumentFit(parameter: Parameter, first: Type | undefined, index: number): Fit {
  return (type, field) => {
    if (parameter.literalOnly) return "no";
    if (parameter.fields) return field && parameter.fields.includes(field.name) ? "whole" : "no";
    if (takesType(parameter, type, first)) return "whole";
    const element = innermost(type);
    return index === 0 && element !== type && takesType(parameter, element, first) ? "each" : "no";
  };
}

/** Accepts operands that can be compared, and Booleans. */
export function expressionFit(within: Within): Fit {
  if (!isQuantified(within)) return () => "whole";
  return (type) => (isCollection(type) ? "each" : "no");
}

function innermost(type: Type): Type {
  return isCollection(type) ? innermost(type.of) : type;
}
