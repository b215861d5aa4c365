import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import type { Report, ReportExtras } from "../check.ts";
import {
  type Assumption,
  type Canceled,
  type Clash,
  type DeadValue,
  type Decided,
  decisive,
  type Finding,
  isCovered,
  otherTruth,
  type Part,
  type Redundant,
  type Truth,
} from "./part.ts";

/** Which check reports what was found, and in which words. */

/** The nodes of any language. One without `not` leaves out both properties. */
interface Node extends Span {
  /** Negated by an outer `not`, which is not in its text. */
  readonly negated?: boolean;
  /** Whether an `and` or `or` has the effect of the other one, because a `not` is around it. */
  readonly isDenied?: boolean;
}

/** The words of a language for findings. */
export interface Wording<Node> {
  /** The effect of a clash on all of the text: "the filter keeps no lines". */
  readonly whole: Readonly<Record<Truth, string>>;
  /** A part at the start of a sentence: "This condition". */
  subject(part: Part<Node>): string;
  /** A part inside of a sentence: "'Status' is at least '500'". */
  reading(part: Part<Node>): string;
  /** The wording for a known other part: inside an `or`, that it is false. */
  known(assumption: Assumption<Node>): string;
  /** The common subject of all conditions, if there is one. */
  commonValue(members: readonly Part<Node>[]): string | undefined;
  /** The message for a condition that is always or never true. */
  single(part: Part<Node>, truth: Truth, so: string): string;
  /** A short sentence about two conditions, if there is one. */
  pair?(clash: Clash<Node>, so: string): string | undefined;
  /** One of the values that each condition excludes, so that they were meant for an `and`. */
  excluded?(members: readonly Part<Node>[]): string | undefined;
  /** A short sentence about a condition and another one that implies or covers it, if there is one. */
  implication?(redundant: Redundant<Node>): string | undefined;
  /** The effect of operands of an `xor` that cancel each other out, if it has no others. */
  canceled?(finding: Canceled<Node>): string | undefined;
  /** Where the operator of a group is written. */
  operatorSpan(group: Node): Span | undefined;
  /** Where a listed value is written, and its text in quotes. */
  listed(node: Node, index: number): readonly [place?: Span, text?: string];
}

interface Told extends Pick<ReportExtras, "look" | "severity"> {
  readonly code: `${Truth}-matches` | `${"redundant" | "duplicate"}-condition`;
  readonly message: () => string;
}

/** The parts that a check adds to a message, or replaces in it. */
interface Extras extends ReportExtras {
  readonly place?: Span;
  readonly message?: string;
}

/** Reports what was found for one check. Only that is put into words. */
export function reportFindings<Own extends Node>(
  check: Told["code"],
  findings: readonly Finding<Own>[],
  wording: Wording<Own>,
  report: Report,
  extrasOf: (finding: Finding<Own>) => Extras,
): void {
  for (const it of findings) {
    const { code, message, ...look } = toldOf(it, wording);
    if (code !== check) continue;
    const { place = placeOf(it, wording), message: instead, ...extras } = extrasOf(it);
    const related = otherParts(it).map(({ node: { start, end }, logical }) => {
      return { start, end, message: `The other ${logical ? "group" : "condition"}.` };
    });
    if (place) report(place, instead ?? message(), { ...look, related, ...extras });
  }
}

function otherParts(finding: Finding<Node>): readonly Part<Node>[] {
  if (finding.kind === "clash") return finding.members.slice(0, -1);
  return finding.kind === "canceled" ? [finding.beside] : finding.by.map((it) => it.part);
}

function toldOf(finding: Finding<Node>, wording: Wording<Node>): Told {
  const look = "unnecessary";
  switch (finding.kind) {
    case "clash": {
      // By the effect on all of the text, which a `not` around the conditions turns.
      const truth = finding.isWhole ? finding.truth : writtenTruth(finding, wording);
      return { code: `${truth}-matches`, message: () => clashMessage(finding, wording) };
    }
    case "decided": {
      const { part, truth } = finding;
      const message = () => constantMessage(finding, truth, wording);
      if (isTrueAsWritten(part, truth))
        return { code: "redundant-condition", message, look, severity: "info" };
      return isCovered(finding)
        ? { code: "redundant-condition", message: () => coveredMessage(finding, wording), look }
        : { code: "never-matches", message };
    }
    case "redundant": {
      const message = () => redundantMessage(finding, wording);
      if (finding.isRepeated) return { code: "duplicate-condition", message, look };
      return isNeverTrue(finding) && !isCovered(finding)
        ? { code: "never-matches", message }
        : { code: "redundant-condition", message, look };
    }
    case "value":
      return { code: "redundant-condition", message: () => valueMessage(finding, wording), look };
    case "canceled": {
      const so = wording.canceled?.(finding) ?? "";
      const problem = `Duplicate condition in this 'xor': the two cancel each other out${so}`;
      const message = () => `${problem}. Remove both, or change one.`;
      return { code: "duplicate-condition", message };
    }
  }
}

