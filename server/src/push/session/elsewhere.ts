import { lockName } from "../../workspace/lock/lock.ts";
import { scopesOf } from "./place.ts";
import type { Session } from "./session.ts";

/** The lock file has one entry per file and profile. */
export function elsewhereNotes(path: string, { lock, place }: Session): string[] {
  const entry = lock.entry(path, place.profile);
  if (!entry) return [];
  const { origin, zone, account, target } = entry;
  const isHere =
    origin === place.address.origin &&
    (target === "jobs"
      ? scopesOf(place).some((it) =>
          "zone_id" in it ? it.zone_id === zone : it.account_id === account,
        )
      : zone === place.zone && target === place.rulesTarget);
  if (isHere) return [];
  const where = `'${origin}', ${zone === undefined ? `account ${account}` : `zone ${zone}`}, ${target}`;
  return [
    `'${lockName}' lists this file at ${where}. That resource is kept, but no longer tracked.`,
  ];
}
