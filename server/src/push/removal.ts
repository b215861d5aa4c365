import { done, type LockEntry } from "../workspace/lock.ts";
import type { Done, Ids, Plan } from "./plan.ts";
import type { Slot } from "./slot.ts";

/** What every plan to delete something starts from. */
export function removalOf(slot: Slot, title: string): Plan {
  return {
    path: slot.path,
    title,
    outcome: "deleted",
    changes: [],
    notes: slot.entry?.state === done ? [] : ["The last push of this file stopped half-way."],
    calls: [],
  };
}

export function removedIds({ rule, filter }: LockEntry): Ids {
  return {
    ...(rule === undefined ? undefined : { rule }),
    ...(filter === undefined ? undefined : { filter }),
  };
}

export function gone(wasThere: boolean, ids: Ids): Done {
  return { ids, message: wasThere ? "It is deleted at the service." : "It was gone already." };
}
