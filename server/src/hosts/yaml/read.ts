import { type Document, parseAllDocuments } from "yaml";
import type { Span, SyntaxFault } from "../../text/span.ts";
import type { KeptParts } from "../kept/parts.ts";
import type { HostNode } from "../node.ts";
import { type ReducedYaml, reduced, type YamlItem } from "./items.ts";
import { YamlNodes } from "./node.ts";
import { quiet } from "./scalar.ts";
import { type Templates, templatesIn } from "./templates.ts";

/** The wanted documents of a YAML file. Empty if the file is nested too deeply. */
export function readYaml(
  text: string,
  hasTemplates: boolean,
  isWanted: (document: string) => boolean,
  kept?: KeptParts<YamlItem>,
  onFault?: (fault: SyntaxFault) => void,
): readonly HostNode[] {
  const templates = hasTemplates ? templatesIn(text) : undefined;
  const parsed = onlyWanted(templates?.mask(text) ?? text, isWanted);
  const end = text.length;
  if (isTooDeep(parsed) || hasTooManyParts(parsed)) {
    onFault?.({ start: 0, end, message: "The file has too many parts, or is nested too deeply." });
    return [];
  }
  try {
    return (
      byItems(parsed, reduced(parsed, kept), templates) ??
      rootsIn(parsed, [...parseAllDocuments(parsed, quiet)], templates, onFault)
    );
  } catch (error) {
    // The library recurses into brackets.
    if (!(error instanceof RangeError)) throw error;
    onFault?.({ start: 0, end, message: "The file is nested too deeply." });
    return [];
  }
}

/** Why a YAML file is not valid. */
export function yamlFault(text: string, hasTemplates: boolean): SyntaxFault | undefined {
  let first: SyntaxFault | undefined;
  readYaml(
    text,
    hasTemplates,
    () => true,
    undefined,
    (it) => {
      first ??= it;
    },
  );
  return first;
}

function rootsIn(
  text: string,
  documents: readonly Document.Parsed[],
  templates: Templates | undefined,
  onFault?: (fault: SyntaxFault) => void,
): readonly HostNode[] {
  for (const { errors } of documents)
    for (const { pos, message } of errors) onFault?.({ start: pos[0], end: pos[1], message });
  // With masked templates, errors cannot be recovered from reliably.
  if (templates && documents.some((it) => it.errors.length > 0)) return [];
  return documents.flatMap(({ contents }) =>
    contents ? [new YamlNodes(text).read(contents, { inFlow: false, templates })] : [],
  );
}

/** Undefined if what represents items is not in lists, such as in the lines of a text, or if there are errors around them. */
function byItems(
  text: string,
  by: ReducedYaml | undefined,
  templates: Templates | undefined,
): readonly HostNode[] | undefined {
  const documents = by ? [...parseAllDocuments(by.text, quiet)] : [];
  if (!by || documents.some((it) => it.errors.length > 0)) return undefined;
  let found = 0;
  const roots = documents.flatMap(({ contents }) => {
    if (!contents) return [];
    const nodes = new YamlNodes(text, by);
    const root = nodes.read(contents, { inFlow: false, templates });
    found += nodes.found;
    return [root];
  });
  return found === by.runs.size ? roots : undefined;
}

/** Blanks other documents, because the library is slow for each line. Their directives may apply to the next document. */
function onlyWanted(text: string, isWanted: (document: string) => boolean): string {
  const documents = text.split(/^(?=---\s)/m);
  if (documents.length === 1) return text;
  const kept = documents.map((it) => {
    if (isWanted(it) || /^%/m.test(it)) return it;
    const start = it.startsWith("---") ? "---" : "";
    return `${start}${" ".repeat(it.length - start.length - 1)}\n`;
  });
  return kept.join("");
}

/** Bounds the nesting, because the library recurses and takes time for each level at each token. */
const mostNested = 500;

/** `- - a`, `? ? a` and `a: b: c`, with tags and anchors. The pattern is unambiguous, so matching takes linear time. */
const nestedOnOneLine = new RegExp(
  String.raw`^[ \t]*(?:(?:[-?:]|[^\s:#!&"'\[\]{},][^\s:#"'\[\]{},]*:)[ \t]+(?:[!&]\S*[ \t]+)*){${mostNested}}`,
  "m",
);

/** The limit of lines and values in brackets. The library takes tens of microseconds for each; most files have far fewer. */
const mostParts = 100_000;

function hasTooManyParts(text: string): boolean {
  if (text.length < mostParts) return false;
  let count = 0;
  for (const _ of text.matchAll(/[\n,[{]/g)) if (++count > mostParts) return true;
  return false;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === "[" || bracket === "{" ? 1 : -1));
    if (depth > mostNested) return true;
  }
  return nestedOnOneLine.test(text);
}

/** Comments, found line by line, without comments inside a scalar. */
export function yamlComments(text: string, roots: readonly HostNode[]): Span[] {
  // Sorted, because aliases repeat earlier scalars.
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
