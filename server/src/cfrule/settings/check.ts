import { flat, type HostObject, type HostValue } from "../../hosts/node.ts";
import type { RuleSettings, SettingProblem } from "../../hosts/settings.ts";
import { editDistance, nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { actionNamed, actions } from "../catalogue/actions.ts";
import { phases } from "../catalogue/phases.ts";
import { type KnownLists, parameterProblems } from "./parameters.ts";
import { phaseActionProblem } from "./phase-actions.ts";

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
  const known = { phase: phaseNames, kind: kinds };
  return Object.entries(known).flatMap(([name, names]) => {
    const value = textValue(resource, name);
    if (!value || names.includes(value.text)) return [];
    const guess = nearest(value.text, names);
    // It may be newer than this version; its rules are listed as not checked.
    if (guess === undefined || editDistance(value.text, guess, 3) > 2) return [];
    return [unknownWord(name === "phase" ? "unknown-phase" : "rule-setting", name, value, guess)];
  });
}

const phaseNames: readonly string[] = phases.map((it) => it.name);
const kinds: readonly string[] = ["zone", "root", "custom", "managed"];
const actionNames: readonly string[] = actions.map((it) => it.name);

function ruleProblems(
  rule: HostObject,
  settings: RuleSettings,
  lists: KnownLists,
): SettingProblem[] {
  const action = textValue(rule, "action");
  const parameters = parameterProblems(rule, lists);
  if (!action) return parameters;
  if (!actionNamed(action.text)) {
    const guess = nearest(action.text, actionNames);
    return [unknownWord("unknown-action", "action", action, guess), ...parameters];
  }
  const wrong = actionProblem(action, settings);
  return [...(wrong ? [wrong] : []), ...parameters];
}

/** Rulesets that others execute may have other actions than the entry point of the phase. */
function actionProblem(
  action: TextValue,
  { phase = "", isEntryPoint }: RuleSettings,
): SettingProblem | undefined {
  const message = isEntryPoint ? phaseActionProblem(phase, action.text) : undefined;
  return message === undefined
    ? undefined
    : { code: "phase-action", severity: "error", at: action.value, message };
}

/** The rules of a ruleset are identified by their refs. */
function duplicateRefs(rules: readonly HostObject[]): SettingProblem[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const ref = textValue(rule, "ref");
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

/** The last value of a name, if it is a known string. */
function textValue(object: HostObject, name: string): TextValue | undefined {
  const own = object.entries.findLast((it) => it.name === name)?.value;
  const value = own?.kind === "list" ? flat(own).at(-1) : own;
  const text = value?.kind === "value" ? value.literal() : undefined;
  return value?.kind === "value" && typeof text === "string" ? { text, value } : undefined;
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
