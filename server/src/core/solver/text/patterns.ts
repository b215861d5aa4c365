/** Builds patterns as nondeterministic automata, and the sets of strings that they match. */
import { kept } from "../kept.ts";
import { spellingBetween } from "./literals.ts";
import { type Condition, isIn, type Pattern, type PatternNode, type Units } from "./pattern.ts";
import { PatternSet } from "./pattern-states.ts";
import type { TextSet } from "./text-set.ts";

/** A part of a pattern, entered at one node and left at another. */
export interface PatternFragment {
  readonly from: number;
  readonly to: number;
}

/** Larger patterns take too long. */
const maxNodes = 6000;

export class PatternBuilder {
  readonly nodes: PatternNode[] = [];

  get isTooLarge(): boolean {
    return this.nodes.length > maxNodes;
  }

  empty(): PatternFragment {
    return this.single(undefined);
  }

  units(units: Units): PatternFragment {
    return this.single(units);
  }

  condition(condition: Condition): PatternFragment {
    return this.single(undefined, condition);
  }

  sequence(parts: readonly PatternFragment[]): PatternFragment {
    const [first, ...rest] = parts;
    if (!first) return this.empty();
    let { to } = first;
    for (const part of rest) {
      this.nodes[to]?.next.push(part.from);
      to = part.to;
    }
    return { from: first.from, to };
  }

  choice(parts: readonly PatternFragment[]): PatternFragment {
    const { from } = this.empty();
    const { to } = this.empty();
    for (const part of parts) {
      this.nodes[from]?.next.push(part.from);
      this.nodes[part.to]?.next.push(to);
    }
    return { from, to };
  }

  /** One or more times. */
  repeat(part: PatternFragment): PatternFragment {
    const { from } = this.empty();
    const { to } = this.empty();
    this.nodes[from]?.next.push(part.from);
    this.nodes[part.to]?.next.push(from, to);
    return { from, to };
  }

  optional(part: PatternFragment): PatternFragment {
    return this.choice([part, this.empty()]);
  }

  /** Any string. At the end of a pattern, use `openEnd` instead. */
  anything(): PatternFragment {
    return this.optional(this.repeat(this.units(anyUnit)));
  }

  /** A whole other pattern. */
  copy({ nodes, from, end }: Pattern): PatternFragment {
    const offset = this.nodes.length;
    for (const { next, ...node } of nodes)
      this.nodes.push({ ...node, next: next.map((it) => it + offset) });
    return { from: from + offset, to: end + offset };
  }

  private single(units: Units | undefined, condition?: Condition): PatternFragment {
    const only = this.nodes.push({ units, condition, next: [] }) - 1;
    return { from: only, to: only };
  }
}

export const anyUnit: Units = [0, 0xffff];

/** Whether arbitrary text may precede or follow the match. */
export interface Ends {
  readonly openStart?: boolean;
  readonly openEnd?: boolean;
}

/** The strings that a pattern matches. `key` identifies the pattern. */
export function matching(
  key: string,
  builder: PatternBuilder,
  part: PatternFragment,
  ends: Ends,
): TextSet {
  const end = builder.empty();
  const start = ends.openStart ? [builder.anything()] : [];
  const { from } = builder.sequence([...start, part, end]);
  return setOf(key, { nodes: builder.nodes, from, end: end.to, isOpen: ends.openEnd === true });
}

/** The strings that any of several patterns matches. Undefined if their ends differ, or if they are too large together. */
export function matchingAny(sets: readonly TextSet[]): TextSet | undefined {
  const patterns = sets.map((it) => it.pattern).filter((it) => it !== undefined);
  const isOpen = patterns[0]?.isOpen === true;
  const size = patterns.reduce((sum, it) => sum + it.nodes.length, 2);
  const isAlike = patterns.length === sets.length && patterns.every((it) => it.isOpen === isOpen);
  if (!isAlike || size > maxNodes) return undefined;
  const builder = new PatternBuilder();
  const { from, to } = builder.choice(patterns.map((it) => builder.copy(it)));
  const key = `any of ${JSON.stringify(sets.map((it) => it.key).sort())}`;
  return setOf(key, { nodes: builder.nodes, from, end: to, isOpen });
}

function setOf(key: string, pattern: Pattern): TextSet {
  return new PatternSet(key, pattern, spellingOf(pattern.nodes));
}

function spellingOf(nodes: readonly PatternNode[]): Pick<TextSet, "classOf" | "units"> {
  const sets = new Map<string, Units>();
  for (const { units } of nodes) if (units) sets.set(units.join(), units);
  if (nodes.some((it) => it.condition)) sets.set("around", unitsAround);
  const borders = [...sets.values()].flatMap((it) =>
    it.map((unit, index) => (index % 2 === 0 ? unit : unit + 1)),
  );
  const { classOf: rangeOf, units } = spellingBetween(borders);
  const classes = new Map<string, number>();
  const byRange = units.map((unit) => {
    const signature = [...sets.values()].map((it) => rangeIn(it, unit)).join();
    return kept(classes, signature, () => classes.size);
  });
  return { classOf: (unit) => byRange[rangeOf(unit) - 1] ?? 0, units };
}

/** The units that conditions distinguish: line feed, carriage return, and word characters. */
const unitsAround: Units = [10, 10, 13, 13, 48, 57, 65, 90, 95, 95, 97, 122];

/** Distinguishes the kinds of line break, which are members of the same set. */
function rangeIn(set: Units, unit: number): number {
  if (!isIn(set, unit)) return 0;
  return set === unitsAround && unit < 48 ? unit : 1;
}

/** The set of the units in a string. */
export function anyOf(units: string): Units {
  const sorted = [...new Set(units)].map((it) => it.charCodeAt(0)).sort((a, b) => a - b);
  return sorted.flatMap((it) => [it, it]);
}
