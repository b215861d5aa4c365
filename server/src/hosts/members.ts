import type { Decoding } from "../text/decoding.ts";
import type { Span } from "../text/span.ts";

/** A property or element, and a function that writes it. */
export interface Member {
  readonly part: Span;
  readonly write: () => void;
}

/** Comma-separated members in `{…}` or `[…]`. */
export function writeMembers(
  into: Decoding,
  around: Span,
  brackets: "{}" | "[]",
  members: readonly Member[],
): void {
  into.write(brackets[0] ?? "", around.start, around.start + 1);
  let last: number | undefined;
  for (const { part, write } of members) {
    if (last !== undefined) into.write(",", last, part.start);
    write();
    last = part.end;
  }
  into.write(brackets[1] ?? "", Math.max(last ?? around.start + 1, around.end - 1), around.end);
}
