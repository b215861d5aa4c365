import type { Evaluate } from "./template.ts";
import { chosen } from "./values/choice.ts";
import { marksOf } from "./values/marks.ts";
import { restOf } from "./values/open.ts";
import { failed, type Place, type Scope, unknown, type Value } from "./values/value.ts";

export interface CallContext {
  readonly place: Place;
  readonly scope: Scope;
  readonly evaluate: Evaluate;
}

/** A function of Terraform. */
export interface Fn {
  /** Undefined if the result is not known. */
  call(args: readonly Value[], context: CallContext): Value | undefined;
  /** Whether it is called if some argument is not known at all. */
  readonly takesUnknown?: true;
  /** Whether it is called if a collection has elements that are not known. */
  readonly takesOpen?: true;
  /** Whether the result consists of its arguments, each with what it depends on. */
  readonly keepsMarks?: true;
  /** Whether elements of its arguments are parts of the result rather than its elements. */
  readonly takesApart?: true;
}

export const passing = { keepsMarks: true, takesUnknown: true } as const;

/** Unknown parts of the arguments are unknown parts of the result. */
export const partial = { ...passing, takesOpen: true } as const;

/** The first value that is kept. One before it that a default makes may be kept, too, and those after it instead of a default. */
export function firstKept(
  values: readonly Value[],
  place: Place,
  isKept: (value: Value) => boolean,
): Value {
  const at = values.findIndex(isKept);
  const found = values[at];
  if (!found) return failed(place);
  const rest = values.slice(at + 1);
  // Any of the others may be taken.
  if (found.kind === "unknown" && !found.isMany)
    return rest.length > 0 && !found.among
      ? { ...unknown(place), among: [found, ...rest.filter(isKept)] }
      : found;
  const before = values.slice(0, at);
  const parts = (it: Value) => [it, ...restOf(it)];
  const open = before.filter((it) => marksOf(...parts(it))?.defaults.length);
  const isDefault = marksOf(found)?.defaults.length;
  const chooses = [...open.flatMap(parts), ...(isDefault ? [found] : [])];
  return chosen(found, marksOf(...chooses), () => [
    ...open.flatMap((it) => it.others?.() ?? (it.kind === "list" ? it : unknown(it.place))),
    ...(isDefault ? rest.filter(isKept) : []),
  ]);
}
