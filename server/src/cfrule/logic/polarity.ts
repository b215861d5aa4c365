import type { Node } from "../syntax/tree.ts";

/** Whether a part that is true makes the whole rule truer: false under an odd number of `not`, undefined under an `xor`. */
export function isPositive(above: readonly Node[]): boolean | undefined {
  let positive = true;
  for (const node of above) {
    if (node.kind === "not") positive = !positive;
    else if (node.kind === "logical" && node.name === "xor") return undefined;
  }
  return positive;
}
