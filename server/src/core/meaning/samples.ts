/** The values that a field may have in lines or requests made for a test. */
export interface Choices {
  /** Values that a text compares with. */
  readonly exact: readonly unknown[];
  /** Others, most of them similar. */
  readonly near: readonly unknown[];
}

const fewest = 32;
const most = 96;

/** Combinations of values, one of each field. The same choices always give the same combinations. */
export function* combinations(fields: readonly Choices[]): Iterable<readonly unknown[]> {
  let state = 1;
  const isHeads = (): boolean => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state < 2 ** 31;
  };
  const taken = fields.map(() => ({ exact: 0, near: 0 }));
  const longest = Math.max(0, ...fields.map(({ near }) => near.length));
  const count = Math.min(most, Math.max(fewest, 3 * longest));
  for (let i = 0; i < count; i++) {
    yield fields.map((field, at) => {
      // Half of the values are exact, because a combination that nothing matches tests little.
      const kind =
        field.exact.length > 0 && (field.near.length === 0 || isHeads()) ? "exact" : "near";
      const counts = taken[at] ?? { exact: 0, near: 0 };
      return field[kind][counts[kind]++ % field[kind].length];
    });
  }
}
