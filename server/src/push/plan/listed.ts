import { PushError } from "../push-error.ts";

/**
 * Finds a locked resource in a list. Lists can be incomplete, and treating an unlisted resource as deleted would create a
 * duplicate or drop the entry. So it is fetched by ID, and only a "not found" response is proof.
 */
export async function findListed<Item extends { readonly id: string | number }>(
  noun: string,
  items: readonly Item[],
  id: Item["id"] | undefined,
  get: (id: Item["id"]) => Promise<unknown>,
): Promise<Item | undefined> {
  if (id === undefined) return undefined;
  const item = items.find((it) => it.id === id);
  if (item || (await get(id)) === undefined) return item;
  throw new PushError(
    `The service does not list the ${noun} of this file (${id}), although it exists. Nothing was sent. Try again later.`,
  );
}
