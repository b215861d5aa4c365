import type { SyntaxFault } from "../../text/span.ts";
import { code } from "./cursor.ts";
import { holeEnd, startsHole } from "./extent.ts";
import { interpolationFault, readHcl } from "./read.ts";
import { type Body, type Expression, partsOf, type Template } from "./tree.ts";

/** Why a Terraform file is not valid. */
export function hclFault(text: string): SyntaxFault | undefined {
  const { body, fault } = readHcl(text);
  return fault ?? faultInBody(text, body);
}

/** The reader leaves the expressions in templates, which are parsed when their values are asked for. */
function faultInBody(text: string, { items }: Body): SyntaxFault | undefined {
  for (const it of items) {
    const fault =
      it.kind === "block" ? faultInBody(text, it.body) : faultInTemplates(text, it.value);
    if (fault) return fault;
  }
  return undefined;
}

function faultInTemplates(text: string, expression: Expression): SyntaxFault | undefined {
  if (expression.kind === "template") return faultInHoles(text, expression);
  for (const it of partsOf(expression)) {
    const fault = faultInTemplates(text, it);
    if (fault) return fault;
  }
  return undefined;
}

function faultInHoles(text: string, { content: { start, end } }: Template) {
  for (let at = start; at < end; ) {
    if (!startsHole(text, at)) {
      at++;
      continue;
    }
    const close = holeEnd(text, at, end);
    const isExpression = text.charCodeAt(at) === code.dollar;
    const fault = isExpression ? interpolationFault(text, at) : undefined;
    if (fault || close <= 0) return fault;
    at = close;
  }
  return undefined;
}
