import { ServiceError } from "../api/service-error.ts";
import type { RemotePlace } from "../api/shapes.ts";
import type { Session } from "./session/session.ts";

/** A credential that the service accepts, and what it has access to. */
export interface Verified {
  readonly origin: string;
  readonly identity: string;
  readonly zones: readonly NamedPlace[];
  readonly accounts: readonly NamedPlace[];
}

export interface NamedPlace {
  readonly id: string;
  readonly name: string;
}

/** Some credentials cannot be verified and some cannot list zones; one success shows that the credential is valid. */
export async function verifyCredential({ service, place, where }: Session): Promise<Verified> {
  const { signIn } = service;
  const identity = await orRefused(signIn.identity());
  const zones = await orRefused(signIn.zones());
  if (identity instanceof ServiceError && zones instanceof ServiceError) throw identity;
  const listed = zones instanceof ServiceError ? [] : zones;
  return {
    origin: place.address.origin,
    identity: identity instanceof ServiceError ? (await where()).identity : identity,
    zones: unique(listed),
    accounts: unique([...(await signIn.accounts()), ...listed.flatMap(accountOf)]),
  };
}

/** Returns a refusal of the service instead of throwing it. */
async function orRefused<Value>(answer: Promise<Value>): Promise<Value | ServiceError> {
  try {
    return await answer;
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.isOwn && isRefusal(error.status);
    if (isRefused) return error;
    throw error;
  }
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

function accountOf({ account }: RemotePlace): NamedPlace[] {
  const { id, name } = Object(account) as Record<string, unknown>;
  return typeof id === "string" ? [{ id, name: typeof name === "string" ? name : id }] : [];
}

function unique(places: readonly NamedPlace[]): NamedPlace[] {
  return [...new Map(places.map(({ id, name }) => [id, { id, name }])).values()];
}
