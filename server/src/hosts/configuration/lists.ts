import {
  anyList,
  type ConfiguredList,
  type Gap,
  isPartObject,
  type ListItem,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { listResource } from "../places.ts";
import { contentOf } from "./gaps.ts";
import { objectOf } from "./part.ts";
import { type HostResource, listItemResource } from "./resource.ts";
import { ignoresChanges, type PlaceOf, single, textOf } from "./rules.ts";

const listData = `data.${listResource}`;

/** Resources that declare the items of a list. */
export function isAboutList(type: string): boolean {
  return type === listResource || type === listItemResource || type === listData;
}

interface FoundList {
  readonly resource: HostResource;
  readonly parts: PartObject;
  readonly added: PartObject[];
  /** Why its items are not known. */
  why?: string | undefined;
}

/** The lists of resources, with the items that are resources of their own, and a gap for each list whose items are not all known. */
export function listsIn(
  resources: readonly HostResource[],
  placeOf: PlaceOf,
): { readonly lists: readonly ConfiguredList[]; readonly gaps: readonly Gap[] } {
  const lists = resources
    .filter((it) => it.type === listResource || it.type === listData)
    .map((it): FoundList => ({ resource: it, parts: partsOf(it), added: [] }));
  const gaps: Gap[] = [];
  for (const item of resources) {
    if (item.type !== listItemResource) continue;
    const loose = addItem(item, lists);
    if (loose && !item.isElsewhere) gaps.push({ ...loose, place: placeOf(item.object) });
  }
  const configured = lists.flatMap((list): ConfiguredList[] => {
    const { resource, parts } = list;
    const name = textOf(parts.name);
    const items = itemsIn(list);
    const why = items ? undefined : (list.why ?? "not all of its items are known");
    // A plan has read a data source, which changes nothing.
    const isOnlyRead = resource.type === listData && resource.isPlanned && list.added.length === 0;
    if (resource.isElsewhere || isOnlyRead) return [];
    if (why !== undefined || name === undefined)
      gaps.push({
        what: name === undefined ? (resource.address ?? listResource) : `list '${name}'`,
        why: name === undefined ? "its name is not known" : (why ?? ""),
        place: placeOf(resource.object),
        mayChange: { list: name ?? anyList },
        content: isIgnored(parts)
          ? "ignored"
          : contentOf([parts.items ?? parts.item ?? "", ...list.added], resource),
      });
    return name === undefined ? [] : [{ name, kind: textOf(parts.kind), items }];
  });
  return { lists: configured, gaps };
}

function partsOf({ object, sourceOf }: HostResource): PartObject {
  return objectOf(object, sourceOf);
}

/** Adds an item to its list, or returns the gap if that is not known. */
function addItem(resource: HostResource, lists: readonly FoundList[]): Gap | undefined {
  const parts = partsOf(resource);
  const { address = resource.type, isOpen } = resource;
  const found = listsOf(resource, parts.list_id, lists);
  for (const list of found) {
    list.added.push(isOpen ? { ...parts, number: new UnknownPart(address) } : parts);
    if (isOpen) list.why ??= `how many ${address} there are is not known`;
    else if (found.length > 1) list.why ??= `${address} may add to it`;
  }
  if (found.length > 0) return undefined;
  return {
    what: address,
    why: "which list it adds to is not known",
    mayChange: { list: anyList },
    content: contentOf([parts], resource),
  };
}

/** The list of an item. Several if it may be any of them. */
function listsOf(
  { refers, isPlanned }: HostResource,
  id: Part | undefined,
  lists: readonly FoundList[],
): readonly FoundList[] {
  if (typeof id === "string") return lists.filter(({ parts }) => parts.id === id).slice(0, 1);
  const address = refers?.("list_id");
  const named = lists.filter(({ resource }) => resource.address === address);
  if (address === undefined || named.length > 0 || !isPlanned) return address ? named : [];
  // In a plan the index may not be known.
  const plain = (it = "") => (it.endsWith("]") ? it.slice(0, it.lastIndexOf("[")) : it);
  return lists.filter(({ resource }) => plain(resource.address) === address);
}

function isIgnored(parts: PartObject): boolean {
  return ignoresChanges(parts, "items") || ignoresChanges(parts, "item");
}

/** Undefined if they are not all known. Without any here, others may manage them. */
function itemsIn(list: FoundList): readonly ListItem[] | undefined {
  const { parts, resource, added } = list;
  if (resource.isOpen) list.why ??= "whether it is created is not known";
  if (isIgnored(parts)) list.why ??= "Terraform ignores changes of its items";
  const isWritten = parts.items !== undefined || (parts.item !== undefined && !isEmpty(parts.item));
  if (!isWritten && added.length === 0) list.why ??= "its items are managed elsewhere";
  if (resource.type === listData) list.why ??= "its items are managed elsewhere";
  const own = isWritten ? itemsOf(parts.items ?? parts.item) : [];
  const more = itemsOf(added);
  if (Number(parts.num_items) > (own?.length ?? 0) + added.length)
    list.why ??= `only ${(own?.length ?? 0) + added.length} of its ${Number(parts.num_items)} items are here`;
  return list.why === undefined && own && more ? [...own, ...more] : undefined;
}

/** Version 4 of the provider writes blocks that are not there as `[]`. */
function isEmpty(part: Part): boolean {
  return Array.isArray(part) && part.length === 0;
}

/** Undefined if one of them is not known. */
export function itemsOf(part: Part | undefined): readonly ListItem[] | undefined {
  if (part === undefined || part instanceof UnknownPart) return undefined;
  const items = (Array.isArray(part) ? part : [part]).map(itemOf);
  return items.some((it) => it === undefined) ? undefined : items.filter((it) => it !== undefined);
}

/** `{ ip = "…" }`, or in older versions `{ value { ip = "…" } }`. */
function itemOf(part: Part): ListItem | undefined {
  if (typeof part === "string" || typeof part === "number") return part;
  if (!isPartObject(part)) return undefined;
  const value = single(part.value);
  const item = isPartObject(value) ? value : part;
  const hostname = single(item.hostname);
  const redirect = single(item.redirect) ?? (item.source_url === undefined ? undefined : item);
  if (isPartObject(redirect)) return redirectItem(redirect);
  const plain = item.ip ?? item.asn ?? (isPartObject(hostname) ? hostname.url_hostname : hostname);
  return typeof plain === "string" || typeof plain === "number" ? plain : undefined;
}

/** Older versions of the provider write `"enabled"` and `"disabled"`. */
function redirectItem(part: PartObject): ListItem | undefined {
  const flag = (name: string) => {
    const value = part[name];
    return typeof value === "boolean" ? value : value === "enabled" || undefined;
  };
  const { source_url: source, target_url: target, status_code: status } = part;
  if (typeof source !== "string" || typeof target !== "string") return undefined;
  if (Object.values(part).some((it) => it instanceof UnknownPart)) return undefined;
  const flags = [
    "include_subdomains",
    "subpath_matching",
    "preserve_query_string",
    "preserve_path_suffix",
  ].flatMap((name) => (part[name] === undefined ? [] : [[name, flag(name) ?? false] as const]));
  return {
    source_url: source,
    target_url: target,
    ...(status !== undefined && { status_code: Number(status) }),
    ...Object.fromEntries(flags),
  };
}
