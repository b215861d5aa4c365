import type { BaseJobs } from "cloudflare/resources/logpush/jobs";
import { type Calls, undefinedIfNotFound } from "./calls.ts";
import { CollectionCache } from "./collection-cache.ts";
import { allPages } from "./pages.ts";
import type { Fields, RemoteJob, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Update = Parameters<BaseJobs["update"]>[1];
type Create = Parameters<BaseJobs["create"]>[0];

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

/** Our documentation defines the properties of a job; the client's types are narrower than the service. */
export function jobsOf(calls: Calls): Jobs {
  const { sdk, read, write } = calls;
  const { jobs, ownership } = sdk.logpush;
  const known = new CollectionCache<Scope, RemoteJob>((scope) =>
    // Without paging information, the first response is the complete list.
    allPages(
      calls,
      ({ page }) => jobs.list(scope, page === 1 ? undefined : { query: { page } }),
      (result) => shapes.unique(shapes.list(shapes.job)(result)),
      Number.POSITIVE_INFINITY,
    ),
  );
  return {
    forget: () => known.forget(),
    list: (scope) => known.list(scope),
    listAgain: (scope) => known.again(scope),
    get: (scope, id) =>
      undefinedIfNotFound(read(() => jobs.get(id, scope), shapes.withId(id, shapes.job))),
    create: (scope, job) =>
      known.add(scope, () =>
        write(() => jobs.create({ ...job, ...scope } as unknown as Create), shapes.job),
      ),
    update: (scope, id, changes) =>
      known.change(scope, id, () =>
        write(() => jobs.update(id, { ...changes, ...scope } as unknown as Update), shapes.job),
      ),
    delete: (scope, id) =>
      known.delete(scope, id, () => write(() => jobs.delete(id, scope), shapes.anything)),
    challenge: (scope, destination_conf) =>
      write(() => ownership.create({ ...scope, destination_conf }), shapes.challenge),
  };
}
