import { overlaps, type Span } from "../../text/span.ts";
import type { Finding } from "./part.ts";

/** The diagnostics of the cheaper reasoning. */
export interface ReportedDiagnostics {
  readonly spans: readonly Span[];
  /** Whether they remove something. The solver's removals may then no longer be valid. */
  readonly hasRemovals: boolean;
}

/** The proofs that have not been reported yet. */
export function unreported<Node extends Span>(
  findings: readonly Finding<Node>[],
  { spans, hasRemovals }: ReportedDiagnostics,
): readonly Finding<Node>[] {
  return findings.filter((it) => {
    if (it.kind !== "clash" && hasRemovals) return false;
    return !spansOf(it).some((span) => spans.some((other) => overlaps(span, other)));
  });
}

function spansOf<Node extends Span>(finding: Finding<Node>): readonly Span[] {
  if (finding.kind === "clash") return finding.members.map((it) => it.node);
  return [finding.part.node];
}
