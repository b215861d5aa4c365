import { type Field, fieldNamed, fields } from "../../server/src/cfrule/catalog/fields.ts";
import type { Type } from "../../server/src/cfrule/catalog/type.ts";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import type { Request } from "../../server/src/cfrule/evaluation/value.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import { compareMeanings } from "../../server/src/core/meaning/meaning.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { extensionOf } from "../../server/src/vocabulary/uri.ts";
import { vocabularies } from "../../server/src/vocabulary/vocabularies.ts";
import type { Random } from "../conformance/random.ts";
import { requestsFor } from "../support/random/requests-for.ts";
import type { ChangeKind } from "./changes.ts";
import { contradictionOf } from "./pairs.ts";
import { rewritten } from "./rewritten.ts";
import { writeRule } from "./rule-texts.ts";
import type { Leaf, Tree } from "./trees.ts";

/** Conditions with all fields, functions and operators. */

const texts = ["", "a", "b", "ab", "/", "/a", "A", "example.com", "x-y", "10"];
const numbers = ["1", "2", "5", "29", "80"];
const addresses = ["10.0.0.1", "192.0.2.0", "192.0.2.1", "192.0.2.255", "2001:db8::1"];
const networks = ["10.0.0.0/8", "192.0.2.0/24", "192.0.2.1", "2001:db8::/32", "10.0.0.1..10.0.0.9"];
const keys = ["a", "b", "content-type"];
const regexes = ["^a", "b$", "^/a/", "[0-9]+", "(?i)ab", "a.*b", "^(a|b)$"];
const wildcards = ["*", "a*", "*b", "/a/*", "*A*", "a*b"];
const orders = ["eq", "ne", "lt", "le", "gt", "ge"];

const usable = fields.filter((it) => !it.pseudo && !it.deprecated);

function fieldsOf(isFit: (type: Type) => boolean): readonly Field[] {
  return usable.filter((it) => isFit(it.type));
}

/** Values that fit a field. */
function textsOf(name: string): readonly string[] {
  const { vocabulary, closed, shape, letters } = fieldNamed(name) ?? {};
  if (vocabulary && closed) return [...vocabularies[vocabulary].values.keys()].slice(0, 6);
  const row = shapes.find(([form]) => form.test(`${shape} ${name}`));
  if (row) return row[1];
  return letters === "upper" ? texts.map((it) => it.toUpperCase()) : texts;
}

const shapes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^host /, ["a", "b", "ab", "example.com", "www.example.com", "x-y.example.com"]],
  [/^path |multipart.names/, ["/", "/a", "/b", "/a/b", "/ab", "/example.com"]],
  [/^uri /, ["/", "/a", "/a?b", "/a/b?x=1"]],
  [/^full uri /, ["https://example.com/", "https://a/a", "http://example.com/?a=1"]],
  [/^query /, ["", "a", "a=b", "a=1&b=2", "x-y"]],
  [/^extension /, ["", "a", "ab", "php"]],
  [/^sha|ja[34]/, ["0a", "ab", "00", "12"]],
  [/request.method/, ["GET", "POST", "PUT"]],
];

const scalars = {
  String: fieldsOf((it) => it.kind === "String"),
  Integer: fieldsOf((it) => it.kind === "Integer"),
  IP: fieldsOf((it) => it.kind === "IP"),
  Boolean: fieldsOf((it) => it.kind === "Boolean"),
};
type Scalar = keyof typeof scalars;

/** Collections whose values, at some depth, are of a type. */
function holding(kind: Scalar): readonly Field[] {
  const inner = (type: Type): Type => ("of" in type ? inner(type.of) : type);
  return fieldsOf((it) => "of" in it && inner(it).kind === kind);
}

const collections = { String: holding("String"), Integer: holding("Integer") };
const often = ["http.host", "http.request.uri.path", "ip.src", "ip.src.asnum", "http.user_agent"];

function quoted(text: string): string {
  return JSON.stringify(text);
}

