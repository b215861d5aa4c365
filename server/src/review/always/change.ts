import { readTraceTests } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import type { PolicyReview, ReviewSide } from "../types.ts";
import { Policies } from "./always.ts";
import { alwaysResult } from "./result.ts";

/** A file with tests. */
export interface PolicyFile {
  readonly path: string;
  readonly text: string;
}

/** Policies on both sides of a change, and the policies that cannot be decided. */
export function reviewPolicies(
  files: readonly PolicyFile[],
  before: ReviewSide,
  after: ReviewSide,
): { readonly policies: readonly PolicyReview[]; readonly notExamined: readonly string[] } {
  const sides = [new Policies(before), new Policies(after)] as const;
  const notExamined: string[] = [];
  const policies = files.flatMap(({ path, text }) => {
    const { always, problems } = readTraceTests(text);
    const [problem] = problems;
    if (problem) notExamined.push(`the policies of ${path} (${problem.message})`);
    const lines = new Lines(text);
    return (problem ? [] : always).flatMap((it): PolicyReview[] => {
      const [was, is] = sides.map((side) => alwaysResult(it, side));
      const name = it.name ?? it.when;
      if (!was?.policy || !is?.policy) {
        notExamined.push(`policy '${name}' (${is?.message || was?.message})`);
        return [];
      }
      const { result, text: answer, assuming: _, ...found } = is.policy;
      const range = lines.rangeOf(it.span);
      const breaks = was.policy.result === "holds" && !is.passed;
      return [
        { name, path, range, before: was.policy.result, after: result, answer, breaks, ...found },
      ];
    });
  });
  return { policies, notExamined };
}

/** The policies that held before, and are broken or not known now, as sentences. */
export function brokenPolicies(policies: readonly PolicyReview[] = []): readonly string[] {
  return policies
    .filter((it) => it.breaks)
    .map(({ name, path, range, answer, because }) => {
      const where = `${path}:${range.start.line + 1}`;
      const why = because.length === 0 ? "" : `, because ${because.join("; ")}`;
      return `Policy '${name}' (${where}) no longer holds: ${answer}${why}.`;
    });
}
