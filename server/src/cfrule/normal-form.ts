import type { RuleContext } from "./context.ts";
import { isWholeArray } from "./logic/formula/arrays.ts";
import { stripGroups } from "./logic/groups.ts";
import { ruleSource } from "./source.ts";
import type { Argument, Expression, Logical, Node } from "./syntax/tree.ts";

/**
 * The structure of a rule as a key: two rules with the same key are the same, however they are written. Parentheses, spellings of
 * operators and literals, whitespace, comments, and the order of operands and of values in a set make no difference. Undefined
 * for a text with errors.
 */
export function ruleKey(text: string, context: RuleContext): string | undefined {
  const source = ruleSource(text, context);
  return source && expressionKey(source.root);
}

/** The same for a part of a rule. */
export function expressionKey(node: Node): string {
  switch (node.kind) {
    case "group":
      return expressionKey(node.inner);
    case "logical":
      return `${node.name}(${operandsOf(node, node.name).sort().join()})`;
    case "quantifier":
      // Without its parentheses, an argument may mean something else for a missing array.
      return `${partsOf(node)}${isLaxArray(node.argument) ? "()" : ""}`;
    case "set":
      return `{${[...new Set(node.items.map(expressionKey))].sort().join()}}`;
    case "string":
      return JSON.stringify(node.bytes);
    default:
      return partsOf(node);
  }
}

function isLaxArray(argument: Argument): boolean {
  return argument.kind === "group" && isWholeArray(stripGroups(argument).bare);
}

/** `(a and b) and c` has the same operands as `a and b and c`. */
function operandsOf(node: Expression, name: Logical["name"]): string[] {
  if (node.kind === "group") return operandsOf(node.inner, name);
  if (node.kind !== "logical" || node.name !== name) return [expressionKey(node)];
  return node.operands.flatMap((it) => operandsOf(it, name));
}

/** Properties that describe the text, or follow from the rest of the tree. */
const ignored: ReadonlySet<string> = new Set([
  ...["start", "end", "callee", "commas", "closed", "loose", "form", "guessed", "negated"],
  ...["type", "definition", "each", "mapped", "of"],
]);

function partsOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(partOf).join()}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  const parts = Object.entries(value).filter(
    ([name, it]) => !ignored.has(name) && it !== undefined,
  );
  return `(${parts.map(([name, it]) => `${name}:${partOf(it)}`).join()})`;
}

function partOf(value: unknown): string {
  const isNode = typeof value === "object" && value !== null && "kind" in value;
  return isNode ? expressionKey(value as Node) : partsOf(value);
}