function fieldOf(random: Random, kind: Scalar): string {
  const usual = scalars[kind].filter((it) => often.includes(it.name));
  return random.pick(usual.length > 0 && random.chance(0.5) ? usual : scalars[kind]).name;
}

/** `[0]`, `["a"][0]` or, with `*`, one `[*]` and what leads to it. */
function indexesOf(type: Type, random: Random, star: boolean): string {
  if (!("of" in type)) return "";
  const isLast = !("of" in type.of);
  if (star && isLast) return "[*]";
  const index =
    type.kind === "Map" ? `[${quoted(random.pick(keys))}]` : `[${random.pick([0, 0, 1, 2])}]`;
  return index + indexesOf(type.of, random, star);
}

function entryOf(random: Random, kind: keyof typeof collections, star = false): string {
  const { name, type } = random.pick(
    random.chance(0.5)
      ? collections[kind].filter((it) => /request\.(headers|uri\.args|cookies)/.test(it.name))
      : collections[kind],
  ) ?? { name: "cf.bot_management.detection_ids", type: scalars.Integer[0]?.type };
  return type ? name + indexesOf(type, random, star) : name;
}

type Maker = (random: Random, depth: number) => string;

const text: Maker = (random, depth) => {
  const kind = random.below(depth > 0 ? 14 : 9);
  if (kind < 7) return fieldOf(random, "String");
  if (kind < 9) return entryOf(random, "String");
  return random.pick(textCalls)(random, depth - 1);
};

const integer: Maker = (random, depth) => {
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind < 4) return fieldOf(random, "Integer");
  if (kind < 5) return entryOf(random, "Integer");
  return random.pick(integerCalls)(random, depth - 1);
};

const address: Maker = (random, depth) => {
  const field = fieldOf(random, "IP");
  if (depth === 0 || random.chance(0.7)) return field;
  const [v4, v6] = [random.pick([8, 24, 31]), random.pick([32, 64])];
  return random.chance(0.5) ? `cidr(${field}, ${v4}, ${v6})` : `cidr6(${field}, ${v6})`;
};

const textArray: Maker = (random) => random.pick(collections.String.filter(isArray)).name;

function isArray({ type }: Field): boolean {
  return type.kind === "Array" && !("of" in type.of);
}

const literal = (random: Random, operand = "") => quoted(random.pick(textsOf(operand)));

const textCalls: readonly Maker[] = [
  (random, depth) => `lower(${text(random, depth)})`,
  (random, depth) => `upper(${text(random, depth)})`,
  (random, depth) =>
    `substring(${text(random, depth)}, ${random.pick(["0, 1", "0, 3", "1", "-2", "1, 3", "-3, -1"])})`,
  (random, depth) => `concat(${literal(random)}, ${text(random, depth)})`,
  (random, depth) => `concat(${text(random, depth)}, ${random.pick([literal, textField])(random)})`,
  (random, depth) => `coalesce(${text(random, depth)}, ${literal(random)})`,
  (random, depth) =>
    `remove_bytes(${text(random, depth)}, ${quoted(random.pick(["a", "/", "-."]))})`,
  (random, depth) => `url_decode(${text(random, depth)}${random.pick(["", ', "r"'])})`,
  (random, depth) => `decode_base64(${text(random, depth)})`,
  (random, depth) => `encode_base64(${text(random, depth)})`,
  (random, depth) => `sha256(${text(random, depth)})`,
  (random, depth) => `lookup_json_string(${text(random, depth)}, ${quoted(random.pick(keys))})`,
  (random) => `join(${textArray(random, 0)}, ${quoted(random.pick([",", ""]))})`,
  (random, depth) => `split(${text(random, depth)}, "/", 4)[${random.below(4)}]`,
  (random, depth) =>
    `to_string(${random.pick([integer, address, (it: Random) => fieldOf(it, "Boolean")])(random, depth)})`,
  (random, depth) => `regex_replace(${text(random, depth)}, "^a", "b")`,
  (random, depth) => `wildcard_replace(${text(random, depth)}, "/a/*", "/b/\${1}")`,
  (random) => `remove_query_args(http.request.uri.query, ${quoted(random.pick(keys))})`,
];

