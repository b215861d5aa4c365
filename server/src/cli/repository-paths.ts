import { relative, resolve, sep } from "node:path";
import process from "node:process";
import { encodePath } from "../text/encode-path.ts";
import { repositoryAround } from "../workspace/files/find-files.ts";
import { isBelow } from "../workspace/files/parents.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import type { Io } from "./io.ts";

/** A file location as code scanning services expect it. */
export interface RepositoryPath {
  /** Relative to the source root, or absolute if the file is outside it. With `/`. */
  readonly path: string;
  readonly isInside: boolean;
}

export type RepositoryPathOf = (path: string) => RepositoryPath;

/** The path module of this platform; replaced in tests. */
type Paths = Pick<typeof import("node:path"), "resolve" | "relative" | "sep">;

/** The source root: the repository, the checkout of a GitHub workflow, or the working folder. */
export function sourceRoot({ cwd, env = process.env }: Pick<Io, "cwd" | "env">): string {
  const folder = withForwardSlashes(cwd);
  const workspace = withForwardSlashes(env.GITHUB_WORKSPACE ?? "").replace(/\/$/, "");
  const isInWorkspace = workspace !== "" && (folder === workspace || isBelow(folder, workspace));
  return repositoryAround(folder) ?? (isInWorkspace ? workspace : folder);
}

/** Returns a function that locates paths relative to the working folder. */
export function repositoryPathsFrom(
  root: string,
  cwd: string,
  paths: Paths = { resolve, relative, sep },
): RepositoryPathOf {
  const withSlashes = (path: string) => path.replaceAll(paths.sep, "/");
  return (path) => {
    const file = paths.resolve(cwd, path);
    const below = withSlashes(paths.relative(root, file));
    // There is no relative path between drives.
    const isInside = !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(below);
    return { path: isInside ? below : withSlashes(file), isInside };
  };
}

/** As in 'file:///C:/a%20b'. Also handles paths of other platforms. */
export function fileUri(path: string): string {
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  const rest = encodePath(path.slice(drive.length));
  if (drive !== "") return `file:///${drive}${rest}`;
  return path.startsWith("//") ? `file:${rest}` : `file://${rest}`;
}
