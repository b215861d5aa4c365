/** Whether this is `npm run test:long`: the same tests with more runs and larger texts (vitest.config.ts). */
export const isLong = process.env.WEIR_TEST_LONG === "1";

/** How often a property is tried, or a random text made: in the long suite twenty times as often, or as often as given. */
export function times(usual: number, inLongSuite = usual * 20): number {
  return isLong ? inLongSuite : usual;
}