const textField = (random: Random) => fieldOf(random, "String");

const integerCalls: readonly Maker[] = [
  (random, depth) => `len(${text(random, depth)})`,
  (random, depth) => `len(${text(random, depth)})`,
  (random) => `len(${textArray(random, 0)})`,
  (random, depth) => `lookup_json_integer(${text(random, depth)}, ${quoted(random.pick(keys))})`,
  (random) => `bit_slice(${random.pick(["ip", "udp", "tcp"])}, ${random.pick(["0, 8", "8, 16"])})`,
  (random) => `hash_in_range(1, 100, ${textField(random)})`,
];

const booleanCalls: readonly Maker[] = [
  (random, depth) => `starts_with(${text(random, depth)}, ${literal(random)})`,
  (random, depth) => `ends_with(${text(random, depth)}, ${literal(random)})`,
  (random, depth) => `contains(${text(random, depth)}, ${literal(random)})`,
  (random, depth) => `wildcard(${text(random, depth)}, ${quoted(random.pick(wildcards))})`,
  (random) => `ip_in_range(${fieldOf(random, "IP")}, "192.0.2.0/24")`,
  (random) => `has_key(${random.pick(maps).name}, ${quoted(random.pick(keys))})`,
  (random) => `has_value(${textArray(random, 0)}, ${literal(random)})`,
];
const maps = fieldsOf((it) => it.kind === "Map");

function set(random: Random, items: readonly string[]): string {
  return `{${[...new Set(random.several(1, 3, () => random.pick(items)))].join(" ")}}`;
}

/** The tests that may follow an operand. */
const tests: {
  readonly [kind in Exclude<Scalar, "Boolean">]: (random: Random, operand: string) => string;
} = {
  String(random, operand) {
    const kind = random.below(12);
    if (kind < 5)
      return `${random.pick(orders.slice(0, random.pick([1, 2, 6])))} ${literal(random, operand)}`;
    if (kind < 7) return `in ${set(random, textsOf(operand).map(quoted))}`;
    if (kind < 9) return `contains ${literal(random, operand)}`;
    if (kind < 10) return `matches ${quoted(random.pick(regexes))}`;
    return `${random.pick(["wildcard", "strict wildcard"])} ${quoted(random.pick(wildcards))}`;
  },
  Integer(random) {
    const kind = random.below(10);
    if (kind < 6) return `${random.pick(orders)} ${random.pick(numbers)}`;
    if (kind < 9) return `in ${set(random, [...numbers, "1..3", "2..90"])}`;
    return `& ${random.pick(["1", "2", "4", "6"])}`;
  },
  IP(random) {
    const kind = random.below(10);
    if (kind < 4) return `${random.pick(orders)} ${random.pick(addresses)}`;
    return kind < 8 ? `in ${set(random, networks)}` : `in $${random.pick(["office", "bots"])}`;
  },
};

/** A condition, and others on the same value. */
export function anyLeaf(random: Random): Leaf {
  const kind = random.below(20);
  if (kind < 9) return tested(random, text(random, 2), "String");
  if (kind < 12) return tested(random, integer(random, 2), "Integer");
  if (kind < 14) return tested(random, address(random, 2), "IP");
  if (kind < 16) return plain(random, fieldOf(random, "Boolean"));
  if (kind < 18) return plain(random, random.pick(booleanCalls)(random, 1));
  if (kind < 19) return quantified(random);
  const [one, other] = random.pick([[text, text] as const, [integer, integer] as const]);
  return plain(random, `${one(random, 1)} ${random.pick(orders)} ${other(random, 1)}`);
}

