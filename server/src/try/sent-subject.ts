import type { TerraformFiles } from "../languages.ts";
import { type Subject, textsIn } from "./subject.ts";

interface ReadFiles {
  readonly texts: Map<string, string | undefined>;
  readonly folders: Map<string, readonly string[]>;
  readonly ignored: Map<string, boolean>;
}

/** A subject for another thread, which cannot be given functions: with what was read of the files that its values come from. */
export interface SentSubject {
  readonly subject: Subject;
  readonly terraform?: { readonly path: string; readonly read: ReadFiles };
}

export function sent(subject: Subject): SentSubject {
  const { terraform, ...context } = subject.context;
  if (!terraform) return { subject };
  const { path } = terraform;
  const read: ReadFiles = { texts: new Map(), folders: new Map(), ignored: new Map() };
  const files = recorded(terraform.files, read);
  textsIn({ ...subject, context: { ...context, terraform: { path, files } } });
  return { subject: { ...subject, context }, terraform: { path, read } };
}

export function received({ subject, terraform }: SentSubject): Subject {
  if (!terraform) return subject;
  const { texts, folders, ignored } = terraform.read;
  const files: TerraformFiles = {
    read: (path) => texts.get(path),
    list: (folder) => folders.get(folder) ?? [],
    isIgnored: (path) => ignored.get(path) ?? false,
    version: 0,
  };
  const { path } = terraform;
  return { ...subject, context: { ...subject.context, terraform: { path, files } } };
}

function recorded(files: TerraformFiles, into: ReadFiles): TerraformFiles {
  const keep = <Value>(map: Map<string, Value>, name: string, value: Value) => {
    map.set(name, value);
    return value;
  };
  return {
    read: (path) => keep(into.texts, path, files.read(path)),
    list: (folder) => keep(into.folders, folder, files.list(folder)),
    isIgnored: (path) => keep(into.ignored, path, files.isIgnored(path)),
    version: files.version,
  };
}
