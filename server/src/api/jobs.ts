import type { BaseJobs } from "cloudflare/resources/logpush/jobs";
import { bodyOf, type Calls } from "./calls.ts";
import type { Fields, RemoteJob, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Update = Parameters<BaseJobs["update"]>[1];
type Create = Parameters<BaseJobs["create"]>[0];

export interface Jobs {
  list(scope: Scope): Promise<RemoteJob[]>;
  create(scope: Scope, job: Fields): Promise<RemoteJob>;
  /** Partial: what is not sent stays. `output_options` is replaced with all that it holds. */
  update(scope: Scope, id: number, changes: Fields): Promise<RemoteJob>;
  remove(scope: Scope, id: number): Promise<void>;
  /** Has the service write a file with a token into the destination. */
  challenge(scope: Scope, destination: string): Promise<{ readonly filename: string }>;
}

/** Our documents say what a job has; the client's types are narrower than the service. */
export function jobsOf({ sdk, read, write }: Calls): Jobs {
  const { jobs, ownership } = sdk.logpush;
  return {
    list: (scope) =>
      read(
        () => jobs.list(scope),
        (page) => shapes.list(shapes.job)(bodyOf(page).result),
      ),
    create: (scope, job) =>
      write(() => jobs.create({ ...job, ...scope } as unknown as Create), shapes.job),
    update: (scope, id, changes) =>
      write(() => jobs.update(id, { ...changes, ...scope } as unknown as Update), shapes.job),
    remove: (scope, id) => write(() => jobs.delete(id, scope), shapes.anything),
    challenge: (scope, destination_conf) =>
      write(() => ownership.create({ ...scope, destination_conf }), shapes.challenge),
  };
}
