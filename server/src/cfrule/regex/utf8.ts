import { intersection, pairsOf, type Ranges } from "./ranges.ts";

export type ByteRange = readonly [first: number, last: number];

/** One range per byte of a character. */
export type ByteSequence = readonly ByteRange[];

export function utf8Bytes(code: number): number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(code, 0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(code, 6), tail(code, 0)];
  return [0xf0 | (code >> 18), tail(code, 12), tail(code, 6), tail(code, 0)];
}

function tail(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}

/** Code points by number of bytes, without surrogates. */
const lengths: readonly Ranges[] = [
  [0, 0x7f],
  [0x80, 0x7ff],
  [0x800, 0xd7ff, 0xe000, 0xffff],
  [0x10000, 0x10ffff],
];

/** The byte sequences that encode exactly the members of the set. */
export function utf8Sequences(set: Ranges): ByteSequence[] {
  const sequences: ByteSequence[] = [];
  for (const length of lengths) {
    for (const [first, last] of pairsOf(intersection(set, length))) split(first, last, sequences);
  }
  return sequences;
}

/** Splits a range until its bytes vary independently: below a varying byte, all others span their full range. */
function split(first: number, last: number, into: ByteSequence[]): void {
  for (let shift = 6; shift <= 18; shift += 6) {
    const low = (1 << shift) - 1;
    if (first >> shift === last >> shift) continue;
    if ((first & low) !== 0) {
      split(first, first | low, into);
      split((first | low) + 1, last, into);
      return;
    }
    if ((last & low) !== low) {
      split(first, (last & ~low) - 1, into);
      split(last & ~low, last, into);
      return;
    }
  }
  const ends = utf8Bytes(last);
  into.push(utf8Bytes(first).map((byte, i) => [byte, ends[i] ?? byte] as const));
}
