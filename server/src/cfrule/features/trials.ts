import type { TrialText } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import { actionNamed } from "../catalogue/actions.ts";
import type { Document } from "../document.ts";
import { listsOf, trialOf } from "../evaluator.ts";

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
  const [problem] = parsed.problems;
  if (problem) return [{ ...text, error: problem.message }];
  const rule = trialOf(parsed.root, { lists: listsOf(context.listItems ?? {}) });
  return [{ ...text, rule }];
}
