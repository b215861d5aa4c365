import type { Parsed } from "../syntax/parse.ts";
import { type Facts, noFacts } from "./facts.ts";
import { Reasoning } from "./reasoning.ts";
import { isSimple } from "./simple.ts";

type Rule = Pick<Parsed, "text" | "root" | "form">;

let last: { readonly parsed: Parsed; readonly facts: Facts } | undefined;

/** Kept for the text that was looked at last, because each check and each refactoring asks. */
export function factsOf({ parsed }: { readonly parsed: Parsed }): Facts {
  if (last?.parsed === parsed) return last.facts;
  const facts = isSimple(parsed.root, parsed.text) ? none : learn(parsed);
  last = { parsed, facts };
  return facts;
}

const none: Facts = noFacts();

/** What follows from a rule that may not be simple. A value expression claims nothing. */
export function learn({ text, root, form }: Rule): Facts {
  return form === "value" ? none : new Reasoning(root, text).facts;
}
