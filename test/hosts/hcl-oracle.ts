import { createRequire } from "node:module";
import { Language, type Node, Parser } from "web-tree-sitter";
import { readHcl } from "../../server/src/hosts/hcl/read.ts";
import { type Body, type Expression, type Name, partsOf } from "../../server/src/hosts/hcl/tree.ts";

/** An independent grammar for the same language. It is only reliable for valid files, and for most of those. */
export async function startOracle(): Promise<(text: string) => string[] | undefined> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve(
    "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm",
  );
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (text) => {
    const tree = parser.parse(text);
    const found = tree && !tree.rootNode.hasError ? partsOfNode(tree.rootNode) : undefined;
    tree?.delete();
    return found;
  };
}

/** Blocks, attributes, properties and strings, each with its position. Holes are not parsed. */
function partsOfNode(node: Node): string[] {
  const found: string[] = [];
  const children = node.namedChildren.filter((it) => it !== null);
  const [first] = children;
  if (node.type === "attribute") found.push(`${node.startIndex} attribute ${first?.text}`);
  if (node.type === "object_elem") found.push(`${node.startIndex} property`);
  if (node.type === "block") {
    const labels = children
      .filter((it) => it.type === "string_lit" || it.type === "identifier")
      .map((it) => it.text.replace(/^"|"$/g, ""));
    found.push(`${node.startIndex} block ${labels.join(" ")}`);
    return [...found, ...children.filter((it) => it.type === "body").flatMap(partsOfNode)];
  }
  if (/^(string_lit|quoted_template|heredoc_template)$/.test(node.type)) {
    return [`${node.startIndex} string to ${node.endIndex}`];
  }
  return [...found, ...children.flatMap(partsOfNode)];
}

/** The same parts as found by our own parser. */
export function ourParts(text: string): string[] {
  return partsOfBody(readHcl(text).body);
}

function partsOfBody(body: Body): string[] {
  return body.items.flatMap((it) =>
    it.kind === "attribute"
      ? [`${it.start} attribute ${it.name}`, ...partsOfExpression(it.value)]
      : [`${it.start} block ${[it.type, ...it.labels].join(" ")}`, ...partsOfBody(it.body)],
  );
}

function partsOfExpression(expression: Expression | Name): string[] {
  if (expression.kind === "template") {
    return [`${expression.start} string to ${expression.end}`];
  }
  if (expression.kind !== "object") return partsOf(expression).flatMap(partsOfExpression);
  return expression.items.flatMap((it) => [
    `${it.start} property`,
    ...partsOfExpression(it.key),
    ...partsOfExpression(it.value),
  ]);
}
