import type { OutlineSymbol } from "../../core/analysis.ts";
import { cutTo } from "../../text/shorten.ts";
import { thousands } from "../../text/wording.ts";
import { typeName } from "../catalog/type.ts";
import type { Document } from "../document.ts";
import { withoutRecoveredMark } from "../syntax/recovery/recovered.ts";
import type { Expression, Logical } from "../syntax/tree.ts";
import { argumentType } from "../syntax/types.ts";
import { budget } from "./budget.ts";
import { onOneLine } from "./reading.ts";

/** The outline: the expression, its groups and its conditions. */
export function symbols(doc: Document): readonly OutlineSymbol[] {
  const { root, form, directives } = doc.parsed;
  if (root.kind === "missing") return [];
  const { start, end } = root;
  const description = directives.find((it) => it.name === "description")?.value;
  return [
    {
      name: description
        ? cutTo(description.replaceAll(/\s+/g, " "), maxShown)
        : form === "value"
          ? "value"
          : "rule",
      detail: budget(doc).text,
      kind: "filter",
      start,
      end,
      selection: { start, end },
      children: [symbolOf(doc, root)],
    },
  ];
}

const maxShown = 80;

/** Parentheses do not add a level. */
function symbolOf(doc: Document, node: Expression): OutlineSymbol {
  if (node.kind === "recovered") return symbolOf(doc, node.inner);
  if (node.kind === "group") {
    const { start, end } = node;
    return { ...symbolOf(doc, node.inner), start, end };
  }
  return node.kind === "logical" ? groupSymbol(doc, node) : conditionSymbol(doc, node);
}

const quantities: Readonly<Record<Logical["name"], string>> = {
  and: "all",
  or: "any",
  xor: "an odd number",
};

function groupSymbol(doc: Document, node: Logical): OutlineSymbol {
  const { start, end, name, operands } = node;
  return {
    name: `${quantities[name]} of ${thousands(operands.length)}`,
    detail: name,
    kind: "group",
    start,
    end,
    selection: { start, end },
    children: operands.map((it) => symbolOf(doc, it)),
  };
}

function conditionSymbol(doc: Document, node: Expression): OutlineSymbol {
  const { start, end } = node;
  const negated = node.kind === "not" ? node.operand : undefined;
  const nested = negated?.kind === "group" ? [symbolOf(doc, negated)] : [];
  const called = node.kind === "call" || node.kind === "quantifier";
  return {
    name: nested.length > 0 ? "not" : cutTo(onOneLine(doc.text, node), maxShown),
    detail: detailOf(node),
    kind: called ? "call" : nested.length > 0 ? "group" : "condition",
    start,
    end,
    selection: { start, end },
    children: nested,
  };
}

function detailOf(node: Expression): string {
  const subject = withoutRecoveredMark(node.kind === "not" ? node.operand : node);
  const type = argumentType(subject.kind === "comparison" ? subject.left : subject);
  return type ? typeName(type) : "";
}
