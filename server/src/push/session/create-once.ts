import { ServiceError } from "../../api/service-error.ts";
import { onError } from "../../core/errors.ts";
import { PushError } from "../push-error.ts";
import { Stopped } from "./outcome.ts";

/** A resource to create, which another process may create at the same time. */
export interface Creation<Item> {
  /** As in "Create job". */
  readonly what: string;
  /** Equal resources that no file here owns and that the plan did not know, the oldest first. Always read from the service. */
  rivals(): Promise<readonly Item[]>;
  /** Whether the caller knows that there are none yet. */
  readonly isNew?: true;
  /** Not certain if the answer was lost, and the resource was found by looking for it. */
  create(): Promise<{ readonly item: Item; readonly isCertain: boolean }>;
  /** The rivals that are older than ours. */
  older(rivals: readonly Item[], own: Item): readonly Item[];
  /** Deletes ours. */
  remove(own: Item, older: Item): Promise<unknown>;
}

export interface Created<Item> {
  readonly item: Item;
  /** Not ours: it was created elsewhere in the meantime. */
  readonly isAdopted?: true;
  /** Nothing was sent. */
  readonly isUnsent?: true;
}

/**
 * Looks right before the resource is created, and again afterwards: of two equal ones, the younger is deleted by the process
 * that created it, and the older is used by both.
 */
export async function createOnce<Item>(creation: Creation<Item>): Promise<Created<Item>> {
  const [first] = creation.isNew ? [] : await lookFirst(creation);
  if (first !== undefined) return { item: first, isAdopted: true, isUnsent: true };
  let own: Awaited<ReturnType<typeof creation.create>>;
  try {
    own = await creation.create();
  } catch (error) {
    const other = await refusedFor(error, creation);
    if (other === undefined) throw error;
    return { item: other, isAdopted: true };
  }
  const { item, isCertain } = own;
  // Only what is certainly ours is deleted.
  const [older] = isCertain ? creation.older(await afterwards(creation), item) : [];
  if (older === undefined) return { item };
  await creation.remove(item, older);
  return { item: older, isAdopted: true };
}

/** An earlier step may have been carried out, so the error says which one was not. */
async function lookFirst<Item>({ what, rivals }: Creation<Item>): Promise<readonly Item[]> {
  const stop = onError(ServiceError, (error): never => {
    throw new Stopped(`${what}: not done. ${error.message}`, "not-done", error);
  });
  return rivals().catch(stop);
}

/** The service may refuse a second one by itself. */
async function refusedFor<Item>(
  error: unknown,
  creation: Creation<Item>,
): Promise<Item | undefined> {
  if (!(error instanceof Stopped) || error.known !== "not-done") return undefined;
  return (await afterwards(creation))[0];
}

/** The resource exists, so a failure to look for others is none of the push. */
function afterwards<Item>({ rivals }: Creation<Item>): Promise<readonly Item[]> {
  return rivals().catch(onError(ServiceError, () => []));
}

/** By the time of creation where the service gives it, otherwise by the order of the list. */
export function olderThan<Item extends Listed>(items: readonly Item[], own: Item): Item[] {
  const at = items.findIndex((it) => it.id === own.id);
  return items.filter(({ id, created_on }, i) => {
    if (id === own.id) return false;
    const [a, b] = [created_on, own.created_on];
    const isDated = typeof a === "string" && typeof b === "string" && a !== b;
    return isDated ? a < b : i < at;
  });
}

interface Listed {
  readonly id: string | number;
  readonly created_on?: unknown;
}

/** Notes whether the answer of a call arrived. */
export function certainly<Item>(send: () => Promise<Item>) {
  let isCertain = false;
  return {
    async send(): Promise<Item> {
      const item = await send();
      isCertain = true;
      return item;
    },
    with: (item: Item) => ({ item, isCertain }),
  };
}

/** The message when an equal resource was created in the meantime. `what` is as in "job 'errors' (3)". */
export function adoptedMessage(what: string): string {
  return `The ${what} was created elsewhere in the meantime, with the same settings. It is used; nothing was changed.`;
}

/** The error when it has other settings. */
export function createdOtherwise(what: string): PushError {
  return new PushError(
    `The ${what} was created elsewhere in the meantime, with other settings. Push again to compare.`,
  );
}
