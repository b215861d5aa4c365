import { disagree } from "../solver/disagreement.ts";
import type { Assumption, Finding, ProofPart, Truth } from "./part.ts";

/** How the parts of a text are evaluated on lines or requests made of its values. */
export interface PartEvaluation<Node> {
  readonly samples: readonly unknown[];
  /** Whether a part holds, once for each treatment of missing values. Undefined if it is undetermined. */
  readonly answers: (node: Node) => (sample: unknown) => readonly (boolean | undefined)[];
}

/** What no sample contradicts. A text of which nothing was proved is not evaluated. */
export function confirmedFindings<Node>(
  findings: readonly Finding<Node>[],
  evaluation: () => PartEvaluation<Node>,
): readonly Finding<Node>[] {
  if (findings.length === 0) return findings;
  const { samples, answers } = evaluation();
  return findings.filter((finding) => {
    const impossible = impossibleIn(finding).map(
      ({ part, isTrue }) => [answers(part.node), isTrue] as const,
    );
    if (impossible.length === 0) return true;
    const isContradicted = samples.some((sample) => {
      const results = impossible.map(([answer, isTrue]) => [answer(sample), isTrue] as const);
      const [first = []] = results.map(([readings]) => readings);
      return first.some((_, i) => results.every(([readings, isTrue]) => readings[i] === isTrue));
    });
    if (isContradicted) disagree(() => `${finding.kind} was proved`);
    return !isContradicted;
  });
}

/** Whether no sample contradicts that a whole text is always, or never, true. */
export function isWholeConfirmed<Node>(
  truth: Truth,
  whole: Node,
  { samples, answers }: PartEvaluation<Node>,
): boolean {
  const answer = answers(whole);
  const isContradicted = samples.some((it) => answer(it).includes(truth === "never"));
  if (isContradicted) disagree(() => `the whole text is ${truth} true`);
  return !isContradicted;
}

/** What is claimed never to be so at the same time. */
function impossibleIn<Node>(
  finding: Finding<Node>,
): readonly Pick<Assumption<Node>, "part" | "isTrue">[] {
  if (finding.kind === "value") return [];
  if (finding.kind === "clash") {
    const isTrue = finding.truth === "never";
    return finding.members.map((part: ProofPart<Node>) => ({ part, isTrue }));
  }
  const { part, home, by } = finding;
  return [...by, { part, isTrue: home.logical !== "and" }];
}
