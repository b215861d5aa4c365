import {
  addressItem,
  addressLiteral,
  integerItem,
  integerLiteral,
  regexLiteral,
  stringLiteral,
  wildcardLiteral,
} from "./literals.ts";
import type { Random } from "./random.ts";

/** Generates expressions of the grammar, in the scheme of the engine under test, with all allowed spellings and whitespace. */
export function generate(random: Random, depth = 3): string {
  const joined = depth > 0 && random.chance(0.5);
  const count = joined ? 1 + random.below(3) : 0;
  let text = simple(random, depth);
  for (let i = 0; i < count; i++) {
    text += gap(random) + random.pick(logicalOperators) + gap(random) + simple(random, depth - 1);
  }
  return text;
}

const logicalOperators = ["and", "or", "xor", "&&", "||", "^^", "and", "or"];

function simple(random: Random, depth: number): string {
  const kind = random.below(12);
  if (depth > 0 && kind < 2) return `(${gap(random)}${generate(random, depth - 1)}${gap(random)})`;
  if (depth > 0 && kind < 4)
    return random.pick(["not", "!"]) + gap(random) + simple(random, depth - 1);
  if (kind < 6) return random.pick(booleans);
  return comparison(random);
}

const booleans = ["ip.src.vpn", "ip.src.tor", "ip.src.relay", "ip.src.proxy", "ip.src.hosting"];
const equalities = ["eq", "==", "ne", "!=", "lt", "<", "le", "<=", "gt", ">", "ge", ">="];

function comparison(random: Random): string {
  const kind = random.below(random.odd > 0 ? 10 : 9);
  if (kind < 5) return compare(random, stringOperand(random, 2), stringSide(random));
  if (kind < 7)
    return compare(random, `len${gap(random)}(${stringOperand(random, 1)})`, integerSide(random));
  if (kind < 9) return compare(random, "ip.src", addressSide(random));
  // An operand of the wrong type, or an operator.
  const operand = random.pick([
    stringOperand(random, 1),
    "ip.src",
    `len(${stringOperand(random, 0)})`,
    random.pick(booleans),
    "local",
  ]);
  return compare(random, operand, random.pick([stringSide, integerSide, addressSide])(random));
}

function compare(
  random: Random,
  operand: string,
  side: readonly [operator: string, value: string],
): string {
  return operand + gap(random) + side[0] + gap(random) + side[1];
}

const names = [
  "http.host",
  "http.request.method",
  "http.request.uri.path",
  "ip.src.country",
  "ip.src.city",
];
const keys = ['"a"', '"b"', '"c"', '"\\x61"', '"é"', ' "a" '];

function stringOperand(random: Random, depth: number): string {
  const kind = random.below(10);
  if (depth > 0 && kind < 3) {
    return `${random.pick(["lower", "upper"])}${gap(random)}(${gap(random)}${stringOperand(random, depth - 1)}${gap(random)})`;
  }
  if (kind < 6) return `local[${random.pick(keys)}]`;
  if (kind === 6) return `http.request.headers["x-${random.pick(["a", "b", "A"])}"]`;
  if (kind === 7)
    return `${random.pick(["lower", "upper"])}(local[*])[${random.pick(random.odd > 0 ? ["*", "-1", '"a"', ""] : ["0", "1", "0x1", "7", "-0"])}]`;
  return random.pick(names);
}

function stringSide(random: Random): [string, string] {
  const kind = random.below(10);
  if (kind < 4) return [random.pick(equalities), stringLiteral(random)];
  if (kind < 6) return ["in", set(random, () => stringLiteral(random))];
  if (kind === 6) return ["contains", stringLiteral(random)];
  if (kind < 9) return [random.pick(["matches", "~"]), regexLiteral(random)];
  return [
    random.pick(["wildcard", "strict wildcard", "strict  wildcard"]),
    wildcardLiteral(random),
  ];
}

function integerSide(random: Random): [string, string] {
  const kind = random.below(6);
  if (kind < 3) return [random.pick(equalities), integerLiteral(random)];
  if (kind === 3) return [random.pick(["&", "bitwise_and"]), integerLiteral(random)];
  return ["in", set(random, () => integerItem(random))];
}

function addressSide(random: Random): [string, string] {
  if (random.chance(0.5)) return [random.pick(equalities), addressLiteral(random)];
  return ["in", set(random, () => addressItem(random))];
}

function set(random: Random, item: () => string): string {
  const separator = () =>
    random.chance(random.odd) ? random.pick(["", ","]) : random.pick([" ", "\n", " #\n"]);
  const items = random.several(0, 4, item).map((it) => it + separator());
  return `{${gap(random)}${items.join("")}${gap(random)}}`;
}

/** The gap between two tokens of a file: nothing, any whitespace, or a comment. */
function gap(random: Random): string {
  const kind = random.below(20);
  if (kind < 13) return " ";
  // Without a gap, adjacent words merge, so the result is often invalid.
  if (kind === 13) return "";
  return random.pick(["\n", "  ", "\t", "\r\n", "\u00a0", " # and so on\n", "#\n", "\n\n"]);
}
