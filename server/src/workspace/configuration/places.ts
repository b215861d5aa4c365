import { customPhase, type RulesTarget } from "../../languages.ts";
import type { Config } from "../config/config.ts";
import { profileAddress, usualTarget } from "../config/profile-problems.ts";
import { done, type LockContents, type LockEntry } from "../lock/lock.ts";

/** The destination of a profile's rules. */
export interface RulesPlace {
  readonly profile: string;
  readonly origin: string;
  readonly zone: string;
  readonly target: RulesTarget;
}

/** The places of all profiles with a zone, the default profile first. */
export function rulesPlaces({ profiles, defaultProfile }: Config): readonly RulesPlace[] {
  const all = Object.entries(profiles).flatMap(([profile, { baseUrl, zone, rulesTarget }]) => {
    const address = profileAddress(baseUrl);
    if (zone === undefined || "problem" in address) return [];
    const target = rulesTarget ?? usualTarget(address);
    return [{ profile, origin: address.origin, zone, target }];
  });
  return all.sort(
    (a, b) => Number(b.profile === defaultProfile) - Number(a.profile === defaultProfile),
  );
}

/** The lock entry of a file, if its rule is at the place. */
export function lockedAt(
  { profile, origin, zone, target }: RulesPlace,
  name: string,
  { lock }: LockContents,
): LockEntry | undefined {
  const entries = Object.hasOwn(lock, name) ? lock[name] : undefined;
  const entry = entries && Object.hasOwn(entries, profile) ? entries[profile] : undefined;
  const isAt = entry?.origin === origin && entry.zone === zone && entry.target === target;
  return isAt && entry.rule !== undefined && entry.state === done ? entry : undefined;
}

/** The set that contains rules of a phase; undefined if the target does not have that phase. */
export function setName(target: RulesTarget, phase: string): string | undefined {
  if (target === "firewall-rules") return phase === customPhase ? target : undefined;
  return phase;
}
