import type { RelatedPlace } from "../../core/diagnostic.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import type { LogicalGroup, Member, Verdict } from "./facts.ts";

/** Message parts about conditions and facts. */

/** The source text on one line, in quotes. */
export function quoted(text: string, { start, end }: Span): string {
  // Bounds the work: the rest is truncated anyway.
  const shown = text.slice(start, Math.min(end, start + longestRead)).replace(/\s+/g, " ");
  return shown.length > maxShown ? `'${cut(shown)}'` : `'${shown}'`;
}

const maxShown = 60;
const longestRead = 400;

/** The logical operator, in quotes. */
export function logicalOf({ node }: LogicalGroup): string {
  return `'${node.name}'`;
}

/** The effect of a verdict: ", so the rule matches no request". Empty if there is none. */
export function consequence({ truth, members, home, whole, unlessMissing }: Verdict): string {
  if (unlessMissing) return "";
  if (whole) return `, so the rule matches ${whole === "never" ? "no" : "every"} request`;
  const decides = home && (home.node.name === "and") === (truth === "never");
  if (!home || members.length === 0 || !decides) return "";
  return `, so this ${logicalOf(home)} is ${truth} true`;
}

/** A condition and its polarity: whether an outer `not` makes it count as its opposite. */
interface Polar {
  readonly node: Span;
  readonly negated: boolean;
}

/** A condition as it counts: its opposite, if only an outer `not` around it makes it one. */
export function polar(text: string, { node, negated }: Polar, isNegated: boolean): string {
  return `${negated === isNegated ? "" : "the opposite of "}${quoted(text, node)}`;
}

/** Why a condition is redundant beside others of the same effective group: "'a' and the opposite of 'b' cover it". */
export function redundancy(
  text: string,
  logical: "and" | "or",
  negated: boolean,
  by: readonly Polar[],
): string {
  const all = by.map((it) => polar(text, it, negated));
  const verb = (logical === "or") !== negated ? ["covers", "cover"] : ["implies", "imply"];
  return `${listOf(all, "and")} ${verb[by.length > 1 ? 1 : 0]} it`;
}

/** Related places for the other conditions. */
export function relatedPlaces(members: readonly Member[]): RelatedPlace[] {
  return otherConditions(members.map((it) => it.node));
}

export function otherConditions(nodes: readonly Span[]): RelatedPlace[] {
  return nodes.map(({ start, end }) => ({
    start,
    end,
    message: "Other condition.",
  }));
}

/** Describes what is known at an inner condition: inside an `or`, that the outer condition is false. */
export function describeKnown(text: string, { node, home, negated }: Member): string {
  const holds = (home?.logical !== "or") !== negated;
  return `${quoted(text, node)} is ${holds}`;
}
