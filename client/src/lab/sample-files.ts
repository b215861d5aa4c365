import { FileType, Uri, workspace } from "vscode";
import type { LabRefusal } from "../../../server/src/lsp/protocol.ts";
import { globMatcher, splitGlob } from "../../../server/src/text/glob.ts";
import { logText } from "./log-text.ts";

/** A limit, because each folder and file may be a network request. */
const most = { folders: 200, files: 50 };

/** Folders without logs. */
const neverEntered: readonly string[] = ["node_modules", ".git"];

type SampleFiles = NonNullable<LabRefusal["files"]>;

/** The lines of all files. Undefined if no file can be read. */
export async function sampleText(sample: SampleFiles): Promise<string | undefined> {
  const texts: string[] = [];
  for (const file of await filesOf(sample)) {
    const text = isCsv(file.path) ? undefined : await logText(await workspace.fs.readFile(file));
    if (text !== undefined) texts.push(text.endsWith("\n") ? text : `${text}\n`);
  }
  return texts.length > 0 ? texts.join("") : undefined;
}

/** CSV can only be read by a server with file access. */
export function isCsv(name: string): boolean {
  return /\.[ct]sv(?:\.gz)?$/i.test(name);
}

/** A file, the files of a folder, or the files of a glob. Folders are walked, because not every file system has a search. */
async function filesOf({ folder, path }: SampleFiles): Promise<readonly Uri[]> {
  const at = (it: string) => Uri.joinPath(Uri.parse(folder), it);
  const type = await typeOf(at(path));
  if (type === FileType.Directory) return filesBelow(at(path), () => true);
  if (type !== undefined) return [at(path)];
  const below = splitGlob(path);
  return below ? filesBelow(at(below.base), globMatcher(below.glob)) : [];
}

async function typeOf(file: Uri): Promise<FileType | undefined> {
  try {
    return (await workspace.fs.stat(file)).type;
  } catch {
    return undefined;
  }
}

/** The files whose relative path matches, sorted. */
async function filesBelow(root: Uri, isWanted: (path: string) => boolean): Promise<Uri[]> {
  const found: string[] = [];
  const folders = [""];
  for (let at = 0; at < Math.min(folders.length, most.folders); at++) {
    const folder = folders[at] ?? "";
    const uri = folder === "" ? root : Uri.joinPath(root, folder);
    for (const [name, type] of await entriesOf(uri)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (type !== FileType.Directory) found.push(...(isWanted(path) ? [path] : []));
      else if (!neverEntered.includes(name)) folders.push(path);
    }
  }
  const sorted = found.sort().slice(0, most.files);
  return sorted.map((it) => Uri.joinPath(root, it));
}

async function entriesOf(folder: Uri): Promise<readonly [string, FileType][]> {
  try {
    return await workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
