import { parseAddress, parseNetwork } from "../../vocabulary/ip.ts";
import type { RuleContext } from "../context.ts";
import { maxListNameCharacters } from "./limits.ts";
import type { ScalarType } from "./type.ts";

export type ListKind = "ip" | "hostname" | "asn" | "redirect";

/** The kinds of lists and their contents. IP lists fit any IP field, the others one field each. */
export const listKinds = {
  ip: { holds: "IP", noun: "IP addresses", item: "an IP address or network" },
  hostname: { holds: "String", noun: "hostnames", field: "http.host", item: "a hostname" },
  asn: { holds: "Integer", noun: "AS numbers", field: "ip.src.asnum", item: "an AS number" },
  redirect: {
    holds: "String",
    noun: "redirects",
    field: "http.request.full_uri",
    item: "a URL",
  },
} as const satisfies Readonly<
  Record<ListKind, { holds: ScalarType["kind"]; noun: string; field?: string; item: string }>
>;

const itemTests: Readonly<Record<ListKind, (item: string) => boolean>> = {
  ip: (item) => parseAddress(item) !== undefined || "network" in parseNetwork(item),
  hostname: (item) => /^(?:\*\.)?[^\s/*:]+$/.test(item),
  asn: (item) => /^(?:AS)?\d{1,10}$/i.test(item),
  redirect: (item) => /^[^\s]+$/.test(item),
};

/** A description of the items of such a list, if the item is invalid; otherwise undefined. */
export function expectedListItem(kind: string, item: string): string | undefined {
  const known = listKindNames.find((it) => it === kind);
  return known === undefined || itemTests[known](item) ? undefined : listKinds[known].item;
}

export interface ManagedList {
  /** Without the dollar sign. */
  readonly name: string;
  readonly kind: ListKind;
  readonly doc: string;
}

/** The prefix of all managed lists. */
export const managedPrefix = "cf.";

export const managedLists: readonly ManagedList[] = [
  {
    name: "cf.anonymizer",
    kind: "ip",
    doc: "IP addresses of anonymizers, including open proxies and VPNs.",
  },
  {
    name: "cf.botnetcc",
    kind: "ip",
    doc: "IP addresses of botnet command and control servers.",
  },
  {
    name: "cf.malware",
    kind: "ip",
    doc: "IP addresses known to distribute malware.",
  },
  {
    name: "cf.open_proxies",
    kind: "ip",
    doc: "IP addresses of open HTTP and SOCKS proxies.",
  },
  {
    name: "cf.vpn",
    kind: "ip",
    doc: "IP addresses of VPN exit points.",
  },
];

export const listKindNames = Object.keys(listKinds) as readonly ListKind[];

/** The kind of a managed list, or of one declared in `weir.json`. */
export function listKindOf(name: string, { listKinds: said }: RuleContext): ListKind | undefined {
  const kind = said && Object.hasOwn(said, name) ? said[name] : undefined;
  return managedListNamed(name)?.kind ?? listKindNames.find((it) => it === kind);
}

const byName = new Map(managedLists.map((it) => [it.name, it]));

export function managedListNamed(name: string): ManagedList | undefined {
  return byName.get(name);
}

/** Whether the service accepts the name for a new list. */
export function isListName(name: string): boolean {
  return name.length <= maxListNameCharacters && /^[a-z0-9_]+$/.test(name);
}
