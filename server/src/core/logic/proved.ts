import { overlaps, type Span } from "../../text/span.ts";
import type { Clash, DeadValue, Finding, Redundant } from "./part.ts";

/** The diagnostics of the cheaper reasoning. */
export interface ReportedDiagnostics {
  readonly spans: readonly Span[];
  /** Whether they remove something. The solver's removals may then no longer be valid. */
  readonly hasRemovals: boolean;
}

/** What the solver proves beyond the cheaper reasoning, by what is said about it. */
export interface Proved<Node> {
  readonly clashes: readonly Clash<Node>[];
  /** Parts that are never true where they are. */
  readonly unreachable: readonly Redundant<Node>[];
  /** Parts and values that can be removed for another reason. */
  readonly removable: readonly (Redundant<Node> | DeadValue<Node>)[];
}

export const nothingProved: Proved<never> = { clashes: [], unreachable: [], removable: [] };

interface NodeInText extends Span {
  /** Inside a `not`. */
  readonly negated?: boolean;
}

export function provedBeyond<Node extends NodeInText>(
  { spans, hasRemovals }: ReportedDiagnostics,
  findings: readonly Finding<Node>[],
): Proved<Node> {
  const isReported = ({ start, end }: Span) => spans.some((it) => overlaps({ start, end }, it));
  const clashes: Clash<Node>[] = [];
  const unreachable: Redundant<Node>[] = [];
  const removable: (Redundant<Node> | DeadValue<Node>)[] = [];
  for (const it of findings) {
    if (it.kind === "clash") {
      if (!it.members.some((member) => isReported(member.node))) clashes.push(it);
    } else if (hasRemovals || isReported(it.part.node)) continue;
    else if (it.kind === "redundant" && isUnreachable(it)) unreachable.push(it);
    else removable.push(it);
  }
  return { clashes, unreachable, removable };
}

function isUnreachable<Node extends NodeInText>({ home, by }: Redundant<Node>): boolean {
  return home.logical === "or" && !home.node.negated && by.every((it) => it.home !== home);
}
