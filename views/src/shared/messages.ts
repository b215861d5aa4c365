/** Texts, files or samples have changed that the page was made from. Valid until the next answer. */
export interface Outdated {
  readonly kind: "outdated";
  /** Why it is not computed again. */
  readonly why?: string;
}
