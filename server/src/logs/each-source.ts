import type { LogSource } from "./source.ts";

/** Sources, with the objects of each list. They can be gone through several times. */
export function eachSource(sources: readonly LogSource[]): Iterable<LogSource> {
  return {
    *[Symbol.iterator]() {
      for (const it of sources) {
        if (it.objects) yield* it.objects;
        else yield it;
      }
    },
  };
}

export function sourceCount(sources: readonly LogSource[]): number {
  return sources.reduce((sum, it) => sum + (it.objects?.count ?? 1), 0);
}
