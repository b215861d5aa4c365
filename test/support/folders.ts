import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const made: string[] = [];

/** The URI of a temporary folder for one test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "weir-"));
  made.push(folder);
  const uri = pathToFileURL(folder).href;
  for (const [name, text] of Object.entries(files)) {
    writeAt(`${uri}/${name.split("/").map(encodeURIComponent).join("/")}`, text);
  }
  return uri;
}

export function writeAt(uri: string, text: string): void {
  const path = fileURLToPath(uri);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export function removeAt(uri: string): void {
  rmSync(fileURLToPath(uri));
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
