import type { RulesetRule } from "../../api/shapes.ts";
import { type Position, positionText } from "../../core/configuration/position.ts";
import { isInPlace, placementIn } from "../drafts/position.ts";
import type { Change } from "../plan/settings.ts";
import type { Session } from "../session/session.ts";

/** The position line of a file, when the rule is elsewhere on the service. */
export interface PositionChange {
  readonly change: Change;
  /** The new value of the line, as in "before office"; undefined to remove it. */
  readonly line: string | undefined;
}

/** Undefined while the order on the service matches the file. */
export function pulledPosition(
  position: Position,
  rules: readonly RulesetRule[],
  id: string,
  path: string,
  session: Session,
): PositionChange | undefined {
  const line = lineNow(position, rules, id, path, session);
  const before = positionText(position);
  if (line === before) return undefined;
  return { change: { name: "position", before, after: line }, line };
}

function lineNow(
  position: Position,
  rules: readonly RulesetRule[],
  id: string,
  path: string,
  session: Session,
): string | undefined {
  const placement = placementIn(position, rules, path, session);
  // The rule that it refers to no longer exists.
  if (!placement) return undefined;
  if (isInPlace(placement, rules, id)) return positionText(position);
  if (position.kind === "before") return positionText({ ...position, kind: "after" });
  if (position.kind === "after") return positionText({ ...position, kind: "before" });
  const index = rules.findIndex((it) => it.id === id) + 1;
  return positionText(index === 1 ? { kind: "first" } : { kind: "index", index });
}

/** The text with the position line replaced. Only lines above the expression are directives. */
export function withPosition(text: string, { line }: PositionChange): string {
  const head = /^(?:[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$))*/.exec(text)?.[0] ?? "";
  const changed = head.replace(
    /^([ \t]*#[ \t]*@)(?:before|after|position)\b[^\r\n]*(\r?\n|$)/gm,
    (_, start: string, end: string) => (line === undefined ? "" : `${start}${line}${end}`),
  );
  return changed + text.slice(head.length);
}
