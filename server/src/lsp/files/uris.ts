import { encodePath } from "../../text/encode-path.ts";

/** Two spellings of one URI, as clients escape them differently and write drives in either case, have one key. */
export function keyOf(uri: string): string {
  return decoded(uri).replace(/^file:\/\/\/[A-Z]:/, (start) => start.toLowerCase());
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Spelt on from the folder's own URI, so that the client finds its way of escaping the folder again. */
export function below(folder: string, path: string): string {
  return folder + encodePath(path);
}

/** Where a path leads to from a file; undefined where that has no places around it, such as one that was never saved. */
export function resolved(from: string, path: string): string | undefined {
  const written = encodePath(path);
  return URL.canParse(written, from) ? new URL(written, from).href : undefined;
}
