/** The top of what can be walked up: nothing, a drive, a share of another machine, and each of these as a URI. */
const top =
  /^(?:[A-Z]:|\/\/[^/]+(?:\/[^/]+)?|file:\/\/(?:\/[A-Z](?::|%3A)|[^/]+\/[^/]+)|[A-Z][\w+.-]+:\/\/[^/]*)?\/?$/i;

/**
 * The folder that a file or a folder is in; undefined above the top. Paths and URIs have `/` between their parts. Nothing is asked
 * of the network that is above a share.
 */
export function parentOf(path: string): string | undefined {
  if (top.test(path)) return undefined;
  const slash = path.lastIndexOf("/");
  return slash === -1 ? undefined : path.slice(0, slash);
}

/** Undefined is everywhere. */
export function isBelow(path: string, folder: string | undefined): boolean {
  return folder === undefined || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
