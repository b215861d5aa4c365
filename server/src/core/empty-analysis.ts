import type { Analysis } from "./analysis.ts";

/** An analysis with diagnostics only. */
export const emptyAnalysis: Omit<Analysis, "diagnostics"> = {
  hover: () => undefined,
  complete: () => [],
  signature: () => undefined,
  refactorings: () => [],
  format: () => undefined,
  formatRange: () => [],
  formatOnType: () => [],
  symbols: () => [],
  folds: () => [],
  selections: () => [],
  tokens: () => [],
  inlays: () => [],
  lenses: () => [],
  highlights: () => [],
  links: () => [],
  pushed: () => undefined,
};
