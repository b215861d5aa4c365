import type { Bracket, CursorContext, Lexeme } from "../../../json/features/cursor-context.ts";
import {
  type Offer,
  onOneLine,
  type Slot,
  slotAt,
  valueSlotAt,
} from "../../../json/features/slot.ts";
import type { JsonObject } from "../../../json/syntax/tree.ts";
import type { Document } from "../../document.ts";
import { objectAt, partsOf } from "../nodes.ts";
import {
  bodyOffer,
  filterOffers,
  listOffer,
  type Name,
  nameOffer,
  nodeOffers,
  propertyOffer,
  templateOffers,
  whereOffers,
} from "./skeletons.ts";
import { fieldOffers, listedOffers, operatorOffers, valueOffers } from "./values.ts";

export interface SlotOffers {
  readonly slot: Slot;
  readonly offers: readonly Offer[];
}

/** Completions for a position in the JSON, and the gap they fill. */
export function offersAt(
  doc: Document,
  offset: number,
  place: CursorContext,
): SlotOffers | undefined {
  const { token, before, expecting } = place;
  // After a closing quote only punctuation can follow, and completions would intercept Enter.
  if (!token && before?.kind === "string" && before.end === offset) return undefined;
  if (token && !onOneLine(doc.text, token)) return undefined;
  const slot = slotAt(doc.text, offset, place);
  const top = place.open[place.open.length - 1];
  if (!top) return isStart(doc.text, place) ? { slot, offers: filterOffers } : undefined;
  if (top.kind === "array") return { slot, offers: itemOffers(doc, place, slot) };
  return expecting === "name" || expecting === "separator"
    ? { slot, offers: nameOffers(doc, place, top) }
    : atValue(doc, offset, place);
}

/** The text is empty, except perhaps for a first word. A longer string may be an escaped filter. */
function isStart(text: string, { expecting, token, after }: CursorContext): boolean {
  if (expecting !== "value" || after.kind !== "end") return false;
  return !token || /^.?\w*.?$/.test(text.slice(token.start, token.end));
}

/** Properties that the object does not have yet, with a placeholder for a missing value. */
function nameOffers(doc: Document, place: CursorContext, top: Bracket): readonly Offer[] {
  const role = roleOf(place.open);
  if (role !== "root" && role !== "node") return [];
  const object = objectAt(doc, top.start);
  const present = presentNames(object, place.token);
  const names = role === "root" && !hasNodeName(present) ? rootNames(present) : nodeNames(present);
  if (place.after.kind === ":") return names.map(nameOffer);
  const wholes = names.includes("where") ? whereOffers : names.includes("and") ? [bodyOffer] : [];
  const parts = partsOf(doc, object);
  return [...wholes, ...names.map((it) => propertyOffer(it, parts))];
}

/** Ignores the name at the cursor, because it is being replaced. */
function presentNames(
  object: JsonObject | undefined,
  token: Lexeme | undefined,
): ReadonlySet<string> {
  const others = object?.properties.filter((it) => it.name.start !== token?.start) ?? [];
  return new Set(others.map((it) => it.name.value));
}

const conditionNames: readonly Name[] = ["key", "operator", "value"];
const groupNames: readonly Name[] = ["and", "or"];

/** The root is parsed as a node if `where` is missing. */
function hasNodeName(present: ReadonlySet<string>): boolean {
  return !present.has("where") && [...conditionNames, ...groupNames].some((it) => present.has(it));
}

function rootNames(present: ReadonlySet<string>): readonly Name[] {
  return present.has("where") ? [] : ["where"];
}

function nodeNames(present: ReadonlySet<string>): readonly Name[] {
  if (groupNames.some((it) => present.has(it))) return [];
  const missing = conditionNames.filter((it) => !present.has(it));
  return missing.length === conditionNames.length ? [...missing, ...groupNames] : missing;
}

function atValue(doc: Document, offset: number, place: CursorContext): SlotOffers | undefined {
  const slot = valueSlotAt(doc.text, offset, place);
  return slot && { slot, offers: propertyValueOffers(doc, place, slot) };
}

function propertyValueOffers(doc: Document, place: CursorContext, slot: Slot): readonly Offer[] {
  const role = roleOf(place.open);
  const top = place.open[place.open.length - 1];
  if (!top || (role !== "root" && role !== "node")) return [];
  const object = objectAt(doc, top.start);
  switch (place.property) {
    case "where":
      return role === "root" ? [...nodeOffers, ...templateOffers(doc)] : [];
    case "and":
    case "or":
      return [listOffer];
    case "key":
      return fieldOffers(doc, object);
    case "operator":
      return operatorOffers(doc, object);
    case "value":
      return valueOffers(doc, object, slot);
    default:
      return [];
  }
}

function itemOffers(doc: Document, place: CursorContext, slot: Slot): readonly Offer[] {
  switch (roleOf(place.open)) {
    case "nodes":
      return [...nodeOffers, ...templateOffers(doc)];
    case "values": {
      const around = place.open[place.open.length - 2];
      return listedOffers(doc, around && objectAt(doc, around.start), slot);
    }
    default:
      return [];
  }
}

/** The role of the innermost bracket, from the name before it and the bracket around it. */
type Role = "root" | "node" | "nodes" | "values";

function roleOf(open: readonly Bracket[]): Role | undefined {
  const top = open[open.length - 1];
  const around = open[open.length - 2];
  if (!top) return undefined;
  if (top.kind === "array") {
    if (isLogical(top.property)) return "nodes";
    return top.property === "value" ? "values" : undefined;
  }
  if (!around) return "root";
  const named = top.property === "where" || isLogical(top.property);
  return named || (around.kind === "array" && isLogical(around.property)) ? "node" : undefined;
}

function isLogical(property: string | undefined): boolean {
  return property === "and" || property === "or";
}
