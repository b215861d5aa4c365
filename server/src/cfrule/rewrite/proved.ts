import type { Fix } from "../../core/diagnostic.ts";
import type { RuleFinding } from "../logic/formula/proofs.ts";
import { itemAt } from "../logic/wording.ts";
import { removeItem } from "../values/spelling.ts";
import { removeOperand } from "./remove.ts";
import type { Source } from "./source.ts";

/** Removes a part that is proved redundant. */
export function provedRemoval(source: Source, finding: RuleFinding): readonly Fix[] {
  if (finding.kind === "clash") return [];
  const { node } = finding.part;
  if (finding.kind === "value") {
    const item = itemAt(node, finding.value.index);
    return item ? [{ title: "Remove the value", edits: [removeItem(item, source.text)] }] : [];
  }
  const edits = node.owner ? removeOperand(source, node.owner) : [];
  return edits.length > 0 ? [{ title: "Remove the condition", edits }] : [];
}
