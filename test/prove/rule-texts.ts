import type { Random } from "../conformance/random.ts";
import { type Leaf, randomTree, type Tree } from "./trees.ts";

/** Rules on a few fields, and the values of these fields. */

export const ruleDomains: Readonly<Record<string, readonly unknown[]>> = {
  "http.host": ["", "a", "b", "ab", "ba", "A", "aB", "abc"],
  "http.request.uri.path": ["/", "/a", "/a/b", "/b", "/A", "/ab"],
  "http.request.method": ["GET", "PUT", "POST"],
  "tcp.dstport": [0, 79, 80, 81, 82, 83, 84, 65535],
  "http.request.timestamp.msec": [0, 1, 500, 998, 999],
  "cf.bot_management.score": [undefined, 1, 2, 29, 30, 31, 99],
  "cf.threat_score": [0],
  "ip.src": [
    "10.0.0.0",
    "10.0.0.1",
    "10.0.0.2",
    "10.0.0.4",
    "10.1.0.0",
    "192.0.2.1",
    "2001:db8::1",
  ],
  ssl: [true, false],
  "http.request.headers": [
    {},
    { x: [] },
    { x: [""] },
    { x: ["a"] },
    { x: ["b", "a"] },
    { x: ["ab"] },
  ],
};

const texts: Readonly<Record<string, readonly string[]>> = {
  "http.host": ["a", "b", "ab", "A"],
  "http.request.uri.path": ["/", "/a", "/a/b", "/b"],
  "http.request.method": ["GET", "PUT", "POST"],
  'http.request.headers["x"][0]': ["a", "b", "ab", ""],
};
const numbers: Readonly<Record<string, readonly number[]>> = {
  "tcp.dstport": [80, 81, 82, 83, 0, -1, 65_535],
  "http.request.timestamp.msec": [0, 1, 500, 999, -1, -5],
  "cf.bot_management.score": [1, 2, 30, 31, 99, 0, -1],
  "len(http.host)": [0, 1, 2, 3, -1],
  'len(http.request.headers["x"][0])': [0, 1, 2, -1],
};
const networks = [
  "10.0.0.0",
  "10.0.0.1",
  "10.0.0.0/31",
  "10.0.0.0/30",
  "10.0.0.0/8",
  "192.0.2.1",
  "::/0",
];
const orders = ["eq", "ne", "lt", "le", "gt", "ge"];
const textTests = [
  "eq",
  "ne",
  "contains",
  "wildcard",
  "strict wildcard",
  "matches",
  "starts_with",
  "ends_with",
];

export function ruleTree(random: Random): Tree {
  const logicals = ["and", "or", "and", "or", "and", "or", "xor"] as const;
  return randomTree(random, { leaf, logicals, hasNot: true });
}

function leaf(random: Random): Leaf {
  const roll = random.below(20);
  if (roll < 8) return textLeaf(random, random.pick(Object.keys(texts)));
  if (roll < 13) return numberLeaf(random, random.pick(Object.keys(numbers)));
  if (roll < 16) return addressLeaf(random);
  if (roll < 17) return elementLeaf(random);
  if (roll < 18) return relatedLeaf(random);
  return { text: "ssl", fields: ["ssl"], near: leaf };
}

function textLeaf(random: Random, operand: string): Leaf {
  const values = texts[operand] ?? [];
  const near = (next: Random): Leaf =>
    textLeaf(next, next.chance(0.8) ? operand : next.pick(Object.keys(texts)));
  const fields = [fieldOf(operand)];
  if (random.chance(0.4))
    return setLeaf(
      random,
      operand,
      values.map((it) => `"${it}"`),
      fields,
      near,
    );
  const source = random.chance(0.15) ? `lower(${operand})` : operand;
  return { text: textTest(random.pick(textTests), source, random.pick(values)), fields, near };
}

function textTest(test: string, operand: string, value: string): string {
  if (test === "starts_with" || test === "ends_with") return `${test}(${operand}, "${value}")`;
  if (test === "matches") return `${operand} matches "^${value}"`;
  return `${operand} ${test} "${test.endsWith("wildcard") ? `${value}*` : value}"`;
}

