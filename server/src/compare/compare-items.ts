import { compareMeanings, equalMeaning, type Witness } from "../core/meaning/meaning.ts";
import type { Relation, RelationName } from "../core/meaning/relation.ts";
import { hasHole } from "../text/hole.ts";
import { quotedList } from "../text/wording.ts";
import { defaultText } from "./defaults.ts";
import type { Definitions } from "./definitions.ts";
import type { Item } from "./items.ts";
import { whyUnknown } from "./why-unknown.ts";

/** How two filters, rules or jobs relate: what they match, and what else differs. */
export interface Comparison extends Omit<Relation<Witness>, "name"> {
  readonly relation: RelationName;
  /** Why the relation is unknown. */
  readonly reason?: string | undefined;
  /** From the second to the first, or from the earlier version to the current one. */
  readonly changed: readonly ChangedProperty[];
  /** References of both items whose values are unknown. */
  readonly notCompared: readonly string[];
}

export interface ChangedProperty {
  readonly property: string;
  /** Null if it is not set. */
  readonly before: string | null;
  readonly after: string | null;
  /** The value that the service uses if it is not set, if that is known. */
  readonly default?: string;
}

/** The definitions that apply to each side. Undefined if they are the same, as for two texts of one folder. */
export type BothDefinitions = readonly [now: Definitions, before: Definitions] | undefined;

export function compareItems(now: Item, before: Item, definitions?: BothDefinitions): Comparison {
  const { changed: redefined, unknown } = referencesOf(now, before, definitions);
  const { name, reason, ...witnesses } = relationOf(now, before);
  const changed = now.kind === before.kind ? changedProperties(now, before) : [];
  if (redefined.length === 0 || name === "unknown")
    return { relation: name, reason, ...witnesses, changed, notCompared: unknown };
  const verb = redefined.length === 1 ? "has" : "have";
  const why = `${quotedList(redefined)} ${verb} changed.`;
  return { ...unknownRelation(why), changed, notCompared: unknown };
}

/** Whether the second can replace the first without any effect, as far as is known. */
export function isSame({ relation, changed }: Comparison): boolean {
  return relation === "equal" && changed.length === 0;
}

function unknownRelation(reason: string) {
  return { relation: "unknown" as const, reason, onlyFirst: null, onlySecond: null, both: null };
}

interface Found extends Relation<Witness> {
  readonly reason?: string;
}

function relationOf(now: Item, before: Item): Found {
  if (now.source !== undefined && now.source === before.source) return equalMeaning;
  const [first, second] = [now.meaning(), before.meaning()];
  const none: Found = { name: "unknown", onlyFirst: null, onlySecond: null, both: null };
  if (!first || !second) return { ...none, reason: obstacle(first ? before : now) };
  if (first.scope !== second.scope)
    return { ...none, reason: `It was for ${second.scope}, and is for ${first.scope}.` };
  const found = compareMeanings(first, second);
  return found.name === "unknown" ? { ...found, reason: whyUnknown(first, second) } : found;
}

function obstacle(item: Item): string {
  const later = filledInLater(item);
  return later === undefined ? "It has errors. Run 'weir check' to see them." : `It ${later}`;
}

/** As in "has parts that are filled in later: var.host." Undefined if everything is written in the file. */
export function filledInLater({ text, source, references }: Item): string | undefined {
  if (source === undefined && !hasHole(text)) return undefined;
  const names = references.filter((it) => !it.startsWith("$"));
  return `has parts that are filled in later${names.length > 0 ? `: ${names.join(", ")}` : ""}.`;
}

interface References {
  readonly changed: readonly string[];
  readonly unknown: readonly string[];
}

function referencesOf(now: Item, before: Item, definitions: BothDefinitions): References {
  const names = now.references.filter((it) => before.references.includes(it));
  const [current, earlier] = definitions ?? [];
  const changed = names.filter((it) => current?.textOf(it) !== earlier?.textOf(it));
  const isKnown = (it: string) => !it.startsWith("var.") && current?.isComplete(it) === true;
  return { changed, unknown: names.filter((it) => !changed.includes(it) && !isKnown(it)) };
}

function changedProperties(now: Item, before: Item): ChangedProperty[] {
  // An empty setting of a job is the same as none.
  const valueIn = ({ kind, properties }: Item, name: string) => {
    const value = properties.find((it) => it.name === name)?.value ?? null;
    return kind === "job" && value === "" ? null : value;
  };
  const names = new Set([...before.properties, ...now.properties].map((it) => it.name));
  return [...names].flatMap((property) => {
    const [old, current] = [valueIn(before, property), valueIn(now, property)];
    const usual = defaultText(now.kind, property) ?? null;
    if ((old ?? usual) === (current ?? usual)) return [];
    const isDefault = usual !== null && (old === null || current === null);
    return [
      {
        property,
        before: masked(property, old),
        after: masked(property, current),
        ...(isDefault && { default: usual }),
      },
    ];
  });
}

/** Addresses of destinations may contain keys, also in their path. */
function masked(property: string, value: string | null): string | null {
  if (value === null || !/(?:^|\.)(?:destination_conf|ownership_challenge)$/.test(property))
    return value;
  return /^[a-z0-9+]+:\/\//i.exec(value)?.[0].concat("…") ?? "…";
}
