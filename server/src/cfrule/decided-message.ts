import type { Decided } from "./logic/facts.ts";
import { describeKnown, quoted } from "./logic/wording.ts";

/** Says what makes a condition always true or false where it is. */
export function decidedMessage(text: string, { truth, by }: Decided): string {
  const isTrue = truth === "always";
  const why = becauseOfFlag(text, by, isTrue) ?? describeKnown(text, by);
  return `Always ${isTrue} here, because ${why}. Change or remove it.`;
}

/** That a Boolean field is true or false would read as if it were a fact. */
function becauseOfFlag(
  text: string,
  { node, home, negated }: Decided["by"],
  isTrue: boolean,
): string | undefined {
  if (!/^(?:not\s+|!\s*)*[\w.]+$/.test(text.slice(node.start, node.end))) return undefined;
  const written = quoted(text, node);
  if (home?.logical === "or") {
    const what = isTrue ? "the opposite" : "it";
    return negated ? undefined : `${written} on the other side of 'or' covers ${what}`;
  }
  return negated ? `${written} is excluded` : `${written} is required, too`;
}
