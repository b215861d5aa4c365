import type { FormModel, FormObstacle, FormPath, FormRow } from "../../core/form.ts";
import { shorten } from "../../text/shorten.ts";
import type { Document } from "../document.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import { sizeOf } from "../syntax/size.ts";
import { scalarText } from "./condition.ts";
import { isEditable, isRegular, membersOf } from "./editable.ts";
import type { FormDocument } from "./form-document.ts";
import { rootOf } from "./tree.ts";

export function modelOf(doc: FormDocument): FormModel {
  const { limits } = doc.context;
  const obstacle = obstacleOf(doc);
  const node = obstacle ? undefined : rootOf(doc);
  const reads = node && doc.reads();
  const { bytes, operators } = sizeOf({ json: doc.json, node });
  return {
    dataset: doc.datasets[0] ?? "",
    ...(obstacle && { obstacle }),
    ...(node && { root: rowOf(doc, node, []) }),
    ...(reads !== undefined && { reads }),
    budget: {
      operators: [operators, limits.operators],
      bytes: [bytes, limits.bytes],
    },
  };
}

/** Why the text is not a filter yet. */
export function obstacleOf({ json, filter, text }: Document): FormObstacle | undefined {
  const { root, errors } = json;
  const start = root?.start ?? 0;
  if (filter.pasted) return { ...filter.pasted.mark, message: filter.pasted.message };
  // The form can add the first condition to a file that is empty except for comments.
  if (!root) return isBlank(json) ? undefined : firstError(errors, text);
  if (errors.length > 0) return firstError(errors, text);
  const place = { start, end: Math.min(root.end, start + 1) };
  if (filter.escaped)
    return { ...place, message: "The filter is an escaped string. Use plain JSON." };
  if (root.kind === "object" && !filter.where) {
    if (root.properties.length === 0) return undefined;
    return { ...place, message: "A filter starts with 'where'." };
  }
  if (!filter.where?.value) return { ...place, message: "A filter is an object with 'where'." };
  const { value } = filter.where;
  const { node } = filter;
  if (node && (node.start !== value.start || node.end !== value.end)) {
    return {
      start: value.start,
      end: value.start + 1,
      message: "'where' is only allowed at the top level.",
    };
  }
  if (root.kind === "object" && root.properties.length > 1) {
    return { ...place, message: "A filter has only one property, 'where'." };
  }
  return undefined;
}

function isBlank({ text, comments }: Document["json"]): boolean {
  let rest = text;
  for (const { start, end } of [...comments].reverse())
    rest = rest.slice(0, start) + rest.slice(end);
  return rest.trim() === "";
}

function firstError(errors: Document["json"]["errors"], text: string): FormObstacle {
  const [first] = errors;
  if (!first)
    return { start: 0, end: Math.min(1, text.length), message: "The text is not a filter." };
  return { start: first.start, end: first.end, message: first.message };
}

function rowOf(doc: Document, node: FilterNode, path: FormPath): FormRow {
  const { start, end } = node;
  const place = { path, start, end };
  if (node.kind === "condition") return { ...place, ...conditionRow(node) };
  if (node.kind === "group" && isRegular(node)) {
    const items = membersOf(node).map((it, index) => rowOf(doc, it, [...path, index]));
    return { ...place, kind: "group", logical: node.logical, items };
  }
  const text = shorten(doc.text.slice(start, Math.min(end, start + mostShown)));
  return { ...place, kind: "other", text, locked };
}

const mostShown = 200;
const locked = "Edit this part in the text.";

function conditionRow(condition: Condition) {
  const { key, operator, value } = condition;
  const operand = value?.value;
  const tokens = operand?.kind === "array" ? operand.items : operand ? [operand] : [];
  return {
    kind: "condition" as const,
    field: key?.value?.kind === "string" ? key.value.value : "",
    operator: operator?.value?.kind === "string" ? operator.value.value : "",
    values: tokens.map((it) => scalarText(it) ?? it.kind),
    isList: operand?.kind === "array",
    ...(!isEditable(condition) && { locked }),
  };
}
