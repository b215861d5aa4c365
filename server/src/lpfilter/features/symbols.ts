import type { OutlineSymbol } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";
import { budget } from "./lenses.ts";
import { filterNode } from "./nodes.ts";
import { conditionName, groupName } from "./reading.ts";

/** The outline: the filter, its groups, their conditions. */
export function symbols(doc: Document): readonly OutlineSymbol[] {
  const { where } = doc.filter;
  const node = filterNode(doc);
  const span = where ?? node;
  if (!span) return [];
  const { start, end } = span;
  return [
    {
      name: where ? "where" : "filter",
      detail: budget(doc)?.text ?? "",
      kind: "filter",
      start,
      end,
      selection: where?.name ?? { start, end },
      children: node ? symbolsOf(doc, node) : [],
    },
  ];
}

function symbolsOf(doc: Document, node: FilterNode): OutlineSymbol[] {
  if (node.kind === "stray") return [];
  return [node.kind === "group" ? groupSymbol(doc, node) : conditionSymbol(doc, node)];
}

function groupSymbol(doc: Document, group: Group): OutlineSymbol {
  return {
    name: groupName(group),
    detail: group.logical,
    kind: "group",
    start: group.start,
    end: group.end,
    selection: group.property.name,
    children: group.items.flatMap((it) => symbolsOf(doc, it)),
  };
}

function conditionSymbol(doc: Document, condition: Condition): OutlineSymbol {
  const { start, end, key } = condition;
  return {
    name: conditionName(doc, condition),
    detail: condition.field?.type ?? "",
    kind: "condition",
    start,
    end,
    selection: key?.value ?? { start, end },
    children: [],
  };
}
