import { type ParsedNode, parseAllDocuments } from "yaml";
import type { Span } from "../../text/span.ts";
import { cutsAt, type Layer } from "../layer.ts";
import type { HostNode } from "../node.ts";
import { YamlNodes } from "./node.ts";
import { quiet } from "./scalar.ts";

/** The documents of a YAML file. Empty when the file is nested too deeply. */
export function readYaml(text: string, hasTemplates: boolean): readonly HostNode[] {
  try {
    const context = { inFlow: false, layer: hasTemplates ? templates : undefined };
    const source = hasTemplates ? withoutStatements(text) : text;
    return [...parseAllDocuments(source, quiet)].flatMap((document) => {
      const root = document.contents as ParsedNode | null;
      return root ? [new YamlNodes(text).read(root, context)] : [];
    });
  } catch (error) {
    // The library recurses into brackets.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** `{{ … }}` and `{% … %}` are replaced by another tool before the file is used. */
const templates: Layer = {
  cuts: (text) => cutsAt(text, /\$?\{\{.*?\}\}|\{%.*?%\}/gs, () => undefined),
  encode: (text) => (/\{[{%]/.test(text) ? undefined : text),
};

/** Lines with nothing but such a tool's statements are not YAML. The offsets of everything else stay the same. */
function withoutStatements(text: string): string {
  return text.replace(/^[ \t]*(?:\{\{[^\n]*\}\}|\{%[^\n]*%\})[ \t\r]*$/gm, (it) =>
    " ".repeat(it.length),
  );
}

/** Comments, found line by line, without those that are inside a scalar. */
export function yamlComments(text: string, roots: readonly HostNode[]): Span[] {
  // Aliases repeat scalars from before.
  const scalars = roots.flatMap(scalarsIn).sort((a, b) => a.start - b.start);
  let next = 0;
  return [...text.matchAll(/(?<=^|[ \t])#.*$/gm)]
    .map((it) => ({ start: it.index, end: it.index + it[0].length }))
    .filter(({ start }) => {
      while ((scalars[next]?.end ?? Infinity) <= start) next++;
      const scalar = scalars[next];
      return !scalar || start < scalar.start || isInHeader(text, scalar.start, start);
    });
}

/** `key: | # comment` */
function isInHeader(text: string, scalar: number, comment: number): boolean {
  return /^[|>][^\n]*$/.test(text.slice(scalar, comment));
}

function scalarsIn(node: HostNode): Span[] {
  if (node.kind === "list") return node.items.flatMap(scalarsIn);
  return node.kind === "object" ? node.entries.flatMap((it) => scalarsIn(it.value)) : [node];
}
