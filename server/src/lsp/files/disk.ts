import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { requireInside, workspaceOf } from "../../workspace/files/contained-paths.ts";
import { findFilesInSteps } from "../../workspace/files/find-files.ts";
import { isOwnFile, mostBytes, readOwnFile } from "../../workspace/files/own-files.ts";
import { parentOf } from "../../workspace/files/parents.ts";
import { TerraformDisk } from "../../workspace/terraform-disk.ts";
import type { Host, HostTerraformFiles, WorkspaceFile } from "./host.ts";
import { below, resolvePath } from "./uris.ts";
import { pauses } from "./yield-to-messages.ts";

async function* filesIn(
  folders: readonly string[],
  wanted: (path: string) => boolean,
): AsyncGenerator<WorkspaceFile> {
  const seen = new Set<string>();
  const pause = pauses();
  for (const folder of folders) {
    const root = pathOf(`${folder}/`)?.replace(/\/$/, "");
    if (root === undefined) continue;
    // A drive root needs its trailing slash.
    const isTop = root === "" || root.endsWith(":");
    for (const found of findFilesInSteps(isTop ? `${root}/` : root, wanted)) {
      await pause();
      if (!found || "error" in found || seen.has(found.path)) continue;
      seen.add(found.path);
      yield { path: found.path, uri: below(folder, found.path.slice(root.length)) };
    }
  }
}

/** Synchronous, because async reads of small files are slower; the walk yields in between. */
async function stampOf({ path }: WorkspaceFile): Promise<string | undefined> {
  try {
    const { mtimeMs, ctimeMs, size } = statSync(requireInside(path));
    return size > mostBytes ? undefined : `${mtimeMs}.${ctimeMs}.${size}`;
  } catch {
    return undefined;
  }
}

async function textOf({ path }: WorkspaceFile): Promise<string | undefined> {
  return textIn(path);
}

function textIn(path: string): string | undefined {
  try {
    return decode(readOwnFile(path));
  } catch {
    return undefined;
  }
}

function textAt(uri: string): string | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : textIn(path);
}

function fileAt(uri: string): WorkspaceFile | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : { uri, path };
}

function leadsToFile(from: string, path: string): boolean {
  const file = pathOf(resolvePath(from, path) ?? "");
  return file !== undefined && isOwnFile(file);
}

/** With `/` on every platform. */
export function pathOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    // A URI with a host but no path is not a file, and resolving it would access the network.
    if (url.protocol !== "file:" || (url.host !== "" && url.pathname.length <= 1)) return undefined;
    const path = fileURLToPath(url);
    return sep === "/" ? path : path.replaceAll(sep, "/");
  } catch {
    return undefined;
  }
}

/** The URI of a file in a folder that is given by path. */
export function uriBelow(folder: string, path: string, windows = sep === "\\"): string {
  // UNC paths are only recognized with backslashes.
  const native = windows ? folder.replaceAll("/", "\\") : folder;
  const uri = pathToFileURL(native, { windows }).href.replace(/\/$/, "");
  return below(uri, path === "" ? "" : `/${path}`);
}

function decode(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8").replace(/^\ufeff/, "") : undefined;
}

/** One for each root, so that each file is read once. */
const terraformRoots = new Map<string, HostTerraformFiles>();

class NamedTerraformFiles extends TerraformDisk {
  nameOf(path: string): string {
    return uriBelow(path, "");
  }
}

function terraformFiles(folder: string | undefined, path: string): HostTerraformFiles {
  const root =
    (folder && pathOf(folder)?.replace(/\/$/, "")) ?? workspaceOf(parentOf(path) ?? path);
  const files =
    terraformRoots.get(root) ?? new NamedTerraformFiles(root, { mostKept: mostTerraform });
  terraformRoots.set(root, files);
  return files;
}

/** Characters of Terraform files to keep in memory. */
const mostTerraform = 16_000_000;

/** The local disk. */
export const disk: Host = {
  known: Promise.resolve(),
  filesIn,
  fileAt,
  stampOf,
  textOf,
  textAt,
  leadsToFile,
  terraformFiles,
};
