import type { TrialText } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import { actionNamed } from "../catalog/actions.ts";
import type { Document } from "../document.ts";
import { listsOf, readableTrial, trialOf } from "../evaluator.ts";
import { expressionKey } from "../normal-form.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";

/** Only syntax and type errors, and holes, prevent a trial. Value expressions in a host document are omitted. */
export function trials({ parsed, context, pushed }: Document): readonly TrialText[] {
  const action = actionNamed(context.surroundings?.action ?? "");
  const text = { language: "cfrule", ...(action && { terminates: action.terminates === true }) };
  if (parsed.form === "value") {
    if (context.surroundings?.isValue) return [];
    return [{ ...text, error: "A value expression does not match requests." }];
  }
  if (context.hasHoles && hasHole(pushed))
    return [{ ...text, error: "Parts of the rule are filled in later, so it cannot be tried." }];
  const lists = listsOf(context.listItems ?? {});
  const [problem] = parsed.problems;
  const { rules: extraFields = {} } = context.extraFields;
  const scope = JSON.stringify(extraFields);
  const keyOf = (it: Expression) => (usesList(it) ? undefined : `${scope} ${expressionKey(it)}`);
  if (!problem) return [{ ...text, rule: trialOf(parsed.root, { lists }, keyOf) }];
  const readable = readableTrial(parsed.root, parsed.problems, { lists });
  return [{ ...text, error: problem.message, ...(readable && { readable: { rule: readable } }) }];
}

/** Two rules may have different lists of the same name. */
function usesList(expression: Expression): boolean {
  let found = false;
  eachNode(expression, (it) => {
    found ||= it.kind === "list";
  });
  return found;
}
