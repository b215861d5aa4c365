/** The parts of a URL as rules see them. Nothing is decoded. */

/** The path of a URI without its query. */
export function pathOf(uri: string): string {
  const mark = uri.indexOf("?");
  return mark === -1 ? uri : uri.slice(0, mark);
}

/** The query of a URI, without the question mark; empty if there is none. */
export function queryOf(uri: string): string {
  const mark = uri.indexOf("?");
  return mark === -1 ? "" : uri.slice(mark + 1);
}

/** The file extension of the last segment, lowercase and without the dot; empty if there is none. */
export function extensionOf(path: string): string {
  const segment = path.slice(path.lastIndexOf("/") + 1);
  const dot = segment.lastIndexOf(".");
  return dot === -1 ? "" : segment.slice(dot + 1).toLowerCase();
}

/** The parameters of a query in order. One without `=` has an empty value. */
export function argumentsIn(query: string): readonly (readonly [name: string, value: string])[] {
  return query
    .split("&")
    .filter((it) => it !== "")
    .map((it) => {
      const equals = it.indexOf("=");
      return equals === -1 ? [it, ""] : [it.slice(0, equals), it.slice(equals + 1)];
    });
}

/** Groups values by name, in order. */
export function groupByName(
  pairs: readonly (readonly [name: string, value: string])[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

/**
 * Whether the service's URL normalization may change a path: backslashes, repeated slashes, dot segments, and percent escapes
 * that are lowercase or not needed.
 */
export function isChangedByNormalization(path: string): boolean {
  if (/\\|\/\/|\/\.{1,2}(?:\/|$)/.test(path)) return true;
  return [...path.matchAll(/%([0-9A-Fa-f]{2})/g)].some(([, hex = ""]) => {
    const decoded = String.fromCharCode(Number.parseInt(hex, 16));
    return hex !== hex.toUpperCase() || /[A-Za-z0-9\-._~]/.test(decoded);
  });
}
