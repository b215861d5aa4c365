/** How conditions are combined; those of a text by their index. */
export type TrialTree =
  | { readonly kind: "condition"; readonly index: number; readonly label?: string }
  | { readonly kind: "and" | "or" | "xor" | "not"; readonly parts: readonly TrialTree[] };
