import type { Span } from "../../text/span.ts";
import type { Call, Expression } from "./tree.ts";

/** One element of a list, or an unknown number of elements. */
export interface Element {
  /** The span in the host. */
  readonly part: Span;
  /** Undefined for unknown elements. */
  readonly expression: Expression | undefined;
}

/** Functions that return the elements of their argument, perhaps not all and in another order. */
export const listFunctions: ReadonlySet<string> = new Set([
  "compact",
  "distinct",
  "flatten",
  "reverse",
  "sort",
  "tolist",
  "toset",
]);

/** The elements of a list, as far as they are known; undefined if the expression is not a list. */
export function elementsOf(list: Expression): readonly Element[] | undefined {
  switch (list.kind) {
    case "tuple":
      return list.items.map((it) => ({ part: it, expression: it }));
    case "for":
      // An unknown number of elements of this form.
      return list.key
        ? undefined
        : [
            { part: list.intro, expression: undefined },
            { part: list.value, expression: list.value },
          ];
    case "call":
      if (list.name === "concat") return list.args.flatMap((it) => elementsOf(it) ?? [unseen(it)]);
      if (list.name === "formatlist") return formatted(list);
      return listFunctions.has(list.name) ? passed(list) : undefined;
    default:
      return undefined;
  }
}

/** `compact` drops empty strings. */
function passed({ name, args: [list] }: Call): readonly Element[] | undefined {
  const elements = list && elementsOf(list);
  if (name !== "compact") return elements;
  return elements?.filter(({ expression: it }) => {
    return it?.kind !== "template" || it.content.start < it.content.end;
  });
}

/** `formatlist("http.host eq %q", var.hosts)`: an unknown number of elements of this form. */
function formatted(call: Call): readonly Element[] | undefined {
  const [form] = call.args;
  if (!form) return undefined;
  const intro = { start: call.start, end: form.start };
  return [unseen(intro), { part: { start: form.start, end: call.end }, expression: call }];
}

function unseen(part: Span): Element {
  return { part, expression: undefined };
}
