import type { Parsed } from "../syntax/parse.ts";
import { type Facts, noFacts } from "./facts.ts";
import { Reasoning } from "./reasoning.ts";
import { isSimple } from "./simple.ts";

type Rule = Pick<Parsed, "text" | "root" | "form">;

let last: { readonly parsed: Parsed; readonly facts: Facts } | undefined;

/** Cached for the last text, because all checks and refactorings use it. */
export function factsOf({ parsed }: { readonly parsed: Parsed }): Facts {
  if (last?.parsed === parsed) return last.facts;
  const facts = isSimple(parsed.root) ? none : learn(parsed);
  last = { parsed, facts };
  return facts;
}

/** Also: no two conditions of one `and` or `or` are about the same field. */
export function isSimpleRule(rule: { readonly parsed: Parsed }): boolean {
  return factsOf(rule) === none;
}

const none: Facts = noFacts();

/** The facts of a rule. A value expression has none. */
export function learn({ text, root, form }: Rule): Facts {
  return form === "value" ? none : new Reasoning(root, text).facts;
}
