import {
  type Configuration,
  type ConfiguredList,
  type ConfiguredNormalization,
  type ConfiguredRule,
  type ConfiguredRuleset,
  firewallRules,
  isPartObject,
  type ListItem,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { byPriority } from "../../core/configuration/order.ts";
import type { HostObject } from "../node.ts";
import { listResource, zoneResources } from "../places.ts";
import { objectOf, type SourceOf } from "./part.ts";
import { expressionIn, type PlaceOf, rulesIn, single, textOf } from "./rules.ts";

/** A resource of Terraform, or a body of the API as one. */
export interface HostResource {
  readonly type: string;
  readonly address?: string | undefined;
  readonly object: HostObject;
  readonly sourceOf: SourceOf;
  /** Set for a resource of a plan. */
  readonly isPlanned?: true;
}

export interface SourceFile {
  readonly placeOf: PlaceOf;
}

/** The resources that a configuration consists of. */
export const configurationResources: ReadonlySet<string> = new Set([
  "cloudflare_ruleset",
  "cloudflare_filter",
  "cloudflare_firewall_rule",
  ...zoneResources,
  listResource,
]);

export function configurationOfResources(
  file: SourceFile,
  resources: readonly HostResource[],
): Configuration {
  const ofType = (type: string) => resources.filter((it) => it.type === type);
  return {
    rulesets: [
      ...ofType("cloudflare_ruleset").map((it) => rulesetOf(file, it)),
      ...firewallRuleset(file, ofType("cloudflare_filter"), ofType("cloudflare_firewall_rule")),
    ],
    lists: ofType(listResource).flatMap(listOf),
    normalizations: ofType("cloudflare_url_normalization_settings").flatMap(normalizationOf),
    zones: Object.assign({}, ...ofType("cloudflare_zone").map(zoneOf)),
    gaps: [],
  };
}

function rulesetOf(
  file: SourceFile,
  { address, object, sourceOf, isPlanned }: HostResource,
): ConfiguredRuleset {
  const parts = objectOf(object, sourceOf);
  const phase = parts.phase;
  const kind = textOf(parts.kind) ?? (parts.account_id === undefined ? "zone" : "root");
  const isOfZone = kind === "zone" || (kind !== "root" && parts.zone_id !== undefined);
  return {
    level: isOfZone ? "zone" : "account",
    phase: phase instanceof UnknownPart ? `(${phase.source})` : String(phase ?? ""),
    kind,
    name: textOf(parts.name),
    id: textOf(parts.id),
    address,
    zone: isOfZone ? referenceOf(parts.zone_id) : undefined,
    rules: rulesIn(object, "rules", { ...file, address: isPlanned && address, sourceOf }),
  };
}

/** A value, or the expression that it is taken from. In a plan it may be known only later. */
function referenceOf(part: Part | undefined): string | undefined {
  if (part instanceof UnknownPart) return isLater(part) ? undefined : part.source;
  return textOf(part);
}

function isLater({ source }: UnknownPart): boolean {
  return source === knownLater || source === sensitive;
}

export const knownLater = "known after apply";
export const sensitive = "(sensitive)";

function zoneOf({ address, object, sourceOf }: HostResource): Readonly<Record<string, string>> {
  const parts = objectOf(object, sourceOf);
  const name = textOf(parts.name) ?? textOf(parts.zone);
  if (name === undefined) return {};
  const id = textOf(parts.id);
  return { [`${address}.id`]: name, ...(id !== undefined && { [id]: name }) };
}

function normalizationOf({ object, sourceOf }: HostResource): ConfiguredNormalization[] {
  const parts = objectOf(object, sourceOf);
  return normalizationIn(parts, referenceOf(parts.zone_id));
}

export function normalizationIn(
  { type = "rfc3986", scope = "incoming" }: PartObject,
  zone: string | undefined,
): ConfiguredNormalization[] {
  if (type !== "rfc3986" && type !== "cloudflare") return [];
  if (scope !== "none" && scope !== "incoming" && scope !== "both") return [];
  return [{ type, scope, zone }];
}

/** Without `items`, other resources may add them. */
function listOf({ object, sourceOf }: HostResource): ConfiguredList[] {
  const parts = objectOf(object, sourceOf);
  const name = textOf(parts.name);
  if (name === undefined) return [];
  const written = parts.items ?? parts.item;
  return [{ name, kind: textOf(parts.kind), items: itemsOf(written) }];
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

/** Each firewall rule refers to a filter. */
function firewallRuleset(
  file: SourceFile,
  filters: readonly HostResource[],
  rules: readonly HostResource[],
): ConfiguredRuleset[] {
  const found = rules.map((resource) => {
    const { object, sourceOf } = resource;
    const parts = objectOf(object, sourceOf);
    const used = single(parts.filter);
    const reference = isPartObject(used) ? used.id : parts.filter_id;
    const filter = filters.find((it) => refersTo(reference, it));
    const inline = object.entries.find((it) => it.name === "filter")?.value;
    const own = inline?.kind === "object" ? inline : undefined;
    const expression =
      own?.entries.some((it) => it.name === "expression") || !filter
        ? expressionIn(own ?? object, "expression", sourceOf)
        : expressionIn(filter.object, "expression", filter.sourceOf);
    return {
      ...firewallRule(file, parts, expression, resource),
      zone: referenceOf(parts.zone_id),
    };
  });
  const zones = [...new Set(found.map((it) => it.zone))];
  return zones.map((zone) =>
    firewallRulesetOf(
      found.filter((it) => it.zone === zone),
      zone,
    ),
  );
}

export function firewallRulesetOf(
  rules: readonly ConfiguredRule[],
  zone: string | undefined,
): ConfiguredRuleset {
  return { level: "zone", phase: firewallRules, kind: "zone", zone, rules: byPriority(rules) };
}

function refersTo(
  reference: Part | undefined,
  { address, object, sourceOf }: HostResource,
): boolean {
  if (reference instanceof UnknownPart)
    return address !== undefined && reference.source === `${address}.id`;
  return reference !== undefined && objectOf(object, sourceOf).id === reference;
}

function firewallRule(
  { placeOf }: SourceFile,
  parts: PartObject,
  expression: ConfiguredRule["expression"],
  { object: { start, end }, address, isPlanned }: HostResource,
): ConfiguredRule {
  const { action, paused, products, priority } = parts;
  const isPaused = single(paused);
  return {
    ref: textOf(parts.ref),
    id: textOf(parts.id),
    description: textOf(parts.description) ?? (isPlanned ? address : undefined),
    action: action instanceof UnknownPart ? action : String(action ?? ""),
    expression,
    parameters: products === undefined ? {} : { products },
    enabled: isPaused instanceof UnknownPart ? isPaused : isPaused !== true,
    priority,
    place: { ...placeOf({ start, end }), address: isPlanned && address },
  };
}
