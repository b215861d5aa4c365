import type { RulesetRule } from "../../api/shapes.ts";
import {
  isPlaced,
  type Placement,
  type Position,
  placementOf,
  placesOf,
  positionNames,
  readPosition,
} from "../../core/configuration/position.ts";
import { ruleFinder } from "../../workspace/configuration/rule-named.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { Change } from "../plan/settings.ts";
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

/** The value of the directive, as in "before office". */
export function positionText(position: Position): string {
  if (position.kind === "index") return `position ${position.index}`;
  if ("ref" in position) return `${position.kind} ${position.ref}`;
  return `position ${position.kind}`;
}

/** The position in the lock file. */
export function positionEntry(position: Position | undefined): Pick<LockEntry, "position"> {
  return position ? { position: positionText(position) } : {};
}

/** Where a push puts a rule. */
export interface Placing {
  /** For messages, as in "before 'office-logins'". */
  readonly text: string;
  readonly sent: Placement;
}

export function placingOf(
  position: Position,
  rules: readonly RulesetRule[],
  path: string,
  session: Session,
): Placing {
  const sent = placementOf(position, (ref) => ruleNamed(ref, rules, path, session));
  if (sent) return { text: placingText(position), sent };
  throw new PushError(
    `'@${positionText(position)}' matches no rule of the ruleset. Use a rule's '@ref', its ID or its file, and push that rule first.`,
  );
}

function placingText(position: Position): string {
  if (position.kind === "index") return String(position.index);
  return "ref" in position ? `${position.kind} '${position.ref}'` : position.kind;
}

export function isInPlace({ sent }: Placing, rules: readonly RulesetRule[], id: string): boolean {
  return isPlaced(sent, id, placesOf(rules.map((it) => it.id)));
}

/** The ID of a rule that is named by its `@ref`, its ID, or the file that it was pushed from. */
function ruleNamed(
  ref: string,
  rules: readonly RulesetRule[],
  path: string,
  { lock, place }: Session,
): string | undefined {
  const pushed = lock.entries(place.profile);
  const filesOf = (id: string) => pushed.flatMap(([file, { rule }]) => (rule === id ? file : []));
  const find = ruleFinder(rules, ({ id, ref }) => ({ id, ref, files: filesOf(id) }));
  return find(ref, path)?.id;
}

/** The change that a plan shows: from the current position to the new one. */
export function positionChange(
  placing: Placing | undefined,
  rules: readonly RulesetRule[],
  id: string | undefined,
): Change[] {
  if (!placing || (id !== undefined && isInPlace(placing, rules, id))) return [];
  const index = rules.findIndex((it) => it.id === id);
  const before = index === -1 ? undefined : `${index + 1} of ${rules.length}`;
  return [{ name: "position", before, after: placing.text }];
}
