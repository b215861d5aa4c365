import { withoutKeys } from "../bucket-path.ts";
import { Stopped } from "../sink.ts";
import { accessTo, type BucketPath, readPath } from "./access.ts";
import { BucketError } from "./bucket-error.ts";
import { type Environment, keysIn } from "./keys.ts";
import { listObjects, type NamedWindow } from "./list.ts";
import type { ObjectList } from "./object.ts";
import type { IsStopped } from "./send.ts";

/** Log files in buckets. A bundle of its own, which is only loaded for such paths. */

export { objectParts, openObject } from "./object.ts";

/** The objects of a path, one that is not read, and how many more of that kind there are, or a problem of the path. */
export type FoundObjects =
  | { readonly path: string; readonly file: undefined; readonly objects: ObjectList }
  | { readonly path: string; readonly leftOut: string; readonly more?: number }
  | { readonly path: string; readonly error: string };

/**
 * The objects that a path such as `s3://bucket/prefix` refers to, except objects of other paths. Problems are listed, and do
 * not throw. Nothing if it is stopped.
 */
export async function findObjects(
  path: string,
  env: Environment,
  window: NamedWindow,
  { isStopped = () => false, except = [], onListed = () => {} }: FindOptions = {},
): Promise<readonly FoundObjects[]> {
  try {
    const place = readPath(path);
    const access = accessTo(place, keysIn(env), env);
    const others = except.flatMap(pathIn);
    const { objects, leftOut, outside, repeated } = await listObjects(
      access,
      place,
      window,
      isStopped,
      others,
      onListed,
    );
    const more = leftOut.count - leftOut.first.length;
    const skipped = leftOut.first.map(({ key, why }, index) => ({
      path: `${place.shown}/${key}`,
      leftOut: why,
      ...(index === 0 && more > 0 && { more }),
    }));
    if (objects.count > 0) return [{ path, file: undefined, objects }, ...skipped];
    if (repeated > 0) return skipped;
    const error = outside > 0 ? "No objects of this time." : "No log files with this prefix.";
    return [...skipped, { path, error }];
  } catch (error) {
    if (error instanceof Stopped) return [];
    if (error instanceof BucketError) return [{ path: withoutKeys(path), error: error.message }];
    throw error;
  }
}

interface FindOptions {
  readonly isStopped?: IsStopped | undefined;
  /** Other paths, whose objects are found there. */
  readonly except?: readonly string[];
  /** Called with the number of objects so far. */
  readonly onListed?: ((count: number) => void) | undefined;
}

/** None if it is not valid, which is reported where it is read. */
function pathIn(path: string): BucketPath[] {
  try {
    return [readPath(path)];
  } catch {
    return [];
  }
}
