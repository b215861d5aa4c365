import type { Statement } from "../../core/meaning/meaning.ts";
import type { Section } from "../../core/meaning/section.ts";
import { complement, intersection, type Range, rangesIn } from "../../core/solver/number-set.ts";
import { formatAddress, formatNetwork, networkBetween } from "../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../catalog/limits.ts";
import { readVariable } from "../logic/formula/variables.ts";
import { addresses, addressOf } from "../logic/numbers.ts";
import { isUtf8, textOfBytes } from "../syntax/bytes.ts";

export function statement(condition: string, holds = true): Statement {
  const text = holds ? condition : `not (${condition})`;
  return { text, shown: text };
}

export function conjunction(statements: readonly Statement[]): string {
  return statements.map((it) => `(${it.text})`).join(" and ");
}

/** Candidates for the values of a field, or of one of its elements. */
export function stated(section: Section): Statement[] {
  const [operand, role] = readVariable(section.variable);
  if (role !== "value" || !/^[\w.]+(?:\["[\w-]+"\]|\[\d+\])*$/.test(operand)) return [];
  if (section.kind === "text") return textsStated(operand, section.set.members ?? []);
  const { set, domain } = section;
  const isAddress = domain === addresses;
  const inside = rangesIn(intersection(set, domain));
  const outside = rangesIn(intersection(complement(set), domain));
  return [
    ...rangesStated(operand, inside, isAddress),
    ...rangesStated(operand, outside, isAddress).map((it) => statement(it.text, false)),
  ];
}

/** Longer sets are not read. */
const mostListed = 4;

function textsStated(operand: string, texts: readonly string[]): Statement[] {
  const isPlain = (it: string) =>
    isUtf8(it) && ![...it].some((char) => char < " " || char === "\x7f");
  if (texts.length > mostListed || !texts.every(isPlain)) return [];
  const written = texts.map((it) => `"${textOfBytes(it).replace(/["\\]/g, "\\$&")}"`);
  return [oneOf(operand, written)];
}

function oneOf(operand: string, items: readonly string[]): Statement {
  // Only a set may contain ranges and networks.
  const isValue = items.length === 1 && !/^[^"]*(?:\/|\.\.)/.test(items[0] ?? "");
  return statement(isValue ? `${operand} eq ${items[0]}` : `${operand} in {${items.join(" ")}}`);
}

function rangesStated(operand: string, ranges: readonly Range[], isAddress: boolean): Statement[] {
  const [range, ...more] = ranges;
  if (!range || more.length >= mostListed) return [];
  if (isAddress) return [oneOf(operand, ranges.map(addressesText))];
  const { first, last } = range;
  if (more.length === 0 && last === maxInteger) return [statement(`${operand} ge ${first}`)];
  if (more.length === 0 && first === minInteger) return [statement(`${operand} le ${last}`)];
  // The largest integer would be hard to read.
  if (ranges.some((it) => it.first === minInteger || it.last === maxInteger)) return [];
  const items = ranges.map((it) =>
    it.first === it.last ? `${it.first}` : `${it.first}..${it.last}`,
  );
  return [oneOf(operand, items)];
}

function addressesText({ first, last }: Range): string {
  const [from, to] = [addressOf(first), addressOf(last)];
  if (first === last) return formatAddress(from);
  const network = networkBetween({ family: from.family, first: from.value, last: to.value });
  return network ? formatNetwork(network) : `${formatAddress(from)}..${formatAddress(to)}`;
}
