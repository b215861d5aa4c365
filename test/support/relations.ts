/** The combinations of matches that each relation of two texts excludes. */
export const excluded: Readonly<Record<string, readonly string[]>> = {
  equal: ["true false", "false true"],
  narrower: ["true false"],
  wider: ["false true"],
  disjoint: ["true true"],
  overlapping: [],
  unknown: [],
};
