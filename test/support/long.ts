/** Whether this is `npm run test:long`: the same tests with more runs and larger texts (vitest.config.ts). */
export const isLong = process.env.WEIR_TEST_LONG === "1";

/** The number of runs of a property, or of random texts: eighty times as many in the long suite, unless given. */
export function times(usual: number, inLongSuite = usual * 80): number {
  return isLong ? inLongSuite : usual;
}
