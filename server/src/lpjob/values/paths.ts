/**
 * Normalizes a path relative to the job's folder for comparison: without `.`, and with `..` only at the start.
 * Undefined for a path that is not relative.
 */
export function normalPath(written: string): string | undefined {
  const path = written.trim().replaceAll("\\", "/");
  if (/^(?:\/|[A-Za-z]:|~)/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts[parts.length - 1] !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** Ends with `/`; empty for the folder of the job. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The displayed form: a path in the job's folder starts with a dot. */
export function shownPath(path: string): string {
  return path.startsWith("../") ? path : `./${path}`;
}
