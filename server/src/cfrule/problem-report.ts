import type { Report } from "../core/check.ts";
import type { Document } from "./document.ts";
import type { ProblemCode } from "./syntax/problems.ts";

/** Reports the parser's problems of one code, on behalf of its check. */
export function reportProblems({ parsed }: Document, code: ProblemCode, report: Report): void {
  for (const problem of parsed.problems) {
    if (problem.code !== code) continue;
    const { message, fixes, related } = problem;
    report(problem, message, related ? { fixes, related } : { fixes });
  }
}
