import {
  byKnownPriority,
  byPosition,
  type OrderedMember,
  push,
} from "../../core/configuration/order.ts";
import type { Order } from "../../core/configuration/partial-order.ts";
import type { RuleFile } from "../../core/configuration/rule-file.ts";
import type { RulesTarget } from "../../languages.ts";
import type { LockContents, LockEntry } from "../lock/lock.ts";
import { lockedAt, type RulesPlace, setName } from "./places.ts";
import { fileRuleFinder } from "./rule-named.ts";

/** A file whose rule is in a set. */
export interface RuleSetMember extends OrderedMember {
  readonly rule: RuleFile;
  readonly file: { readonly text: string; readonly rule: RuleFile | undefined };
  /** Settings of the rule on the service that are not in its file; undefined if unknown. */
  readonly extra: readonly string[] | undefined;
}

export interface RuleSet {
  readonly target: RulesTarget;
  readonly order: Order<RuleSetMember>;
  /** Whether every rule of the set has a file, and the order is total. */
  readonly isWhole: boolean;
}

/** The rule sets of a place with at least two rules. New files are included if they will certainly be pushed to this place. */
export function setsAt(
  place: RulesPlace,
  files: ReadonlyMap<string, RuleSetMember["file"]>,
  lock: LockContents,
  takesNew: boolean,
): readonly RuleSet[] {
  const locked = new Map<string, RuleSetMember[]>();
  const fresh = new Map<string, RuleSetMember[]>();
  const taken = new Set<string>();
  for (const [name, file] of files) {
    const set = file.rule && setName(place.target, file.rule.phase);
    if (!file.rule || set === undefined) continue;
    const entry = lockedAt(place, name, lock);
    const { rule: id, ruleset = "" } = entry ?? {};
    // Two files with the same ID are one rule.
    if (id !== undefined && taken.has(id)) continue;
    if (id !== undefined) taken.add(id);
    const member = { file, rule: file.rule, name, id, extra: extraOf(place, entry, lock) };
    if (entry) push(locked, JSON.stringify([set, ruleset]), member);
    else if (takesNew && !Object.hasOwn(lock.lock, name)) push(fresh, set, member);
  }
  return withNew(locked, fresh).flatMap(([ruleset, members]) =>
    members.length < 2 ? [] : [setOf(place, members, orderIn(lock, ruleset))],
  );
}

function setOf(
  { target }: RulesPlace,
  all: readonly RuleSetMember[],
  ids: readonly string[],
): RuleSet {
  const members = all.slice(0, maxMembers);
  const order =
    target === "rulesets"
      ? byPosition(members, ids, fileRuleFinder(members))
      : byKnownPriority(members);
  const isWhole = target === "rulesets" && !order.isBefore && ids.length === order.items.length;
  return { target, order, isWhole };
}

/** Limited, because each rule of a set is compared with all earlier ones. */
const maxMembers = 2_000;

/** New files are added to the set of their phase, if there is only one. */
function withNew(
  locked: ReadonlyMap<string, readonly RuleSetMember[]>,
  fresh: ReadonlyMap<string, readonly RuleSetMember[]>,
): readonly (readonly [ruleset: string, members: readonly RuleSetMember[]])[] {
  const known = [...locked].map(([key, members]) => {
    const [set = "", ruleset = ""] = JSON.parse(key) as string[];
    return { set, ruleset, members };
  });
  const setNames = new Set([...known.map((it) => it.set), ...fresh.keys()]);
  return [...setNames].flatMap((name) => {
    const own = known.filter((it) => it.set === name);
    const added = own.length < 2 ? (fresh.get(name) ?? []) : [];
    if (own.length === 0) return [["", added] as const];
    return own.map((it) => [it.ruleset, [...it.members, ...added]] as const);
  });
}

function extraOf(
  { target }: RulesPlace,
  entry: LockEntry | undefined,
  { orders }: LockContents,
): RuleSetMember["extra"] {
  // Entries of older versions have neither orders nor extras.
  const isKnown = target !== "rulesets" || Object.hasOwn(orders, entry?.ruleset ?? "");
  return !entry || isKnown ? (entry?.extra ?? []) : undefined;
}

function orderIn({ orders }: LockContents, ruleset: string): readonly string[] {
  return (Object.hasOwn(orders, ruleset) ? orders[ruleset] : undefined) ?? [];
}
