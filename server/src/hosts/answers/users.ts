import {
  folderOf,
  isTerraformName,
  type TerraformFiles,
  TerraformFolders,
} from "../terraform/folders.ts";
import { mayHaveTerraformTexts } from "../terraform.ts";

/**
 * The Terraform files whose findings other files may decide. An analysis of each tells whether they do: see
 * `Elsewhere.reads`.
 */
export function mayUse(
  files: TerraformFiles,
  all: readonly string[],
  used: readonly string[],
): readonly string[] {
  const folders = TerraformFolders.of(files);
  const known = new Map<string, boolean>();
  return all.filter((path) => {
    const folder = folderOf(path);
    const isUser = known.get(folder) ?? used.some((it) => mayBeRead(it, folder, folders));
    known.set(folder, isUser);
    return isUser && mayHaveTerraformTexts(files.read(path) ?? "");
  });
}

function mayBeRead(path: string, folder: string, folders: TerraformFolders): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/\.tfvars(?:\.json)?$/i.test(name))
    return folderOf(path) === folder || folders.hasValuesIn(folder, path);
  const reached = folders.reachedFrom(folder);
  if (isTerraformName(name)) return reached.has(folderOf(path));
  const mayBe = (text: string) => endsOfRead(text).some((it) => path.endsWith(it));
  return [...reached].some((it) => folders.textsIn(it).some(mayBe));
}

/** How the paths of files end that a text reads; empty for a path that is put together. */
function endsOfRead(text: string): readonly string[] {
  const reading = /\b(?:file|filebase64|fileset|templatefile)\s*\(\s*(?:"([^"\n]*)"\s*[,)])?/g;
  return Array.from(text.matchAll(reading), ([call, path = ""]) =>
    call.startsWith("fileset") ? "" : (path.split(/[}/\\]/).at(-1) ?? ""),
  );
}
