import { isConfirmedOn } from "../meaning/confirm.ts";
import type { Assumption, Finding } from "./part.ts";

/** How the parts of a text are evaluated on lines or requests made of its values. */
export interface PartEvaluation<Node> {
  readonly samples: readonly unknown[];
  /** Whether a part holds, once for each treatment of missing values. Undefined if it is undetermined. */
  readonly answers: (node: Node) => (sample: unknown) => readonly (boolean | undefined)[];
}

/** What no sample contradicts. A text of which nothing was found is not evaluated. */
export function confirmedFindings<Node>(
  findings: readonly Finding<Node>[],
  root: Node,
  evaluation: () => PartEvaluation<Node>,
): readonly Finding<Node>[] {
  if (findings.length === 0) return findings;
  const { samples, answers } = evaluation();
  return findings.filter((finding) =>
    impossibleIn(finding, root).every((claims) => {
      const texts = claims.map(({ node }) => ({ answers: answers(node) }));
      const isPossible = (...results: boolean[]) =>
        results.some((it, index) => it !== claims[index]?.isTrue);
      return isConfirmedOn(samples, texts, `${finding.kind} was proved`, isPossible);
    }),
  );
}

interface Claim<Node> {
  readonly node: Node;
  readonly isTrue: boolean;
}

/** What is claimed never to be so at the same time. */
function impossibleIn<Node>(
  finding: Finding<Node>,
  root: Node,
): readonly (readonly Claim<Node>[])[] {
  switch (finding.kind) {
    case "clash": {
      const isTrue = finding.truth === "never";
      const members = finding.members.map(({ node }) => ({ node, isTrue }));
      const whole = finding.isWhole ? [[{ node: root, isTrue }]] : [];
      return members.length > 0 && !finding.unlessMissing ? [members, ...whole] : whole;
    }
    case "decided":
      return [
        [
          ...finding.by.map(claimOf),
          { node: finding.part.node, isTrue: finding.truth === "never" },
        ],
      ];
    case "redundant": {
      const { part, parent, by } = finding;
      return [[...by.map(claimOf), { node: part.node, isTrue: parent.logical !== "and" }]];
    }
    default:
      return [];
  }
}

function claimOf<Node>({ part: { node }, isTrue }: Assumption<Node>): Claim<Node> {
  return { node, isTrue };
}
