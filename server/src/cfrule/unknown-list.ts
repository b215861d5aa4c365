import { isOneEdit, nearest } from "../text/nearest.ts";
import { isListName } from "./catalog/lists.ts";
import type { RuleContext } from "./context.ts";

/** Why a list is probably not there. Undefined if it exists, or if nothing is known about the lists. */
export interface UnknownList {
  readonly message: string;
  /** Only if all lists are known. */
  readonly isCertain: boolean;
  readonly guess: string | undefined;
}

/** `prefix` is written before the name: `$` in expressions. */
export function unknownListNamed(
  name: string,
  prefix: "$" | "",
  { lists, createdLists = [] }: Pick<RuleContext, "lists" | "createdLists">,
): UnknownList | undefined {
  // Invalid names and managed lists are reported by other checks.
  if (!isListName(name) || [...(lists ?? []), ...createdLists].includes(name)) return undefined;
  const unknown = `Unknown list '${prefix}${name}'.`;
  if (!lists) {
    const guess = createdLists.find((it) => isOneEdit(name, it));
    const message = `${unknown} Did you mean '${prefix}${guess}', which is created here?`;
    return guess === undefined ? undefined : { message, isCertain: false, guess };
  }
  const guess = nearest(name, [...lists, ...createdLists]);
  const advice = guess
    ? `Did you mean '${prefix}${guess}'?`
    : "Add it to 'lists' in 'weir.json' if it exists.";
  return { message: `${unknown} ${advice}`, isCertain: true, guess };
}
