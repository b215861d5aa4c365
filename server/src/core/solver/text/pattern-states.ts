/** The deterministic states of a pattern, created on demand. */

/** Ranges of units: first, last, first, last, …, sorted and disjoint. */
export type Units = readonly number[];

/** An assertion on a position, by the units around it. */
export type Condition = (before: AdjacentUnit, after: AdjacentUnit) => boolean;

/** The unit beside a position, or the start or end of the text. */
export type AdjacentUnit = number | "edge";

/** A node of a pattern. A path consumes the units of its nodes. */
export interface PatternNode {
  /** Undefined if it consumes nothing. */
  readonly units: Units | undefined;
  readonly condition: Condition | undefined;
  readonly next: number[];
}

export function isIn(units: Units, unit: number): boolean {
  for (let i = 0; i < units.length; i += 2) {
    if (unit < (units[i] ?? 0)) return false;
    if (unit <= (units[i + 1] ?? 0)) return true;
  }
  return false;
}

/** The nodes that may have been reached, up to conditions, which need the next unit. */
interface State {
  readonly nodes: readonly number[];
  readonly before: AdjacentUnit;
  readonly distance: number;
  readonly isFull: boolean;
  accepts: boolean | undefined;
}

/** The nodes of a pattern, and where a match begins and ends. */
export interface Pattern {
  readonly nodes: readonly PatternNode[];
  readonly from: number;
  readonly end: number;
  /** Whether arbitrary text may follow the end. */
  readonly isOpen: boolean;
}

export class PatternStates {
  private readonly all: State[] = [];
  private readonly known = new Map<string, number>();
  private readonly distances: readonly number[];
  private readonly asksAround: boolean;
  /** The last visit of each node, so that it is visited once per step. */
  private readonly visits: Int32Array;
  private visit = 0;
  /** The number of nodes in all states. */
  private reached = 0;

  constructor(private readonly whole: Pattern) {
    const { nodes } = whole;
    this.asksAround = nodes.some((it) => it.condition);
    this.visits = new Int32Array(nodes.length);
    this.distances = distancesTo(whole.end, nodes);
    this.intern([whole.from], "edge");
  }

  /** The cost of a step, which is dominated by the nodes of a state. */
  get cost(): number {
    return 3 + Math.ceil(this.reached / this.all.length);
  }

  step(state: number, unit: number): number {
    const current = this.all[state];
    if (!current || current.isFull) return state;
    const next: number[] = [];
    const places = this.asksAround ? this.expanded(current, unit) : current.nodes;
    // A condition may have led to the end, after which arbitrary text may follow.
    if (this.whole.isOpen && places.includes(this.whole.end)) next.push(this.whole.end);
    for (const index of places) {
      const node = this.whole.nodes[index];
      if (node?.units && isIn(node.units, unit)) next.push(...node.next);
    }
    return this.intern(next, this.asksAround ? keptOf(unit) : "edge");
  }

  accepts(state: number): boolean {
    const current = this.all[state];
    if (!current) return false;
    current.accepts ??= this.expanded(current, "edge").includes(this.whole.end);
    return current.accepts;
  }

  distance(state: number): number {
    return this.all[state]?.distance ?? Number.POSITIVE_INFINITY;
  }

  isFull(state: number): boolean {
    return this.all[state]?.isFull ?? false;
  }

  private intern(from: readonly number[], before: AdjacentUnit): number {
    this.visit++;
    const nodes: number[] = [];
    for (const index of from) this.reach(index, nodes);
    const isFull = this.whole.isOpen && nodes.includes(this.whole.end);
    const kept = isFull ? [this.whole.end] : nodes.sort((a, b) => a - b);
    const key = isFull ? "full" : `${before} ${kept.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const distance = kept.reduce(
      (least, it) => Math.min(least, this.distances[it] ?? least),
      Number.POSITIVE_INFINITY,
    );
    this.known.set(key, this.all.length);
    this.reached += kept.length;
    this.all.push({ nodes: kept, before, distance, isFull, accepts: isFull ? true : undefined });
    return this.all.length - 1;
  }

  /** Adds the nodes that can be reached without consuming a unit, up to conditions. */
  private reach(from: number, into: number[]): void {
    const pending = [from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.visits[index] === this.visit) continue;
      this.visits[index] = this.visit;
      const node = this.whole.nodes[index];
      if (!node) continue;
      if (node.units || node.condition || index === this.whole.end) into.push(index);
      if (!node.units && !node.condition) pending.push(...node.next);
    }
  }

  /** The nodes of a state, including those behind its conditions, once the next unit is known. */
  private expanded({ nodes, before }: State, after: AdjacentUnit): readonly number[] {
    if (!this.asksAround) return nodes;
    this.visit++;
    for (const index of nodes) this.visits[index] = this.visit;
    const found = [...nodes];
    for (let i = 0; i < found.length; i++) {
      const node = this.whole.nodes[found[i] ?? 0];
      if (!node?.condition?.(before, after)) continue;
      for (const next of node.next) this.reach(next, found);
    }
    return found;
  }
}

/** A representative of the units that conditions do not distinguish, so that there are few states. */
function keptOf(unit: number): number {
  if (unit === 10 || unit === 13) return unit;
  return isWord(unit) ? 0x61 : 0x20;
}

export function isWord(unit: AdjacentUnit): boolean {
  return unit !== "edge" && isIn(wordUnits, unit);
}

const wordUnits: Units = [48, 57, 65, 90, 95, 95, 97, 122];

/** The minimal number of units from each node to the end. */
function distancesTo(end: number, nodes: readonly PatternNode[]): number[] {
  const previous: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => {
    for (const next of node.next) previous[next]?.push(index);
  });
  const distances = nodes.map(() => Number.POSITIVE_INFINITY);
  let current = [end];
  for (let distance = 0; current.length > 0; distance++) {
    const further: number[] = [];
    for (let index = current.pop(); index !== undefined; index = current.pop()) {
      if ((distances[index] ?? 0) <= distance) continue;
      distances[index] = distance;
      for (const it of previous[index] ?? []) {
        const reads = nodes[it]?.units;
        if (!reads) current.push(it);
        else if (reads.length > 0) further.push(it);
      }
    }
    current = further;
  }
  return distances;
}
