import type { JsonArray, JsonValue } from "../../json/syntax/tree.ts";
import type { Edit } from "../../text/edit.ts";
import { contains } from "../../text/span.ts";
import type { Condition } from "../syntax/filter.ts";
import { withOperand } from "./condition.ts";
import { commentsIn, indentAt } from "./layout.ts";
import type { SourceText } from "./print.ts";
import { putPieces, type RewriteTarget } from "./rewrite-target.ts";

/** A condition with an array of values that can be rewritten without losing comments. */
interface Listing {
  readonly condition: Condition;
  readonly list: JsonArray;
  readonly operator: "in" | "!in";
}

function listingAt({ filter, node }: RewriteTarget): Listing | undefined {
  if (node.kind !== "condition" || node.object.properties.length !== 3) return undefined;
  const list = node.value?.value;
  const operator = node.comparison?.name;
  if (list?.kind !== "array" || (operator !== "in" && operator !== "!in")) return undefined;
  if (commentsIn(filter.json.comments, node).length > 0) return undefined;
  return { condition: node, list, operator };
}

/** More conditions than a filter may have. An array may have thousands of values. */
export const mostSpread = 100;

/** Replaces a condition by one for each value of its array. */
export function spreadList(place: RewriteTarget): readonly Edit[] {
  const listing = listingAt(place);
  if (!listing || listing.list.items.length > mostSpread) return [];
  const single = listing.operator === "in" ? "eq" : "!eq";
  const pieces = listing.list.items.map((it) =>
    rewritten(place, listing, single, written(place, it)),
  );
  return pieces.length > 0 ? putPieces(place, logicalOf(listing), pieces) : [];
}

/** The value at the cursor, before which the array can be split. */
export function splitPoint(place: RewriteTarget): JsonValue | undefined {
  const listing = listingAt(place);
  return listing?.list.items.slice(1).find((it) => contains(it, place.span));
}

/** Splits a condition into two, the second of which starts with that value. */
export function splitList(place: RewriteTarget, at: JsonValue): readonly Edit[] {
  const listing = listingAt(place);
  if (!listing) return [];
  const { items } = listing.list;
  const index = items.indexOf(at);
  const pieces = [items.slice(0, index), items.slice(index)].map((half) => {
    const list = `[${half.map((it) => written(place, it)).join(", ")}]`;
    return rewritten(place, listing, listing.operator, list);
  });
  return putPieces(place, logicalOf(listing), pieces);
}

function logicalOf({ operator }: Listing): "and" | "or" {
  return operator === "in" ? "or" : "and";
}

function rewritten(
  place: RewriteTarget,
  { condition }: Listing,
  operator: string,
  operand: string,
): SourceText {
  const { text } = place.filter.json;
  return {
    text: withOperand(condition, text, operator, operand),
    indent: indentAt(text, condition.start),
  };
}

function written({ filter }: RewriteTarget, value: JsonValue): string {
  return filter.json.text.slice(value.start, value.end);
}
