import { addAll } from "../../text/add-all.ts";
import { placeholdersIn } from "../hcl/placeholders.ts";
import { type CallContext, type Fn, partial, passing } from "./fn.ts";
import { numberOf } from "./values/calculate.ts";
import { marksOf } from "./values/marks.ts";
import { isMany } from "./values/open.ts";
import {
  computed,
  failed,
  hasHoles,
  holeAt,
  list,
  type Piece,
  type Place,
  plain,
  slice,
  stringOf,
  type Text,
  text,
  type Value,
} from "./values/value.ts";
import { asText } from "./values/whole.ts";

/** A function of one text, whose holes are characters. */
function ofText(
  change: (value: Text, context: CallContext, args: readonly Value[]) => Value | undefined,
): Fn {
  return {
    keepsMarks: true,
    call: ([first, ...rest], context) => {
      const value = first && asText(first);
      return value && change(value, context, rest);
    },
  };
}

/** A function of texts that are known. */
function ofStrings(
  result: (args: readonly string[], context: CallContext) => string | boolean | undefined,
): Fn {
  return {
    call: (args, context) => {
      const known = args.map((it) => stringOf(asText(it)));
      if (known.includes(undefined)) return undefined;
      const value = result(known as readonly string[], context);
      if (value === undefined) return undefined;
      return typeof value === "string"
        ? computed(value, context.place)
        : plain(value, context.place);
    },
  };
}

function withCase(change: (written: string) => string): Fn {
  return ofText((value) => {
    const pieces = value.pieces.map((it): Piece => {
      const changed = it.kind === "hole" ? it.text : change(it.text);
      return changed === it.text ? it : { ...it, kind: "replacement", text: changed };
    });
    return text(pieces, value.place);
  });
}

function trimmed(start: RegExp | undefined, end: RegExp | undefined): Fn {
  return ofText((value) => cut(value, start, end));
}

/** The text without what the patterns match at its start and its end. */
function cut(value: Text, start: RegExp | undefined, end: RegExp | undefined): Text {
  const from = start?.exec(value.shown)?.[0].length ?? 0;
  const to = value.shown.length - (end?.exec(value.shown)?.[0].length ?? 0);
  return slice(value, from, Math.max(from, to));
}

