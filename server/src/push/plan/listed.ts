import { PushError } from "../push-error.ts";

/**
 * What the lock knows, as a list shows it. A list may leave out what is there, and whoever takes that for gone creates it again
 * or forgets it. So it is asked for by itself then, and only the answer that there is none of that identifier is proof.
 */
export async function listed<Item extends { readonly id: string | number }>(
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
