import type { Random } from "../conformance/random.ts";

/**
 * Random texts with repeated and nearly repeated parts: the same condition or group several times, sets that differ by one
 * value, groups in groups. Independent of a language, which only writes conditions.
 */

/** A condition: what is written, and a condition that differs a little. */
export interface Leaf {
  readonly text: string;
  readonly fields: readonly string[];
  readonly near: (random: Random) => Leaf;
}

export type Tree =
  | { readonly kind: "leaf"; readonly leaf: Leaf }
  | { readonly kind: "not"; readonly part: Tree }
  | { readonly kind: Logical; readonly parts: readonly Tree[] };

export type Logical = "and" | "or" | "xor";

export interface TreeOptions {
  readonly leaf: (random: Random) => Leaf;
  readonly logicals: readonly Logical[];
  readonly hasNot: boolean;
}

/** Mostly two to five conditions; a few texts are larger. */
export function randomTree(random: Random, options: TreeOptions): Tree {
  const isLarge = random.chance(0.01);
  const pool = leaves(random, options, isLarge ? 5 : 1 + random.below(3));
  const grow = new Grower(random, options, pool);
  return grow.group(isLarge ? 3 : random.pick([0, 0, 0, 1, 1, 2]), isLarge ? 6 : 3);
}

function leaves(random: Random, { leaf }: TreeOptions, count: number): Leaf[] {
  const pool = [leaf(random)];
  while (pool.length < count) {
    pool.push(random.chance(0.7) ? random.pick(pool).near(random) : leaf(random));
  }
  return pool;
}

class Grower {
  private readonly made: Tree[] = [];

  constructor(
    private readonly random: Random,
    private readonly options: TreeOptions,
    private readonly pool: readonly Leaf[],
  ) {}

  group(depth: number, most: number): Tree {
    const kind = this.random.pick(this.options.logicals);
    const parts = this.random.several(2, most, () => this.part(depth));
    const tree: Tree = { kind, parts };
    this.made.push(tree);
    return tree;
  }

  private part(depth: number): Tree {
    const { random, options, pool, made } = this;
    if (options.hasNot && random.chance(0.12)) return { kind: "not", part: this.part(depth) };
    if (made.length > 0 && random.chance(0.15)) return random.pick(made);
    if (depth > 0 && random.chance(0.4)) return this.group(depth - 1, 3);
    return { kind: "leaf", leaf: random.pick(pool) };
  }
}

export function fieldsIn(tree: Tree): ReadonlySet<string> {
  if (tree.kind === "leaf") return new Set(tree.leaf.fields);
  const parts = tree.kind === "not" ? [tree.part] : tree.parts;
  return new Set(parts.flatMap((it) => [...fieldsIn(it)]));
}

/** Every combination of the fields' values if there are few, otherwise random ones. Undefined is a missing field. */
export function worldOf(
  fields: ReadonlySet<string>,
  domains: Readonly<Record<string, readonly unknown[]>>,
  random: Random,
): Readonly<Record<string, unknown>>[] {
  const axes = [...fields].map((it) => [it, domains[it] ?? []] as const);
  const size = axes.reduce((product, [, values]) => product * values.length, 1);
  const isSmall = size <= largestWorld;
  return Array.from({ length: isSmall ? size : largestWorld }, (_, index) => {
    let rest = index;
    const one: Record<string, unknown> = {};
    for (const [field, values] of axes) {
      const at = isSmall ? rest % values.length : random.below(values.length);
      rest = Math.floor(rest / values.length);
      if (values[at] !== undefined) one[field] = values[at];
    }
    return one;
  });
}

const largestWorld = 100;
