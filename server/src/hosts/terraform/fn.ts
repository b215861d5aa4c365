import type { Evaluate } from "./template.ts";
import type { Place, Scope, Value } from "./values/value.ts";

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
}

export const passing = { keepsMarks: true, takesUnknown: true } as const;

/** What is not known of the arguments is not known of the result. */
export const partial = { ...passing, takesOpen: true } as const;
