import type { LockSlot } from "../session/lock-slot.ts";
import { Stopped, withAdvice } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";

/** Deletes a filter that no rule uses. If another feature uses it, the service refuses and the filter is kept. */
export async function deleteFilter(
  slot: LockSlot,
  { service, lock }: Session,
  zone: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<"deleted" | "kept"> {
  const state = slot.entry;
  if (!state) return "kept";
  try {
    const outcome = await slot.during(state, {
      what: `Delete filter ${name}`,
      send: () => service.filters.delete(zone, id).then(() => "deleted" as const),
      look: async () => ((await service.filters.get(zone, id)) ? undefined : ("deleted" as const)),
    });
    lock.forgetFilter(id);
    return outcome;
  } catch (error) {
    if (isInUse(error)) return "kept";
    const again = { what: "try again", to: "delete it" };
    throw withAdvice(error, `The filter ${name} was not deleted.`, again);
  }
}

/** A refusal unrelated to credentials or rate limits. */
export function isInUse(error: unknown): boolean {
  return error instanceof Stopped && (error.cause.status === 400 || error.cause.status === 409);
}
