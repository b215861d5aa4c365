import type { Statement } from "../../../core/solver/meaning.ts";
import {
  complement,
  intersection,
  type Num,
  type NumberSet,
} from "../../../core/solver/number-set.ts";
import type { Section } from "../../../core/solver/section.ts";
import { formatAddress, formatNetwork, networkOf, widthOf } from "../../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../../catalogue/limits.ts";
import { isUtf8, textOfBytes } from "../../syntax/bytes.ts";
import { addresses, addressOf } from "../number-claims.ts";

export function statement(condition: string, holds = true): Statement {
  const text = holds ? condition : `not (${condition})`;
  return { text, shown: text };
}

export function conjunction(statements: readonly Statement[]): string {
  return statements.map((it) => `(${it.text})`).join(" and ");
}

/** Candidates for the values of a field, or of one of its elements. */
export function stated(section: Section): Statement[] {
  const [operand = "", role] = JSON.parse(section.variable) as string[];
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

function oneOf(operand: string, values: readonly string[]): Statement {
  const [only] = values;
  return statement(
    values.length === 1 ? `${operand} eq ${only}` : `${operand} in {${values.join(" ")}}`,
  );
}

interface Range {
  readonly first: Num;
  readonly last: Num;
}

/** The ranges of a bounded set of integers. */
function rangesIn({ cuts }: NumberSet): Range[] {
  return cuts.flatMap((from, index) => {
    const to = cuts[index + 1];
    if (index % 2 === 1 || !to) return [];
    const last = typeof to.at === "bigint" ? to.at - 1n : to.at - 1;
    return [{ first: from.at, last }];
  });
}

function rangesStated(operand: string, ranges: readonly Range[], isAddress: boolean): Statement[] {
  if (ranges.length === 0 || ranges.length > mostListed) return [];
  if (isAddress) {
    const items = ranges.map(addressesText);
    // Only a set may contain networks.
    const isOne = items.length === 1 && !/[/.]{2}|\//.test(items[0] ?? "");
    return isOne ? [oneOf(operand, items)] : [statement(`${operand} in {${items.join(" ")}}`)];
  }
  const [{ first, last }] = ranges as [Range];
  if (ranges.length === 1 && last === maxInteger) return [statement(`${operand} ge ${first}`)];
  if (ranges.length === 1 && first === minInteger) return [statement(`${operand} le ${last}`)];
  if (ranges.length === 1 && first === last) return [statement(`${operand} eq ${first}`)];
  // The largest integer would be hard to read.
  if (ranges.some((it) => it.first === minInteger || it.last === maxInteger)) return [];
  const items = ranges.map((it) =>
    it.first === it.last ? `${it.first}` : `${it.first}..${it.last}`,
  );
  return [statement(`${operand} in {${items.join(" ")}}`)];
}

function addressesText({ first, last }: Range): string {
  const [from, to] = [addressOf(first), addressOf(last)];
  if (first === last) return formatAddress(from);
  const size = BigInt(to.value) - BigInt(from.value) + 1n;
  const zeros = size.toString(2).length - 1;
  const network = networkOf(from, widthOf(from.family) - zeros);
  const isNetwork = size === 1n << BigInt(zeros) && network.first === from.value;
  return isNetwork ? formatNetwork(network) : `${formatAddress(from)}..${formatAddress(to)}`;
}
