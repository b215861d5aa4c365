import type { Meaning } from "../core/solver/meaning.ts";
import { hasHole } from "../text/hole.ts";
import type { Document } from "./document.ts";
import { compileRule, listsOf, type Rule, readRequest } from "./evaluator.ts";
import { formulaOf } from "./logic/formula/formula.ts";
import { findingsIn, type RuleFinding, type RuleNode } from "./logic/formula/proofs.ts";
import { factsAbout, factsOfSingles, type Term } from "./logic/formula/terms.ts";
import { requestLine, requestOf } from "./logic/formula/witness.ts";

// In the same bundle, because most of it is the same code.
export { shrinkRule } from "./shrink.ts";
export { findingsIn, type RuleFinding, type RuleNode };

/** Undefined while the rule has errors, for a value expression, and for a rule with a hole. */
export function meaningOf({ parsed, scheme, context }: Document): Meaning | undefined {
  if (parsed.problems.length > 0 || parsed.form === "value" || hasHole(parsed.text))
    return undefined;
  const items = context.listItems ?? {};
  const { formula, terms } = formulaOf(parsed.root, parsed.text, items);
  // Many proofs need no witness.
  let rule: Rule | undefined;
  return {
    scope: "rules",
    formula,
    terms: [...terms, { kind: "formula", formula }] satisfies readonly Term[],
    facts: (all) => factsAbout(all as readonly Term[]),
    hints: (all) => factsOfSingles(all as readonly Term[]),
    witnesses: (example) => {
      const found = requestOf(example, scheme);
      return found ? [found] : [];
    },
    matches: (witness) => {
      if ("line" in witness) return undefined;
      rule ??= compileRule(parsed.root, { lists: listsOf(items) });
      const { request } = readRequest(requestLine(witness), scheme);
      const outcome =
        request &&
        rule.outcome({
          get: (name) => (witness.fields[name] === null ? undefined : request.get(name)),
        });
      return typeof outcome === "boolean" ? outcome : undefined;
    },
  };
}
