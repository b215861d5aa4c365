import { hasHole } from "../text/hole.ts";
import type { Document } from "./document.ts";
import { factsOf, isSimpleRule } from "./logic/facts-of.ts";
import { type Clash, clashesIn } from "./meaning.ts";
import type { Parsed } from "./syntax/parse.ts";

export type { Clash };

/** Without any of these the reasoning about pairs finds what there is to find. */
const needsProof = /matches|~|wildcard|\b(?:len|lower|upper|any|all|starts_with|ends_with) *\(/;

let last: { readonly parsed: Parsed; readonly clashes: readonly Clash[] } | undefined;

/** What is proved about conditions where reasoning about pairs has found nothing. Cached for the last rule. */
export function clashesOf(rule: Document): readonly Clash[] {
  const { parsed } = rule;
  if (last?.parsed === parsed) return last.clashes;
  const mayClash = needsProof.test(parsed.text) && isOpen(rule);
  const clashes = mayClash ? clashesIn(parsed.root, parsed.text) : none;
  last = { parsed, clashes };
  return clashes;
}

const none: readonly Clash[] = [];

function isOpen(rule: Document): boolean {
  const { parsed } = rule;
  if (
    isSimpleRule(rule) ||
    parsed.problems.length > 0 ||
    parsed.form === "value" ||
    hasHole(parsed.text)
  )
    return false;
  const { verdicts, settled, repeated, implied, cancelled } = factsOf(rule);
  return [verdicts, settled, repeated, implied, cancelled].every((it) => it.length === 0);
}
