import type { Span } from "../../text/span.ts";
import type { Expression } from "./tree.ts";

/** One element of a list, or an unknown number of elements. */
export interface Element {
  /** The span in the host. */
  readonly part: Span;
  /** Undefined for unknown elements. */
  readonly expression: Expression | undefined;
}

const keeping = new Set(["compact", "tolist", "tuple", "flatten"]);

/** The elements of a list, as far as they are known; undefined when the expression is not a list. */
export function elementsOf(list: Expression): readonly Element[] | undefined {
  switch (list.kind) {
    case "tuple":
      return list.items.map((it) => ({ part: it, expression: it }));
    case "for":
      // The number of elements is unknown; all have this form.
      return list.key
        ? undefined
        : [
            { part: list.intro, expression: undefined },
            { part: list.value, expression: list.value },
          ];
    case "call":
      if (list.name === "concat") return list.args.flatMap((it) => elementsOf(it) ?? [unseen(it)]);
      return keeping.has(list.name) && list.args[0] ? elementsOf(list.args[0]) : undefined;
    default:
      return undefined;
  }
}

function unseen(part: Span): Element {
  return { part, expression: undefined };
}
