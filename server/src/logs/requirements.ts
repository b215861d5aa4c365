import type { RequiredGroups, Requirement } from "../core/trial.ts";

/**
 * The table of requirements for `scanner.wat`, to be placed at `address`. Each group has its end address, then for each
 * requirement the address of its field, its end, its kind and its values. Empty if no line can be skipped, because a group has no
 * requirement that can be tested on bytes.
 */
export function requirementTable(
  address: number,
  groups: RequiredGroups,
  addressOf: (field: string) => number | undefined,
): Buffer {
  const parts: Buffer[] = [];
  let at = address;
  for (const group of groups) {
    const usable = group.filter((it) => isByBytes(it) && addressOf(it.field) !== undefined);
    if (usable.length === 0) return Buffer.alloc(0);
    const start = at + 4;
    at = start;
    const requirements = usable.map((it) => {
      const values = valuesOf(it);
      at += 12 + values.length;
      return Buffer.concat([numbers(addressOf(it.field) ?? 0, at, kindOf(it)), values]);
    });
    parts.push(numbers(at), ...requirements);
  }
  return Buffer.concat(parts);
}

/** Whether the text has a unique encoding: invalid Unicode is replaced when it is encoded or decoded. */
export function hasOwnBytes(text: string): boolean {
  return !/\ufffd|\p{Surrogate}/u.test(text);
}

function isByBytes(requirement: Requirement): boolean {
  return requirement.kind === "integer" || requirement.texts.every(hasOwnBytes);
}

function kindOf(requirement: Requirement): number {
  const kind = requirement.kind === "integer" ? 4 : requirement.isPrefix ? 2 : 0;
  return kind + (requirement.isNegated ? 1 : 0);
}

/** Strings include their quotes; a prefix has only the opening one. */
function valuesOf(requirement: Requirement): Buffer {
  if (requirement.kind === "integer") {
    const { least, most } = requirement;
    return Buffer.from(BigInt64Array.of(BigInt(least), BigInt(most)).buffer);
  }
  const { texts, isPrefix } = requirement;
  return Buffer.concat(
    texts.flatMap((it) => {
      const bytes = Buffer.from(isPrefix ? `"${it}` : `"${it}"`);
      return [numbers(bytes.length), bytes];
    }),
  );
}

function numbers(...values: readonly number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer);
}
