import type { Claim } from "../../core/logic/claim.ts";
import type { Finding, ListPart, ProofPart } from "../../core/logic/part.ts";
import { proofsIn } from "../../core/logic/proofs.ts";
import type { Formula } from "../../core/solver/formula.ts";
import type { FilterNode } from "../syntax/filter.ts";
import { certainReadings } from "./certain-formula.ts";
import type { FilterOutline } from "./outline.ts";
import { variableOf } from "./variables.ts";

export type FilterPart = ProofPart<FilterNode>;
export type FilterFinding = Finding<FilterNode>;

/** The work budget for one filter: a few milliseconds at most. */
const work = 30_000;

/** Findings that hold whether or not comparisons are case-sensitive. */
export function provedIn(outline: FilterOutline): readonly FilterFinding[] {
  return proofsIn(partOf(outline), { facts: [], work });
}

function partOf({ node, logical, parts, about, claim, values }: FilterOutline): FilterPart {
  if (logical) {
    const inner = parts.map(partOf);
    const all = new Set(inner.flatMap((it) => it.about));
    return { node, logical, parts: inner, readings: [], about: [...all] };
  }
  const readings = (it: Claim): Formula[] => certainReadings(about[0] ?? "", it);
  const list: ListPart | undefined = values && {
    isExcluding: node.kind === "condition" && node.comparison?.name === "!in",
    values: values.map((it, index) => ({ index, readings: readings(it) })),
  };
  const own = claim ? readings(claim) : [unknown(node)];
  return { node, logical, parts: [], readings: own, about, list };
}

function unknown({ start }: FilterNode): Formula {
  return { kind: "flag", variable: variableOf("", "opaque", start) };
}
