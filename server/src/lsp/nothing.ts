import type { Analysis } from "../core/analysis.ts";

/** An analysis with nothing to say, for those that have little. */
export const nothing: Analysis = {
  diagnostics: () => [],
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
