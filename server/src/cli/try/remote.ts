import type { FoundLog } from "../../logs/find-logs.ts";
import type { Subject } from "../../try/subject.ts";
import { isInBucket } from "../../try/try.ts";
import type { Settings } from "../settings.ts";

/** With '--logs', the samples of 'weir.json', also those in buckets, which are not read otherwise. */
export const samplesName = "samples:";

export function samplesIn(subjects: readonly Subject[], settings: Settings): readonly string[] {
  return subjects.flatMap(({ file }) =>
    Object.values(settings.configFor(file)?.config.samples ?? {}),
  );
}

/** The objects of the paths that are buckets. Nothing is loaded if there are none. */
export async function remoteLogs(
  paths: readonly string[],
  { since, until }: { readonly since: bigint | undefined; readonly until: bigint | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, readonly FoundLog[]>> {
  const found = new Map<string, readonly FoundLog[]>();
  const buckets = new Set(paths.filter(isInBucket));
  if (buckets.size === 0) return found;
  const { findObjects } = await import("../../logs/bucket/bucket.ts");
  const milliseconds = (at: bigint | undefined) =>
    at === undefined ? undefined : Number(at / 1_000_000n);
  const window = { since: milliseconds(since), until: milliseconds(until) };
  for (const path of buckets) found.set(path, await findObjects(path, env, window));
  return found;
}
