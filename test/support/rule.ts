import { expect } from "vitest";
import { type Scheme, serviceScheme } from "../../server/src/cfrule/catalog/scheme.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import type { Node } from "../../server/src/cfrule/syntax/tree.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { readMarks, trimExample, writeMarks } from "./marks.ts";

/**
 * The tree of an expression as one string; groups are `(…)`, guessed parts start with `~`, missing parts are `_` and invalid
 * parts `!…!`.
 */
export function checkRuleTree(text: string, tree: string, scheme: Scheme = serviceScheme): void {
  expect(showTree(parse(text, scheme).root, text)).toBe(tree);
}

/** The text has exactly the problems marked in it. */
export function checkProblems(marked: string, scheme: Scheme = serviceScheme): void {
  const { text } = readMarks(marked);
  const found = parse(text, scheme).problems.map((it) => ({ ...it, severity: "error" as const }));
  expect(writeMarks(text, found)).toBe(trimExample(marked));
}

/** The first fix of the first problem gives this text, which has no problems. */
export function checkRuleFix(text: string, after: string): void {
  const { problems } = parse(text);
  const fix = problems.flatMap((it) => it.fixes)[0];
  expect(fix, `no fix among: ${problems.map((it) => it.message).join(" | ")}`).toBeDefined();
  if (!fix) return;
  expect(applyEdits(text, fix.edits)).toBe(after);
  expect(parse(after).problems).toEqual([]);
}

export function showTree(node: Node, text: string): string {
  const show = (it: Node) => showTree(it, text);
  switch (node.kind) {
    case "logical":
      return `${node.name}(${node.operands.map(show).join(", ")})`;
    case "not":
      return `not(${show(node.operand)})`;
    case "group":
      return `(${show(node.inner)})`;
    case "recovered":
      return `~${show(node.inner)}`;
    case "quantifier":
      return `${node.name}(${show(node.argument)})`;
    case "comparison":
      return `${node.operator.name}(${show(node.left)}, ${show(node.right)})`;
    case "call":
      return `${node.name}(${node.args.map(show).join(", ")})`;
    case "indexed":
      return show(node.base) + node.indexes.map(show).join("");
    case "index":
      return `[${show(node.key)}]`;
    case "set":
      return `{${node.items.map(show).join(" ")}}`;
    default:
      return showLeaf(node, text);
  }
}

function showLeaf(node: Node, text: string): string {
  switch (node.kind) {
    case "field":
      return node.type ? node.name : `?${node.name}`;
    case "string":
      return `${node.form === "quoted" ? "" : node.form}${JSON.stringify(node.value)}`;
    case "regex":
      return `/${node.pattern}/`;
    case "integer":
      return String(node.value);
    case "list":
      return `$${node.name}`;
    case "each":
      return "*";
    case "missing":
      return "_";
    case "stray":
      return `!${text.slice(node.start, node.end)}!`;
    default:
      return text.slice(node.start, node.end);
  }
}
