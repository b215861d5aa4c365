import type { BasePhases } from "cloudflare/resources/rulesets/phases/phases";
import type { BaseRules } from "cloudflare/resources/rulesets/rules";
import type { BaseRulesets } from "cloudflare/resources/rulesets/rulesets";
import type { Calls } from "./calls.ts";
import { ServiceError } from "./service-error.ts";
import type { Fields, RemoteRuleset } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Phase = Parameters<BasePhases["get"]>[0];
type CreateRuleset = Parameters<BaseRulesets["create"]>[0];
type CreateRule = Parameters<BaseRules["create"]>[1];
type EditRule = Parameters<BaseRules["edit"]>[1];

/** Whether the service only judges the call, or does it. */
export type Mode = "judge" | "do";

/** Every writing call answers with the ruleset as it is then, or with nothing when it is only judged. */
export interface Rulesets {
  /** Undefined while the phase has no rules of the zone. */
  entryPoint(zone: string, phase: string): Promise<RemoteRuleset | undefined>;
  /** Undefined when there is none of that identifier. */
  get(zone: string, ruleset: string): Promise<RemoteRuleset | undefined>;
  /** Refused when the phase has got an entry point meanwhile, so that nobody's rules are replaced. */
  create(zone: string, phase: string, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  addRule(
    zone: string,
    ruleset: string,
    rule: Fields,
    mode: Mode,
  ): Promise<RemoteRuleset | undefined>;
  /** Replaces the whole rule. */
  changeRule(place: RulePlace, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  removeRule(place: RulePlace): Promise<void>;
}

export interface RulePlace {
  readonly zone: string;
  readonly ruleset: string;
  readonly rule: string;
}

export function rulesetsOf({ sdk, read, write }: Calls): Rulesets {
  const { rulesets } = sdk;
  const dry = (mode: Mode) => (mode === "judge" ? { dry_run: true } : undefined);
  const answer = (mode: Mode) => (value: unknown) =>
    mode === "judge" ? undefined : shapes.ruleset(value);
  return {
    entryPoint: (zone_id, phase) =>
      orNone(read(() => rulesets.phases.get(phase as Phase, { zone_id }), shapes.ruleset)),
    get: (zone_id, ruleset) =>
      orNone(read(() => rulesets.get(ruleset, { zone_id }), shapes.ruleset)),
    create: (zone_id, phase, rule, mode) => {
      const body = { zone_id, kind: "zone", name: "default", phase, rules: [rule], ...dry(mode) };
      return write(() => rulesets.create(body as unknown as CreateRuleset), answer(mode));
    },
    addRule: (zone_id, ruleset, rule, mode) => {
      const body = { ...rule, zone_id, ...dry(mode) } as unknown as CreateRule;
      return write(() => rulesets.rules.create(ruleset, body), answer(mode));
    },
    changeRule: ({ zone, ruleset, rule: id }, rule, mode) => {
      const body = { ...rule, zone_id: zone, ruleset_id: ruleset, ...dry(mode) };
      return write(() => rulesets.rules.edit(id, body as unknown as EditRule), answer(mode));
    },
    removeRule: ({ zone, ruleset, rule }) =>
      write(
        () => rulesets.rules.delete(rule, { zone_id: zone, ruleset_id: ruleset }),
        shapes.anything,
      ),
  };
}

async function orNone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && error.isOwn) return undefined;
    throw error;
  }
}
