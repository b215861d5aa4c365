import type { RuleContext } from "../context.ts";
import { mostListNameCharacters } from "./limits.ts";
import type { ScalarType } from "./type.ts";

export type ListKind = "ip" | "hostname" | "asn" | "redirect";

/** What a list of each kind is compared with. Addresses fit any field of their type, the others one field each. */
export const listKinds = {
  ip: { holds: "IP", noun: "IP addresses" },
  hostname: { holds: "String", noun: "hostnames", field: "http.host" },
  asn: { holds: "Integer", noun: "AS numbers", field: "ip.src.asnum" },
  redirect: { holds: "String", noun: "redirects", field: "http.request.full_uri" },
} as const satisfies Readonly<
  Record<ListKind, { holds: ScalarType["kind"]; noun: string; field?: string }>
>;

export interface ManagedList {
  /** Without the dollar sign. */
  readonly name: string;
  readonly kind: ListKind;
  readonly doc: string;
}

/** The service keeps every list of its own under this prefix. */
export const managedPrefix = "cf.";

export const managedLists: readonly ManagedList[] = [
  {
    name: "cf.anonymizer",
    kind: "ip",
    doc: "Addresses that hide who is behind them: open proxies and virtual private networks among them.",
  },
  {
    name: "cf.botnetcc",
    kind: "ip",
    doc: "Addresses from which networks of hijacked machines take their orders.",
  },
  {
    name: "cf.malware",
    kind: "ip",
    doc: "Addresses known to spread harmful software.",
  },
  {
    name: "cf.open_proxies",
    kind: "ip",
    doc: "Addresses of web and SOCKS proxies that anyone may use.",
  },
  {
    name: "cf.vpn",
    kind: "ip",
    doc: "Addresses at which virtual private networks come out.",
  },
];

export const listKindNames = Object.keys(listKinds) as readonly ListKind[];

/** What a list holds: one of the service's own, or one whose kind `weir.json` says. */
export function listKindOf(name: string, { listKinds: said }: RuleContext): ListKind | undefined {
  const kind = said && Object.hasOwn(said, name) ? said[name] : undefined;
  return managedListNamed(name)?.kind ?? listKindNames.find((it) => it === kind);
}

const byName = new Map(managedLists.map((it) => [it.name, it]));

export function managedListNamed(name: string): ManagedList | undefined {
  return byName.get(name);
}

/** Whether the service would let somebody give a list that name. */
export function isListName(name: string): boolean {
  return name.length <= mostListNameCharacters && /^[a-z0-9_]+$/.test(name);
}
