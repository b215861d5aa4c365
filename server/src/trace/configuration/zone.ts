import {
  type Configuration,
  type ConfiguredRuleset,
  type UrlNormalization,
  usualNormalization,
} from "../../core/configuration/model.ts";
import { EntryPoints } from "./entry-points.ts";

/** The part of a configuration that acts on a zone. */
export interface ZoneConfiguration {
  /** Undefined if only its ID is known. */
  readonly name: string | undefined;
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly normalization: UrlNormalization;
  readonly entryPoints: EntryPoints;
  /** The assumptions about the configuration. */
  readonly assuming: readonly string[];
}

/** The zones of a configuration, each prepared once. */
export class Zones {
  private readonly zones: readonly Zone[];
  private readonly known = new Map<Zone | undefined, ZoneConfiguration>();

  constructor(private readonly configuration: Configuration) {
    this.zones = zonesIn(configuration);
  }

  get names(): readonly string[] {
    return this.zones.map(shownName);
  }

  /** As in `names`. Undefined if there is no such zone, by its name or its ID. */
  nameOf(wanted: string): string | undefined {
    return byName(this.zones, wanted).map(shownName)[0];
  }

  /** The zone that was asked for, the one whose name is the longest suffix of the host, or the only one. */
  find(
    host: string | undefined,
    wanted: string | undefined,
  ): ZoneConfiguration | { readonly problem: string } {
    const { zones } = this;
    const found = wanted === undefined ? byHost(zones, host) : byName(zones, wanted);
    if (found.length === 0 && (wanted !== undefined || zones.length > 1)) {
      const list = zones.map(({ keys: [key = ""], name }) => (name ? `${name} (${key})` : key));
      const which = wanted === undefined ? `Several zones` : `Unknown zone '${wanted}'`;
      const known = list.length === 0 ? "none" : list.join(", ");
      return { problem: `${which}. Select one with '--zone': ${known}.` };
    }
    const zone = found[0] ?? zones[0];
    const known = this.known.get(zone) ?? this.prepare(zone);
    this.known.set(zone, known);
    return known;
  }

  private prepare(zone: Zone | undefined): ZoneConfiguration {
    const keys = new Set(zone?.keys);
    const isHere = (it: { readonly zone?: string | undefined }) =>
      it.zone === undefined || keys.has(it.zone);
    const { rulesets, normalizations } = this.configuration;
    const here = rulesets.filter((it) => it.level === "account" || isHere(it));
    return {
      name: zone?.name,
      rulesets: here,
      normalization: normalizations.findLast(isHere) ?? usualNormalization,
      entryPoints: new EntryPoints(here),
      assuming: assumedAbout(here, zone),
    };
  }
}

/** Rules that do not name their zone are treated as rules of the zone. */
function assumedAbout(
  rulesets: readonly ConfiguredRuleset[],
  zone: Zone | undefined,
): readonly string[] {
  const ofZone = rulesets.filter((it) => it.level === "zone" && it.rules.length > 0);
  const named = ofZone.some((it) => it.zone !== undefined)
    ? [`zone ${zone?.name ?? zone?.keys[0]}`]
    : [];
  const files = ofZone.flatMap(({ zone: own, isPartial, rules: [first] }) => {
    if (own !== undefined) return [];
    return isPartial ? ["the rule files"] : (first?.place?.path ?? []);
  });
  const sources = [...new Set(files), ...named];
  return sources.length > 1 ? [`${sources.join(" and ")} are one zone`] : [];
}

function shownName({ keys: [key = ""], name }: Zone): string {
  return name ?? key;
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
