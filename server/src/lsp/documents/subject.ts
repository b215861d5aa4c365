import { filterFileOf, isJob } from "../../languages.ts";
import type { Subject } from "../../try/subject.ts";
import type { Source } from "./snapshots.ts";

/** A document as a text to try. Its file name determines the language, so an untitled document gets one. */
export function subjectOf(
  { uri, text, language, context }: Source,
  file: string,
  read: (uri: string) => string | undefined,
): Subject {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const isNamed = language.extensions.some((it) => name.toLowerCase().endsWith(it));
  const path = isNamed ? name : `${name}${language.extensions[0]}`;
  const filter = isJob(path) ? filterFileOf(text)?.path : undefined;
  const subject = { path, file, text, context };
  if (filter === undefined || !URL.canParse(filter, uri)) return subject;
  const content = read(new URL(filter, uri).href);
  return {
    ...subject,
    filter: content === undefined ? { error: "No such file." } : { path: filter, text: content },
  };
}
