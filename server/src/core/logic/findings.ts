import { contains, overlaps, type Span } from "../../text/span.ts";
import { kept } from "../solver/kept.ts";
import {
  type Decided,
  type Finding,
  type ListedValue,
  type Part,
  type Redundant,
  removableIn,
} from "./part.ts";

/** Limit per kind, so that findings do not crowd out errors. */
const maxFindings = 100;

/** Findings during the visit of a text. */
export class Findings<Node extends Span> {
  /** Conclusions from conditions on one value. */
  readonly compared: Finding<Node>[] = [];
  /** Conclusions from any parts. */
  private searched: Finding<Node>[] = [];
  private readonly counts = new Map<string, number>();
  private readonly settled = new Set<Part<Node>>();

  /** Parts that can be removed because of findings. */
  readonly removed = new Set<Part<Node>>();
  readonly removedValues = new Map<Part<Node>, ListedValue[]>();
  /** The number of all that can be removed. */
  removals = 0;

  /** Whether a part adds no information where it is. */
  isSettled(part: Part<Node>): boolean {
    return this.settled.has(part);
  }

  settle(part: Part<Node>): void {
    this.settled.add(part);
  }

  add(finding: Finding<Node>): void {
    const count = this.counts.get(finding.kind) ?? 0;
    this.counts.set(finding.kind, count + 1);
    if (count < maxFindings) this.compared.push(finding);
    if (finding.kind === "redundant" || finding.kind === "decided") this.remove(finding);
  }

  /** Replaces what was found inside of the same parts. */
  addSearched(finding: Finding<Node>): void {
    const spans = spansOf(finding);
    if (finding.kind !== "value")
      this.searched = this.searched.filter(
        (it) => !spansOf(it).some((inner) => spans.some((outer) => contains(outer, inner))),
      );
    this.searched.push(finding);
    if (finding.kind === "redundant") this.remove(finding);
    if (finding.kind === "value") {
      kept(this.removedValues, finding.part, () => []).push(finding.value);
      this.removals++;
    }
  }

  /** Conclusions from any parts, unless the same place has a report. A text that is decided as a whole is always reported. */
  unreported(reported: readonly Finding<Node>[]): readonly Finding<Node>[] {
    const spans = reported.flatMap(spansOf);
    const isDecided = reported.some(isWhole);
    return this.searched.filter(
      (it) =>
        (it.kind === "clash" && it.isCertain && !isDecided) ||
        !spansOf(it).some((span) => spans.some((other) => overlaps(span, other))),
    );
  }

  private remove(finding: Redundant<Node> | Decided<Node>): void {
    const removed = removableIn(finding);
    this.settle(finding.part);
    this.settle(removed);
    this.removed.add(removed);
    this.removals++;
  }
}

/** Whether it says that the whole text is decided. */
export function isWhole<Node>(finding: Finding<Node>): boolean {
  return finding.kind === "clash" && finding.isWhole;
}

function spansOf<Node extends Span>(finding: Finding<Node>): readonly Span[] {
  if (finding.kind === "clash") return finding.members.map((it) => it.node);
  return [finding.part.node];
}
