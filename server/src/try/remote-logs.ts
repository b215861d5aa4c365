import type { DeliveredLogs } from "../core/trial.ts";
import { isInBucket } from "../logs/bucket-path.ts";
import type { FoundLog } from "../logs/find-logs.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** In nanoseconds. */
interface Window {
  readonly since: bigint | undefined;
  readonly until: bigint | undefined;
}

interface ListEvents {
  readonly isStopped?: () => boolean;
  /** Called with the number of objects of a path so far. */
  readonly onListed?: (count: number) => void;
}

/** Lines that the service keeps. */
export const serviceName = "service:";

/** The logs that a job has written to its bucket. */
export const destinationName = "destination:";

/** The objects of the bucket that a job writes to. */
export async function deliveredLogs(
  job: DeliveredLogs,
  window: Window,
  env: Environment,
  events: ListEvents = {},
): Promise<readonly FoundLog[]> {
  if ("error" in job) return [{ path: destinationName, error: job.error }];
  const { path, region, endpoint } = job;
  if (endpoint !== undefined && hostIn(env.AWS_ENDPOINT_URL_S3) !== endpoint.toLowerCase()) {
    const error = `The job writes to '${endpoint}'. To send your credentials there, set 'AWS_ENDPOINT_URL_S3' to 'https://${endpoint}'.`;
    return [{ path, error }];
  }
  const inRegion = { ...env, ...(region !== undefined && { AWS_REGION: region }) };
  const found = await remoteLogs([path], window, inRegion, events);
  return found.get(path) ?? [];
}

function hostIn(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

/** The objects of the paths that are buckets, each of the first path that has it. Nothing is loaded if there are none. */
export async function remoteLogs(
  paths: readonly string[],
  { since, until }: Window,
  env: Environment,
  events: ListEvents = {},
): Promise<ReadonlyMap<string, readonly FoundLog[]>> {
  const found = new Map<string, readonly FoundLog[]>();
  const buckets = new Set(paths.filter(isInBucket));
  if (buckets.size === 0) return found;
  const { findObjects } = await import("../logs/bucket/bucket.ts");
  const milliseconds = (at: bigint | undefined) =>
    at === undefined ? undefined : Number(at / 1_000_000n);
  const window = { since: milliseconds(since), until: milliseconds(until) };
  for (const path of buckets) {
    const except = [...found.keys()];
    found.set(path, await findObjects(path, env, window, { ...events, except }));
  }
  return found;
}
