import {
  type Configuration,
  type ConfiguredRuleset,
  type UrlNormalization,
  usualNormalization,
} from "../core/configuration/model.ts";

/** The part of a configuration that acts on a zone. */
export interface ZoneConfiguration {
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly normalization: UrlNormalization;
}

/** The zone that was asked for, the one whose name is the longest suffix of the host, or the only one. */
export function zoneFor(
  configuration: Configuration,
  host: string | undefined,
  wanted: string | undefined,
): ZoneConfiguration | { readonly problem: string } {
  const zones = zonesIn(configuration);
  const found = wanted === undefined ? byHost(zones, host) : byName(zones, wanted);
  if (found.length === 0 && (wanted !== undefined || zones.length > 1)) {
    const list = zones.map(({ keys: [key = ""], name }) => (name ? `${name} (${key})` : key));
    const which = wanted === undefined ? `Several zones` : `Unknown zone '${wanted}'`;
    const known = list.length === 0 ? "none" : list.join(", ");
    return { problem: `${which}. Select one with '--zone': ${known}.` };
  }
  const keys = new Set((found[0] ?? zones[0])?.keys);
  const isHere = ({ zone }: { readonly zone?: string | undefined }) =>
    zone === undefined || keys.has(zone);
  const normalization = configuration.normalizations.findLast(isHere) ?? usualNormalization;
  return {
    rulesets: configuration.rulesets.filter((it) => it.level === "account" || isHere(it)),
    normalization,
  };
}

interface Zone {
  readonly name: string | undefined;
  /** IDs, or expressions that refer to it. */
  readonly keys: readonly string[];
}

/** Zones with the same name are one. */
function zonesIn({ rulesets, zones }: Configuration): readonly Zone[] {
  const found = new Map<string, Zone>();
  for (const { level, zone } of rulesets) {
    if (level !== "zone" || zone === undefined) continue;
    const name = Object.hasOwn(zones, zone) ? zones[zone]?.toLowerCase() : undefined;
    const known = found.get(name ?? `id ${zone}`);
    const keys = [...new Set([...(known?.keys ?? []), zone])];
    found.set(name ?? `id ${zone}`, { name, keys });
  }
  return [...found.values()];
}

function byName(zones: readonly Zone[], wanted: string): readonly Zone[] {
  const name = wanted.toLowerCase();
  return zones.filter((it) => it.name === name || it.keys.includes(wanted));
}

function byHost(zones: readonly Zone[], host: string | undefined): readonly Zone[] {
  const [only, ...others] = zones;
  if (only && others.length === 0) return [only];
  const asked = host?.toLowerCase() ?? "";
  return zones
    .filter(({ name }) => name !== undefined && (asked === name || asked.endsWith(`.${name}`)))
    .sort((a, b) => (b.name?.length ?? 0) - (a.name?.length ?? 0));
}
