import type { JsonArray, JsonValue } from "../../json/syntax/tree.ts";
import { cutTo } from "../../text/shorten.ts";
import { thousands } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Document } from "../document.ts";
import type { Condition, FilterNode, Group, LogicalOperator } from "../syntax/filter.ts";
import { filterNode, isNumeric } from "./nodes.ts";

/** Placeholder for a missing part, and for omitted text. */
const ellipsis = "…";

/** The filter as a sentence about which lines are kept, of about `most` characters at most. */
export function filterReading(doc: Document, most: number): string | undefined {
  const node = filterNode(doc);
  // An empty condition has no description.
  if (node?.kind === "condition" && isBlank(node)) return undefined;
  return node && `Keeps lines where ${reading(doc, node, most)}`;
}

function isBlank({ key }: Condition): boolean {
  return key?.value?.kind !== "string" || key.value.value.trim() === "";
}

/** A part of the filter in English, to follow "where". */
export function reading(doc: Document, node: FilterNode, most: number): string {
  const sentence = new Sentence(doc.text, most);
  sentence.node(node, undefined);
  return cutTo(sentence.written, most);
}

/** Field, operator and value as written, where a sentence would be too long. */
export function conditionName(doc: Document, condition: Condition): string {
  const operator = condition.operator?.value;
  const name = operator?.kind === "string" ? shown(operator.value) : ellipsis;
  return `${keyText(condition)} ${name} ${operandText(doc.text, condition)}`;
}

/** How a group combines its members. */
export function groupName({ logical, items }: Group): string {
  return `${logical === "and" ? "all" : "any"} of ${thousands(items.length)}`;
}

/** Stops at the limit, so that the cost does not depend on the size of the filter. */
class Sentence {
  written = "";

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  node(node: FilterNode, around: LogicalOperator | undefined): void {
    if (node.kind === "group") this.group(node, around);
    else if (node.kind === "stray") this.written += ellipsis;
    else this.condition(node);
  }

  private group({ items, logical }: Group, around: LogicalOperator | undefined): void {
    const [first] = items;
    if (!first) {
      this.written += "(no conditions)";
      return;
    }
    if (items.length === 1) {
      this.node(first, around);
      return;
    }
    const bracketed = around !== undefined && around !== logical;
    if (bracketed) this.written += "(";
    this.node(first, logical);
    for (let i = 1; i < items.length && this.written.length <= this.most; i++) {
      this.written += ` ${logical} `;
      const item = items[i];
      if (item) this.node(item, logical);
    }
    if (bracketed) this.written += ")";
  }

  private condition(condition: Condition): void {
    const { comparison, operator } = condition;
    const written = operator?.value?.kind === "string" ? operator.value.value : "";
    const unknown = written === "" ? ellipsis : shown(written);
    const reads = comparison?.reads ?? unknown;
    this.written += `${keyText(condition)} ${reads} ${operandText(this.text, condition)}`;
  }
}

function keyText(condition: Condition): string {
  const key = condition.key?.value;
  return key?.kind === "string" && key.value !== "" ? shown(key.value) : ellipsis;
}

function operandText(text: string, { value, field }: Condition): string {
  const operand = value?.value;
  if (!operand) return ellipsis;
  return operand.kind === "array"
    ? listText(text, operand, field)
    : scalarText(text, operand, field);
}

const mostListed = 5;

function listText(text: string, { items }: JsonArray, field: Field | undefined): string {
  if (items.length === 0) return "(no values)";
  const first = items.slice(0, mostListed).map((it) => scalarText(text, it, field));
  const more = items.length - first.length;
  const rest = more > 0 ? `, ${ellipsis} (${thousands(items.length)} values)` : "";
  return first.join(", ") + rest;
}

function scalarText(text: string, value: JsonValue, field: Field | undefined): string {
  switch (value.kind) {
    case "string":
      return standsForAnother(value.value, field)
        ? value.value
        : JSON.stringify(cutTo(value.value, mostShown));
    case "number":
      return cutTo(text.slice(value.start, Math.min(value.end, value.start + 200)), mostShown);
    case "boolean":
      return String(value.value);
    case "null":
      return "null";
    default:
      return ellipsis;
  }
}

/** The service accepts quoted numbers and Booleans, with the same meaning. */
function standsForAnother(value: string, field: Field | undefined): boolean {
  if (field?.type === "bool") return value === "true" || value === "false";
  return isNumeric(field) && value.length <= mostShown && /^-?\d+(?:\.\d+)?$/.test(value);
}

const mostShown = 60;

/** A name as the user wrote it, on one line. */
function shown(name: string): string {
  return name === "" ? '""' : JSON.stringify(cutTo(name, mostShown)).slice(1, -1);
}
