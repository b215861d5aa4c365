import type { RequestFields } from "../core/request-trial.ts";
import { type Meaning, triedConditions, type Witness } from "../core/solver/meaning.ts";
import { hasHole } from "../text/hole.ts";
import type { Span } from "../text/span.ts";
import type { Scheme } from "./catalogue/scheme.ts";
import type { Document } from "./document.ts";
import { compileRule, listsOf, type Rule, readRequest, trialOf } from "./evaluator.ts";
import { formulaOf } from "./logic/formula/formula.ts";
import { findingsIn, type RuleFinding, type RuleNode } from "./logic/formula/proofs.ts";
import { factsAbout, hintsAbout, type Term } from "./logic/formula/terms.ts";
import { requestLine, requestsOf } from "./logic/formula/witness.ts";

// In the same bundle, because they share most of their code.
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
    hints: (all) => hintsAbout(all as readonly Term[]),
    witnesses: (example) => requestsOf(example, scheme),
    matches: (witness) => {
      rule ??= compileRule(parsed.root, { lists: listsOf(items) });
      const request = requestIn(witness, scheme);
      const outcome = request && rule.outcome(request);
      return typeof outcome === "boolean" ? outcome : undefined;
    },
    conditions: (witness) => {
      const request = requestIn(witness, scheme);
      if (!request) return [];
      const { tree, answers, conditions } = trialOf(parsed.root, { lists: listsOf(items) });
      const textOf = ({ start, end }: Span) => parsed.text.slice(start, end).replace(/\s+/g, " ");
      return triedConditions(tree, answers(request), conditions.map(textOf));
    },
  };
}

function requestIn(witness: Witness, scheme: Scheme): RequestFields | undefined {
  if ("line" in witness) return undefined;
  const fields = Object.entries(witness.fields).filter(([, value]) => value !== null);
  const line = requestLine({ ...witness, fields: Object.fromEntries(fields) });
  const { request } = readRequest(line, scheme);
  const get = (name: string) => (witness.fields[name] === null ? undefined : request?.get(name));
  return request && { get };
}
