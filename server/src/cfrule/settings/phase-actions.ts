import { alternatives } from "../../text/wording.ts";
import { type Phase, phaseNamed, phases } from "../catalogue/phases.ts";

/** More are not listed. */
const fewActions = 4;

/** Why the entry points of a phase cannot have an action, and what to do. Undefined if they can, or if it is not documented. */
export function phaseActionProblem(phaseName: string, action: string): string | undefined {
  const phase = phaseNamed(phaseName);
  if (!phase?.actions || phase.actions.includes(action)) return undefined;
  const others = phases.filter((it: Phase) => it.actions?.includes(action));
  const use = phase.actions.length <= fewActions ? `Use ${alternatives(phase.actions)}` : "";
  const move =
    others.length > 0 && others.length <= 2
      ? `move the rule to phase ${alternatives(others.map((it) => it.name))}`
      : "";
  const advice = [use, move].filter((it) => it !== "").join(", or ");
  const sentence = advice === "" ? "" : ` ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
  return `Phase '${phase.name}' has no action '${action}'.${sentence}`;
}
