import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  firewallRules,
} from "./model.ts";
import { byPriority } from "./order.ts";
import { inPlace, placementOf } from "./position.ts";

/**
 * A configuration of the service with what files define instead: entry points, rulesets with the same ID or name, and single rules where files have some of
 * them only.
 */
export function withRulesets(base: Configuration, files: Configuration): Configuration {
  const zoneOf = zonesOf(base, files);
  const own = files.rulesets.map((it) =>
    it.level === "zone" ? { ...it, zone: zoneOf(it.zone) } : it,
  );
  const pairs = own.map((file) => ({ file, old: base.rulesets.find((it) => isSame(it, file)) }));
  // A whole ruleset replaces the ruleset of the service, also if other files have single rules of it.
  const wholeLast = pairs.toSorted((a, b) => Number(!a.file.isPartial) - Number(!b.file.isPartial));
  const replacing = new Map(
    wholeLast.flatMap(({ file, old }) => (old ? [[old, file] as const] : [])),
  );
  const replaced = base.rulesets.map((old) => {
    const file = replacing.get(old);
    return file ? replacement(old, file) : old;
  });
  const added = pairs.flatMap(({ file, old }) =>
    old && replacing.get(old) === file ? [] : [file],
  );
  return {
    rulesets: [...replaced, ...added],
    lists: [...base.lists, ...files.lists],
    normalizations: [
      ...base.normalizations,
      ...files.normalizations.map((it) => ({ ...it, zone: zoneOf(it.zone) })),
    ],
    zones: { ...files.zones, ...base.zones },
    gaps: [...base.gaps, ...files.gaps],
  };
}

/** A reference whose value is not known means the zone of the service; the ID or the name of another zone does not. */
function zonesOf(base: Configuration, files: Configuration) {
  const [here] = [
    ...Object.keys(base.zones),
    ...base.rulesets.flatMap((it) => (it.level === "zone" ? (it.zone ?? []) : [])),
  ];
  const name = here === undefined ? undefined : base.zones[here]?.toLowerCase();
  return (zone: string | undefined): string | undefined => {
    if (here === undefined || zone === here) return zone;
    if (zone === undefined) return here;
    const known = Object.hasOwn(files.zones, zone) ? files.zones[zone]?.toLowerCase() : undefined;
    if (known !== undefined && name !== undefined) return known === name ? here : zone;
    return /^[\da-f]{32}$/.test(zone) ? zone : here;
  };
}

function isSame(old: ConfiguredRuleset, file: ConfiguredRuleset): boolean {
  if (file.id !== undefined && file.id === old.id) return true;
  const isEntryPoint = file.kind === "root" || file.kind === "zone";
  return (
    file.level === old.level &&
    file.kind === old.kind &&
    file.phase === old.phase &&
    file.zone === old.zone &&
    (isEntryPoint || (file.name !== undefined && file.name === old.name))
  );
}

/** It keeps the ID, by which others execute it. */
function replacement(old: ConfiguredRuleset, file: ConfiguredRuleset): ConfiguredRuleset {
  const rules = file.isPartial ? mergedRules(old, file.rules) : file.rules;
  return { ...file, id: file.id ?? old.id, name: file.name ?? old.name, rules };
}

/** As a push of the files leaves them: known rules stay, and new ones are added last, unless their positions say otherwise. */
function mergedRules(
  { phase, rules: old }: ConfiguredRuleset,
  own: readonly ConfiguredRule[],
): readonly ConfiguredRule[] {
  const byId = new Map(own.flatMap((it) => (it.id === undefined ? [] : [[it.id, it] as const])));
  const kept = old.map((it) => (it.id === undefined ? it : (byId.get(it.id) ?? it)));
  const known = new Set(kept);
  const isNew = (it: ConfiguredRule) => !known.has(it);
  if (phase === firewallRules) return byPriority([...kept, ...own.filter(isNew)]);
  let rules: readonly ConfiguredRule[] = [
    ...kept,
    ...own.filter((it) => isNew(it) && !it.position),
  ];
  for (const it of own) {
    const { position } = it;
    const placement = position && placementOf(position, (ref) => ruleNamed(ref, rules));
    if (placement) rules = inPlace(placement, it, rules, (one) => one);
    // No push accepts a position next to a rule that does not exist.
    else if (position && isNew(it)) rules = [...rules, it];
  }
  return rules;
}

function ruleNamed(name: string, rules: readonly ConfiguredRule[]): ConfiguredRule | undefined {
  return rules.find((it) => it.id === name || it.ref === name || it.place?.path === name);
}
