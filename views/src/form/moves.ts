import type { FormPlace, ShownRow } from "../../../server/src/lsp/protocol.ts";
import { type Path, rowAt } from "./rows.ts";

/** Where a row can move to. */

/** The position of a row added after this one: at the end of a group, or after a condition. */
export function placeAfter(root: ShownRow | undefined, path: Path): FormPlace {
  const row = rowAt(root, path);
  if (row?.kind === "group") return { group: path, index: row.items.length };
  if (path.length === 0) return { group: [], index: 1 };
  return { group: path.slice(0, -1), index: (path.at(-1) ?? 0) + 1 };
}

export type Direction = "up" | "down" | "out" | "in";

export interface Move {
  readonly to: FormPlace;
  /** The path of the row after the move. */
  readonly path: Path;
}

/**
 * A move by keyboard. Up and down pass through all visible positions: into an adjacent group, and out of the current one.
 * Undefined at the ends.
 */
export function stepOf(
  root: ShownRow | undefined,
  path: Path,
  direction: Direction,
): Move | undefined {
  const index = path.at(-1);
  if (index === undefined) return undefined;
  const outer = path.slice(0, -1);
  const siblings = itemsAt(root, outer);
  switch (direction) {
    case "up":
      return index > 0 ? up(outer, index, siblings[index - 1]) : leave(outer, siblings.length, 0);
    case "down":
      return index < siblings.length - 1
        ? down(outer, index, siblings[index + 1])
        : leave(outer, siblings.length, 1);
    case "out":
      return leave(outer, siblings.length, 1);
    case "in":
      return enter(outer, index, siblings);
  }
}

function itemsAt(root: ShownRow | undefined, path: Path): readonly ShownRow[] {
  const row = rowAt(root, path);
  return row?.kind === "group" ? row.items : [];
}

function up(outer: Path, index: number, before: ShownRow | undefined): Move {
  if (isOpen(before)) {
    const group = [...outer, index - 1];
    return { to: { group, index: before.items.length }, path: [...group, before.items.length] };
  }
  return { to: { group: outer, index: index - 1 }, path: [...outer, index - 1] };
}

function down(outer: Path, index: number, after: ShownRow | undefined): Move {
  // The group moves up by one, because the row leaves its position before it.
  if (isOpen(after)) {
    return { to: { group: [...outer, index + 1], index: 0 }, path: [...outer, index, 0] };
  }
  return { to: { group: outer, index: index + 2 }, path: [...outer, index + 1] };
}

/** Moves out of the group, before or after it. A group that becomes empty is removed. */
function leave(outer: Path, siblings: number, offset: 0 | 1): Move | undefined {
  const own = outer.at(-1);
  if (own === undefined) return undefined;
  const group = outer.slice(0, -1);
  const isGone = siblings === 1;
  return {
    to: { group, index: own + offset },
    path: [...group, own + (isGone ? 0 : offset)],
  };
}

/** Moves into the group before the row, or after it. */
function enter(outer: Path, index: number, siblings: readonly ShownRow[]): Move | undefined {
  const before = siblings[index - 1];
  if (isOpen(before)) return up(outer, index, before);
  const after = siblings[index + 1];
  return isOpen(after) ? down(outer, index, after) : undefined;
}

function isOpen(row: ShownRow | undefined): row is Extract<ShownRow, { kind: "group" }> {
  return row?.kind === "group" && row.locked === undefined;
}

/** The position of a row dropped on the upper or lower half of another. Undefined inside the moved row. */
export function dropPlace(
  moved: Path,
  target: ShownRow,
  half: "upper" | "lower",
): FormPlace | undefined {
  const { path } = target;
  if (moved.every((it, depth) => path[depth] === it)) return undefined;
  if (isOpen(target) && (half === "lower" || path.length === 0)) return { group: path, index: 0 };
  if (path.length === 0) return undefined;
  return { group: path.slice(0, -1), index: (path.at(-1) ?? 0) + (half === "lower" ? 1 : 0) };
}
