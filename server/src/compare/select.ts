import { Lines } from "../text/lines.ts";
import { thousands } from "../text/wording.ts";
import type { Item } from "./items.ts";
import { lineOf } from "./names.ts";

/** Selects one of the items of a file: by a line (from 1) inside it, or by its name. */
export interface Selection {
  readonly line?: number | undefined;
  /** The `ref` of a rule, its description, the name of a job, or the address of a resource. */
  readonly ref?: string | undefined;
}

/** The selected items; all without a selection. */
export function selectedIn(
  items: readonly Item[],
  { line, ref }: Selection,
  text: string,
): readonly Item[] {
  if (ref !== undefined) return named(items, ref);
  if (line === undefined) return items;
  const lines = new Lines(text);
  return items.filter(
    ({ start, end }) => lines.lineAt(start) < line && line <= lines.lineAt(end) + 1,
  );
}

function named(items: readonly Item[], name: string): readonly Item[] {
  const ways = [
    (it: Item) => it.ref === name,
    (it: Item) => it.title === name,
    (it: Item) => it.group === name,
  ];
  return ways.map((is) => items.filter(is)).find((it) => it.length > 0) ?? [];
}

const mostLines = 5;

/** As in "3 rules and filters: lines 4, 9 and 14". */
export function placesOf(items: readonly Item[], text: string): string {
  const all = new Lines(text);
  const lines = items.slice(0, mostLines).map((it) => lineOf(it, all));
  const more = items.length > lines.length ? ", …" : "";
  return `${thousands(items.length)} filters and rules (lines ${lines.join(", ")}${more})`;
}
