import type { Scope } from "../../api/shapes.ts";
import { datasetScopes } from "../../languages.ts";
import { alternatives } from "../../text/wording.ts";
import type { Address } from "../../workspace/config/address.ts";
import type { Config, RulesTarget } from "../../workspace/config/config.ts";
import { profileAddress, usualTarget } from "../../workspace/config/profile-problems.ts";
import type { LockEntry, Target } from "../../workspace/lock/lock.ts";
import { NoProfiles, PushError } from "../push-error.ts";

/** The host, zone and account of a profile. */
export interface ProfilePlace {
  readonly profile: string;
  readonly address: Address;
  readonly zone: string | undefined;
  readonly account: string | undefined;
  readonly rulesTarget: RulesTarget;
  /** The phases whose rulesets are read; undefined for all. */
  readonly phases: readonly string[] | undefined;
  /** There is no other profile, so new files are for this one. */
  readonly isOnly: boolean;
}

/** The properties that make a lock entry apply to a place. */
export type ServiceLocation = Pick<LockEntry, "origin" | "zone" | "account" | "target">;

/** Resolves the requested profile, the default one, or the only one. */
export function placeOf(
  config: Config,
  asked: string | undefined,
  option: string = "--profile",
): ProfilePlace {
  const names = Object.keys(config.profiles);
  const name = asked ?? config.defaultProfile ?? (names.length === 1 ? names[0] : undefined);
  if (names.length === 0)
    throw new NoProfiles(`'weir.json' has no profiles. Add one, such as ${exampleProfile}.`);
  if (name === undefined)
    throw new PushError(`Select a profile with '${option}': ${alternatives(names)}.`);
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  if (!profile)
    throw new PushError(`Unknown profile '${name}' in 'weir.json'. Use ${alternatives(names)}.`);
  const address = profileAddress(profile.baseUrl);
  if ("problem" in address)
    throw new PushError(`Profile '${name}' cannot be used. ${address.problem}`);
  const { zone, account, rulesTarget = usualTarget(address), phases } = profile;
  const isOnly = names.length === 1;
  return { profile: name, address, zone, account, rulesTarget, phases, isOnly };
}

const exampleProfile =
  '"profiles": { "local": { "baseUrl": "http://127.0.0.1:8787/client/v4", "zone": "…" } }';

/** Rules belong to zones. */
export function ruleZone({ zone, profile }: ProfilePlace): string {
  if (zone === undefined)
    throw new PushError(`Rules need a zone, but profile '${profile}' has none. Add "zone".`);
  return zone;
}

/** Whether jobs of a dataset belong to the zone or to the account of the profile. */
export function jobScope(dataset: string, { zone, account, profile }: ProfilePlace): Scope {
  const scopes = datasetScopes(dataset);
  const fits = (it: "zone" | "account") => scopes.length === 0 || scopes.includes(it);
  if (zone !== undefined && fits("zone")) return { zone_id: zone };
  if (account !== undefined && fits("account")) return { account_id: account };
  const wanted = scopes[0] ?? "zone";
  throw new PushError(
    `Jobs for '${dataset}' need ${wanted === "zone" ? "a zone" : "an account"}, but profile '${profile}' has none. Add "${wanted}".`,
  );
}

/** The zone and the account of the profile, as far as it has them. */
export function scopesOf({ zone, account }: ProfilePlace): Scope[] {
  return [
    ...(zone === undefined ? [] : [{ zone_id: zone }]),
    ...(account === undefined ? [] : [{ account_id: account }]),
  ];
}

export function locationOf(
  { address }: ProfilePlace,
  target: Target,
  scope: Scope,
): ServiceLocation {
  const { origin } = address;
  return "zone_id" in scope
    ? { origin, zone: scope.zone_id, target }
    : { origin, account: scope.account_id, target };
}

/** All places that a file may have been pushed to under a profile. */
export function locationsOf(place: ProfilePlace): ServiceLocation[] {
  const { zone, rulesTarget } = place;
  return [
    ...scopesOf(place).map((it) => locationOf(place, "jobs", it)),
    ...(zone === undefined ? [] : [locationOf(place, rulesTarget, { zone_id: zone })]),
  ];
}

/** The scope of a locked job. */
export function scopeOf({ zone, account }: LockEntry): Scope {
  return zone === undefined ? { account_id: account ?? "" } : { zone_id: zone };
}

export function scopeText(scope: Scope): string {
  return "zone_id" in scope ? `/zones/${scope.zone_id}` : `/accounts/${scope.account_id}`;
}

export function isAt(entry: LockEntry, location: ServiceLocation): boolean {
  return (
    entry.origin === location.origin &&
    entry.zone === location.zone &&
    entry.account === location.account &&
    entry.target === location.target
  );
}
