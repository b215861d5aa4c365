/** Whether this is `npm run test:long`: the same tests with more runs and larger texts (vitest.config.ts). */
export const isLong = process.env.WEIR_TEST_LONG === "1";

/** How often a property is tried, or a random text made: twenty times as often in the long suite. */
export function times(usual: number): number {
  return isLong ? usual * 20 : usual;
}
