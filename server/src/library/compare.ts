import * as items from "../compare/compare-items.ts";
import { comparisonJson } from "../compare/describe.ts";
import { type Item, itemsIn } from "../compare/items.ts";
import { analysisOf, type Subject, theOnly } from "./subject.ts";
import { type Comparison, TextError } from "./types.ts";

export function compareTexts(first: Subject, second: Subject): Comparison {
  return comparisonJson(comparisonOf(first, second));
}

export function comparisonOf(first: Subject, second: Subject): items.Comparison {
  const [a, b] = [itemIn(first, "first"), itemIn(second, "second")];
  if (a.scope !== b.scope)
    throw new TextError(`The first text is for ${a.scope}, but the second is for ${b.scope}.`);
  const found = items.compareItems(a.item, b.item);
  // From the first to the second.
  const changed = found.changed.map((it) => ({ ...it, before: it.after, after: it.before }));
  return { ...found, changed };
}

function itemIn(subject: Subject, which: string): { readonly item: Item; readonly scope: string } {
  const { text, language, context } = subject;
  const item = theOnly(itemsIn(text, language, context));
  const scope = item.meaning()?.scope;
  if (scope !== undefined) return { item, scope };
  const problem = analysisOf(subject)
    .diagnostics()
    .find((it) => it.severity === "error");
  const reason = problem?.message ?? "It has parts that Weir cannot know.";
  throw new TextError(`The ${which} text cannot be compared. ${reason}`);
}