/** A set, and sets that differ by one value. */
function setLeaf(
  random: Random,
  operand: string,
  all: readonly string[],
  fields: readonly string[],
  other: (random: Random) => Leaf,
): Leaf {
  const of = (items: readonly string[]): Leaf => ({
    text: `${operand} in {${items.join(" ")}}`,
    fields,
    near: (next) => {
      if (next.chance(0.3)) return other(next);
      const [dropped, added] = [next.below(items.length), next.pick(all)];
      if (items.length > 1 && next.chance(0.5)) return of(items.filter((_, at) => at !== dropped));
      return items.includes(added) ? of([...items].reverse()) : of([...items, added]);
    },
  });
  return of([...new Set(random.several(1, 3, () => random.pick(all)))]);
}

function numberLeaf(random: Random, operand: string): Leaf {
  const values = numbers[operand] ?? [];
  const near = (next: Random): Leaf => numberLeaf(next, operand);
  const fields = [fieldOf(operand)];
  const ranges = values.filter((it) => it >= 0).map((it) => `${it}..${it + 2}`);
  if (random.chance(0.35))
    return setLeaf(random, operand, [...values.map(String), ...ranges], fields, near);
  if (random.chance(0.1)) return { text: `${operand} & ${1 + random.below(7)}`, fields, near };
  return { text: `${operand} ${random.pick(orders)} ${random.pick(values)}`, fields, near };
}

function addressLeaf(random: Random): Leaf {
  const near = (next: Random): Leaf => addressLeaf(next);
  if (random.chance(0.7)) return setLeaf(random, "ip.src", networks, ["ip.src"], near);
  const text = `ip.src ${random.pick(orders)} ${random.pick(["10.0.0.1", "192.0.2.1"])}`;
  return { text, fields: ["ip.src"], near };
}

function elementLeaf(random: Random): Leaf {
  const value = random.pick(["a", "b", ""]);
  const test = random.pick([
    `eq "${value}"`,
    `ne "${value}"`,
    `contains "${value}"`,
    `in {"${value}" "ab"}`,
  ]);
  const text = `${random.pick(["any", "all"])}(http.request.headers["x"][*] ${test})`;
  return { text, fields: ["http.request.headers"], near: elementLeaf };
}

/** Two values of the request. */
function relatedLeaf(random: Random): Leaf {
  const [operators, values] = random.pick(related);
  const [left, right] = [random.pick(values), random.pick(values)];
  const text = `${left} ${random.pick(operators)} ${right}`;
  return { text, fields: [fieldOf(left), fieldOf(right)], near: relatedLeaf };
}

const related: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    orders,
    ["http.host", "http.request.uri.path", 'http.request.headers["x"][0]', "lower(http.host)"],
  ],
  [
    orders,
    ["tcp.dstport", "http.request.timestamp.msec", "len(http.host)", "cf.bot_management.score"],
  ],
];

function fieldOf(operand: string): string {
  return Object.keys(ruleDomains).find((it) => operand.includes(it)) ?? operand;
}

/** With parentheses that are needed, and some that are not. */
export function writeRule(tree: Tree, random: Random, outer?: string): string {
  if (tree.kind === "leaf") return random.chance(0.05) ? `(${tree.leaf.text})` : tree.leaf.text;
  if (tree.kind === "not") {
    const inner = writeRule(tree.part, random, "not");
    return random.chance(0.2) ? `not (${inner})` : `${random.pick(["not ", "!"])}${inner}`;
  }
  const sign = random.chance(0.2) ? signs[tree.kind] : tree.kind;
  const text = tree.parts.map((it) => writeRule(it, random, tree.kind)).join(` ${sign} `);
  return outer === undefined || (outer === tree.kind && random.chance(0.5)) ? text : `(${text})`;
}

const signs = { and: "&&", or: "||", xor: "^^" };
