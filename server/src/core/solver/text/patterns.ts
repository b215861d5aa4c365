/** Builds patterns as nondeterministic automata, and the sets of strings that they match. */
import { unitsOf } from "./literals.ts";
import { anyUnit, type Condition, type PatternNode, type Units } from "./pattern.ts";
import { PatternSet } from "./pattern-states.ts";
import type { TextSet } from "./text-set.ts";
import { UnionSet } from "./union-set.ts";

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

  text(text: string): PatternFragment {
    return this.sequence(unitsOf(text).map((it) => this.units([it, it])));
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
    const [only] = parts;
    if (only && parts.length === 1) return only;
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

  /** Any string. */
  anything(): PatternFragment {
    const loop = this.empty();
    this.sequence([loop, this.units(anyUnit), loop]);
    return loop;
  }

  private single(units: Units | undefined, condition?: Condition): PatternFragment {
    const only = this.nodes.push({ units, condition, next: [] }) - 1;
    return { from: only, to: only };
  }
}

/**
 * The strings that a pattern matches as a whole. `key` identifies the pattern. In a chain, each node leads only to itself or
 * to later ones, as in a wildcard.
 */
export function matching(
  key: string,
  builder: PatternBuilder,
  part: PatternFragment,
  chain?: { readonly shortest: string },
): TextSet {
  const { from, to } = builder.sequence([part, builder.empty()]);
  return new PatternSet(key, { nodes: builder.nodes, from, end: to }, chain?.shortest);
}

/** The strings that any of several patterns matches. Undefined if they are too large together. */
export function matchingAny(sets: readonly TextSet[]): TextSet | undefined {
  const parts = new Map(sets.flatMap((it) => it.parts ?? [it]).map((it) => [it.key, it]));
  let size = 0;
  for (const { pattern } of parts.values()) size += pattern?.nodes.length ?? 0;
  return size > maxNodes ? undefined : new UnionSet([...parts.values()]);
}
