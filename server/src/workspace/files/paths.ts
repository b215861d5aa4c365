import { sep } from "node:path";

/** Converts the separators to `/`. Only on Windows, because `\` may be part of a name elsewhere. */
export function withForwardSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
