import type { Fix } from "../../core/diagnostic.ts";
import { isCovered, removableIn } from "../../core/logic/part.ts";
import type { RuleFinding } from "../logic/part.ts";
import { itemAt } from "../logic/wording.ts";
import { removeItem } from "../values/spelling.ts";
import { removeOperand } from "./remove.ts";
import type { Source } from "./source.ts";

/** Removes a part, or a listed value, that has no effect. */
export function removalOf(source: Source, finding: RuleFinding): readonly Fix[] {
  if (finding.kind === "clash" || finding.kind === "canceled") return [];
  const guess = finding.isAssumed ? ({ guess: true } as const) : {};
  if (finding.kind === "value") {
    const item = itemAt(finding.part.node, finding.value.index);
    const edits = item && [removeItem(item, source.text)];
    return edits ? [{ title: "Remove the value", edits, ...guess }] : [];
  }
  const part = removableIn(finding);
  const { owner } = part.node;
  // Without an operand that is always true where it is, an `xor` would mean the opposite.
  if (!owner || owner.logical.name === "xor") return [];
  const edits = removeOperand(source, owner);
  if (edits.length === 0) return [];
  const fix: Fix = { title: "Remove the condition", edits, ...guess };
  // A condition that is never true in an `and` was probably meant to be different.
  const isNever = part.logical === "and" && finding.kind === "decided" && !isCovered(finding);
  return [isNever ? { ...fix, guess: true } : fix];
}
