import type { ConfiguredRuleset } from "../core/configuration/model.ts";
import { packetPhases, phaseSteps } from "../languages.ts";
import { isKnownKind } from "./configuration/entry-points.ts";
import { ruleResult } from "./rule-result.ts";
import { nameIn } from "./ruleset-run.ts";
import type { TraceStep } from "./types.ts";

/** A ruleset that no phase runs, and what is not known because of it. */
export function outsideStep(ruleset: ConfiguredRuleset): {
  readonly step: TraceStep;
  readonly notExamined?: string;
} {
  const { phase, level, kind, rules } = ruleset;
  const known = phaseSteps.find((it) => it.phase === phase);
  const isPhase = known !== undefined || packetPhases.some((it) => it === phase);
  const isUnknown = !isPhase || !isKnownKind(kind);
  const because = isUnknown
    ? isPhase
      ? "unknown kind"
      : "unknown phase"
    : !known
      ? "the phase is about packets"
      : ruleset.kind === "custom"
        ? "no rule executes this ruleset"
        : `the phase has no rules of the ${level}`;
  return {
    step: {
      phase,
      title: known?.title ?? phase,
      level,
      ...nameIn(ruleset),
      effect: isUnknown ? `${because}: it is not known when it runs` : `skipped: ${because}`,
      rules: rules.map((it) => ruleResult(it, isUnknown ? "unknown" : "skipped", because)),
    },
    ...(isUnknown &&
      rules.length > 0 && {
        notExamined: isPhase
          ? `the rules of the unknown kind '${kind}'`
          : `the rules of the unknown phase '${phase}'`,
      }),
  };
}