/** Whether a part is redundant because it is never true where it is. */
function isNeverTrue({ parent, by }: Redundant<Node>): boolean {
  return parent.logical === "or" && !parent.node.negated && by.every((it) => it.parent !== parent);
}

/** A clash is reported at its last member, or at the operator. */
function placeOf(finding: Finding<Node>, wording: Wording<Node>): Span | undefined {
  if (finding.kind !== "clash") {
    if (finding.kind === "decided" && isCoveredGroup(finding)) return finding.parent.node;
    const { node } = finding.part;
    const [item] = finding.kind === "value" ? wording.listed(node, finding.value.index) : [];
    return item ?? node;
  }
  const { members, parent } = finding;
  return members.at(-1)?.node ?? (parent && wording.operatorSpan(parent.node));
}

function clashMessage(clash: Clash<Node>, wording: Wording<Node>): string {
  const { parent, members } = clash;
  const [first, second, more] = members;
  const truth = writtenTruth(clash, wording);
  const so = effectOf(clash, truth, wording);
  if (!first) {
    const all = `condition in this ${operatorOf(parent)}`;
    const each = truth === "never" ? `No ${all} can be` : `Every ${all} is always`;
    return `${each} true here${so}.`;
  }
  if (!second) return wording.single(first, truth, so);
  const short = more ? undefined : wording.pair?.(clash, so);
  return short ?? togetherMessage(clash, truth, so, wording);
}

/** More conditions are only counted. */
const mostNamed = 3;

/** Conditions that are never all true, or of which one always is. */
function togetherMessage(
  clash: Clash<Node>,
  truth: Truth,
  so: string,
  wording: Wording<Node>,
): string {
  const { members, unlessMissing } = clash;
  const negated = isNegated(clash, wording);
  const value = wording.commonValue(members);
  // Their opposites have to be named.
  const areAlike = members.every((it) => isTurned(it) === negated);
  const isCounted = areAlike && members.length > (value ? 2 : mostNamed);
  const count = `${members.length} conditions`;
  const names = members.map((it) => nameOf(it, negated, wording));
  if (truth === "never") {
    const what = isCounted ? `These ${count}${value ? ` on ${value}` : ""}` : listOf(names, "and");
    return `${what} are never ${members.length > 2 ? "all" : "both"} true${so}. Use 'or', or change one.`;
  }
  const what = isCounted ? `One of these ${count}` : listOf(names, "or");
  const every = value ? `true for every value of ${value}` : "always true";
  const when = unlessMissing ? `true whenever ${value ?? "their value"} is present` : every;
  const excluded = value && areAlike ? wording.excluded?.(members) : undefined;
  const rest = excluded
    ? `, including ${excluded}${so}. Use 'and'.`
    : `${so}. Change or remove one.`;
  return `${what} is ${when}${rest}`;
}

/** The effect of a clash: ", so the rule matches no request". Empty if there is none. */
function effectOf(clash: Clash<Node>, written: Truth, { whole }: Wording<Node>): string {
  const { truth, members, parent, isWhole, unlessMissing } = clash;
  if (unlessMissing) return "";
  if (isWhole) return `, so ${whole[truth]}`;
  if (!parent || members.length === 0 || truth !== decisive(parent.logical)) return "";
  return `, so this '${written === "never" ? "and" : "or"}' is ${written} true`;
}

/** Whether the conditions are read inside a `not`: those on one value, or on both sides of a `not`, as their group is. */
function isNegated({ members, parent }: Clash<Node>, wording: Wording<Node>): boolean {
  const [first, second] = members;
  const isMixed = members.some((it) => isTurned(it) !== (first && isTurned(first)));
  const isAsGroup = !first || isMixed || (second && wording.commonValue(members));
  return isAsGroup ? parent?.node.isDenied === true : isTurned(first);
}

