import type { Report } from "../core/check.ts";
import { kept } from "../core/solver/kept.ts";
import type { Document } from "./document.ts";
import { withIdioms } from "./syntax/idioms/idioms.ts";
import { parse } from "./syntax/parse.ts";
import type { Problem, ProblemCode } from "./syntax/problems.ts";

/** Reports the parser's problems of one code, on behalf of its check. */
export function reportProblems(rule: Document, code: ProblemCode, report: Report): void {
  for (const problem of problemsOf(rule)) {
    if (problem.code !== code) continue;
    const { message, fixes, related } = problem;
    report(problem, message, related ? { fixes, related } : { fixes });
  }
}

/** A condition of another language is one problem. */
function problemsOf({ text, parsed, scheme, context }: Document): readonly Problem[] {
  const { problems, form, computed } = parsed;
  if (problems.length === 0 || context.hasHoles) return problems;
  const count = (other: string) => parse(other, scheme, { form }).problems.length;
  const find = () => withIdioms(text, scheme, problems, count) ?? problems;
  return kept(computed, problemsOf, find) as readonly Problem[];
}
