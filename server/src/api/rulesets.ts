import type { BasePhases } from "cloudflare/resources/rulesets/phases/phases";
import type { BaseRules } from "cloudflare/resources/rulesets/rules";
import type { BaseRulesets } from "cloudflare/resources/rulesets/rulesets";
import { type Calls, undefinedIfNotFound } from "./calls.ts";
import { RulesetCache } from "./ruleset-cache.ts";
import type { Fields, RemoteRuleset } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Phase = Parameters<BasePhases["get"]>[0];
type CreateRuleset = Parameters<BaseRulesets["create"]>[0];
type CreateRule = Parameters<BaseRules["create"]>[1];
type EditRule = Parameters<BaseRules["edit"]>[1];

/** Whether the service only validates the call or executes it. */
export type Mode = "judge" | "do";

/** Every write returns the updated ruleset, or nothing in a dry run. */
export interface Rulesets {
  /** Undefined while the zone has no rules in the phase. Cached; `entryPointAgain` bypasses the cache. */
  entryPoint(zone: string, phase: string): Promise<RemoteRuleset | undefined>;
  entryPointAgain(zone: string, phase: string): Promise<RemoteRuleset | undefined>;
  /** Undefined when the identifier is unknown. Cached; `getAgain` bypasses the cache. */
  get(zone: string, ruleset: string): Promise<RemoteRuleset | undefined>;
  getAgain(zone: string, ruleset: string): Promise<RemoteRuleset | undefined>;
  /** Fails when an entry point was created in the meantime, so that existing rules are not replaced. */
  create(zone: string, phase: string, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  addRule(
    zone: string,
    ruleset: string,
    rule: Fields,
    mode: Mode,
  ): Promise<RemoteRuleset | undefined>;
  /** Replaces the whole rule. */
  changeRule(place: RulesetRulePath, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  deleteRule(place: RulesetRulePath): Promise<void>;
  /** Clears the cache. */
  forget(): void;
}

export interface RulesetRulePath {
  readonly zone: string;
  readonly ruleset: string;
  readonly rule: string;
}

export function rulesetsOf({ sdk, read, write }: Calls): Rulesets {
  const { rulesets } = sdk;
  const dry = (mode: Mode) => (mode === "judge" ? { dry_run: true } : undefined);
  const answer = (mode: Mode) => (value: unknown) =>
    mode === "judge" ? undefined : shapes.ruleset(value);
  const known = new RulesetCache();
  const readPhase = (zone_id: string, phase: string) => () =>
    undefinedIfNotFound(
      read(() => rulesets.phases.get(phase as Phase, { zone_id }), shapes.ruleset),
    );
  const readOne = (zone_id: string, id: string) => () =>
    undefinedIfNotFound(
      read(() => rulesets.get(id, { zone_id }), shapes.withId(id, shapes.ruleset)),
    );
  return {
    forget: () => known.forget(),
    entryPoint: (zone, phase) => known.get({ zone, phase }, readPhase(zone, phase)),
    entryPointAgain: (zone, phase) => known.again({ zone, phase }, readPhase(zone, phase)),
    get: (zone, id) => known.get({ zone, id }, readOne(zone, id)),
    getAgain: (zone, id) => known.again({ zone, id }, readOne(zone, id)),
    create: (zone, phase, rule, mode) => {
      const body = { kind: "zone", name: "default", phase, rules: [rule], ...dry(mode) };
      const send = () => rulesets.create({ ...body, zone_id: zone } as unknown as CreateRuleset);
      return known.during({ zone, phase }, () => write(send, answer(mode)));
    },
    addRule: (zone, ruleset, rule, mode) => {
      const body = { ...rule, zone_id: zone, ...dry(mode) } as unknown as CreateRule;
      const send = () => rulesets.rules.create(ruleset, body);
      return known.during({ zone, id: ruleset }, () => write(send, answer(mode)));
    },
    changeRule: ({ zone, ruleset, rule: id }, rule, mode) => {
      const body = { ...rule, zone_id: zone, ruleset_id: ruleset, ...dry(mode) };
      const send = () => rulesets.rules.edit(id, body as unknown as EditRule);
      return known.during({ zone, id: ruleset }, () => write(send, answer(mode)));
    },
    deleteRule: ({ zone, ruleset, rule }) =>
      known.withoutRule(zone, ruleset, rule, () =>
        write(
          () => rulesets.rules.delete(rule, { zone_id: zone, ruleset_id: ruleset }),
          shapes.anything,
        ),
      ),
  };
}
