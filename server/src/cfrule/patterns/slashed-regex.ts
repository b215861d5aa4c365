import { shapeOf } from "../values/value-shapes.ts";
import type { RegexUse } from "../values/value-uses.ts";

/** `/…/i`, a regex with the delimiters of other languages. */
export interface SlashedRegex {
  /** The offset of the closing slash in the pattern. */
  readonly close: number;
  /** The flags that the engine supports. */
  readonly flags: string;
  /** Because of the slashes, an anchor is not at the end of the pattern, so nothing matches. */
  readonly never: boolean;
}

/** Undefined if the slashes may be part of a path. */
export function slashedRegex({ literal, use }: RegexUse): SlashedRegex | undefined {
  const { pattern } = literal;
  const close = /\/([a-z]*)$/.exec(pattern);
  if (!close || !pattern.startsWith("/") || close.index === 0) return undefined;
  const inner = pattern.slice(1, close.index);
  const written = close[1] ?? "";
  const flags = [...written].filter((it) => "imsx".includes(it)).join("");
  const never = inner.startsWith("^") || /(?:^|[^\\])\$$/.test(inner);
  const { tested } = use;
  const isText = tested !== undefined && !tested.key && shapeOf(tested) === undefined;
  const hasFlags = isText && /^[gimsuxy]{1,4}$/.test(written) && !inner.includes("/");
  return never || hasFlags ? { close: close.index, flags, never } : undefined;
}
