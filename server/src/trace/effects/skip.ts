import type { ConfiguredRule } from "../../core/configuration/model.ts";
import { phaseSteps, skips } from "../../languages.ts";
import { addAll } from "../../text/add-all.ts";
import { objectAt, partAt, textAt, textsAt, unknownIn } from "../configuration/parameters.ts";
import type { Effect, TraceState } from "../state.ts";

/** The parts that a rule skips, as a sentence. */
export function skip({ parameters }: ConfiguredRule, _: string, state: TraceState): Effect {
  const parts = Object.keys(skips).map((it) => partAt(parameters, it));
  const [source] = parts.flatMap(unknownIn);
  if (source !== undefined)
    return {
      text: "skips what is not known",
      isUnknown: { what: "the part that it skips", because: `not known what it skips: ${source}` },
    };
  const notes: string[] = [];
  const noted = (parameter: keyof typeof skips, text: string) => {
    addAll(notes, notesOn(parameter, state));
    return text;
  };
  const each = (parameter: "phases" | "products" | "rulesets", noun: string) => {
    const names = textsAt(parameters, parameter);
    if (names.length === 0) return [];
    addAll(
      notes,
      names.flatMap((it) => notesOnValue(parameter, it, noun)),
    );
    const shown = names.join(", ");
    return [noted(parameter, `${noun}${names.length > 1 ? "s" : ""} ${shown}`)];
  };
  const texts = [
    ...(textAt(parameters, "ruleset") === "current"
      ? [noted("ruleset", "the rest of this ruleset")]
      : []),
    ...(textAt(parameters, "phase") === "current"
      ? [noted("phase", "the rest of this phase")]
      : []),
    ...each("phases", "phase"),
    ...each("products", "product"),
    ...each("rulesets", "ruleset"),
    ...(objectAt(parameters, "rules") ? [noted("rules", "rules of rulesets")] : []),
  ];
  return { text: texts.length > 0 ? `skips ${texts.join(", ")}` : "skips nothing", notes };
}

function notesOn(parameter: keyof typeof skips, { phase, level }: TraceState): readonly string[] {
  const { phases, levels } = skips[parameter];
  if (phases && !phases.some((it) => it === phase.phase))
    return [`not documented: '${parameter}' in this phase`];
  if (levels && !levels.includes(level))
    return [`not documented: '${parameter}' in rules of the ${level}`];
  return [];
}

function notesOnValue(
  parameter: "phases" | "products" | "rulesets",
  value: string,
  noun: string,
): readonly string[] {
  const { takes } = skips[parameter];
  if (!takes || takes.includes(value)) return [];
  return parameter === "phases" && phaseSteps.some((it) => it.phase === value)
    ? [`not documented: skipping the phase ${value}`]
    : [`unknown ${noun} '${value}'`];
}
