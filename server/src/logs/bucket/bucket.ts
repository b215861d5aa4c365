import { accessTo, readPath } from "./access.ts";
import { BucketError } from "./bucket-error.ts";
import { type Environment, keysIn } from "./keys.ts";
import { listObjects, type NamedWindow } from "./list.ts";
import type { LogObject } from "./object.ts";
import type { IsStopped } from "./send.ts";

/** Log files in buckets. A bundle of its own, which is only loaded for such paths. */

export { objectParts, openObject } from "./object.ts";

/** An object, why one is not read, or a problem of the path. */
export type FoundObject =
  | { readonly path: string; readonly file: undefined; readonly object: LogObject }
  | { readonly path: string; readonly leftOut: string }
  | { readonly path: string; readonly error: string };

/** The objects that a path such as `s3://bucket/prefix` refers to. Problems are listed, and do not throw. */
export async function findObjects(
  path: string,
  env: Environment,
  window: NamedWindow,
  isStopped: IsStopped = () => false,
): Promise<readonly FoundObject[]> {
  try {
    const place = readPath(path);
    const access = accessTo(place, keysIn(env), env);
    const { objects, leftOut, outside } = await listObjects(access, place.key, window, isStopped);
    const shown = (key: string) => `${place.shown}/${key}`;
    const sources = objects.map((object) => ({
      path: shown(object.key),
      file: undefined,
      object,
    }));
    const others = leftOut.map(({ key, why }) => ({ path: shown(key), leftOut: why }));
    if (sources.length > 0) return [...sources, ...others];
    const error = outside > 0 ? "No objects of this time." : "No log files with this prefix.";
    return [...others, { path, error }];
  } catch (error) {
    if (error instanceof BucketError) return [{ path, error: error.message }];
    throw error;
  }
}
