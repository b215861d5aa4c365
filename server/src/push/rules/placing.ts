import type { RulesetRule } from "../../api/shapes.ts";
import { type Placement, placeAmong, placementOf } from "../../core/configuration/position.ts";
import { phaseFinder } from "../../workspace/configuration/positions.ts";
import { lockName } from "../../workspace/lock/lock.ts";
import type { RuleDraft } from "../drafts/rule.ts";
import type { Change } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import type { RunOrder } from "../session/run-order.ts";
import type { Session } from "../session/session.ts";
import { type PhaseNow, phaseNow } from "./phase-now.ts";
import type { FindPlace, Placing } from "./ruleset-work.ts";
import { noOrder, noRule, ruleIn } from "./run-order.ts";
import { targetOrder } from "./target-order.ts";

/** The place that an undo restores, from 1. */
export function atIndex(index: number): FindPlace {
  return (rules, id) =>
    id !== undefined && rules[index - 1]?.id === id
      ? undefined
      : { text: String(index), sent: { index } };
}

type Positioned = Pick<RuleDraft, "path" | "phase" | "position">;

/** The place of a rule in a run. Its own position is sent if that leads there. */
export function placeInRun(
  { path, phase, position }: Positioned,
  order: RunOrder,
  session: Session,
  compareOnly = false,
): FindPlace {
  return (rules, id) => {
    if (rules.length === 0 || (!position && id !== undefined)) return undefined;
    const now = phaseNow({ phase, rules }, order, session, { path, id });
    const text = textOf(position);
    const own = position && placementOf(position, (ref) => now.find(ref, path));
    if (position && "ref" in position && !own) {
      if (!compareOnly || !isInFiles(position.ref, path, order))
        throw new PushError(noRule(position.kind, position.ref));
      // Nothing is sent, and the other file is pushed first.
      return { text, sent: { after: "" } };
    }
    const target = targetOrder(now, order);
    if (!target && position) throw new PushError(noOrder(phase));
    if (!target) return undefined;
    const scene = sceneOf(path, now, order, target);
    if (id === undefined ? !position && scene.fits(scene.others.length) : scene.isPlaced)
      return undefined;
    const sent = fitting(own, scene, now.keys.length < rules.length) ?? scene.placement;
    return { text, sent: withIds(sent, now, scene.others.length + 1) };
  };
}

/** The own placement of a rule if it leads to its place. */
function fitting(own: Placement | undefined, { others, fits }: Scene, isShrinking: boolean) {
  // Rules that are deleted after the push count among the others now.
  if (!own || ("index" in own && isShrinking)) return undefined;
  const place = placeAmong(own, others);
  return place !== undefined && fits(place) ? own : undefined;
}

function isInFiles(ref: string, path: string, { rules }: RunOrder): boolean {
  const all = [...rules.values()].map((it) => ({ ...it, id: undefined }));
  const own = all.find((it) => it.name === path);
  return own !== undefined && phaseFinder(all)(ref, own, own.phase) !== undefined;
}

/** For a new rule without a position, if its ruleset is restored or pushed to another place. */
export function notInLockFile(
  { path, phase, position }: Positioned,
  ruleset: string | undefined,
  { past, rules }: RunOrder,
  session: Session,
): readonly string[] {
  if (position || past.some((it) => it.paths.includes(path))) return [];
  const phaseOf = (it: string) => (rules.get(it) ?? ruleIn(it, session))?.phase;
  // Older versions of Weir recorded no order.
  const isRestored =
    session.lock.profiles().some((it) => session.lock.entry(path, it)?.ruleset !== undefined) ||
    past.some((it) => it.ruleset !== ruleset && it.paths.some((other) => phaseOf(other) === phase));
  return isRestored ? [`'${lockName}' has no place for this rule, so it is added at the end.`] : [];
}

interface Scene {
  readonly others: readonly string[];
  readonly isPlaced: boolean;
  /** Whether the rule would be among the settled ones as in the target, at this place among the others. */
  fits(place: number): boolean;
  readonly placement: Placement;
}

/** Rules that later files of the run move are not settled. */
function sceneOf(
  path: string,
  { keys, left }: PhaseNow,
  { rules }: RunOrder,
  target: readonly string[],
): Scene {
  const isMoved = new Set(left.filter((it) => rules.get(it)?.position));
  const others = keys.filter((it) => it !== path);
  const settled = new Set(others.filter((it) => !isMoved.has(it)));
  const at = target.indexOf(path);
  const before = new Set(target.slice(0, at).filter((it) => settled.has(it)));
  const fits = (place: number) =>
    others.every((it, i) => !settled.has(it) || i < place === before.has(it));
  const last = [...before].at(-1);
  return {
    others,
    fits,
    isPlaced: keys.includes(path) && fits(keys.indexOf(path)),
    placement: last === undefined ? { index: 1 } : { after: last },
  };
}

/** With IDs in place of keys. The service refuses a number after the end. */
function withIds(sent: Placement, now: PhaseNow, end: number): Placement {
  if ("index" in sent) return { index: Math.min(sent.index, end) };
  const idOf = (key: string) => (key === "" ? "" : (now.idOf(key) ?? key));
  return "before" in sent ? { before: idOf(sent.before) } : { after: idOf(sent.after) };
}

function textOf(position: RuleDraft["position"]): string {
  if (!position) return `as in '${lockName}'`;
  if (position.kind === "index") return String(position.index);
  return "ref" in position ? `${position.kind} '${position.ref}'` : position.kind;
}

/** The change that a plan shows: from the current position to the new one. */
export function positionChange(
  placing: Placing | undefined,
  rules: readonly RulesetRule[],
  id: string | undefined,
): Change[] {
  if (!placing) return [];
  const index = rules.findIndex((it) => it.id === id);
  const before = index === -1 ? undefined : `${index + 1} of ${rules.length}`;
  return [{ name: "position", before, after: placing.text }];
}
