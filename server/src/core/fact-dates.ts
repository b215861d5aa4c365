/**
 * When the rows of a catalog were last known to be true. Kept beside the rows instead of in them, because only `npm run catalog`
 * needs it, and no bundle contains it.
 */
export interface FactDates {
  /** The date of rows that have none of their own, as in `2026-07-01`. */
  readonly asOf: string;
  /** The dates of other rows by name. A name that ends with `*` is for all rows that start with it. */
  readonly except?: Readonly<Record<string, string>>;
}
