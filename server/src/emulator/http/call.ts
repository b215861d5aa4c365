import type { Reply } from "../envelope.ts";
import { codes, refuse } from "../envelope.ts";
import type { Settings } from "../state/settings.ts";
import type { Scope, State } from "../state/state.ts";

export type LogLine = Readonly<Record<string, unknown>>;

/** One parsed request. Changes are applied to `state`. */
export interface Call {
  readonly state: State;
  readonly settings: Settings;
  /** How the caller authenticated. */
  readonly by: "token" | "key";
  readonly email: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined without a body. */
  readonly body: unknown;
  /** The lines of a dataset, if a test gives them. */
  readonly lines?: ((dataset: string) => readonly LogLine[] | undefined) | undefined;
  /** The time of the request, in the service's format. */
  readonly now: string;
}

/** A request for a resource of a zone or an account. */
export interface ScopedCall extends Call {
  readonly scope: Scope;
}

export type Handler = (call: Call) => Reply;
export type ScopedHandler = (call: ScopedCall) => Reply;

/** The items of a body that must be a non-empty array. */
export function nonEmptyArray(body: unknown, noun: string): readonly unknown[] {
  if (!Array.isArray(body)) refuse(400, codes.wrongShape, `The body must be an array of ${noun}.`);
  if (body.length === 0) refuse(400, codes.wrongShape, `The array of ${noun} is empty.`);
  return body;
}

/** The resource of a path. Responds with 404 if it does not exist. */
export function requireFound<Resource>(
  resource: Resource | undefined,
  noun: string,
  id: string | undefined,
): Resource {
  if (resource === undefined) refuse(404, codes.notFound, `Unknown ${noun} '${id ?? ""}'.`);
  return resource;
}
