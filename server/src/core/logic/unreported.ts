import { overlaps, type Span } from "../../text/span.ts";
import type { Finding } from "./part.ts";

/** What cheaper reasoning has reported. */
export interface Reported {
  readonly spans: readonly Span[];
  /** Some of it can be removed, and then less of the rest may be removed. */
  readonly hasRemovals: boolean;
}

/** What has not been reported yet. */
export function unreported<Node extends Span>(
  findings: readonly Finding<Node>[],
  { spans, hasRemovals }: Reported,
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
