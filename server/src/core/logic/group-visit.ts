import { decisive, otherTruth, type Part, type Truth } from "./part.ts";

/** Whether a truth about a part decides the whole text. */
export type Decides = Readonly<Record<Truth, boolean>>;

/** A group during the visit, with its decided parts. */
export class GroupVisit<Node> {
  private readonly counts = { never: 0, always: 0 };
  private decided: Set<Part<Node>> | undefined;

  constructor(
    readonly parent: Part<Node>,
    readonly decides: Decides,
  ) {}

  /** The truth of one part that decides the group. */
  get decisive(): Truth {
    return decisive(this.parent.logical);
  }

  get isDecided(): boolean {
    return this.counts[this.decisive] > 0;
  }

  decide(part: Part<Node>, truth: Truth): void {
    this.decided ??= new Set();
    if (this.decided.has(part)) return;
    this.decided.add(part);
    this.counts[truth]++;
  }

  /** Whether each part is decided, so that the group is although none of them decides it alone. */
  get isDecidedByAll(): boolean {
    return this.counts[otherTruth(this.decisive)] === this.parent.parts.length;
  }

  /** The truths of inner groups that decide the whole text. */
  get inside(): Decides {
    const isAnd = this.parent.logical === "and";
    return { never: isAnd && this.decides.never, always: !isAnd && this.decides.always };
  }
}