function tested(random: Random, operand: string, kind: keyof typeof tests): Leaf {
  const near = (next: Random) => (next.chance(0.9) ? tested(next, operand, kind) : anyLeaf(next));
  return { text: `${operand} ${tests[kind](random, operand)}`, fields: [], near };
}

function plain(_: Random, written: string): Leaf {
  return { text: written, fields: [], near: anyLeaf };
}

function quantified(random: Random): Leaf {
  const isText = random.chance(0.8);
  const each = entryOf(random, isText ? "String" : "Integer", true);
  const operand = isText && random.chance(0.3) ? `lower(${each})[*]` : each;
  const make = (next: Random): Leaf => ({
    text: `${next.pick(["any", "all"])}(${operand} ${tests[isText ? "String" : "Integer"](next, "")})`,
    fields: [],
    near: (other) => (other.chance(0.9) ? make(other) : anyLeaf(other)),
  });
  return make(random);
}

/** Groups in groups of conditions, some of which are on the same values. */
export function anyTree(random: Random, depth = 3): Tree {
  const pool = random.several(1, 4, () => anyLeaf(random));
  const grow = (level: number): Tree => {
    if (random.chance(0.1)) return { kind: "not", part: grow(level) };
    if (level === 0 || random.chance(0.4)) {
      const leaf = random.pick(pool);
      return { kind: "leaf", leaf: random.chance(0.3) ? leaf.near(random) : leaf };
    }
    const kind = random.pick(["and", "or", "and", "or", "xor"] as const);
    return { kind, parts: random.several(2, 3, () => grow(level - 1)) };
  };
  return grow(random.below(depth + 1));
}

/** The tree with one condition or group changed. */
export function mutated(tree: Tree, random: Random): Tree {
  if (tree.kind === "leaf")
    return random.chance(0.8)
      ? { kind: "leaf", leaf: tree.leaf.near(random) }
      : { kind: "not", part: tree };
  if (tree.kind === "not")
    return random.chance(0.3) ? tree.part : { kind: "not", part: mutated(tree.part, random) };
  const at = random.below(tree.parts.length);
  const kind = random.below(10);
  if (kind < 1 && tree.kind !== "xor")
    return { kind: tree.kind === "and" ? "or" : "and", parts: tree.parts };
  if (kind < 3 && tree.parts.length > 2)
    return { kind: tree.kind, parts: tree.parts.filter((_, i) => i !== at) };
  if (kind < 4)
    return { kind: tree.kind, parts: [...tree.parts, { kind: "leaf", leaf: anyLeaf(random) }] };
  return {
    kind: tree.kind,
    parts: tree.parts.map((it, i) => (i === at ? mutated(it, random) : it)),
  };
}

