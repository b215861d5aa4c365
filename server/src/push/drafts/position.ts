import type { Fields, RulesetRule } from "../../api/shapes.ts";
import { type Position, positionNames, readPosition } from "../../core/configuration/rule-file.ts";
import { filesNamed } from "../../workspace/configuration/rule-named.ts";
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

/** The position as the service accepts it, and whether the rule is already there. */
export interface Placing {
  /** For messages, as in "before 'office-logins'". */
  readonly text: string;
  readonly sent: Fields;
  holds(rules: readonly RulesetRule[], id: string): boolean;
}

export function placingOf(
  position: Position,
  rules: readonly RulesetRule[],
  path: string,
  session: Session,
): Placing {
  switch (position.kind) {
    case "first":
      return { text: "first", sent: { index: 1 }, holds: (all, id) => all[0]?.id === id };
    case "last":
      return { text: "last", sent: { after: "" }, holds: (all, id) => all.at(-1)?.id === id };
    case "index": {
      const { index } = position;
      const holds = (all: readonly RulesetRule[], id: string) =>
        all.findIndex((it) => it.id === id) === Math.min(index, all.length) - 1;
      return { text: String(index), sent: { index }, holds };
    }
    default: {
      const { kind, ref } = position;
      const other = ruleNamed(ref, kind, rules, path, session);
      // Several rules may be before or after the same one, so they need not be adjacent.
      const holds = (all: readonly RulesetRule[], id: string) => {
        const [own, its] = [id, other].map((it) => all.findIndex((rule) => rule.id === it));
        return (own ?? 0) < (its ?? 0) === (kind === "before");
      };
      return { text: `${kind} '${ref}'`, sent: { [kind]: other }, holds };
    }
  }
}

/** Finds a rule by its `@ref`, its ID, or the file that it was pushed from. */
function ruleNamed(
  ref: string,
  kind: string,
  rules: readonly RulesetRule[],
  path: string,
  { lock, place }: Session,
): string {
  const found = rules.find((it) => it.id === ref || it.ref === ref);
  if (found) return found.id;
  const ids = filesNamed(ref, path).map((it) => lock.entry(it, place.profile)?.rule);
  const known = rules.find((it) => ids.includes(it.id));
  if (known) return known.id;
  throw new PushError(
    `'@${kind} ${ref}' matches no rule of the ruleset. Use a rule's '@ref', its ID or its file, and push that rule first.`,
  );
}

/** The change that a plan shows: from the current position to the new one. */
export function positionChange(
  placing: Placing | undefined,
  rules: readonly RulesetRule[],
  id: string | undefined,
): Change[] {
  if (!placing || (id !== undefined && placing.holds(rules, id))) return [];
  const index = rules.findIndex((it) => it.id === id);
  const before = index === -1 ? undefined : `${index + 1} of ${rules.length}`;
  return [{ name: "position", before, after: placing.text }];
}
