import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findFilesInSteps } from "../workspace/files.ts";

/** A file of the workspace that is not open. */
export interface WorkspaceFile {
  readonly uri: string;
  readonly path: string;
}

/** Larger files are no filters and no rules, and reading them would hold up everything else. */
const mostBytes = 16 * 1024 * 1024;

/** A walk or a reading of many files makes room for other messages after this long. */
const mostMilliseconds = 10;

/** The wanted files in the folders, each once. */
export async function* filesIn(
  folders: readonly string[],
  wanted: (path: string) => boolean,
): AsyncGenerator<WorkspaceFile> {
  const seen = new Set<string>();
  const pause = pauses();
  for (const folder of folders) {
    const root = pathOf(`${folder}/`)?.replace(/\/$/, "");
    if (root === undefined) continue;
    // Without its slash the top of a drive would be no folder.
    const isTop = root === "" || root.endsWith(":");
    for (const found of findFilesInSteps(isTop ? `${root}/` : root, wanted)) {
      await pause();
      if (!found || "error" in found || seen.has(found.path)) continue;
      seen.add(found.path);
      yield { path: found.path, uri: below(folder, found.path.slice(root.length)) };
    }
  }
}

/** Lets other messages be handled when the work between has taken long enough to be felt. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMilliseconds) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Changes when the file does, without reading it. Undefined when there is no such file, or none that we would read. */
export async function stampOf({ path }: WorkspaceFile): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    return size > mostBytes ? undefined : `${mtimeMs}.${size}`;
  } catch {
    return undefined;
  }
}

/** Undefined when the file has gone since, or is no text. */
export async function textOf({ path }: WorkspaceFile): Promise<string | undefined> {
  try {
    return decode(await readFile(path));
  } catch {
    return undefined;
  }
}

/** The text behind a URI, for the few files that are needed before anything else can be said. */
export function textAt(uri: string): string | undefined {
  const path = pathOf(uri);
  if (path === undefined) return undefined;
  try {
    return decode(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Whether a path leads from one file to another. */
export function isFileAt(from: string, path: string): boolean {
  const written = path.split("/").map((it) => encodeURIComponent(it));
  if (!URL.canParse(written.join("/"), from)) return false;
  const file = pathOf(new URL(written.join("/"), from).href);
  return file !== undefined && existsSync(file);
}

/** Two spellings of one URI, as clients escape them differently, have one key. */
export function keyOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** With `/` between its parts on every system. */
export function pathOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    // A host without a path is not a file, and looking for one would ask the network.
    if (url.protocol !== "file:" || (url.host !== "" && url.pathname.length <= 1)) return undefined;
    const path = fileURLToPath(url);
    return sep === "/" ? path : path.replaceAll(sep, "/");
  } catch {
    return undefined;
  }
}

/** The URI of a file in a folder that is given by its path. */
export function uriBelow(folder: string, path: string): string {
  return below(pathToFileURL(folder).href.replace(/\/$/, ""), path === "" ? "" : `/${path}`);
}

/** Spelt on from the folder's own URI, so that the client finds its way of escaping the folder again. */
export function below(folder: string, path: string): string {
  return folder + path.split("/").map(encodeURIComponent).join("/");
}

function decode(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8").replace(/^\ufeff/, "") : undefined;
}
