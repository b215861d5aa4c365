import type { RulesetRule } from "../../api/shapes.ts";
import {
  isPlaced,
  type Placement,
  type Position,
  placementOf,
  placesOf,
  positionNames,
  positionText,
  readPosition,
} from "../../core/configuration/position.ts";
import { ruleFinder } from "../../workspace/configuration/rule-named.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { PushError } from "../push-error.ts";
import type { Session } from "../session/session.ts";

/** The `# @name value` lines of a file. */
interface Lines {
  has(name: string): boolean;
  text(name: string): string | undefined;
}

/** Undefined when the file has none: an existing rule stays in place, and a new one is added last. */
export function positionIn(directives: Lines): Position | undefined {
  const [name, other] = positionNames.filter((it) => directives.has(it));
  if (name === undefined) return undefined;
  if (other) throw new PushError(`'@${name}' conflicts with '@${other}'. Keep one of them.`);
  const value = directives.text(name) ?? "";
  const position = readPosition(name, value);
  if (position) return position;
  throw new PushError(`'@position' needs 'first', 'last' or a number from 1, found '${value}'.`);
}

/** The position in the lock file. */
export function positionEntry(position: Position | undefined): Pick<LockEntry, "position"> {
  return position ? { position: positionText(position) } : {};
}

/** Undefined if the ruleset has no rule that the position refers to. */
export function placementIn(
  position: Position,
  rules: readonly RulesetRule[],
  path: string,
  { lock, place }: Session,
): Placement | undefined {
  const pushed = lock.entries(place.profile);
  const filesOf = (id: string) => pushed.flatMap(([file, { rule }]) => (rule === id ? file : []));
  const find = ruleFinder(rules, ({ id, ref }) => ({ id, ref, files: filesOf(id) }));
  return placementOf(position, (ref) => find(ref, path)?.id);
}

export function isInPlace(sent: Placement, rules: readonly RulesetRule[], id: string): boolean {
  return isPlaced(sent, id, placesOf(rules.map((it) => it.id)));
}
