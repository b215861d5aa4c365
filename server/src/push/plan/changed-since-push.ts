import { quotedList } from "../../text/wording.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import type { ChangesSincePush, Overwrite, PlanDraft, Planned } from "./plan.ts";
import { canonical, hasHash, type Settings } from "./settings.ts";

/** The sides that have changed since the last push: the file, the service, or both. Undefined without a completed push. */
export function sinceLast(
  entry: LockEntry | undefined,
  local: Settings,
  remote: Settings,
): ChangesSincePush | undefined {
  const { hash, fields } = entry ?? {};
  if (!entry || hash === undefined || fields === undefined) return undefined;
  return {
    file: !isAsPushed(entry, local),
    service: !hasHash(remote, fields, hash),
    ...(entry.state === done ? undefined : { isHalfWay: true }),
  };
}

/** Whether the file matches the last push. */
export function isAsPushed({ hash = "", fields = [] }: LockEntry, local: Settings): boolean {
  const names = Object.keys(local);
  const sameNames = names.length === fields.length && names.every((it) => fields.includes(it));
  return sameNames && hasHash(local, fields, hash);
}

/** The plan for a resource that was found without the lock file. */
export function adopting({ plan, run }: Planned): Planned {
  return { plan: { ...plan, adopts: true }, run };
}

/** The state that a push would overwrite: changes on the service since the last push, or a resource created there by hand. */
export function overwriteOf({ since, outcome, adopts, ids }: PlanDraft): Overwrite | undefined {
  if (outcome === "unchanged") return undefined;
  if (since?.service && !since.isHalfWay) return replacesChange;
  return adopts ? replacesOther(ids?.job) : undefined;
}

const replacesChange: Overwrite = {
  reason: changedSince([]),
  effect: "This push overwrites that change.",
  done: "That change was overwritten.",
  advice:
    "'weir diff' shows the change, 'weir pull' writes it to the file, and '--overwrite' replaces it.",
};

function replacesOther(job: string | undefined): Overwrite {
  const agreed = job === undefined ? "'--overwrite'" : `'--overwrite' or '--job ${job}'`;
  return {
    reason: "It already exists on the service and was not pushed from here.",
    effect: "This push overwrites its settings.",
    done: "Its settings were overwritten.",
    advice: `'weir diff' shows what would change; ${agreed} confirms it.`,
  };
}

/** The loss when a resource is deleted. `local` is the possible content of its file. */
export function deletedChange(
  entry: LockEntry,
  local: readonly Settings[],
  remote: Settings,
): Overwrite | undefined {
  const { hash, fields, state } = entry;
  if (hash === undefined || fields === undefined || state !== done) return undefined;
  if (hasHash(remote, fields, hash)) return undefined;
  const pushed = local.find((it) => isAsPushed(entry, it));
  const names = pushed
    ? fields.filter((it) => canonical(pushed[it]) !== canonical(remote[it]))
    : [];
  return {
    reason: changedSince(names),
    effect: "That change is deleted too.",
    done: "That change was deleted too.",
    advice: "'weir diff' shows the change; '--overwrite' deletes it anyway.",
  };
}

function changedSince(names: readonly string[]): string {
  const what = names.length === 0 ? "" : `: ${quotedList(names)}`;
  return `Changed on the service since the last push${what}.`;
}
