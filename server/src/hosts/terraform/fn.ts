import type { Evaluate } from "./template.ts";
import type { Place, Scope, Value } from "./value.ts";

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
  /** Whether the result consists of its arguments, each with what it depends on. */
  readonly keepsMarks?: true;
}

export const passing = { keepsMarks: true, takesUnknown: true } as const;
