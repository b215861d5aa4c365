import type { HostEntry, HostNode, HostObject } from "../node.ts";
import { elementsOf } from "./list.ts";
import { literalOf, regionsOf } from "./literal.ts";
import type { Block, Body, Expression, ObjectItem } from "./tree.ts";

/** Terraform has two syntaxes for most things, blocks and objects; both become the same nodes. */
export function nodeOfBody(host: string, body: Body): HostObject {
  const entries = body.items.map((item): HostEntry => {
    const { start, end } = item;
    if (item.kind === "block") return entryOfBlock(host, item);
    return { start, end, name: item.name, value: nodeOf(host, item.value) };
  });
  return { kind: "object", start: body.start, end: body.end, entries };
}

/** `dynamic "rules" { content { … } }` generates any number of `rules { … }` blocks. */
function entryOfBlock(host: string, block: Block): HostEntry {
  const { start, end, type, labels, body } = block;
  const [name] = labels;
  if (type !== "dynamic" || name === undefined) {
    return { start, end, name: type, value: nodeOfBody(host, body) };
  }
  const items = body.items
    .filter((it) => it.kind === "block" && it.type === "content")
    .map((it) => nodeOfBody(host, (it as Block).body));
  return { start, end, name, value: { kind: "list", start, end, items, isOpen: true } };
}

export function nodeOf(host: string, expression: Expression): HostNode {
  const { start, end } = expression;
  if (expression.kind === "object") {
    const entries = expression.items.map((it) => entryOf(host, it));
    return { kind: "object", start, end, entries };
  }
  const choices = choicesOf(expression);
  if (choices) {
    const items = choices.map((it) => nodeOf(host, it));
    return { kind: "list", start, end, items, isOpen: expression.kind !== "tuple" };
  }
  return {
    kind: "value",
    start,
    end,
    literal: () => literalOf(host, expression),
    regions: () => regionsOf(host, expression),
  };
}

/** The elements of a list or the alternatives of an expression. Alternative texts are resolved by `regions`. */
function choicesOf(expression: Expression): readonly Expression[] | undefined {
  if (expression.kind === "conditional") {
    return expression.branches.some(containsObjects) ? expression.branches : undefined;
  }
  if (expression.kind === "for" && expression.key) return [expression.value];
  const elements = elementsOf(expression);
  return elements?.map((it) => it.expression).filter((it) => it !== undefined);
}

function containsObjects({ kind }: Expression): boolean {
  return kind === "object" || kind === "tuple" || kind === "for";
}

function entryOf(host: string, { key, value, start, end }: ObjectItem): HostEntry {
  const name = key.kind === "name" ? key.name : String(literalOf(host, key) ?? "");
  return { start, end, name, value: nodeOf(host, value) };
}
