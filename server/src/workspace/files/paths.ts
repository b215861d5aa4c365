import { sep } from "node:path";

/** With `/` between its parts. Only where `\` separates them is it changed: elsewhere it may be part of a name. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
