import type { Report } from "../core/check.ts";
import type { Document } from "./document.ts";
import type { ProblemCode } from "./syntax/problems.ts";

/** Passes on what the parser found under one code. The checks of those codes say what they mean. */
export function reportProblems({ parsed }: Document, code: ProblemCode, report: Report): void {
  for (const problem of parsed.problems) {
    if (problem.code !== code) continue;
    const { message, fixes, related } = problem;
    report(problem, message, related ? { fixes, related } : { fixes });
  }
}
