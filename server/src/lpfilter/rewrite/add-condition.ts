import type { Addition } from "../../core/analysis.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Condition, Filter, FilterNode } from "../syntax/filter.ts";
import { withOperand } from "./condition.ts";
import { layoutOf } from "./layout.ts";
import { keep, putPiece, putPieces, type RewriteTarget } from "./rewrite-target.ts";

export interface NewCondition {
  readonly key: string;
  readonly operator: "eq" | "!eq";
  /** As JSON. */
  readonly value: string;
}

/** Adds a condition that restricts the filter. Undefined if the filter cannot be parsed. */
export function addCondition(filter: Filter, added: NewCondition): readonly Edit[] | undefined {
  const known = isWhole(filter) && filter.node ? sameField(filter.node, added) : undefined;
  if (known) return widened(filter, known, added);
  return addWritten(filter, [written(added)]);
}

/** Restricts the filter to the values of a range, or to the others. */
export function addRange(
  filter: Filter,
  { field: key, least, most, isWanted }: Extract<Addition, { kind: "range" }>,
): readonly Edit[] | undefined {
  const bounds = [
    ...(least === undefined ? [] : [[isWanted ? "geq" : "lt", least] as const]),
    ...(most === undefined ? [] : [[isWanted ? "leq" : "gt", most] as const]),
  ].map(([operator, value]) => written({ key, operator, value: String(value) }));
  const [first, second] = bounds;
  if (first === undefined) return undefined;
  const isOutside = !isWanted && second !== undefined;
  return addWritten(filter, isOutside ? [`{ "or": [${first}, ${second}] }`] : bounds);
}

function isWhole({ json, escaped, pasted }: Filter): boolean {
  return json.errors.length === 0 && !escaped && !pasted;
}

function addWritten(filter: Filter, added: readonly string[]): readonly Edit[] | undefined {
  const { json, node } = filter;
  if (!isWhole(filter)) return undefined;
  const isEmpty = json.root?.kind === "object" && json.root.properties.length === 0;
  if (!node || isEmpty) return firstConditions(filter, added);
  if (node.kind === "stray") return undefined;
  const place: RewriteTarget = {
    filter,
    node,
    group: undefined,
    layout: layoutOf(json),
    span: { start: node.start, end: node.start },
  };
  const pieces = added.map((text) => ({ text, indent: "" }));
  if (node.kind === "condition" || node.logical === "or")
    return putPiece(place, node, { logical: "and", pieces: [keep(place, node), ...pieces] });
  const last = node.items.at(-1);
  if (!node.list) return undefined;
  if (!last) return [replace(node.list, `[${added.join(", ")}]`)];
  return putPieces({ ...place, node: last, group: node }, "and", [keep(place, last), ...pieces]);
}

function written({ key, operator, value }: Readonly<Record<keyof NewCondition, string>>): string {
  return `{ "key": ${JSON.stringify(key)}, "operator": "${operator}", "value": ${value} }`;
}

/** For a file without a filter. */
function firstConditions({ json }: Filter, added: readonly string[]): readonly Edit[] | undefined {
  const { root, text } = json;
  const lineBreak = firstLineBreak(text);
  const step = "  ";
  const list = added.join(`,${lineBreak}${step.repeat(3)}`);
  const where = `{${lineBreak}${step}"where": {${lineBreak}${step}${step}"and": [${lineBreak}${step.repeat(3)}${list}${lineBreak}${step}${step}]${lineBreak}${step}}${lineBreak}}`;
  if (root) {
    const isEmpty = root.kind === "object" && root.properties.length === 0;
    return isEmpty ? [replace(root, where)] : undefined;
  }
  const end = text.trimEnd().length;
  return [
    insert(text.length, `${end > 0 && !/\n$/.test(text) ? lineBreak : ""}${where}${lineBreak}`),
  ];
}

/** A condition that already allows, or excludes, some values of the field. */
function sameField(node: FilterNode, { key, operator }: NewCondition): Condition | undefined {
  const all = node.kind === "group" && node.logical === "and" ? node.items : [node];
  const wanted = operator === "eq" ? ["eq", "in"] : ["!eq", "!in"];
  return all.find(
    (it): it is Condition =>
      it.kind === "condition" &&
      it.field?.name === key &&
      wanted.includes(it.comparison?.name ?? "") &&
      it.value !== undefined,
  );
}

/** Adds a value to a condition. */
function widened(
  { json: { text } }: Filter,
  known: Condition,
  added: NewCondition,
): readonly Edit[] {
  const value = known.value?.value;
  if (!value) return [];
  const items = value.kind === "array" ? value.items : [value];
  const texts = items.map((it) => text.slice(it.start, it.end));
  if (texts.includes(added.value)) return [];
  const operator = added.operator === "eq" ? "in" : "!in";
  const last = value.kind === "array" ? value.items.at(-1) : undefined;
  // Keeps the formatting and the comments of an array.
  if (last) return [insert(last.end, `, ${added.value}`)];
  return [
    replace(known, withOperand(known, text, operator, `[${[...texts, added.value].join(", ")}]`)),
  ];
}
