import { minify } from "../../json/format/minify.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonNode, JsonValue, Property } from "../../json/syntax/tree.ts";
import { applyEdits, type Edit, insert, remove, replace } from "../../text/edit.ts";
import { hunksOf } from "../plan/hunks.ts";

/** The limit of the service is far lower. */
const maxCharacters = 100_000;

/**
 * Edits that turn the value in a text into another one and touch only what differs, so that comments and formatting are kept.
 * If the result is not exactly the other value, everything is replaced.
 */
export function jsonEdits(text: string, value: JsonValue, after: string): Edit[] {
  const whole = [replace(value, after)];
  const { root: target } = parseJson(after);
  if (!target || value.end - value.start > maxCharacters) return whole;
  const edits = new Merge(text, after).value(value, target);
  const merged = applyEdits(
    text.slice(value.start, value.end),
    edits.map((it) => ({ ...it, start: it.start - value.start, end: it.end - value.start })),
  );
  const { root, errors } = parseJson(merged);
  const isExact = root && errors.length === 0 && minify(root, merged) === minify(target, after);
  return isExact ? edits : whole;
}

type Item = JsonValue | Property;

/** Walks through two values in parallel. */
class Merge {
  constructor(
    private readonly text: string,
    private readonly after: string,
  ) {}

  value(old: JsonValue, now: JsonValue): Edit[] {
    if (minify(old, this.text) === minify(now, this.after)) return [];
    if (old.kind === "array" && now.kind === "array") {
      const keys = old.items.map((it) => minify(it, this.text));
      const keysNow = now.items.map((it) => minify(it, this.after));
      return this.list(old, old.items, now.items, [keys, keysNow]);
    }
    if (old.kind === "object" && now.kind === "object") {
      const [keys, keysNow] = [old, now].map((it) => it.properties.map(({ name }) => name.value));
      return this.list(old, old.properties, now.properties, [keys ?? [], keysNow ?? []]);
    }
    return [replace(old, this.written(now))];
  }

  private list(
    parent: JsonNode,
    old: readonly Item[],
    now: readonly Item[],
    [keys, keysNow]: readonly [readonly string[], readonly string[]],
  ): Edit[] {
    const edits: Edit[] = [];
    let [i, j] = [0, 0];
    const pairs = (end: number, endNow: number) => {
      while (i < end && j < endNow) for (const it of this.item(old[i++], now[j++])) edits.push(it);
    };
    for (const { before, after } of hunksOf(keys, keysNow)) {
      pairs(before[0], after[0]);
      pairs(before[1], after[1]);
      if (i < before[1]) for (const it of this.deleted(old, i, before[1])) edits.push(it);
      if (j < after[1]) {
        for (const it of this.added(parent, old, i, now.slice(j, after[1]))) edits.push(it);
      }
      [i, j] = [before[1], after[1]];
    }
    pairs(old.length, now.length);
    return edits;
  }

  private item(old: Item | undefined, now: Item | undefined): Edit[] {
    if (!old || !now) return [];
    if (old.kind !== "property" && now.kind !== "property") return this.value(old, now);
    if (old.kind !== "property" || now.kind !== "property" || !old.value || !now.value)
      return [replace(old, this.written(now))];
    const isSame = old.name.value === now.name.value;
    const name = isSame ? [] : [replace(old.name, this.written(now.name))];
    return [...name, ...this.value(old.value, now.value)];
  }

  /** Removes a range of items, including the comments between them. */
  private deleted(items: readonly Item[], from: number, to: number): Edit[] {
    const [first, last, next, previous] = [items[from], items[to - 1], items[to], items[from - 1]];
    if (!first || !last) return [];
    if (next) return [remove({ start: first.start, end: next.start })];
    const commas = [previous, last].flatMap((it) => (it ? (this.commaAfter(it) ?? []) : []));
    const span = { start: first.start, end: last.end };
    return [remove(span), ...commas.map((it) => remove({ start: it, end: it + 1 }))];
  }

  /** Inserts before the item at that index. A comment at the end of the previous line stays there. */
  private added(
    parent: JsonNode,
    items: readonly Item[],
    index: number,
    now: readonly Item[],
  ): Edit[] {
    const [previous, next] = [items[index - 1], items[index]];
    const written = now.map((it) => this.written(it)).join(",\n");
    if (!previous)
      return [next ? insert(next.start, `${written},\n`) : insert(parent.start + 1, written)];
    const comma = this.commaAfter(previous);
    const at = this.lineEnd(comma === undefined ? previous.end : comma + 1);
    if (comma === undefined) return [insert(previous.end, ","), insert(at, `\n${written}`)];
    return [insert(at, `\n${written}${next ? "," : ""}`)];
  }

  private written({ start, end }: Item): string {
    return this.after.slice(start, end);
  }

  private commaAfter({ end }: Item): number | undefined {
    const gap = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    gap.lastIndex = end;
    gap.test(this.text);
    return this.text[gap.lastIndex] === "," ? gap.lastIndex : undefined;
  }

  /** The end of the line, when only a comment follows on it. */
  private lineEnd(offset: number): number {
    const rest = /[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*)?(?=\r?\n)/y;
    rest.lastIndex = offset;
    return rest.test(this.text) ? rest.lastIndex : offset;
  }
}