function isTurned({ node }: Part<Node>): boolean {
  return node.negated === true;
}

/** The truth of the conditions as written, without outer negations. */
function writtenTruth(clash: Clash<Node>, wording: Wording<Node>): Truth {
  return isNegated(clash, wording) ? otherTruth(clash.truth) : clash.truth;
}

function isTrueAsWritten(part: Part<Node>, truth: Truth): boolean {
  return (truth === "always") !== isTurned(part);
}

/** A part as it counts beside others: its opposite, if only an outer `not` around one makes it one. */
function nameOf(part: Part<Node>, negated: boolean, wording: Wording<Node>): string {
  return `${isTurned(part) === negated ? "" : "the opposite of "}${wording.reading(part)}`;
}

/** As it is written, in quotes. */
function operatorOf(group: Part<Node> | undefined): string {
  const isOr = (group?.logical === "or") !== (group?.node.isDenied === true);
  return isOr ? "'or'" : "'and'";
}

/** A part that is always or never true, because of what is around its group. */
function constantMessage(
  { part, parent, by }: Decided<Node> | Redundant<Node>,
  truth: Truth,
  wording: Wording<Node>,
): string {
  const effect =
    truth === decisive(parent.logical) ? `, so this ${operatorOf(parent)} has no effect` : "";
  return `Always ${isTrueAsWritten(part, truth)} here, because ${known(by, wording)}${effect}. Change or remove it.`;
}

/** A part that has no effect because of alternatives further out. It is not false there. */
function coveredMessage(finding: Decided<Node> | Redundant<Node>, wording: Wording<Node>): string {
  const { part, parent, by } = finding;
  const isGroup = finding.kind === "decided" && isCoveredGroup(finding);
  const subject = isGroup ? `This ${operatorOf(parent)}` : wording.subject(part);
  return `${subject} is redundant here, because ${known(by, wording)}. Remove it, or change one.`;
}

/** Whether all of the group around a part is redundant because of alternatives further out. */
function isCoveredGroup(finding: Decided<Node>): boolean {
  const { part, parent, truth } = finding;
  const decidesGroup = truth === decisive(parent.logical);
  return decidesGroup && !isTrueAsWritten(part, truth) && isCovered(finding);
}

function known(by: readonly Assumption<Node>[], wording: Wording<Node>): string {
  const all = by.map((it) => wording.known(it));
  return listOf(all, "and");
}

function redundantMessage(redundant: Redundant<Node>, wording: Wording<Node>): string {
  const { part, parent, by, isRepeated } = redundant;
  if (isRepeated) {
    const what = part.logical ? operatorOf(part) : "condition";
    return `Duplicate ${what} in this ${operatorOf(parent)}. Remove or change one.`;
  }
  const beside = by.filter((it) => it.parent === parent);
  if (isNeverTrue(redundant) && isCovered(redundant)) return coveredMessage(redundant, wording);
  if (beside.length === 0 && !part.logical)
    return constantMessage(redundant, otherTruth(decisive(parent.logical)), wording);
  const reason = wording.implication?.(redundant) ?? reasonOf(redundant, isTurned(part), wording);
  const why =
    beside.length < by.length
      ? `here, because ${known(by, wording)}`
      : `in this ${operatorOf(parent)}: ${reason}`;
  return `${wording.subject(part)} is redundant ${why}. Remove it, or change one.`;
}

function valueMessage(dead: DeadValue<Node>, wording: Wording<Node>): string {
  const { part, value, parent, by } = dead;
  const [, what = "This value"] = wording.listed(part.node, value.index);
  const isCovered = parent.logical === "or" && by.every((it) => it.parent === parent);
  const why = isCovered ? reasonOf(dead, false, wording) : known(by, wording);
  return `${what} is redundant here, because ${why}. Remove it.`;
}

/** Why something is redundant beside others of the same group. */
function reasonOf(
  { parent, by }: Redundant<Node> | DeadValue<Node>,
  negated: boolean,
  wording: Wording<Node>,
): string {
  const names = by.map((it) => nameOf(it.part, negated, wording));
  const verb = (parent.logical === "or") !== negated ? "is covered by" : "follows from";
  return `it ${verb} ${listOf(names, "and")}`;
}
