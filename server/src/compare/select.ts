import { Lines } from "../text/lines.ts";
import { thousands } from "../text/wording.ts";
import type { Item } from "./items.ts";
import { lineOf } from "./items.ts";

/** Selects one of the items of a file: by a line (from 1) or an offset inside it, or by its name. */
export interface Selection {
  readonly line?: number | undefined;
  readonly offset?: number | undefined;
  /** The `ref` of a rule, its description, the name of a job, or the address of a resource. */
  readonly ref?: string | undefined;
}

/** A file with the filters, rules and jobs in it. */
export interface ItemsOfFile {
  /** As messages call it, such as "'waf.tf'". */
  readonly name: string;
  readonly text: string;
  readonly items: readonly Item[];
  readonly selection: Selection;
  /** How to select one of several, in the words of the caller. */
  readonly howToSelect: string;
}

/** The selected item of a file, or its only one. */
export function oneItem(file: ItemsOfFile): Item | { readonly error: string } {
  const { name, text, items, selection, howToSelect } = file;
  const [only, ...more] = selectedIn(items, selection, text);
  if (only && more.length === 0) return only;
  const has = sentence(`${name} has ${placesOf(only ? [only, ...more] : items, items, text)}.`);
  if (only) return { error: `${has} ${howToSelect}` };
  return items.length === 0
    ? { error: `No filter or rule found in ${name}.` }
    : { error: `No filter or rule found at ${placeOf(selection, text)}. ${has} ${howToSelect}` };
}

/** The selected items; all without a selection. */
export function selectedIn(
  items: readonly Item[],
  { line, offset, ref }: Selection,
  text: string,
): readonly Item[] {
  if (ref !== undefined) return named(items, ref);
  const lines = new Lines(text);
  if (offset !== undefined) {
    const around = items.filter((it) => it.start <= offset && offset <= it.end);
    return around.length > 0 ? around : onLine(lines.lineAt(offset) + 1, items, lines);
  }
  return line === undefined ? items : onLine(line, items, lines);
}

/** The items of a line. As in `}, {` of a list, one that starts there comes before one that ends there. */
function onLine(line: number, items: readonly Item[], lines: Lines): readonly Item[] {
  const around = items.filter(
    ({ start, end }) => lines.lineAt(start) < line && line <= lines.lineAt(end) + 1,
  );
  const starting = around.filter((it) => lineOf(it, lines) === line);
  return starting.length > 0 ? starting : around;
}

function placeOf({ line, offset, ref }: Selection, text: string): string {
  if (ref !== undefined) return `'${ref}'`;
  return `line ${line ?? new Lines(text).lineAt(offset ?? 0) + 1}`;
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
const longestName = 60;

/** Begins with an uppercase letter. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As in "3 filters and rules (lines 4, 9, 14)", or with the names that select them. */
function placesOf(items: readonly Item[], all: readonly Item[], text: string): string {
  const lines = new Lines(text);
  const shown = items.slice(0, mostLines);
  const places = shown.map((it) => [lineOf(it, lines), nameFor(it, all)] as const);
  const hasNames = places.some(([, name]) => name !== undefined);
  const list = places.map(([line, name]) =>
    [hasNames ? `line ${line}` : line, name === undefined ? [] : `'${name}'`].flat().join(" "),
  );
  const more = items.length > shown.length ? ", …" : "";
  const where = `${hasNames ? "" : items.length === 1 ? "line " : "lines "}${list.join(", ")}${more}`;
  if (items.length === 1) return `one filter or rule (${where})`;
  return `${thousands(items.length)} filters and rules (${where})`;
}

/** A name that selects this item only. */
function nameFor(item: Item, all: readonly Item[]): string | undefined {
  return [item.ref, item.title, item.group].find((name = "") => {
    const [only, ...more] = name.length <= longestName ? named(all, name) : [];
    return only === item && more.length === 0;
  });
}
