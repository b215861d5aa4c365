import { isConfirmedOn } from "../meaning/confirm.ts";
import type { Finding, Part } from "./part.ts";
import type { Claim } from "./questions.ts";

/** How the parts of a text are evaluated on lines or requests made of its values. */
export interface PartEvaluation<Node> {
  readonly samples: readonly unknown[];
  /** Whether a part holds, once for each treatment of missing values. Undefined if it is undetermined. */
  readonly answers: (node: Node) => (sample: unknown) => readonly (boolean | undefined)[];
}

/** Findings that no sample contradicts. A text of which nothing was found is not evaluated. */
export function confirmedFindings<Node>(
  findings: readonly Finding<Node>[],
  root: Part<Node>,
  evaluation: () => PartEvaluation<Node>,
): readonly Finding<Node>[] {
  if (findings.length === 0) return findings;
  const { samples, answers } = evaluation();
  return findings.filter((finding) =>
    impossibleIn(finding, root).every((claims) => {
      const texts = claims.map(({ part }) => ({ answers: answers(part.node) }));
      const isPossible = (...results: boolean[]) =>
        results.some((it, index) => it !== claims[index]?.isTrue);
      return isConfirmedOn(samples, texts, `${finding.kind} was proved`, isPossible);
    }),
  );
}

/** The parts that are claimed never to be so at the same time. */
export function impossibleIn<Node>(
  finding: Finding<Node>,
  root: Part<Node>,
): readonly (readonly Claim<Part<Node>>[])[] {
  switch (finding.kind) {
    case "clash": {
      const isTrue = finding.truth === "never";
      const members = finding.members.map((part) => ({ part, isTrue }));
      const whole = finding.isWhole ? [[{ part: root, isTrue }]] : [];
      return members.length > 0 && !finding.unlessMissing ? [members, ...whole] : whole;
    }
    case "decided": {
      const { part, by, truth } = finding;
      return [[...by, { part, isTrue: truth === "never" }]];
    }
    case "redundant": {
      const { part, parent, by } = finding;
      return [[...by, { part, isTrue: parent.logical !== "and" }]];
    }
    default:
      return [];
  }
}