function quoted(written: string): string {
  return written.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

export const textFunctions: Readonly<Record<string, Fn>> = {
  lower: withCase((it) => it.toLowerCase()),
  upper: withCase((it) => it.toUpperCase()),
  trimspace: trimmed(/^\s+/, /(?<!\s)\s+$/),
  chomp: trimmed(undefined, /(?<![\r\n])[\r\n]+$/),
  indent: {
    keepsMarks: true,
    call: ([spaces, value], { place }) => indented(spaces, value, place),
  },
  trimprefix: ofText((value, _, [prefix]) => {
    const written = stringOf(prefix);
    if (written === undefined) return undefined;
    return value.shown.startsWith(written)
      ? slice(value, written.length, value.shown.length)
      : value;
  }),
  trimsuffix: ofText((value, _, [suffix]) => {
    const written = stringOf(suffix);
    if (written === undefined) return undefined;
    const isThere = value.shown.endsWith(written);
    return isThere ? slice(value, 0, value.shown.length - written.length) : value;
  }),
  trim: ofText((value, _, [characters]) => {
    const written = stringOf(characters);
    if (!written) return undefined;
    const any = `[${quoted(written)}]`;
    return cut(value, new RegExp(`^${any}+`), new RegExp(`(?<!${any})${any}+$`));
  }),
  substr: ofText((value, _, [offset, length]) => {
    const [from, count] = [numberOf(offset), numberOf(length)];
    // Terraform counts characters as people see them.
    if (from === undefined || count === undefined || !/^[\x20-\x7e]*$/.test(value.shown))
      return undefined;
    const start = from < 0 ? value.shown.length + from : from;
    return slice(value, start, count < 0 ? value.shown.length : start + count);
  }),
  title: ofStrings(([written = ""]) =>
    /^[\x20-\x7e]*$/.test(written)
      ? written.replace(/(?<![\w'])[a-z]/g, (it) => it.toUpperCase())
      : undefined,
  ),
  startswith: ofStrings(([written = "", start = ""]) => written.startsWith(start)),
  endswith: ofStrings(([written = "", end = ""]) => written.endsWith(end)),
  strcontains: ofStrings(([written = "", part = ""]) => written.includes(part)),
  strrev: ofStrings(([written = ""]) =>
    /^[\x20-\x7e]*$/.test(written) ? [...written].reverse().join("") : undefined,
  ),
  split: {
    keepsMarks: true,
    call: ([separator, value], { place, scope }) => {
      const [between, whole] = [stringOf(separator), value && asText(value)];
      if (between === undefined || !whole || hasHoles(whole)) return undefined;
      const parts: Value[] = [];
      let at = 0;
      for (const it of whole.shown.split(between)) {
        if (!scope.around.budget.take(1)) return undefined;
        parts.push({ ...slice(whole, at, at + it.length), place });
        at += it.length + between.length;
      }
      return list(parts, place);
    },
  },
  join: {
    ...partial,
    takesApart: true,
    call: ([separator, ...lists], context) => joined(separator, lists, context),
  },
  replace: {
    ...passing,
    call: ([value, search, by], { place }) => replaced(value, search, by, place),
  },
  format: { ...passing, call: ([form, ...args], { place }) => formatted(form, args, place) },
  formatlist: {
    ...passing,
    call: ([form, ...args], { place, scope }) => {
      const lists = args.filter((it) => it.kind === "list");
      const [first] = lists;
      const count = first?.items.length ?? 1;
      const isKnown =
        args.every((it) => it.kind !== "unknown") && lists.every((it) => it.items.length === count);
      if (!isKnown || !scope.around.budget.allows(count)) return undefined;
      const items = Array.from({ length: count }, (_, index) => {
        const own = args.map((it) => (it.kind === "list" ? (it.items[index] ?? it) : it));
        return formatted(form, own, place);
      });
      return items.every((it) => it !== undefined) ? list(items, place) : undefined;
    },
  },
};

function joined(
  separator: Value | undefined,
  lists: readonly Value[],
  { place, scope }: CallContext,
): Value | undefined {
  const between = separator && asText(separator);
  if (!between) return undefined;
  const pieces: Piece[] = [];
  let isFirst = true;
  for (const it of lists) {
    if (it.kind !== "list") return undefined;
    for (const item of it.items) {
      if (!scope.around.budget.take(1) || (isMany(item) && item.isChecked)) return undefined;
      if (!isFirst)
        addAll(
          pieces,
          between.pieces.map((piece) => ({ ...piece, ...at(item) })),
        );
      isFirst = false;
      const written = asText(item);
      if (!written && item.kind !== "unknown") return failed(place);
      for (const piece of written?.pieces ?? [holeAt(item.place)]) pieces.push(piece);
    }
  }
  const size = pieces.reduce((sum, it) => sum + it.text.length, 0);
  if (!scope.around.budget.allows(size)) return undefined;
  return { ...text(pieces, place), marks: marksOf(...lists) };
}

/** A separator is before an element, and not once for all. */
function at({ place: { source, start } }: Value): Pick<Piece, "kind" | "source" | "start" | "end"> {
  return { kind: "replacement", source, start, end: start };
}

function indented(
  spaces: Value | undefined,
  value: Value | undefined,
  place: Place,
): Value | undefined {
  const [count, whole] = [numberOf(spaces), value && asText(value)];
  if (count === undefined || count < 0 || count > 100 || !whole) return undefined;
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index } of whole.shown.matchAll(/\n/g)) {
    const line = slice(whole, from, index + 1).pieces;
    addAll(pieces, line);
    const last = line.at(-1);
    if (last && count > 0)
      pieces.push({ ...last, kind: "replacement", text: " ".repeat(count), start: last.end });
    from = index + 1;
  }
  addAll(pieces, slice(whole, from, whole.shown.length).pieces);
  return text(pieces, place);
}

function replaced(
  value: Value | undefined,
  search: Value | undefined,
  by: Value | undefined,
  place: Place,
): Value | undefined {
  const whole = value && asText(value);
  const from = stringOf(search);
  const replacement = by && asText(by);
  if (!whole || !from || !replacement) return undefined;
  const pattern = patternOf(from, replacement.shown, whole.shown.length);
  if (!pattern) return undefined;
  // Spaces instead of line breaks are where those are, so that what they are in is one place.
  const isSpace = replacement.shown.trim() === "";
  const pieces: Piece[] = [];
  let taken = 0;
  for (const { 0: found, index } of whole.shown.matchAll(pattern)) {
    if (found === "") return undefined;
    addAll(pieces, slice(whole, taken, index).pieces);
    const [first] = slice(whole, index, index + found.length).pieces;
    for (const it of replacement.pieces)
      pieces.push(
        first && isSpace
          ? {
              ...it,
              kind: it.kind === "hole" ? "hole" : "replacement",
              source: first.source,
              start: first.start,
              end: first.end,
            }
          : it,
      );
    taken = index + found.length;
  }
  addAll(pieces, slice(whole, taken, whole.shown.length).pieces);
  return text(pieces, place);
}

/** A regular expression is used if it is simple enough to mean the same here, and to take linear time. */
function patternOf(search: string, by: string, size: number): RegExp | undefined {
  const inner = /^\/(.+)\/$/s.exec(search)?.[1];
  if (inner === undefined) return new RegExp(quoted(search), "g");
  const isSimple = simplePattern.test(inner) && (inner.match(/[+*?]/g)?.length ?? 0) <= 1;
  return isSimple && !by.includes("$") && size <= 10_000 ? new RegExp(inner, "g") : undefined;
}

const simplePattern = /^(?:(?:\\[nrtsd./-]|[\w ,;:=@#"'-]|\[[\w \n\r\t]+\])[+*?]?)+$/;

/** `format`. Undefined if a placeholder is not known, or has none of the usual forms. */
export function formatted(
  form: Value | undefined,
  args: readonly Value[],
  place: Place,
): Text | undefined {
  const whole = form && asText(form);
  const found =
    whole &&
    placeholdersIn(whole.shown, (index) => {
      const value = args[index];
      if (value?.kind === "plain") return value.value ?? undefined;
      return stringOf(value);
    });
  if (!found || found.used !== args.length) return undefined;
  const pieces: Piece[] = [];
  let taken = 0;
  for (const { start, end, value, index, isUnchanged } of found.cuts) {
    addAll(pieces, slice(whole, taken, start).pieces);
    taken = end;
    const argument = index === undefined ? undefined : args[index];
    const inserted = isUnchanged && argument ? asText(argument) : undefined;
    const [own] = slice(whole, start, end).pieces;
    if (inserted) addAll(pieces, inserted.pieces);
    else if (value !== undefined) {
      const marks = marksOf(argument);
      const { source, start: from, end: to } = argument?.place ?? own ?? place;
      pieces.push({ kind: "replacement", text: value, source, start: from, end: to, marks });
    } else pieces.push(holeAt(argument?.place ?? place));
  }
  addAll(pieces, slice(whole, taken, whole.shown.length).pieces);
  return text(pieces, place);
}
