import { dirname } from "node:path";
import { type Item, itemsIn } from "../../compare/items.ts";
import { matched } from "../../compare/match.ts";
import { filterFileOf, hostOfPath, isJob, languageOfPath } from "../../languages.ts";
import type { Versions } from "../../try/questions/changes.ts";
import type { Subject } from "../../try/subject.ts";
import { plainContext } from "../../try/try.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { namesInCommit, textInCommit } from "../../workspace/files/text-in-commit.ts";
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
      const before = await earlierOf(now, commit, settings);
      const items = matched(itemsOf(now), before ? itemsOf(before) : []);
      return { now, before, items };
    }),
  );
}

async function earlierOf(
  now: Subject,
  commit: string,
  settings: Settings,
): Promise<Subject | undefined> {
  const { file, path } = now;
  const read = await textInCommit(file, path, commit);
  if ("error" in read) {
    const names = await namesInCommit(dirname(file), commit);
    if (names.length > 0 && !names.includes(file.slice(dirname(file).length + 1))) return undefined;
    throw new UsageError(read.error);
  }
  const { filter: _, ...rest } = now;
  // Rules of both versions are in sets of the same name, and must not be mistaken for one set.
  const earlier = await settings.inCommit(file, commit, (context) => {
    const then = { ...rest, file: `${file}@${commit}`, text: read.text };
    const subject = { ...then, context: plainContext(context) };
    // Reads the files that its values come from.
    if (context.terraform) itemsOf(subject);
    return subject;
  });
  const filter = isJob(file) ? filterFileOf(read.text)?.path : undefined;
  if (filter === undefined) return earlier;
  const place = withForwardSlashes(`${dirname(file)}/${filter}`);
  const found = await textInCommit(place, filter, commit);
  return { ...earlier, filter: "error" in found ? found : { path: filter, text: found.text } };
}

/** Only where they are matters, so the file of a job's filter is not read. */
function itemsOf({ path, text, context }: Subject): readonly Item[] {
  const language = languageOfPath(path) ?? hostOfPath(path);
  return language ? itemsIn(text, language, context) : [];
}
