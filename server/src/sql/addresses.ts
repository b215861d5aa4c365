import { type Address, type AddressRange, type Family, formatAddress } from "../vocabulary/ip.ts";
import { Untranslatable } from "./untranslatable.ts";

/** A condition for the ranges of one address family; FALSE if there are none. */
export function familyRanges(
  ranges: readonly AddressRange[],
  family: Family,
  between: (first: string, last: string) => string,
): string {
  const own = ranges.filter((it) => it.family === family);
  const parts = own.map(({ first, last }) =>
    between(written(family, first), written(family, last)),
  );
  if (parts.length === 0) return "FALSE";
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" OR ")})`;
}

function written(family: Family, value: Address["value"]): string {
  return formatAddress({ family, value });
}

/** IPv4 ranges as numbers, for databases without an address type and 128-bit integers. */
export function numberRanges(
  ranges: readonly AddressRange[],
  number: string,
  database: string,
): string {
  if (ranges.some((it) => it.family === 6))
    throw new Untranslatable(`IPv6 addresses cannot be compared in ${database}.`);
  const within =
    (value: string) =>
    ({ first, last }: AddressRange) =>
      first === last ? `${value} = ${first}` : `${value} BETWEEN ${first} AND ${last}`;
  const [one, ...others] = ranges;
  if (one && others.length === 0) return within(number)(one);
  // The number is long, so it is written once.
  return `(SELECT ${ranges.map(within("n")).join(" OR ")} FROM (SELECT ${number} AS n) AS address)`;
}
