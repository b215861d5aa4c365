import type { RelatedPlace } from "../../core/diagnostic.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import type { Home, Member, Verdict } from "./facts.ts";

/** How checks speak of conditions and of what follows from them. */

/** The user's own text on one line, in quotes. */
export function quoted(text: string, { start, end }: Span): string {
  // What is cut off anyway need not be read.
  const shown = text.slice(start, Math.min(end, start + longestRead)).replace(/\s+/g, " ");
  return shown.length > mostShown ? `'${cut(shown)}'` : `'${shown}'`;
}

const mostShown = 60;
const longestRead = 400;

/** The joiner as its author wrote it. */
export function joinerOf({ node }: Home): string {
  return `'${node.name}'`;
}

/** What a verdict means: ", so the rule matches no request". Empty when nothing further follows. */
export function consequence({ truth, members, home, rule, unlessMissing }: Verdict): string {
  if (unlessMissing) return "";
  if (rule) return `, so the rule matches ${rule === "never" ? "no" : "every"} request`;
  const decides = home && (home.node.name === "and") === (truth === "never");
  if (!home || members.length === 0 || !decides) return "";
  return `, so this ${joinerOf(home)} is ${truth} true`;
}

/** The other conditions that a finding is about. */
export function related(members: readonly Member[]): RelatedPlace[] {
  return members.map(({ node: { start, end } }) => ({
    start,
    end,
    message: "Other condition.",
  }));
}

/** What is known where an inner condition is looked at: inside an `or`, that the outer one does not hold. */
export function known(text: string, { node, home, negated }: Member): string {
  const holds = (home?.joiner !== "or") !== negated;
  return `${quoted(text, node)} is ${holds}`;
}
