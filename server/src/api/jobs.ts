import { type Calls, pathOf, undefinedIfNotFound } from "./calls.ts";
import { CollectionCache } from "./collection-cache.ts";
import { allPages } from "./pages.ts";
import type { Fields, RemoteJob, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

export interface Jobs {
  /** Cached; `listAgain` bypasses the cache. */
  list(scope: Scope): Promise<readonly RemoteJob[]>;
  listAgain(scope: Scope): Promise<readonly RemoteJob[]>;
  /** Not cached; undefined when the identifier is unknown. */
  get(scope: Scope, id: number): Promise<RemoteJob | undefined>;
  create(scope: Scope, job: Fields): Promise<RemoteJob>;
  /** Partial: omitted properties are unchanged. `output_options` is replaced as a whole. */
  update(scope: Scope, id: number, changes: Fields): Promise<RemoteJob>;
  delete(scope: Scope, id: number): Promise<void>;
  /** Makes the service write an ownership token to the destination. */
  challenge(scope: Scope, destination: string): Promise<{ readonly filename: string }>;
  /** Clears the cache. */
  forget(): void;
}

export function jobsOf(calls: Calls): Jobs {
  const { read, write } = calls;
  const known = new CollectionCache<Scope, RemoteJob>((scope) =>
    // Without paging information, the first response is the complete list.
    allPages(
      ({ page }, decode) => read(jobPath(scope), decode, page === 1 ? undefined : { page }),
      (result) => shapes.unique(shapes.list(shapes.job)(result)),
      Number.POSITIVE_INFINITY,
    ),
  );
  return {
    forget: () => known.forget(),
    list: (scope) => known.list(scope),
    listAgain: (scope) => known.again(scope),
    get: (scope, id) =>
      undefinedIfNotFound(read(jobPath(scope, id), shapes.withId(id, shapes.job))),
    create: (scope, body) =>
      known.add(scope, () => write({ method: "POST", path: jobPath(scope), body }, shapes.job)),
    update: (scope, id, body) =>
      known.change(scope, id, () =>
        write({ method: "PUT", path: jobPath(scope, id), body }, shapes.job),
      ),
    delete: (scope, id) =>
      known.delete(scope, id, () =>
        write({ method: "DELETE", path: jobPath(scope, id) }, shapes.anything),
      ),
    challenge: (scope, destination_conf) => {
      const path = `${scopePath(scope)}/logpush/ownership`;
      return write({ method: "POST", path, body: { destination_conf } }, shapes.challenge);
    },
  };
}

function jobPath(scope: Scope, ...id: readonly number[]): string {
  return `${scopePath(scope)}/logpush/jobs${pathOf(...id)}`;
}

function scopePath(scope: Scope): string {
  return "zone_id" in scope ? pathOf("zones", scope.zone_id) : pathOf("accounts", scope.account_id);
}
