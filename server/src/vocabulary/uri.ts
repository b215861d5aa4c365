/** The parts of a URL as rules see them. */

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

/** The file extension of the last segment as sent, without the dot; empty if there is none, as in `/.env`. */
export function rawExtensionOf(path: string): string {
  const segment = path.slice(path.lastIndexOf("/") + 1);
  const dot = segment.lastIndexOf(".");
  return dot <= 0 ? "" : segment.slice(dot + 1);
}

export function extensionOf(path: string): string {
  return rawExtensionOf(path).toLowerCase();
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

/** Decodes percent escapes of UTF-8, as in names of cookies. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/**
 * The URI as rules see it after the service's URL normalization, with its default settings: in the path, escapes of characters that
 * need none are decoded, characters that need an escape are encoded, and dot segments are removed. Slashes are not merged.
 */
export function normalizedUri(uri: string): string {
  const path = pathOf(uri);
  const normalized = normalizedPath(path);
  return normalized === path ? uri : normalized + uri.slice(path.length);
}

function normalizedPath(path: string): string {
  if (!mayChange.test(path)) return path;
  const escaped = path
    .replace(/%([0-9A-Fa-f]{2})/g, (whole, hex: string) => {
      const decoded = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9\-._~]/.test(decoded) ? decoded : whole.toUpperCase();
    })
    .replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu, percentEncoded);
  return escaped.startsWith("/") ? withoutDotSegments(escaped) : escaped;
}

/** Most paths have neither unusual characters nor a segment that starts with a dot. */
const mayChange = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|\/\./;

function percentEncoded(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (it) => `%${it.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** RFC 3986, 5.2.4. */
function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  segments.forEach((segment, at) => {
    const isDots = segment === "." || segment === "..";
    if (segment === "..") kept.pop();
    if (!isDots) kept.push(segment);
    else if (at === segments.length - 1) kept.push("");
  });
  return `/${kept.join("/")}`;
}

/** Whether URL normalization may change a path, with any of the service's settings: some of them merge slashes. */
export function isChangedByNormalization(path: string): boolean {
  return path.includes("//") || normalizedUri(path) !== path;
}
