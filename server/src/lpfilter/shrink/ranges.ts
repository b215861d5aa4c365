import type { Edit } from "../../text/edit.ts";
import { withOperand } from "../rewrite/condition.ts";
import { commentsIn, indentAt } from "../rewrite/layout.ts";
import type { Piece } from "../rewrite/print.ts";
import { keep, putPieces, type RewriteTarget } from "../rewrite/rewrite-target.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";
import { type NumberTest, numberTest } from "./numbers.ts";

/** A member of a group that is only about one number: a condition, or a group of such conditions. */
interface NumberPart {
  readonly node: FilterNode;
  readonly tests: readonly NumberTest[];
  holds(number: number): boolean;
}

/** More values than a list of a filter with 1,000 bytes has. */
const mostValues = 400;

/** Conditions on one number that are a range together, or everything but a range: `in [1, 2, 3]` is `gt 0 and lt 4`. */
export function ranges(place: RewriteTarget): readonly (() => readonly Edit[])[] {
  const { node, filter } = place;
  if (node.kind === "stray" || commentsIn(filter.json.comments, node).length > 0) return [];
  const items = node.kind === "group" ? node.items : [node];
  const byField = new Map<string, NumberPart[]>();
  for (const item of items) {
    const part = numberPart(item);
    const name = part?.tests[0]?.condition.field?.name;
    if (part && name !== undefined) byField.set(name, [...(byField.get(name) ?? []), part]);
  }
  const isList = (it: NumberPart) => (it.tests[0]?.values.length ?? 0) > 2;
  return [...byField.values()]
    .filter((it) => it.length > 1 || (node.kind === "condition" && it.every(isList)))
    .map((parts) => () => ranged(place, items, parts));
}

function numberPart(node: FilterNode): NumberPart | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") {
    const test = numberTest(node, mostValues);
    return test && { node, tests: [test], holds: test.isTrue };
  }
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const parts = node.items.flatMap((it) => numberPart(it) ?? []);
  const tests = parts.flatMap((it) => it.tests);
  const isOne = new Set(tests.map((it) => it.condition.field?.name)).size === 1;
  if (parts.length < node.items.length || !isOne) return undefined;
  return { node, tests, holds: joined(parts, node.logical) };
}

function joined(parts: readonly NumberPart[], logical: Group["logical"]) {
  return (number: number): boolean =>
    logical === "and"
      ? parts.every((it) => it.holds(number))
      : parts.some((it) => it.holds(number));
}

function ranged(
  place: RewriteTarget,
  items: readonly FilterNode[],
  parts: readonly NumberPart[],
): readonly Edit[] {
  const outer = place.node.kind === "group" ? place.node.logical : "and";
  const tests = parts.flatMap((it) => it.tests);
  const [{ condition } = {}] = tests;
  const range = condition && rangeOf(tests, joined(parts, outer));
  if (!range) return [];
  const { logical, first, last } = range;
  const bounds = logical === "and" ? [first - 1, last + 1] : [last, first];
  const written = [
    writtenAs(place, condition, "gt", bounds[0]),
    writtenAs(place, condition, "lt", bounds[1]),
  ];
  const own = new Set(parts.map((it) => it.node));
  const rest = items.filter((it) => !own.has(it)).map((it): Piece => keep(place, it));
  if (rest.length === 0) return putPieces(place, logical, written);
  return putPieces(place, outer, [...rest, { logical, pieces: written }]);
}

function writtenAs(
  { filter }: RewriteTarget,
  condition: Condition,
  operator: string,
  bound = 0,
): Piece {
  const { text } = filter.json;
  const indent = indentAt(text, condition.start);
  return { text: withOperand(condition, text, operator, String(bound)), indent };
}

/** The numbers for which it holds, or with `or` the numbers for which it does not, if they are one range. */
function rangeOf(tests: readonly NumberTest[], holds: (number: number) => boolean) {
  const edges = tests.flatMap((it) => it.values);
  // The result is constant between these points.
  const points = [...new Set(edges.flatMap((it) => [it - 1, it, it + 1]))].sort((a, b) => a - b);
  const results = points.map(holds);
  const [outside = false] = results;
  if (results.at(-1) !== outside) return undefined;
  const [start, end] = [results.indexOf(!outside), results.lastIndexOf(!outside)];
  const isOne = start >= 0 && results.slice(start, end).every((it) => it !== outside);
  const [first, last] = [points[start], points[end]];
  if (!isOne || first === undefined || last === undefined || first === last) return undefined;
  return { logical: outside ? ("or" as const) : ("and" as const), first, last };
}
