/** A root: the empty path, a drive, a network share, or one of these as a URI. */
const top =
  /^(?:[A-Z]:|\/\/[^/]+(?:\/[^/]+)?|file:\/\/(?:\/[A-Z](?::|%3A)|[^/]+\/[^/]+)|[A-Z][\w+.-]+:\/\/[^/]*)?\/?$/i;

/**
 * The parent folder of a file or folder; undefined for a root. Paths and URIs use `/`. Stops at a network share, so its server
 * is not queried.
 */
export function parentOf(path: string): string | undefined {
  if (top.test(path)) return undefined;
  const slash = path.lastIndexOf("/");
  return slash === -1 ? undefined : path.slice(0, slash);
}

/** An undefined folder contains every path. */
export function isBelow(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return true;
  return path.startsWith(folder) && (folder.endsWith("/") || path[folder.length] === "/");
}
