import { type UrlNormalization, usualNormalization } from "../../core/configuration/model.ts";
import { normalizedUri, pathOf } from "../../vocabulary/uri.ts";

/** Path and query as rules see them. */
export function normalizedBy(uri: string, { type, scope }: UrlNormalization): string {
  if (scope === "none") return uri;
  if (type === "rfc3986") return normalizedUri(uri);
  const path = pathOf(uri);
  const merged = path.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  return normalizedUri(merged + uri.slice(path.length));
}

/** Where sources disagree about what rules see of this URL. */
export function notesOnNormalization(uri: string, used: UrlNormalization): readonly string[] {
  if (used.scope === "none")
    return pathOf(uri).includes("//")
      ? ["sources disagree whether '//' becomes '/' without normalization"]
      : [];
  const other = normalizedBy(uri, { ...used, type: "cloudflare" });
  return used === usualNormalization && other !== normalizedBy(uri, used)
    ? ["sources disagree about the usual type of normalization; rfc3986 is taken"]
    : [];
}
