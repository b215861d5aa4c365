import { Decoding } from "../../text/decoding.ts";
import { asFilter } from "../members.ts";
import type { HostEntry, HostNode, HostObject, Repeated } from "../node.ts";
import { type Region, regionOf } from "../region.ts";
import { writeJson } from "./json-text.ts";
import { elementsOf, listFunctions } from "./list.ts";
import { choiceFunctions, literalOf, regionsOf } from "./literal.ts";
import { readExpression } from "./read.ts";
import type { Block, Body, Call, Expression, ObjectItem } from "./tree.ts";

/** Values that are known although they are not in the expression itself. */
export interface Evaluation {
  /** Undefined if no more is known than the expression tells. */
  nodeOf(expression: Expression): HostNode | undefined;
  /** For a `dynamic` block, an evaluation for each block that it generates. Undefined if that is not known. */
  repeated(block: Block): Repeated<Evaluation> | undefined;
}

/** Terraform has two syntaxes for nested settings, blocks and objects; both become the same nodes. */
export function nodeOfBody(host: string, body: Body, values?: Evaluation): HostObject {
  const entries = body.items.map((item): HostEntry => {
    const { start, end } = item;
    if (item.kind === "block") return entryOfBlock(host, item, values);
    return { start, end, name: item.name, value: nodeOf(host, item.value, values) };
  });
  return { kind: "object", start: body.start, end: body.end, entries };
}

/** `dynamic "rules" { content { … } }` generates any number of `rules { … }` blocks. */
function entryOfBlock(host: string, block: Block, values?: Evaluation): HostEntry {
  const { start, end, type, labels, body } = block;
  const [name] = labels;
  if (type !== "dynamic" || name === undefined) {
    return { start, end, name: type, value: nodeOfBody(host, body, values) };
  }
  const contents = body.items.filter((it) => it.kind === "block" && it.type === "content");
  const repeated = values?.repeated(block);
  const { all, isOpen, more = [] }: Generated = repeated ?? { all: [values], isOpen: true };
  const nodes = (own: Evaluation | undefined) =>
    contents.map((it) => nodeOfBody(host, (it as Block).body, own));
  const items: HostNode[] = all.flatMap(nodes);
  for (const { values: others, defaults } of more)
    items.push({ kind: "list", start, end, items: others.flatMap(nodes), isOpen: true, defaults });
  return { start, end, name, value: { kind: "list", start, end, items, isOpen } };
}

type Generated = Omit<Repeated<Evaluation>, "all"> & {
  readonly all: readonly (Evaluation | undefined)[];
};

export function nodeOf(host: string, expression: Expression, values?: Evaluation): HostNode {
  return values?.nodeOf(expression) ?? nodeAsWritten(host, expression, values);
}

/** The node of the expression itself. */
export function nodeAsWritten(host: string, expression: Expression, values?: Evaluation): HostNode {
  const { start, end } = expression;
  if (expression.kind === "object") {
    const entries = expression.items.map((it) => entryOf(host, it, values));
    const filter = () => filterRegion(host, expression, object);
    const object: HostObject = { kind: "object", start, end, entries, filter };
    return object;
  }
  if (expression.kind === "call" && expression.name === "merge") {
    // The properties of unknown objects are unknown.
    const all = expression.args.map((it) => nodeOf(host, it, values));
    const parts = all.filter((it) => it.kind === "object");
    const isOpen = parts.length < all.length || parts.some((it) => it.isOpen);
    const entries = parts.flatMap((it) => it.entries);
    const filter = () => filterRegion(host, expression, object);
    const object: HostObject = { kind: "object", start, end, entries, isOpen, filter };
    return object;
  }
  const choices = choicesOf(expression);
  if (choices) {
    const items = choices.map((it) => nodeOf(host, it, values));
    return { kind: "list", start, end, items, isOpen: expression.kind !== "tuple" };
  }
  return {
    kind: "value",
    start,
    end,
    literal: () => literalOf(host, expression),
    regions: () => regionsOf(host, expression),
    ...(expression.kind === "scalar" && expression.value === null && { isNull: true }),
  };
}

/** As `jsonencode` would write it. */
function filterRegion(host: string, expression: Expression, object: HostObject): Region {
  const into = new Decoding(host, object.start, object.end);
  asFilter(object, into, () => writeJson(into, expression));
  return regionOf(into, object, (source) => {
    const again = readExpression(source);
    const node = again && nodeOf(source, again);
    return again && node?.kind === "object" ? filterRegion(source, again, node).map : undefined;
  });
}

/** The elements of a list or the alternatives of an expression. Alternative texts are resolved by `regions`. */
function choicesOf(expression: Expression): readonly Expression[] | undefined {
  if (expression.kind === "conditional") {
    return expression.branches.some(containsObjects) ? expression.branches : undefined;
  }
  if (expression.kind === "for" && expression.key) return [expression.value];
  // The arguments are lists themselves, which are flattened.
  if (expression.kind === "call") return containsObjects(expression) ? expression.args : undefined;
  const elements = elementsOf(expression);
  return elements?.map((it) => it.expression).filter((it) => it !== undefined);
}

/** Whether an expression is a list or an object, rather than a text. */
function containsObjects(expression: Expression): boolean {
  switch (expression.kind) {
    case "object":
    case "tuple":
    case "for":
      return true;
    case "conditional":
      return expression.branches.some(containsObjects);
    case "call":
      if (expression.name === "merge") return true;
      return listsOf(expression).some(containsObjects);
    default:
      return false;
  }
}

/** The arguments that a function returns, or whose elements it returns. */
function listsOf({ name, args }: Call): readonly Expression[] {
  return name === "concat" || listFunctions.has(name) || choiceFunctions.has(name) ? args : [];
}

function entryOf(
  host: string,
  { key, value, start, end }: ObjectItem,
  values: Evaluation | undefined,
): HostEntry {
  const name = key.kind === "name" ? key.name : String(literalOf(host, key) ?? "");
  return { start, end, name, value: nodeOf(host, value, values) };
}
