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
  const { json } = filter;
  if (json.errors.length > 0 || filter.escaped || filter.pasted) return undefined;
  const { node } = filter;
  const isEmpty = json.root?.kind === "object" && json.root.properties.length === 0;
  if (!node || isEmpty) return firstCondition(filter, added);
  if (node.kind === "stray") return undefined;
  const known = sameField(node, added);
  if (known) return widened(filter, known, added);
  const place: RewriteTarget = {
    filter,
    node,
    group: undefined,
    layout: layoutOf(json),
    span: { start: node.start, end: node.start },
  };
  const piece = { text: written(added), indent: "" };
  if (node.kind === "condition" || node.logical === "or")
    return putPiece(place, node, { logical: "and", pieces: [keep(place, node), piece] });
  const last = node.items.at(-1);
  if (!node.list) return undefined;
  if (!last) return [replace(node.list, `[${written(added)}]`)];
  return putPieces({ ...place, node: last, group: node }, "and", [keep(place, last), piece]);
}

function written({ key, operator, value }: NewCondition): string {
  return `{ "key": ${JSON.stringify(key)}, "operator": "${operator}", "value": ${value} }`;
}

/** For a file without a filter. */
function firstCondition({ json }: Filter, added: NewCondition): readonly Edit[] | undefined {
  const { root, text } = json;
  const lineBreak = firstLineBreak(text);
  const step = "  ";
  const where = `{${lineBreak}${step}"where": {${lineBreak}${step}${step}"and": [${lineBreak}${step.repeat(3)}${written(added)}${lineBreak}${step}${step}]${lineBreak}${step}}${lineBreak}}`;
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
