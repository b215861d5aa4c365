/** Patterns in calls of `regex_replace` and `wildcard_replace`, which are ordinary strings. */
import type { Report } from "../../core/check.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { type Regex, readRegex } from "../regex/syntax/read.ts";
import { walk } from "../regex/syntax/walk.ts";
import { eachNode } from "../syntax/children.ts";
import { stringOffset } from "../syntax/literals/strings.ts";
import type { Call, StringLiteral } from "../syntax/tree.ts";
import { readWildcard } from "../syntax/wildcard.ts";

type Replacing = "regex_replace" | "wildcard_replace";

interface PatternProblem extends Span {
  readonly message: string;
}

/** Limit of problems per pattern, because each has to be located in the text. */
const maxReported = 20;

/** Reports problems in the patterns of such calls. */
export function reportPatterns(document: Document, name: Replacing, report: Report): void {
  const { text, parsed } = document;
  // Cheap test first: few texts have such a call. The common part of the names begins with a rare character.
  if (!text.includes("_replace")) return;
  eachNode(parsed.root, (node) => {
    const pattern = node.kind === "call" && node.name === name ? patternOf(node) : undefined;
    if (!pattern) return;
    for (const { start, end, message } of problemsOf(name, pattern.value).slice(0, maxReported)) {
      const from = stringOffset(text, pattern, start);
      const to = Math.max(from + 1, stringOffset(text, pattern, end));
      report({ start: from, end: Math.min(to, pattern.end) }, message);
    }
  });
}

function problemsOf(name: Replacing, pattern: string): readonly PatternProblem[] {
  return name === "regex_replace" ? readRegex(pattern).problems : readWildcard(pattern).problems;
}

function patternOf({ args: [, pattern] }: Call): StringLiteral | undefined {
  return pattern?.kind === "string" && pattern.form !== "hex" ? pattern : undefined;
}

/** The number of captures that a replacement can refer to. Undefined for an invalid pattern. */
export function captureCount(call: Call): number | undefined {
  const pattern = patternOf(call);
  if (!pattern) return undefined;
  if (call.name === "wildcard_replace") {
    const { parts, problems } = readWildcard(pattern.value);
    return problems.length > 0 ? undefined : parts.length - 1;
  }
  const regex = readRegex(pattern.value);
  return regex.problems.length > 0 ? undefined : groupsIn(regex);
}

function groupsIn({ root }: Regex): number {
  let count = 0;
  for (const node of walk(root)) if (node.kind === "group" && node.captures) count++;
  return count;
}
