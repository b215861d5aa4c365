import type { Signature } from "../../core/analysis.ts";
import type { RuleFunction } from "../catalog/functions.ts";
import { parameterLabel, signatureOf } from "../catalog/signature.ts";
import type { Document } from "../document.ts";
import { pathAt } from "../syntax/children.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { Call, Node, Quantifier } from "../syntax/tree.ts";
import { commentAt } from "./comments.ts";
import { describeParameter } from "./describe.ts";

/** The innermost call around the cursor. */
export function signature(doc: Document, offset: number): Signature | undefined {
  if (commentAt(doc, offset)) return undefined;
  const call = openCallAt(doc, offset);
  const definition = call && doc.scheme.function(call.name);
  if (!definition) return undefined;
  return {
    label: signatureOf(definition),
    parameters: definition.parameters.map((it) => ({
      label: parameterLabel(it),
      documentation: describeParameter(it),
    })),
    active: activeParameter(definition, call, offset),
  };
}

/** An unclosed call extends over the whitespace and comments after it. */
function openCallAt({ parsed, text }: Document, offset: number): Call | Quantifier | undefined {
  const end = lastWordEnd(parsed, offset);
  const paths = [pathAt(parsed.root, offset), pathAt(parsed.root, end)];
  return paths
    .flatMap((path) => path.filter(isCall).reverse())
    .find((it) => inside(it, text, offset));
}

function lastWordEnd({ text, comments }: Parsed, offset: number): number {
  let end = text.slice(0, offset).trimEnd().length;
  for (let i = comments.length - 1; i >= 0; i--) {
    const comment = comments[i];
    if (!comment || comment.start >= end) continue;
    if (comment.end < end) break;
    end = text.slice(0, comment.start).trimEnd().length;
  }
  return end;
}

function isCall(node: Node): node is Call | Quantifier {
  return node.kind === "call" || node.kind === "quantifier";
}

function inside(call: Call | Quantifier, text: string, offset: number): boolean {
  const open = text.indexOf("(", call.callee.end);
  // A function written as an infix operator has no parentheses.
  if (open === -1 || call.callee.start !== call.start || offset <= open) return false;
  return call.closed ? offset < call.end : true;
}

/** A variadic last parameter stays active. */
function activeParameter(
  { parameters }: RuleFunction,
  call: Call | Quantifier,
  offset: number,
): number {
  const passed = call.kind === "call" ? call.commas.filter((it) => it < offset).length : 0;
  const last = parameters.length - 1;
  return passed > last && parameters[last]?.variadic ? last : passed;
}
