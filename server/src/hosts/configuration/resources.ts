import {
  type Configuration,
  type ConfiguredNormalization,
  type ConfiguredRule,
  type ConfiguredRuleset,
  firewallRules,
  type Gap,
  isPartObject,
  otherSettings,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { byPriority } from "../../core/configuration/order.ts";
import { gapsOfResource } from "./gaps.ts";
import { listsIn } from "./lists.ts";
import { objectOf } from "./part.ts";
import {
  type HostResource,
  knownLater,
  normalizationIn,
  normalizationResource,
  sensitive,
} from "./resource.ts";
import {
  expressionIn,
  ignoresChanges,
  type PlaceOf,
  rulesIn,
  single,
  switchOf,
  textOf,
  unknownRule,
} from "./rules.ts";

export interface SourceFile {
  readonly placeOf: PlaceOf;
}

export function configurationOfResources(
  file: SourceFile,
  resources: readonly HostResource[],
  gaps: readonly Gap[] = [],
): Configuration {
  const own = resources.filter((it) => !it.isElsewhere);
  const ofType = (type: string) => own.filter((it) => it.type === type);
  const found = listsIn(resources, file.placeOf);
  return {
    rulesets: [
      ...ofType("cloudflare_ruleset").map((it) => rulesetOf(file, it)),
      ...firewallRuleset(file, ofType("cloudflare_filter"), ofType("cloudflare_firewall_rule")),
    ],
    lists: found.lists,
    normalizations: ofType(normalizationResource).flatMap(normalizationOf),
    zones: Object.assign({}, ...ofType("cloudflare_zone").map(zoneOf)),
    gaps: [...gaps, ...found.gaps, ...own.flatMap((it) => gapsOfResource(it, file.placeOf))],
  };
}

function rulesetOf(file: SourceFile, resource: HostResource): ConfiguredRuleset {
  const { address, object, sourceOf, dependenciesOf, isPlanned, isForgotten, isOpen } = resource;
  const parts = objectOf(object, sourceOf);
  const origin = { ...file, address: isPlanned && address, sourceOf, dependenciesOf, isOpen };
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
    ...(isForgotten && { isForgotten }),
    rules: ignoresChanges(parts, "rules")
      ? [unknownRule(object, { ...file, sourceOf: () => "rules that Terraform ignores" })]
      : rulesIn(object, "rules", origin),
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
    const { paused } =
      own || !filter ? objectOf(own ?? object, sourceOf) : objectOf(filter.object, filter.sourceOf);
    return {
      ...firewallRule(file, parts, [parts.paused, paused], expression, resource),
      dependsOn: JSON.stringify([resource, filter].map((it) => it?.dependenciesOf?.(it.object))),
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

const firewallSettings: ReadonlySet<string> = new Set([
  "action",
  "count",
  "created_on",
  "depends_on",
  "description",
  "filter",
  "filter_id",
  "for_each",
  "id",
  "lifecycle",
  "modified_on",
  "paused",
  "priority",
  "products",
  "provider",
  "ref",
  "zone_id",
]);

function firewallRule(
  { placeOf }: SourceFile,
  parts: PartObject,
  paused: readonly (Part | undefined)[],
  expression: ConfiguredRule["expression"],
  { object: { start, end }, address, isPlanned, isOpen }: HostResource,
): ConfiguredRule {
  const { action, products, priority } = parts;
  const switches = paused.map((it) => switchOf(single(it)));
  const isPaused = switches.find((it) => it === true) ?? switches.find((it) => it !== false);
  return {
    ref: textOf(parts.ref),
    id: textOf(parts.id),
    description: textOf(parts.description) ?? (isPlanned ? address : undefined),
    action: action instanceof UnknownPart ? action : String(action ?? ""),
    expression,
    parameters: products === undefined ? {} : { products },
    enabled: isOpen
      ? new UnknownPart(`how many ${address} there are`)
      : isPaused instanceof UnknownPart
        ? isPaused
        : isPaused !== true,
    priority,
    otherSettings: otherSettings(parts, firewallSettings),
    place: { ...placeOf({ start, end }), address: isPlanned && address },
  };
}
