import { type Calls, pathOf } from "./calls.ts";
import { type Collection, collectionOf } from "./collection.ts";
import { CollectionCache } from "./collection-cache.ts";
import { allPages } from "./pages.ts";
import type { RemoteJob, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** A change is partial: omitted properties are unchanged. `output_options` is replaced as a whole. */
export interface Jobs extends Collection<Scope, RemoteJob> {
  /** Makes the service write an ownership token to the destination. */
  challenge(scope: Scope, destination: string): Promise<{ readonly filename: string }>;
  /** Clears the cache. */
  forget(): void;
}

export function jobsOf(calls: Calls): Jobs {
  const { read, write } = calls;
  const cache = new CollectionCache<Scope, RemoteJob>((scope) =>
    // Without paging information, the first response is the complete list.
    allPages(
      ({ page }, decode) => read(jobPath(scope), decode, page === 1 ? undefined : { page }),
      (result) => shapes.unique(shapes.list(shapes.job)(result)),
      Number.POSITIVE_INFINITY,
    ),
  );
  return {
    forget: () => cache.forget(),
    ...collectionOf(calls, cache, jobPath, { decode: shapes.job, inLists: false }),
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
