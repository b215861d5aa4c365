/** Cloudflare's prices for lines that are sent. Dated, because prices change. */
export interface PriceRow {
  readonly name: PricedDestination;
  /** The schemes of the destinations; the last row has all others. */
  readonly schemes?: readonly string[];
  /** For each gigabyte (10⁹ bytes, uncompressed) after the included ones. */
  readonly dollars: number;
}

export type PricedDestination = "r2" | "external";

/** The date of the public rates. */
export const ratesDate = "2026-09-30";

export const prices: readonly PriceRow[] = [
  { name: "r2", schemes: ["r2"], dollars: 0.03 },
  { name: "external", dollars: 0.1 },
];

/** The gigabytes of an account and month without a charge. */
export const includedGigabytes = 25;

/** These have prices of their own. */
export const datasetsWithoutRate: readonly string[] = ["workers_trace_events"];

/** Prices of a contract, from `weir.json`. */
export type OwnPrices = Partial<Record<PricedDestination | "included", number>>;
