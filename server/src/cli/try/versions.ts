import type { Versions } from "../../try/questions/changes.ts";
import { earlierOf, sameItems } from "../../try/questions/versions.ts";
import type { Subject } from "../../try/subject.ts";
import { plainContext } from "../../try/try.ts";
import { UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** The files as they were in a commit. A file that the commit does not have is new. */
export function versionsOf(
  subjects: readonly Subject[],
  commit: string,
  settings: Settings,
): Promise<readonly Versions[]> {
  return Promise.all(
    subjects.map(async (now) => {
      const before = await earlierOf(now, commit, (compute) =>
        settings.inCommit(now.file, commit, (context) => compute(plainContext(context))),
      );
      if (before && "error" in before) throw new UsageError(before.error);
      return { now, before, items: sameItems(now, before) };
    }),
  );
}
