import { done, type LockEntry } from "../workspace/lock.ts";
import type { Plan, Since } from "./plan.ts";
import { hashOf, type Settings } from "./settings.ts";

/** What has changed since the lock was written: the file, what the service has, or both. Undefined without a finished push. */
export function sinceLast(
  entry: LockEntry | undefined,
  local: Settings,
  remote: Settings,
): Since | undefined {
  const { hash, fields } = entry ?? {};
  if (!entry || hash === undefined || fields === undefined) return undefined;
  return {
    file: !isAsPushed(entry, local),
    service: hashOf(remote, fields) !== hash,
    ...(entry.state === done ? undefined : { isHalfWay: true }),
  };
}

/** Whether a file says what was pushed last. */
export function isAsPushed({ hash, fields = [] }: LockEntry, local: Settings): boolean {
  const names = Object.keys(local);
  const sameNames = names.length === fields.length && names.every((it) => fields.includes(it));
  return sameNames && hashOf(local, fields) === hash;
}

/** Whether a push would replace what somebody has changed at the service since the last one. */
export function isOverwriting({ since, outcome }: Plan): boolean {
  return since?.service === true && !since.isHalfWay && outcome !== "unchanged";
}

export const overwritten = "Somebody has changed it at the service since the last push.";
