/** What the page knows from the time it was made. */
export interface Facts {
  readonly datasets: readonly string[];
  readonly defaultDataset: string;
  /** Of the style sheets that the editor adds. */
  readonly nonce: string;
}
