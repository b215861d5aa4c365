/** What each relation of two texts excludes, by which of the two match. */
export const excluded: Readonly<Record<string, readonly string[]>> = {
  equal: ["true false", "false true"],
  narrower: ["true false"],
  wider: ["false true"],
  disjoint: ["true true"],
  overlapping: [],
  unknown: [],
};
