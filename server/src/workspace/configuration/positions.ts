import type { NamedValue } from "../../core/analysis.ts";
import { positionNames, readPosition } from "../../core/configuration/position.ts";
import {
  type PositionContext,
  type PositionedRule,
  type PositionFault,
  positionFaults,
} from "../../core/configuration/position-faults.ts";
import { customPhase, languageFor } from "../../languages.ts";
import type { LockContents } from "../lock/lock.ts";
import { lockedAt, type RulesPlace } from "./places.ts";
import { filesNamed, ruleFinder } from "./rule-named.ts";

const relevant = /@(?:before|after|position|ref|phase|value)\b/;

/** The rule of a file with its position. Undefined for a value expression. Other files need not be analyzed. */
export function positionedRule(
  name: string,
  text: string,
  directivesIn: () => readonly NamedValue[],
): Omit<PositionedRule, "id"> | undefined {
  if (!relevant.test(text))
    return { name, phase: customPhase, ref: undefined, position: undefined };
  const directives = directivesIn();
  if (directives.some((it) => it.name === "value")) return undefined;
  const last = (name: string) => directives.findLast((it) => it.name === name)?.value || undefined;
  const names = positionNames.filter((name) => last(name) !== undefined);
  const [kind] = names;
  const position = kind && names.length === 1 ? readPosition(kind, last(kind) ?? "") : undefined;
  return { name, phase: last("phase") ?? customPhase, ref: last("ref"), position };
}

/** Finds rules by the names that positions may have for them, in each phase. */
export function phaseFinder(rules: readonly PositionedRule[]): PositionContext["find"] {
  const finders = new Map<string, ReturnType<typeof ruleFinder<PositionedRule>>>();
  const refs = new Map<string, number>();
  const refIn = (phase: string, ref: string | undefined) => JSON.stringify([phase, ref]);
  for (const it of rules) {
    const key = refIn(it.phase, it.ref);
    if (it.ref !== undefined) refs.set(key, (refs.get(key) ?? 0) + 1);
  }
  for (const phase of new Set(rules.map((it) => it.phase))) {
    const own = rules.filter((it) => it.phase === phase);
    finders.set(
      phase,
      ruleFinder(own, ({ id, ref, name }) => ({ id, ref, files: [name] })),
    );
  }
  return (ref, { name }, phase) =>
    (refs.get(refIn(phase, ref)) ?? 0) > 1 ? "several" : finders.get(phase)?.(ref, name);
}

/** The faults in the positions of files that are certain without the service, or likely. `isOnly`: new files are pushed to this place. `exists`: a file may be left out of the run. */
export function offlineFaults(
  files: readonly Omit<PositionedRule, "id">[],
  place: RulesPlace,
  lock: LockContents,
  { isOnly, exists }: { readonly isOnly: boolean; exists(path: string): boolean },
): ReadonlyMap<string, PositionFault> {
  const rules = files.map((it) => ({ ...it, id: lockedAt(place, it.name, lock)?.rule }));
  const find = phaseFinder(rules);
  const ids = idsIn(lock);
  const isNew = (name: string) => !Object.hasOwn(lock.lock, name);
  return positionFaults(rules, {
    find,
    rulesetOf: ({ id, name }) =>
      id !== undefined || (isOnly && isNew(name)) ? place.zone : undefined,
    // Who has several zones in one workspace has a folder for each.
    groupOf: ({ name }) =>
      !isOnly && isNew(name) ? name.slice(0, name.lastIndexOf("/") + 1) : undefined,
    missing(ref, from) {
      const paths = filesNamed(ref, from.name);
      const isThere = (it: string) => Object.hasOwn(lock.lock, it) || exists(it);
      if (ids.has(ref) || paths.some(isThere)) return undefined;
      return missingFault(ref, from, isPath(ref) || (isOnly && isWhole(from, rules, place, lock)));
    },
  });
}

function missingFault(
  ref: string,
  { position, phase }: PositionedRule,
  isCertain: boolean,
): PositionFault {
  const what = `'@${position?.kind} ${ref}' matches no rule of phase '${phase}'`;
  if (isCertain)
    return {
      code: "unknown-rule",
      message: `${what}. Use a rule's '@ref', its ID or its file.`,
    };
  return {
    code: "unknown-rule",
    message: `${what} in the files and in 'weir.lock.json'. Use a rule's '@ref', its ID or its file, or run 'weir pull' if the service has the rule.`,
    isGuess: true,
  };
}

/** The service has no refs that look like this. */
function isPath(ref: string): boolean {
  const [extension = ""] = languageFor("rule").extensions;
  return ref.includes("/") || ref.endsWith(extension);
}

/** Every rule that the ruleset had when it was last read has a file. */
function isWhole(
  { phase }: PositionedRule,
  rules: readonly PositionedRule[],
  place: RulesPlace,
  lock: LockContents,
): boolean {
  const own = rules.filter((it) => it.phase === phase);
  const rulesets = new Set(own.map((it) => lockedAt(place, it.name, lock)?.ruleset ?? ""));
  rulesets.delete("");
  const [ruleset = ""] = rulesets;
  const order = Object.hasOwn(lock.orders, ruleset) ? lock.orders[ruleset] : undefined;
  const ids = new Set(own.map((it) => it.id));
  return rulesets.size === 1 && order?.every((it) => ids.has(it)) === true;
}

/** The IDs of all rules in the lock file. */
function idsIn({ lock, orders, recorded }: LockContents): ReadonlySet<string> {
  return new Set([
    ...Object.values(lock).flatMap((it) => Object.values(it).flatMap(({ rule }) => rule ?? [])),
    ...Object.values(orders).flat(),
    ...Object.values(recorded).flatMap(({ rules }) => rules.map((it) => it.replace(/ .*/s, ""))),
  ]);
}
