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
import type { TestedField } from "./operand-facts.ts";
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
export function invalidShape(
  text: string,
  how: How,
  tested: TestedField,
): InvalidShape | undefined {
  const extent = extents[how];
  const shape = shapeOf(tested);
  if (!shape || !extent) return undefined;
  const isPattern = how === "wildcard" || how === "strict wildcard";
  const beforeStar = isPattern ? firstPart(text) : undefined;
  if (isPattern && beforeStar === undefined) return undefined;
  const name = writtenName(tested);
  const empty = text === "" && how === "equal" ? emptyProblem(name, shape) : undefined;
  if (empty) return tested.field.shape ? empty : undefined;
  const found = shapeProblem(shape, { name, text, extent, beforeStar });
  // The rule may be for a single port.
  if (!found || (shape === "host" && found.doubt)) return undefined;
  const sure = tested.field.shape ? found : { ...found, doubt: true as const };
  if (found.beyond !== "query") return sure;
  const field = name.replace(/\.path$/, "");
  return { ...sure, message: `${sure.message} Use '${field}'.`, field };
}

function emptyProblem(name: string, shape: ValueShape): InvalidShape | undefined {
  if (shape !== "path" && shape !== "uri") return undefined;
  return { message: `'${name}' starts with '/', so it is never empty. Use '/'.`, suggested: "/" };
}

/** The shape of a field's values, fixed or usual. */
export function shapeOf(tested: TestedField): ValueShape | undefined {
  return tested.field.shape ?? addressKind(tested);
}

/** Several values in one string; undefined if it may be a single value. */
export function severalValues(text: string, tested: TestedField): readonly string[] | undefined {
  const shape = shapeOf(tested);
  if (shape) return severalIn(shape, text);
  const known = tested.key === undefined ? knownValues(tested.field) : undefined;
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
