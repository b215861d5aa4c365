import { kept } from "../kept.ts";
import {
  type AdjacentUnit,
  anyUnit,
  isIn,
  type Pattern,
  type PatternNode,
  type Units,
} from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** The deterministic states of a pattern, created on demand. */

/** The nodes that may have been reached, up to conditions, which need the next unit. */
interface State {
  readonly nodes: readonly number[];
  readonly before: AdjacentUnit;
  readonly distance: number;
  readonly isFull: boolean;
  /** The states after units that were asked for: many questions are about the same patterns. */
  readonly steps: Map<number, number>;
}

/** The strings that a pattern matches. */
export class PatternSet implements TextSet {
  private readonly all: State[] = [];
  private readonly known = new Map<string, number>();
  private readonly distances: readonly number[];
  private readonly asksAround: boolean;
  /** The nodes that read any text to the end. */
  private readonly open: number[] = [];
  /** The last visit of each node, so that it is visited once per step. */
  private readonly visits: Int32Array;
  private visit = 0;
  /** The number of nodes in all states. */
  private reached = 0;

  constructor(
    readonly key: string,
    readonly pattern: Pattern,
    /** Of a chain: each node leads only to itself or to later ones. */
    readonly shortest?: string,
  ) {
    const { nodes, end } = pattern;
    this.asksAround = nodes.some((it) => it.condition);
    this.visits = new Int32Array(nodes.length);
    this.distances = distancesTo(end, nodes);
    for (const [index, { units, next }] of nodes.entries()) {
      if (units === anyUnit) {
        const after = this.reachable(next);
        if (after.includes(index) && after.includes(end)) this.open.push(index);
      }
    }
    this.intern([pattern.from], "edge");
  }

  /** The cost of a step, which is dominated by the nodes of a state. */
  get cost(): number {
    return 3 + Math.ceil(this.reached / this.all.length);
  }

  step(state: number, unit: number): number {
    const current = this.all[state];
    if (!current || current.isFull) return state;
    return kept(current.steps, unit, () => this.after(current, unit));
  }

  private after(current: State, unit: number): number {
    const next: number[] = [];
    for (const index of this.expanded(current.nodes, current.before, unit)) {
      const node = this.pattern.nodes[index];
      if (node?.units && isIn(node.units, unit)) next.push(...node.next);
    }
    return this.intern(next, this.asksAround ? keptOf(unit) : "edge");
  }

  distance(state: number): number {
    return this.all[state]?.distance ?? Number.POSITIVE_INFINITY;
  }

  isFull(state: number): boolean {
    return this.all[state]?.isFull ?? false;
  }

  units(): readonly Units[] {
    const read = this.pattern.nodes.flatMap(({ units }) => (units ? [units] : []));
    return this.asksAround ? [...read, [10, 10], [13, 13], wordUnits] : read;
  }

  private intern(from: readonly number[], before: AdjacentUnit): number {
    const reachable = this.reachable(from);
    const isFull = this.open.some((it) => this.visits[it] === this.visit);
    const nodes = isFull ? [this.pattern.end] : this.needed(reachable.sort((a, b) => a - b));
    return kept(this.known, isFull ? "full" : `${before} ${nodes.join()}`, () => {
      this.reached += nodes.length;
      const isMember = this.expanded(nodes, before, "edge").includes(this.pattern.end);
      // As if all conditions on the way are met.
      const distances = nodes.map((it) => this.distances[it] ?? Number.POSITIVE_INFINITY);
      const distance = isMember ? 0 : Math.max(1, Math.min(...distances));
      return this.all.push({ nodes, before, distance, isFull, steps: new Map() }) - 1;
    });
  }

  /** In a chain, what the last star reads and what follows it is all that earlier stars may lead to. */
  private needed(sorted: number[]): number[] {
    if (this.shortest === undefined) return sorted;
    const star = sorted.findLastIndex((it) => this.pattern.nodes[it]?.units === anyUnit);
    return star > 0 ? sorted.slice(star) : sorted;
  }

  private reachable(from: readonly number[]): number[] {
    this.visit++;
    const nodes: number[] = [];
    for (const index of from) this.reach(index, nodes);
    return nodes;
  }

  /** Adds the nodes that can be reached without consuming a unit, up to conditions. */
  private reach(from: number, into: number[]): void {
    const pending = [from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.visits[index] === this.visit) continue;
      this.visits[index] = this.visit;
      const node = this.pattern.nodes[index];
      if (!node) continue;
      if (node.units || node.condition || index === this.pattern.end) into.push(index);
      if (!node.units && !node.condition) pending.push(...node.next);
    }
  }

  /** The nodes of a state, including those behind its conditions, once the next unit is known. */
  private expanded(
    nodes: readonly number[],
    before: AdjacentUnit,
    after: AdjacentUnit,
  ): readonly number[] {
    if (!this.asksAround) return nodes;
    this.visit++;
    for (const index of nodes) this.visits[index] = this.visit;
    const found = [...nodes];
    for (let i = 0; i < found.length; i++) {
      const node = this.pattern.nodes[found[i] ?? 0];
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
    // It grows by what leads there without a unit.
    for (const index of current) {
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
