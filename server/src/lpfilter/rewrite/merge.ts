import type { LogOperator } from "../../core/log-test.ts";
import { minifiedLength } from "../../json/format/minify.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { contains } from "../../text/span.ts";
import { operatorNamed } from "../catalog/operators.ts";
import type { Condition, Filter, FilterNode, Group } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import { withOperand } from "./condition.ts";
import { commentsIn, indentAt, leading, reindent } from "./layout.ts";
import { groupsAround, indexIn } from "./remove.ts";
import { removeItems } from "./remove-items.ts";

/** Conditions of one group on one field that can be merged into one with an array. */
export interface MergeableConditions {
  readonly group: Group;
  /** At least two, in source order. */
  readonly conditions: readonly Condition[];
  readonly operator: "in" | "!in";
}

export interface Merged {
  readonly edits: readonly Edit[];
  /** Savings towards the limits of the service. */
  readonly operators: number;
  readonly bytes: number;
}

/** Replaces the value of the first condition by the array and removes the others. Their comments move before it. */
export function mergeConditions(filter: Filter, merging: MergeableConditions): Merged | undefined {
  const { json } = filter;
  const { group, conditions, operator } = merging;
  const [first] = conditions;
  const operand = first?.value?.value;
  if (json.errors.length > 0 || !first || !operand) return undefined;
  const values = writtenValues(conditions, json.text);
  const list = `[${[...values.keys()].join(", ")}]`;
  // A group without other members is replaced too.
  const alone = conditions.length === group.items.length;
  const place = alone ? group : first;
  const others = alone ? [] : conditions.slice(1).map((it) => indexIn(group, it));
  const gone = removeItems(json, group.list?.items ?? [], others);
  const inside = commentsIn(json.comments, place).filter((it) => !staysWith(it, first, operand));
  const indent = indentAt(json.text, place.start);
  const merged = withOperand(first, json.text, operator, list);
  const moved = reindent(merged, indentAt(json.text, first.start), indent);
  const taken = replace(place, leading(json, [...inside, ...gone.orphans], indent) + moved);
  return {
    edits: [taken, ...gone.edits],
    operators: conditions.length - 1,
    bytes: bytesSaved(merging, json.text, values),
  };
}

function staysWith(comment: Comment, first: Condition, operand: JsonValue): boolean {
  return contains(first, comment) && !contains(operand, comment);
}

/** The source of each distinct value, with numbers unquoted, and its size in bytes as pushed. */
export function writtenValues(
  conditions: readonly Condition[],
  text: string,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const { value, field } of conditions) {
    const operand = value?.value;
    const nodes = operand?.kind === "array" ? operand.items : operand ? [operand] : [];
    for (const node of nodes) {
      if (field?.type === "int" && node.kind === "string") {
        const number = digits(node.value);
        values.set(number, number.length);
      } else {
        values.set(text.slice(node.start, node.end), minifiedLength(node, text));
      }
    }
  }
  return values;
}

/** Removes leading zeros, which JSON does not allow. Parsing would lose digits of long numbers. */
function digits(written: string): string {
  return written.replace(/^(-?)0+(?=\d)/, "$1").replace(/\.\d+$/, "");
}

/** Counts bytes as pushed, including the brackets and commas of the array. */
function bytesSaved(
  { group, conditions, operator }: MergeableConditions,
  text: string,
  values: ReadonlyMap<string, number>,
): number {
  const length = (value: JsonValue | undefined) => (value ? minifiedLength(value, text) : 0);
  const [first] = conditions;
  const commas = conditions.length - 1;
  const before =
    conditions.length === group.items.length
      ? length(group.object)
      : conditions.reduce((sum, it) => sum + length(it.object), commas);
  const replaced = length(first?.operator?.value) + length(first?.value?.value);
  let list = 1 + values.size;
  for (const bytes of values.values()) list += bytes;
  const after = length(first?.object) - replaced + operator.length + 2 + list;
  return before - after;
}

/** Merges all conditions of a group that have the same field as these two and one of the operators. */
export function mergeAlike(
  filter: Filter,
  [first, second]: readonly [Condition, Condition],
  operators: readonly LogOperator[],
  operator: MergeableConditions["operator"],
): Merged | undefined {
  const { field } = first;
  const [group] = groupsAround(filter, first);
  if (!group?.items.includes(second)) return undefined;
  const isAlike = (it: FilterNode): it is Condition =>
    it.kind === "condition" &&
    it.comparison !== undefined &&
    operators.includes(it.comparison.name) &&
    it.field === field &&
    valuesOf(it) !== undefined;
  if (!field || !isAlike(first) || !isAlike(second)) return undefined;
  if (!operatorNamed(operator)?.takes.includes(field.type)) return undefined;
  return mergeConditions(filter, { group, conditions: group.items.filter(isAlike), operator });
}
