import { decoded, encodePath } from "../../text/encode-path.ts";

/** A key for a URI that is the same for all escapings and drive letter cases. */
export function keyOf(uri: string): string {
  return decoded(uri).replace(/^file:\/\/\/[A-Z]:/, (start) => start.toLowerCase());
}

/** Appended to the folder URI as sent by the client, so that its escaping is kept. */
export function below(folder: string, path: string): string {
  return folder + encodePath(path);
}

/** Resolves a path relative to a file; undefined for untitled documents. */
export function resolvePath(from: string, path: string): string | undefined {
  const written = encodePath(path);
  return URL.canParse(written, from) ? new URL(written, from).href : undefined;
}
