import { flat, type HostObject, type HostValue } from "../../hosts/node.ts";
import type { RuleSettings, SettingProblem } from "../../hosts/settings.ts";
import { editDistance, nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { actionNamed, actions } from "../catalog/actions.ts";
import { type Phase, phaseNamed, phases } from "../catalog/phases.ts";
import { type KnownLists, parameterProblems } from "./parameters.ts";

/** Problems of what a host sets around expressions. Only of values that are known statically. */
export function settingProblems(
  settings: RuleSettings,
  lists: KnownLists,
): readonly SettingProblem[] {
  const { resource, rules, phase, together } = settings;
  return [
    ...(resource ? ruleSetProblems(resource) : []),
    ...rules.flatMap((it) => ruleProblems(it, settings, lists)),
    ...(resource || phase !== undefined ? duplicateRefs(together) : []),
  ];
}

function ruleSetProblems(resource: HostObject): SettingProblem[] {
  const wrongKinds = textValues(resource, "kind").filter((it) => !kinds.includes(it.text));
  const wrongPhases = textValues(resource, "phase").filter((it) => !phaseNames.includes(it.text));
  return [
    ...wrongKinds.map((it): SettingProblem => {
      const found = unknownWord("rule-setting", "kind", it, nearest(it.text, kinds));
      if (found.replacement !== undefined) return found;
      return { ...found, message: `${found.message} Use ${alternatives(kinds)}.` };
    }),
    ...wrongPhases.flatMap((it): SettingProblem[] => {
      const guess = nearest(it.text, phaseNames);
      if (guess !== undefined && editDistance(it.text, guess, 3) <= 2)
        return [unknownWord("unknown-phase", "phase", it, guess)];
      // It may be newer than this version; its rules are listed as not checked.
      const longer = phaseNames.filter((name) => isPartOf(it.text, name));
      if (longer.length === 0 || longer.length > mostPhases) return [];
      const [only, ...others] = longer;
      const found = unknownWord("unknown-phase", "phase", it, others.length > 0 ? undefined : only);
      if (found.replacement !== undefined) return [found];
      return [{ ...found, message: `${found.message} Did you mean ${alternatives(longer)}?` }];
    }),
  ];
}

/** As in `firewall_custom` of `http_request_firewall_custom`. */
function isPartOf(part: string, name: string): boolean {
  return part.includes("_") && `_${name}_`.includes(`_${part}_`);
}

const mostPhases = 3;

const phaseNames: readonly string[] = phases.map((it) => it.name);
const kinds: readonly string[] = ["zone", "root", "custom", "managed"];
const actionNames: readonly string[] = actions.map((it) => it.name);

function ruleProblems(
  rule: HostObject,
  settings: RuleSettings,
  lists: KnownLists,
): SettingProblem[] {
  const wrong = textValues(rule, "action").map((action) =>
    actionNamed(action.text)
      ? actionProblem(action, settings)
      : unknownWord("unknown-action", "action", action, nearest(action.text, actionNames)),
  );
  return [...wrong.filter((it) => it !== undefined), ...parameterProblems(rule, lists)];
}

/** Rulesets that others execute may have other actions than the entry point of the phase. */
function actionProblem(
  action: TextValue,
  { phase = "", isEntryPoint, resource }: RuleSettings,
): SettingProblem | undefined {
  const message = isEntryPoint ? phaseActionProblem(phase, action.text) : undefined;
  if (message === undefined) return undefined;
  const defaults = resource && textValues(resource, "phase").find((it) => it.text === phase);
  return {
    code: "phase-action",
    severity: "error",
    at: action.value,
    message,
    defaults: defaults?.value.defaults,
  };
}

/** The rules of a ruleset are identified by their refs. */
function duplicateRefs(rules: readonly HostObject[]): SettingProblem[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const [ref] = textValues(rule, "ref");
    if (!ref || ref.text === "") return [];
    const isNew = !seen.has(ref.text);
    seen.add(ref.text);
    if (isNew) return [];
    const message = `An earlier rule of the ruleset has the ref ${shorten(ref.text)} too. Use another.`;
    return [{ code: "duplicate-ref", severity: "error" as const, at: ref.value, message }];
  });
}

interface TextValue {
  readonly text: string;
  readonly value: HostValue;
}

/** The last value of a name, and what it is instead with other values than defaults, as far as they are known strings. */
function textValues(object: HostObject, name: string): readonly TextValue[] {
  const own = object.entries.findLast((it) => it.name === name)?.value;
  const values = own?.kind === "list" ? flat(own).slice(-1) : own ? flat(own) : [];
  return values.flatMap((value) => {
    const text = value.kind === "value" ? value.literal() : undefined;
    return value.kind === "value" && typeof text === "string" ? [{ text, value }] : [];
  });
}

function unknownWord(
  code: string,
  noun: string,
  { text, value }: TextValue,
  guess: string | undefined,
): SettingProblem {
  const advice = guess === undefined ? "" : ` Did you mean '${guess}'?`;
  return {
    code,
    severity: "error",
    at: value,
    message: `Unknown ${noun} ${shorten(text)}.${advice}`,
    ...(guess !== undefined && { replacement: guess }),
  };
}

/** More are not listed. */
const fewActions = 4;

/** Why the entry points of a phase cannot have an action, and what to do. Undefined if they can, or if it is not documented. */
export function phaseActionProblem(phaseName: string, action: string): string | undefined {
  const phase = phaseNamed(phaseName);
  const has = ({ actions }: Phase) => actions?.some((it) => it === action);
  if (!phase?.actions || has(phase)) return undefined;
  const others = phases.filter(has);
  const use = phase.actions.length <= fewActions ? `Use ${alternatives(phase.actions)}` : "";
  const move =
    others.length > 0 && others.length <= 2
      ? `move the rule to phase ${alternatives(others.map((it) => it.name))}`
      : "";
  const advice = [use, move].filter((it) => it !== "").join(", or ");
  const sentence = advice === "" ? "" : ` ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
  return `Phase '${phase.name}' has no action '${action}'.${sentence}`;
}
