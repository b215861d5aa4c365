import type { Random } from "../conformance/random.ts";
import { type Leaf, randomTree, type Tree } from "./trees.ts";

/** Filters on a few fields, and the values of these fields in log lines. */

export const filterDomains: Readonly<Record<string, readonly unknown[]>> = {
  ClientRequestPath: [undefined, "", "/", "/a", "/a/b", "/A", "b", "/x/a"],
  ClientCountry: [undefined, "de", "fr", "us", "d", "DE"],
  EdgeResponseStatus: [undefined, 0, 1, 2, 3, 4, 499, 500, 501, "2"],
  EdgeResponseCompressionRatio: [undefined, 0, 0.5, 1, 1.5, 2],
  WorkerSubrequest: [undefined, true, false],
  SecurityActions: [undefined, [], ["log"], ["block"], ["log", "block"], ["lo"]],
  EdgeStartTimestamp: [undefined, 4, 5, 6, "5", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
  NobodysField: [undefined, "x", "y", 1, true, ["x"], ["x", 1]],
};

interface FilterField {
  readonly values: readonly (string | number | boolean)[];
  readonly operators: readonly string[];
  readonly lists?: readonly string[];
}

const order = ["lt", "leq", "gt", "geq"];
const parts = ["startsWith", "!startsWith", "endsWith", "!endsWith", "contains", "!contains"];
const fields: Readonly<Record<string, FilterField>> = {
  ClientRequestPath: {
    values: ["/a", "/a/b", "/", "b", ""],
    operators: ["eq", "!eq", ...parts],
    lists: ["in", "!in"],
  },
  ClientCountry: {
    values: ["de", "fr", "us"],
    operators: ["eq", "!eq", ...parts],
    lists: ["in", "!in"],
  },
  EdgeResponseStatus: {
    values: [0, 1, 2, 3, 500, -1, "2"],
    operators: ["eq", "!eq", ...order],
    lists: ["in", "!in"],
  },
  EdgeResponseCompressionRatio: { values: [0, 1, 1.5, -1], operators: ["eq", "!eq", ...order] },
  WorkerSubrequest: { values: [true, false], operators: ["eq", "!eq"] },
  SecurityActions: { values: ["log", "block"], operators: ["contains", "!contains"] },
  EdgeStartTimestamp: {
    values: [5, "5", 6, "2026-01-01T00:00:00Z"],
    operators: ["eq", "!eq", ...order],
  },
  NobodysField: {
    values: ["x", "y", 1],
    operators: ["eq", "!eq", ...order, ...parts],
    lists: ["in", "!in"],
  },
};

export function filterTree(random: Random): Tree {
  return randomTree(random, { leaf, logicals: ["and", "or"], hasNot: false });
}

function leaf(random: Random): Leaf {
  return leafOn(random, random.pick(Object.keys(fields)));
}

function leafOn(random: Random, field: string): Leaf {
  const { values = [], operators = [], lists } = fields[field] ?? {};
  const other = (next: Random): Leaf => leafOn(next, field);
  if (lists && random.chance(0.4)) {
    const items = [...new Set(random.several(1, 3, () => random.pick(values)))];
    return listLeaf(field, random.pick(lists), items, other);
  }
  return written(field, random.pick(operators), random.pick(values), other);
}

/** A list, and lists that differ by one value. */
function listLeaf(
  field: string,
  operator: string,
  items: readonly unknown[],
  other: (random: Random) => Leaf,
): Leaf {
  return written(field, operator, items, (next) => {
    if (next.chance(0.3)) return other(next);
    const [dropped, added] = [next.below(items.length), next.pick(fields[field]?.values ?? [])];
    if (items.length > 1 && next.chance(0.5)) {
      return listLeaf(
        field,
        operator,
        items.filter((_, at) => at !== dropped),
        other,
      );
    }
    return listLeaf(field, operator, [...new Set([...items, added])], other);
  });
}

function written(
  key: string,
  operator: string,
  value: unknown,
  near: (random: Random) => Leaf,
): Leaf {
  return { text: JSON.stringify({ key, operator, value }), fields: [key], near };
}

export function writeFilter(tree: Tree): string {
  return `{"where":${writeNode(tree)}}`;
}

function writeNode(tree: Tree): string {
  if (tree.kind === "leaf") return tree.leaf.text;
  if (tree.kind === "not") throw new Error("Filters have no 'not'.");
  return `{"${tree.kind}":[${tree.parts.map(writeNode).join(",")}]}`;
}
