import type { ListItem, RedirectItem } from "../../core/configuration/model.ts";

interface Target {
  readonly item: RedirectItem;
  readonly location: string;
  readonly status: number;
}

interface Address {
  readonly scheme: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** `https://host/path?query`; the scheme is optional in the source of an item. */
function addressOf(url: string): Address | undefined {
  const parts = /^(?:([a-z]+):\/\/)?([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url);
  if (!parts) return undefined;
  const [, scheme, host = "", path = "", query = ""] = parts;
  return {
    scheme: scheme?.toLowerCase(),
    host: host.toLowerCase().replace(/:\d+$/, ""),
    path: path === "" ? "/" : path,
    query,
  };
}

/** The redirect of a URL by a list: of the items that match, the most specific one. */
export function redirectBy(items: readonly ListItem[], url: string): Target | undefined {
  const asked = addressOf(url);
  if (!asked) return undefined;
  let best: { readonly target: Target; readonly rank: readonly number[] } | undefined;
  for (const item of items) {
    const known: RedirectItem =
      typeof item === "object" ? item : { source_url: String(item), target_url: "" };
    const source = addressOf(known.source_url);
    const rest = source && restOf(known, source, asked);
    if (!source || rest === undefined) continue;
    const rank = [
      source.path.length,
      Number(source.host === asked.host),
      source.host.length,
      Number(source.scheme !== undefined),
    ];
    if (best && !isHigher(rank, best.rank)) continue;
    best = { rank, target: targetOf(known, rest, asked) };
  }
  return best?.target;
}

/** The part of the path that the item does not name. Undefined if the item does not match. */
function restOf(item: RedirectItem, source: Address, asked: Address): string | undefined {
  if (source.scheme !== undefined && source.scheme !== asked.scheme) return undefined;
  const isHost =
    source.host === asked.host ||
    (item.include_subdomains === true && asked.host.endsWith(`.${source.host}`));
  if (!isHost) return undefined;
  if (source.path === asked.path) return "";
  if (!item.subpath_matching) return undefined;
  const base = source.path.replace(/\/$/, "");
  return asked.path.startsWith(`${base}/`) ? asked.path.slice(base.length + 1) : undefined;
}

function isHigher(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((it, index) => it !== other[index]);
  return at !== -1 && (rank[at] ?? 0) > (other[at] ?? 0);
}

function targetOf(item: RedirectItem, rest: string, { query }: Address): Target {
  const keepsRest = item.subpath_matching && (item.preserve_path_suffix ?? true) && rest !== "";
  const base =
    keepsRest && !item.target_url.endsWith("/") ? `${item.target_url}/` : item.target_url;
  const location = keepsRest ? base + rest : item.target_url;
  const keepsQuery = item.preserve_query_string && query !== "" && !location.includes("?");
  return {
    item,
    location: keepsQuery ? `${location}?${query}` : location,
    status: item.status_code ?? 301,
  };
}