/** Other ways to write conditions. The second is equal wherever the first one is valid. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^(\S+) eq (\S+)$/, "$1 in {$2}"],
  [/^(\S+) in \{(\S+) ("[^"]*"|\d+|[\d.]+)\}$/, "($1 in {$2} or $1 in {$3})"],
  [
    /^(http\.host|http\.request\.uri\.path|http\.user_agent|ip\.src\.asnum) ne (\S+)$/,
    "not $1 eq $2",
  ],
  [/^contains\((.*), (".*?")\)$/, "$1 contains $2"],
  [/^wildcard\((.*), (".*?")\)$/, "$1 wildcard $2"],
  [/^starts_with\(([\w.]+), "([a-z/]+)"\)$/, '$1 strict wildcard "$2*"'],
  [/^starts_with\(([\w.]+), "\/"\)$/, 'substring($1, 0, 1) eq "/"'],
  [/^ip_in_range\((\S+), "(\S+)"\)$/, "$1 in {$2}"],
  [/^cidr\((\S+), 24, \d+\) eq 192\.0\.2\.0$/, "$1 in {192.0.2.0/24}"],
  [/^has_value\((.*), (".*?")\)$/, "any($1[*] eq $2)"],
  [/^has_key\((\S+), ("\S+")\)$/, "has_key($1, $2)"],
  [/^(\S+) & 6$/, "($1 & 2 or $1 & 4)"],
  [/^len\(([\w.]+)\) eq 0$/, '$1 eq ""'],
];

export function synonymOf({ text: written }: Leaf): string {
  const row = synonyms.find(([form]) => form.test(written));
  return row ? written.replace(...row) : written;
}

function withSynonyms(tree: Tree, random: Random): Tree {
  if (tree.kind === "not") return { kind: "not", part: withSynonyms(tree.part, random) };
  if (tree.kind !== "leaf")
    return { kind: tree.kind, parts: tree.parts.map((it) => withSynonyms(it, random)) };
  const { leaf } = tree;
  return random.chance(0.5) ? { kind: "leaf", leaf: { ...leaf, text: synonymOf(leaf) } } : tree;
}

function other(tree: Tree, random: Random): readonly [how: string, tree: Tree] {
  const kind = random.below(10);
  if (kind < 3) return ["rewritten", withSynonyms(rewritten(tree, random, true), random)];
  return kind < 7 ? ["mutated", mutated(tree, random)] : ["independent", anyTree(random)];
}

/** Fields of the URL that agree. */
function withUrl(request: Request): Request {
  const text = (name: string) => String(request[name] ?? "");
  const path = `/${text("http.request.uri.path").replace(/^\//, "").replaceAll("?", "")}`;
  const query = text("http.request.uri.query");
  const uri = query === "" ? path : `${path}?${query}`;
  const parts: Record<string, unknown> = {
    "http.request.uri.path": path,
    "http.request.uri": uri,
    "http.request.full_uri": `${request.ssl === false ? "http" : "https"}://${text("http.host")}${uri}`,
    "http.request.uri.path.extension": extensionOf(path),
  };
  for (const [name, map] of Object.entries(request))
    if (`${name}.names` in request) parts[`${name}.names`] = Object.keys(map as object);
  const entries = Object.entries(request).map(([name, value]) => {
    const part = parts[name.replace(/^raw\./, "")] ?? request[name.replace(/^raw\./, "")];
    return [name, part ?? value] as const;
  });
  return Object.fromEntries(entries);
}

function* sidesOf(texts: readonly string[], random: Random): Iterable<string> {
  const roots = texts.map((it) => parse(it).root);
  const requests = requestsFor(roots, random, 60).map(withUrl);
  for (const missing of ["false", "engine"] as const) {
    const [a, b] = roots.map((it) => compile(it, { missing }));
    for (const it of requests) yield `${a?.(it)} ${b?.(it)}`;
  }
}

/** Pairs of rules with all fields, functions and operators. Both directions have the same result. */
export const anyRules: ChangeKind = {
  name: "rules-all",
  mostUnknown: 0.04,
  run(random) {
    const tree = anyTree(random);
    const [how, changed] = other(tree, random);
    const texts = [tree, changed].map((it) => writeRule(it, random));
    const text = `${how}: ${texts.join("\n  ")}`;
    const [a, b] = texts.map((it) => cfrule.analyze(it, defaultContext).meaning?.());
    if (!a || !b) return { text, isChanged: false, isUnknown: false, wrong: undefined };
    const relation = compareMeanings(a, b);
    const [first = "", second = ""] = texts;
    const pair = { first, second, sides: () => sidesOf(texts, random) };
    const turned = compareMeanings(b, a).name;
    const isTurned = (reversed[relation.name] ?? relation.name) === turned;
    const asymmetric = isTurned ? undefined : `${relation.name}, but ${turned} in reverse`;
    const isUnequal = how === "rewritten" && !/equal|unknown/.test(relation.name);
    const wrong =
      contradictionOf(relation, pair, a, b) ??
      asymmetric ??
      (isUnequal ? `${relation.name} to its rewriting` : undefined);
    return { text, isChanged: true, isUnknown: relation.name === "unknown", wrong };
  },
};

const reversed: Readonly<Record<string, string>> = { narrower: "wider", wider: "narrower" };
