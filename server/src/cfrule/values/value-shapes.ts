/** Strings that a field can never contain, based on its shape or usual content. */
import {
  type Extent,
  type ShapeProblem,
  severalIn,
  shapeProblem,
  type ValueShape,
} from "../../vocabulary/shapes.ts";
import { isPlainWildcard, readWildcard } from "../syntax/wildcard.ts";
import { addressKind, writtenName } from "./ip-ranges.ts";
import { knownValues } from "./known-values.ts";
import type { Subject } from "./operand-facts.ts";
import type { How } from "./value-uses.ts";

export interface InvalidShape extends ShapeProblem {
  /** The likely field. */
  readonly field?: string;
}

const extents: Readonly<Partial<Record<How, Extent>>> = {
  equal: "whole",
  prefix: "start",
  suffix: "end",
  part: "part",
  wildcard: "whole",
  "strict wildcard": "whole",
};

/** Undefined if matching values are possible. */
export function invalidShape(text: string, how: How, subject: Subject): InvalidShape | undefined {
  const extent = extents[how];
  const shape = shapeOf(subject);
  if (!shape || !extent) return undefined;
  const isPattern = how === "wildcard" || how === "strict wildcard";
  const beforeStar = isPattern ? firstPart(text) : undefined;
  if (isPattern && beforeStar === undefined) return undefined;
  const name = writtenName(subject);
  const found = shapeProblem(shape, { name, text, extent, beforeStar });
  // The rule may be for a single port.
  if (!found || (shape === "host" && found.doubt)) return undefined;
  const sure = subject.field.shape ? found : { ...found, doubt: true as const };
  if (found.beyond !== "query") return sure;
  const field = name.replace(/\.path$/, "");
  return { ...sure, message: `${sure.message} Use '${field}'.`, field };
}

/** The shape of a field's values, fixed or usual. */
export function shapeOf(subject: Subject): ValueShape | undefined {
  return subject.field.shape ?? addressKind(subject);
}

/** Several values in one string; undefined if it may be a single value. */
export function severalValues(text: string, subject: Subject): readonly string[] | undefined {
  const shape = shapeOf(subject);
  if (shape) return severalIn(shape, text);
  const known = subject.key === undefined ? knownValues(subject.field) : undefined;
  if (!known || known.exact.has(text)) return undefined;
  const items = severalIn("word", text);
  return items?.every((it) => known.byLowercase.has(it.toLowerCase())) ? items : undefined;
}

/** The text before the first star; undefined for an invalid pattern. */
function firstPart(pattern: string): string | undefined {
  if (isPlainWildcard(pattern)) {
    const star = pattern.indexOf("*");
    return star === -1 ? pattern : pattern.slice(0, star);
  }
  const { parts, problems } = readWildcard(pattern);
  return problems.length > 0 ? undefined : parts[0];
}
