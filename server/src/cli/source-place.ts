import { relative, resolve, sep } from "node:path";
import process from "node:process";
import { encodePath } from "../text/encode-path.ts";
import { repositoryAround } from "../workspace/files/find-files.ts";
import { isBelow } from "../workspace/files/parents.ts";
import { slashed } from "../workspace/files/paths.ts";
import type { Io } from "./io.ts";

/** Where a file is as code scanning services look for it. */
export interface SourcePlace {
  /** From the root of the sources, or absolute when the file is elsewhere. With `/`. */
  readonly path: string;
  readonly isInside: boolean;
}

export type PlaceOf = (path: string) => SourcePlace;

/** How this system writes paths; another one in tests. */
type Paths = Pick<typeof import("node:path"), "resolve" | "relative" | "sep">;

/** The root of the sources: of the repository, of what a GitHub workflow has checked out, or else the working folder. */
export function sourceRoot({ cwd, env = process.env }: Pick<Io, "cwd" | "env">): string {
  const folder = slashed(cwd);
  const workspace = slashed(env.GITHUB_WORKSPACE ?? "").replace(/\/$/, "");
  const isInWorkspace = workspace !== "" && (folder === workspace || isBelow(folder, workspace));
  return repositoryAround(folder) ?? (isInWorkspace ? workspace : folder);
}

/** For paths from the working folder. */
export function placesIn(
  root: string,
  cwd: string,
  paths: Paths = { resolve, relative, sep },
): PlaceOf {
  const withSlashes = (path: string) => path.replaceAll(paths.sep, "/");
  return (path) => {
    const file = paths.resolve(cwd, path);
    const below = withSlashes(paths.relative(root, file));
    // On another drive no way leads from one to the other.
    const isInside = !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(below);
    return { path: isInside ? below : withSlashes(file), isInside };
  };
}

/** As in 'file:///C:/a%20b', also for a path of another system than this one. */
export function fileUri(path: string): string {
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  const rest = encodePath(path.slice(drive.length));
  if (drive !== "") return `file:///${drive}${rest}`;
  return path.startsWith("//") ? `file:${rest}` : `file://${rest}`;
}
