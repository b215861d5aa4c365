import {
  type Configuration,
  type ConfiguredRule,
  type Gap,
  rivalRulesets,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { type FileContext, isRule, languageFor, onlyAction } from "../../languages.ts";

/** The rules of host files whose expressions are not valid; in YAML, where a file that ends too early may be valid, also those that lack a part. */
export function ruleGaps({ rulesets }: Configuration, context: FileContext): readonly Gap[] {
  return rulesets.flatMap(({ phase, kind, rules }) =>
    rules.flatMap((rule): Gap[] => {
      const { place, expression } = rule;
      if (!place || isRule(place.path)) return [];
      const gap = { what: place.path, place, mayChange: "everything" } as const;
      const fault = faultIn(expression, context);
      if (fault !== undefined)
        return [{ ...gap, why: `Invalid expression: ${fault}`, isBroken: true, content: fault }];
      if (kind === "managed" || !/\.ya?ml$/i.test(place.path)) return [];
      const lacking = lackingPart(rule, phase);
      return lacking === undefined ? [] : [{ ...gap, why: `a rule without '${lacking}'` }];
    }),
  );
}

/** A phase of a zone has one ruleset that requests arrive at. */
export function conflictGaps(configuration: Configuration): readonly Gap[] {
  return rivalRulesets(configuration).flatMap((same): Gap[] => {
    const [first, second] = same;
    if (!first || !second) return [];
    const what = second.address ?? second.name ?? second.phase;
    const why = `${first.address ?? first.name ?? "another ruleset"} has the same zone and phase`;
    const mayChange = { phase: first.phase, level: first.level };
    const content = JSON.stringify(same.map((it) => it.rules.map(({ place: _, ...own }) => own)));
    return [{ what, why, mayChange, content }];
  });
}

function faultIn(
  expression: ConfiguredRule["expression"],
  context: FileContext,
): string | undefined {
  if (expression instanceof UnknownPart) return undefined;
  const { text, hasHoles } = expression;
  const fault = languageFor("rule")
    .analyze(text, { ...context, hasHoles, isSentAsWritten: true })
    .syntaxFault?.();
  return fault && `${fault.message} (${text})`;
}

function lackingPart({ expression, action }: ConfiguredRule, phase: string): string | undefined {
  if (expression instanceof UnknownPart && expression.source === "no expression")
    return "expression";
  return action === "" && onlyAction(phase) === undefined ? "action" : undefined;
}
