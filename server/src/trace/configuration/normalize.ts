import type { UrlNormalization } from "../../core/configuration/model.ts";
import { normalizedUri, pathOf } from "../../vocabulary/uri.ts";

/** Path and query as rules see them. */
export function normalizedBy(uri: string, { type, scope }: UrlNormalization): string {
  if (scope === "none") return uri;
  if (type === "rfc3986") return normalizedUri(uri);
  const path = pathOf(uri);
  const merged = path.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  return normalizedUri(merged + uri.slice(path.length));
}
