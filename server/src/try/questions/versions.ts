import { dirname } from "node:path";
import { type Item, itemsIn } from "../../compare/items.ts";
import { matched } from "../../compare/match.ts";
import {
  type FileContext,
  filterFileOf,
  hostOfPath,
  isJob,
  languageOfPath,
} from "../../languages.ts";
import { namesInCommit, textInCommit } from "../../workspace/files/git-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Subject } from "../subject.ts";
import type { ItemSpans } from "./changes.ts";

/** Computes with the context of a file as of a commit, possibly repeatedly, until all texts that are read are known. */
export type InCommit = (compute: (context: FileContext) => Subject) => Promise<Subject>;

/** A file as it was in a commit. Undefined if the commit does not have it. */
export async function earlierOf(
  now: Subject,
  commit: string,
  inCommit: InCommit,
): Promise<Subject | undefined | { readonly error: string }> {
  const { file, path } = now;
  const read = await textInCommit(file, path, commit);
  if ("error" in read) {
    const names = await namesInCommit(dirname(file), commit);
    const isNew = names.length > 0 && !names.includes(file.slice(dirname(file).length + 1));
    return isNew ? undefined : read;
  }
  const { filter: _, ...rest } = now;
  const earlier = await inCommit((context) => {
    // Rules of both versions are in sets of the same name, and must not be mistaken for one set.
    const subject = { ...rest, file: `${file}@${commit}`, text: read.text, context };
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

/** Which filters, jobs and rules of two versions are the same. */
export function sameItems(now: Subject, before: Subject | undefined): readonly ItemSpans[] {
  return matched(itemsOf(now), before ? itemsOf(before) : []);
}

/** Only where they are matters, so the file of a job's filter is not read. */
function itemsOf({ path, text, context }: Subject): readonly Item[] {
  const language = languageOfPath(path) ?? hostOfPath(path);
  return language ? itemsIn(text, language, context) : [];
}
