import type { BaseJobs } from "cloudflare/resources/logpush/jobs";
import { type Calls, orNone } from "./calls.ts";
import { Known } from "./known.ts";
import { allPages } from "./pages.ts";
import type { Fields, RemoteJob, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Update = Parameters<BaseJobs["update"]>[1];
type Create = Parameters<BaseJobs["create"]>[0];

export interface Jobs {
  /** Read once; `listAgain` reads it anew. */
  list(scope: Scope): Promise<readonly RemoteJob[]>;
  listAgain(scope: Scope): Promise<readonly RemoteJob[]>;
  /** As it is now; undefined when there is none of that identifier. */
  get(scope: Scope, id: number): Promise<RemoteJob | undefined>;
  create(scope: Scope, job: Fields): Promise<RemoteJob>;
  /** Partial: what is not sent stays. `output_options` is replaced with all that it holds. */
  update(scope: Scope, id: number, changes: Fields): Promise<RemoteJob>;
  remove(scope: Scope, id: number): Promise<void>;
  /** Has the service write a file with a token into the destination. */
  challenge(scope: Scope, destination: string): Promise<{ readonly filename: string }>;
  /** Everything is read anew from now on. */
  forget(): void;
}

/** Our documents say what a job has; the client's types are narrower than the service. */
export function jobsOf(calls: Calls): Jobs {
  const { sdk, read, write } = calls;
  const { jobs, ownership } = sdk.logpush;
  const known = new Known<Scope, RemoteJob>((scope) =>
    // Where the service says nothing about pages, its first answer is the whole list, however long.
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
    get: (scope, id) => orNone(read(() => jobs.get(id, scope), shapes.withId(id, shapes.job))),
    create: (scope, job) =>
      known.add(scope, () =>
        write(() => jobs.create({ ...job, ...scope } as unknown as Create), shapes.job),
      ),
    update: (scope, id, changes) =>
      known.change(scope, id, () =>
        write(() => jobs.update(id, { ...changes, ...scope } as unknown as Update), shapes.job),
      ),
    remove: (scope, id) =>
      known.remove(scope, id, () => write(() => jobs.delete(id, scope), shapes.anything)),
    challenge: (scope, destination_conf) =>
      write(() => ownership.create({ ...scope, destination_conf }), shapes.challenge),
  };
}
