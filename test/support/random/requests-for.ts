import type { Field } from "../../../server/src/cfrule/catalog/fields.ts";
import type { Type } from "../../../server/src/cfrule/catalog/type.ts";
import type { Request } from "../../../server/src/cfrule/evaluation/value.ts";
import { readRegex } from "../../../server/src/cfrule/regex/syntax/read.ts";
import type { RegexNode } from "../../../server/src/cfrule/regex/syntax/tree.ts";
import { eachNode } from "../../../server/src/cfrule/syntax/children.ts";
import type { Expression, Node } from "../../../server/src/cfrule/syntax/tree.ts";
import { formatAddress } from "../../../server/src/vocabulary/ip.ts";
import { vocabularies } from "../../../server/src/vocabulary/vocabularies.ts";
import type { Random } from "../../conformance/random.ts";

/** The fields and values of a rule, for requests that it is likely to match. */
interface Mentioned {
  readonly fields: Map<string, Field>;
  readonly texts: Set<string>;
  readonly numbers: Set<number>;
  readonly addresses: Set<string>;
  readonly keys: Set<string>;
  /** The texts that each field is compared with. */
  readonly compared: Map<string, Set<string>>;
}

/** Requests with the fields and values of some expressions, valid according to the catalog. */
export function requestsFor(
  roots: readonly Expression[],
  random: Random,
  count: number,
): Request[] {
  const found = mentionedIn(roots, random);
  return Array.from({ length: count }, () => {
    const request: Record<string, unknown> = {};
    for (const [name, field] of found.fields) {
      if (field.pseudo || (field.optional && random.chance(0.2))) continue;
      request[name] = someValue(field.type, field, found, random);
    }
    // A deprecated field has the value of its replacement.
    for (const { name, deprecated } of found.fields.values()) {
      if (deprecated && deprecated in request) request[name] = request[deprecated];
    }
    return request;
  });
}

function mentionedIn(roots: readonly Expression[], random: Random): Mentioned {
  const found: Mentioned = {
    ...nothing(),
    texts: new Set(["", "a", "Zz9"]),
    numbers: new Set([0, 1, 443]),
    addresses: new Set(["192.0.2.1", "198.51.100.99", "2001:db8::1"]),
    keys: new Set(["a"]),
  };
  for (const root of roots) eachNode(root, (node) => mention(node, found, random));
  return found;
}

function nothing(): Mentioned {
  return {
    fields: new Map(),
    texts: new Set(),
    numbers: new Set(),
    addresses: new Set(),
    keys: new Set(),
    compared: new Map(),
  };
}

function mention(node: Node, found: Mentioned, random: Random): void {
  switch (node.kind) {
    case "field":
      if (node.definition) found.fields.set(node.name, node.definition);
      return;
    case "string":
      for (const it of aroundText(node.value)) found.texts.add(it);
      found.keys.add(node.value);
      return;
    case "regex":
      for (let i = 0; i < 6; i++) {
        const text = matching(readRegex(node.pattern).root, random);
        for (const it of [text, `x${text}x`]) found.texts.add(it);
      }
      return;
    case "integer":
      for (const step of [-1, 0, 1]) found.numbers.add(Number(node.value) + step);
      return;
    case "address":
      found.addresses.add(formatAddress(node));
      return;
    case "comparison":
    case "call":
      noteCompared(node, found, random);
      return;
    case "network":
      for (const value of [node.first, node.last]) {
        found.addresses.add(formatAddress({ family: node.family, value }));
      }
      return;
    default:
  }
}

function noteCompared(node: Node, { compared }: Mentioned, random: Random): void {
  const names: string[] = [];
  const inside = nothing();
  eachNode(node, (it) => {
    if (it.kind === "field") names.push(it.name);
    else if (it.kind !== "comparison" && it.kind !== "call") mention(it, inside, random);
  });
  for (const name of names) {
    const known = compared.get(name) ?? new Set();
    for (const text of inside.texts) known.add(text);
    compared.set(name, known);
  }
}

/** The text, longer texts that contain it, and its letters in another case; for a pattern, matching texts. */
function aroundText(text: string): string[] {
  const filled = text.replace(/\\([*\\])|\*/g, (_, escaped) => escaped ?? "x");
  return [text, filled, `${text}x`, `x${text}`, `/${text}`, text.toLowerCase(), text.toUpperCase()];
}

function someValue(type: Type, field: Field, found: Mentioned, random: Random): unknown {
  switch (type.kind) {
    case "Boolean":
      return random.chance(0.5);
    case "Integer":
      return integerOf(field, found, random);
    case "String":
      return textOf(field, found, random);
    case "IP":
      return random.pick([...found.addresses]);
    case "Array":
      return Array.from({ length: random.below(3) }, () =>
        someValue(type.of, field, found, random),
      );
    case "Map": {
      const keys = [...found.keys].filter(() => random.chance(0.7));
      const spelled = field.keys === "lower" ? keys.map((it) => it.toLowerCase()) : keys;
      return Object.fromEntries(
        spelled.map((it) => [it, someValue(type.of, field, found, random)]),
      );
    }
  }
}

function integerOf({ range, also = [] }: Field, found: Mentioned, random: Random): number {
  if (!range) return random.pick([...found.numbers]);
  const [least, most] = range;
  const known = [...found.numbers].filter((it) => (least <= it && it <= most) || also.includes(it));
  return random.pick([...known, ...also, least, most]);
}

function textOf(field: Field, found: Mentioned, random: Random): string {
  const { name, vocabulary, closed, letters } = field;
  const values = vocabulary ? [...vocabularies[vocabulary].values.keys()] : [];
  const own = random.chance(0.7) ? found.compared.get(name) : undefined;
  const given = [...(own ?? found.texts)].filter((it) => !closed || values.includes(it));
  const pool = given.length > 0 && random.chance(0.9) ? given : [...values, "b"];
  const parts = closed || random.chance(0.7) ? 1 : 2 + random.below(2);
  const text = Array.from({ length: parts }, () => random.pick(pool)).join("");
  if (!letters) return text;
  const change = (it: string) => (letters === "lower" ? it.toLowerCase() : it.toUpperCase());
  return text.replace(/[A-Za-z]+/g, change);
}

/** A text that the regular expression likely matches. */
function matching(node: RegexNode, random: Random): string {
  switch (node.kind) {
    case "literal":
      return String.fromCodePoint(node.code);
    case "dot":
      return "x";
    case "perl":
      return { d: "7", s: " ", w: "w" }[node.letter];
    case "class":
      return random.pick(["a", "7", "/", "-", ".", "\\"]);
    case "group":
      return matching(node.child, random);
    case "repetition": {
      const times = node.min + (random.chance(0.5) && node.max > node.min ? 1 : 0);
      return matching(node.child, random).repeat(Math.min(times, 20));
    }
    case "concatenation":
      return node.items.map((it) => matching(it, random)).join("");
    case "alternation":
      return matching(random.pick(node.branches), random);
    default:
      return "";
  }
}
