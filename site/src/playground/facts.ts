/** Data that was embedded in the page when the site was built. */
export interface Facts {
  readonly datasets: readonly string[];
  readonly defaultDataset: string;
  /** The nonce of the style sheets that the editor adds. */
  readonly nonce: string;
}
