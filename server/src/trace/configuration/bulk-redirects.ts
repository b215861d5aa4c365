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
  const best = bestOf(items, asked, restOf);
  return best && targetOf(best.item, best.rest, asked);
}

/** The most specific item for which a test gives the rest of the path. */
function bestOf(items: readonly ListItem[], asked: Address, test: typeof restOf) {
  let best: { item: RedirectItem; source: Address; rest: string; rank: number[] } | undefined;
  for (const it of items) {
    const item: RedirectItem =
      typeof it === "object" ? it : { source_url: String(it), target_url: "" };
    const source = addressOf(item.source_url);
    const rest = source && isAbout(item, source, asked) ? test(item, source, asked) : undefined;
    if (!source || rest === undefined) continue;
    const rank = [
      source.path.length,
      Number(source.host === asked.host),
      source.host.length,
      Number(source.scheme !== undefined),
    ];
    if (!best || isHigher(rank, best.rank)) best = { item, source, rest, rank };
  }
  return best;
}

/** The undocumented facts about the path of the item that is taken, or of one that would be. */
export function notesOnPaths(items: readonly ListItem[], url: string): readonly string[] {
  const asked = addressOf(url);
  const next = asked && bestOf(items, asked, looseRestOf);
  if (!asked || !next?.item.subpath_matching) return [];
  const [source, path] = [next.source.path, asked.path];
  if (source === path) return [];
  const shown = next.item.source_url;
  if (source === `${path}/`)
    return [`not documented: a trailing slash; '${shown}' is taken as another path`];
  if (path === `${source}/`)
    return [`not documented: a trailing slash; '${shown}' is taken as the same path`];
  const isCut = source.endsWith("/") || path[source.length] === "/";
  return isCut
    ? []
    : [`not documented: that a subpath begins after '/'; '${shown}' is taken as another path`];
}

/** As if a subpath could begin anywhere, and a trailing slash did not matter. */
function looseRestOf(item: RedirectItem, source: Address, asked: Address): string | undefined {
  const isNear = asked.path.startsWith(source.path) || `${asked.path}/` === source.path;
  return item.subpath_matching && isNear ? "" : restOf(item, source, asked);
}

function isAbout(item: RedirectItem, source: Address, asked: Address): boolean {
  if (source.scheme !== undefined && source.scheme !== asked.scheme) return false;
  return (
    source.host === asked.host ||
    (item.include_subdomains === true && asked.host.endsWith(`.${source.host}`))
  );
}

/** The part of the path that the item does not name. Undefined if the item does not match. */
function restOf(item: RedirectItem, source: Address, asked: Address): string | undefined {
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
  const [path, tail] = splitAt(item.target_url, /[?#]/);
  const location = keepsRest
    ? `${path}${path.endsWith("/") ? "" : "/"}${rest}${tail}`
    : item.target_url;
  return {
    item,
    location: item.preserve_query_string ? withQuery(location, query) : location,
    status: item.status_code ?? 301,
  };
}

/** With the query of the request, unless there is one. */
export function withQuery(url: string, query: string): string {
  const [start, fragment] = splitAt(url, /#/);
  return query === "" || start.includes("?") ? url : `${start}?${query}${fragment}`;
}

function splitAt(text: string, mark: RegExp): readonly [string, string] {
  const at = text.search(mark);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
