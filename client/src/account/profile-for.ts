import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";

/** The active profile for a file: in the nearest `weir.json`, the selected, the default or the only one. */
export function profileFor(
  rows: readonly ProfileRow[],
  uri: string,
  chosen: string | undefined,
): ProfileRow | undefined {
  return oneOf(nearestRows(rows, uri), chosen);
}

/** Without a file, the first `weir.json` with the selected profile, otherwise the first one. */
export function profileAnywhere(
  rows: readonly ProfileRow[],
  chosen: string | undefined,
): ProfileRow | undefined {
  const named = rows.find((it) => it.name === chosen);
  return (
    named ??
    oneOf(
      rows.filter((it) => it.uri === rows[0]?.uri),
      chosen,
    )
  );
}

/** Whether the server would refuse a command without a profile: there is no default, or the selected one does not exist. */
export function needsChoice(
  rows: readonly ProfileRow[],
  uri: string,
  chosen: string | undefined,
): boolean {
  const near = nearestRows(rows, uri);
  if (near.length === 0) return false;
  return chosen === undefined
    ? oneOf(near, undefined) === undefined
    : !near.some((it) => it.name === chosen);
}

export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf("/") + 1);
}

/** The profiles of the nearest `weir.json`. */
export function nearestRows(rows: readonly ProfileRow[], uri: string): readonly ProfileRow[] {
  const file = comparable(uri);
  const above = rows.filter((it) => file.startsWith(folderOf(comparable(it.uri))));
  const longest = Math.max(0, ...above.map((it) => it.uri.length));
  return above.filter((it) => it.uri.length === longest);
}

function oneOf(rows: readonly ProfileRow[], chosen: string | undefined): ProfileRow | undefined {
  const only = rows.length === 1 ? rows[0] : undefined;
  return rows.find((it) => it.name === chosen) ?? rows.find((it) => it.isDefault) ?? only;
}

/** Normalizes drive letters and percent-encoding. */
function comparable(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[A-Z]:/, (it) => it.toLowerCase());
  } catch {
    return uri;
  }
}
