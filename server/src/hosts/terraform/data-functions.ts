import { parseJson } from "../../json/syntax/parse.ts";
import { stringText } from "../../json/syntax/string-text.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import type { Decoding } from "../../text/decoding.ts";
import { globMatcher } from "../../text/glob.ts";
import type { HostNode } from "../node.ts";
import { readYaml } from "../yaml/read.ts";
import { csvRows } from "./csv.ts";
import type { CallContext, Fn } from "./fn.ts";
import { evaluateWhole } from "./template.ts";
import { hidden, marksOf } from "./values/marks.ts";
import { restOf } from "./values/open.ts";
import {
  alone,
  computed,
  failed,
  hasHoles,
  holeAt,
  list,
  object,
  type Piece,
  type Place,
  plain,
  type Source,
  slice,
  stringOf,
  type Text,
  text,
  unknown,
  type Value,
  withNames,
} from "./values/value.ts";
import { asText, numberText, order } from "./values/whole.ts";

export const dataFunctions: Readonly<Record<string, Fn>> = {
  file: {
    call: ([path], context) => {
      const source = fileOf(path, context);
      return source && shownOf(wholeOf(source), source, context);
    },
  },
  fileexists: {
    // A file that is not there now may be made later.
    call: ([path], context) => (fileOf(path, context) ? plain(true, context.place) : undefined),
  },
  fileset: {
    call: ([path, pattern], { place, scope }) => {
      const [folder, glob] = [stringOf(path), stringOf(pattern)];
      const all = folder === undefined ? undefined : scope.around.filesBelow(folder);
      if (!all || glob === undefined || !scope.around.budget.allows(all.length)) return undefined;
      const found = all.filter(globMatcher(glob)).map((it) => computed(it, place));
      return { ...list(found, place), isSet: true };
    },
  },
  templatefile: {
    keepsMarks: true,
    call: ([path, values], context) => {
      const source = fileOf(path, context);
      if (!source || values?.kind !== "object") return undefined;
      // It sees only the values that it is given.
      const around = alone(context.scope.around.budget);
      const scope = { ...withNames(context.scope, values.entries), around };
      const found = evaluateWhole(source, scope, context.place, context.evaluate);
      return shownOf(found, source, context);
    },
  },
  jsonencode: {
    keepsMarks: true,
    takesUnknown: true,
    takesApart: true,
    call: ([value], { place, scope }) => {
      const pieces: Piece[] = [];
      if (!value || value.kind === "unknown") return undefined;
      writeJson(value, place, pieces);
      const size = pieces.reduce((sum, it) => sum + it.text.length, 0);
      return scope.around.budget.allows(size) ? text(pieces, place) : undefined;
    },
  },
  jsondecode: {
    keepsMarks: true,
    call: ([value], context) => {
      const whole = wholeText(value);
      if (!whole) return undefined;
      const { root, errors } = parseJson(whole.shown);
      if (root && errors.length === 0) return valueOfJson(root, whole);
      return undecoded(whole, "JSON", context);
    },
  },
  yamldecode: {
    keepsMarks: true,
    call: ([value], context) => {
      const whole = wholeText(value);
      const roots = whole ? readYaml(whole.shown, false, () => true) : [];
      const [root] = roots;
      if (whole && roots.length !== 1) undecoded(whole, "YAML", context);
      return whole && root && roots.length === 1 ? valueOfNode(root, whole) : undefined;
    },
  },
  csvdecode: {
    keepsMarks: true,
    call: ([value], context) => {
      const { place } = context;
      const whole = wholeText(value);
      const [header, ...rows] = (whole && csvRows(whole.shown)) ?? [];
      if (!whole) return undefined;
      const names = header?.map((it) => it.text) ?? [];
      const isTable = rows.every((it) => it.length === names.length);
      if (!header || new Set(names).size < names.length || !isTable)
        return undecoded(whole, "CSV", context);
      const objects = rows.map((row) => {
        const cells = row.map((cell, index) => {
          const isPlain = whole.shown.slice(cell.start, cell.end) === cell.text;
          const own = slice(whole, cell.start, cell.end);
          const found = isPlain ? own : replacedBy(own, cell.text);
          return [names[index] ?? "", found] as const;
        });
        return object(new Map(cells), placeIn(whole, row[0] ?? whole.place));
      });
      return list(objects, place);
    },
  },
};

/** Notes the file that a text is from. Terraform fails, too. */
function undecoded({ pieces }: Text, kind: string, { place, scope }: CallContext): Value {
  const [{ source } = place] = pieces;
  if (!source.within) scope.around.budget.undecoded.set(source.path, `not valid ${kind}`);
  return failed(place);
}

function fileOf(path: Value | undefined, { scope }: CallContext): Source | undefined {
  const written = stringOf(path);
  return written === undefined ? undefined : scope.around.file(written);
}

/** Of a file that Git ignores, only the reference is shown. */
function shownOf(value: Value, { isIgnored }: Source, { place }: CallContext): Value {
  const { source, start, end } = place;
  return isIgnored ? hidden(value, place, source.text.slice(start, end)) : value;
}

function wholeOf(source: Source): Text {
  const place: Place = { source, start: 0, end: source.text.length };
  return text([{ kind: "copy", text: source.text, ...place }], place);
}

function wholeText(value: Value | undefined): Text | undefined {
  const whole = value && asText(value);
  return whole && !hasHoles(whole) ? whole : undefined;
}

/** The place of a part of a text. */
function placeIn(
  whole: Text,
  { start, end }: { readonly start: number; readonly end: number },
): Place {
  const { pieces } = slice(whole, start, Math.max(end, start + 1));
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last || first.source !== last.source) return whole.place;
  return { source: first.source, start: first.start, end: Math.max(first.start, last.end) };
}

/** A text that is decoded from another. */
function decoded(whole: Text, decoding: Decoding, place: Place): Text {
  const pieces = decoding.segments().flatMap((it) => {
    const own = slice(whole, it.start, it.end);
    return it.kind === "copy" ? own.pieces : replacedBy(own, it.text).pieces;
  });
  return text(pieces, place);
}

function replacedBy({ pieces, place }: Text, written: string): Text {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last || written === "") return text([], place);
  const end = last.source === first.source ? Math.max(first.end, last.end) : first.end;
  return text([{ ...first, kind: "replacement", text: written, end }], place);
}

export function valueOfJson(value: JsonValue, whole: Text): Value {
  const place = placeIn(whole, value);
  const { marks } = whole.pieces[0] ?? {};
  switch (value.kind) {
    case "string": {
      const decoding = stringText(whole.shown, value);
      return decoded(whole, decoding, place);
    }
    case "array":
      return list(
        value.items.map((it) => valueOfJson(it, whole)),
        place,
      );
    case "object": {
      const entries = value.properties.flatMap(({ name, value: inner }) =>
        inner ? [[name.value, valueOfJson(inner, whole)] as const] : [],
      );
      return object(new Map(entries), place);
    }
    case "null":
      return { ...plain(null, place), marks };
    default:
      return { ...plain(value.value, place), marks };
  }
}

function valueOfNode(node: HostNode, whole: Text): Value {
  const place = placeIn(whole, node);
  const { marks } = whole.pieces[0] ?? {};
  if (node.kind === "list")
    return list(
      node.items.map((it) => valueOfNode(it, whole)),
      place,
    );
  if (node.kind === "object") {
    const entries = node.entries.map(
      ({ name, value }) => [name, valueOfNode(value, whole)] as const,
    );
    return object(new Map(entries), place);
  }
  const literal = node.literal();
  if (literal === undefined) {
    const written = whole.shown.slice(node.start, node.end).trim();
    const isNull = written === "" || written === "~" || /^null$/i.test(written);
    return isNull ? { ...plain(null, place), marks } : unknown(place);
  }
  if (typeof literal !== "string") return { ...plain(literal, place), marks };
  const [region] = node.regions();
  return region?.text === literal
    ? decoded(whole, region.map, place)
    : replacedBy(slice(whole, node.start, node.end), literal);
}

/** As Terraform writes it: without spaces, with sorted names. */
function writeJson(value: Value, place: Place, into: Piece[]): void {
  const sign = (written: string, at: Place) =>
    into.push({
      kind: "replacement",
      text: written,
      source: at.source,
      start: at.start,
      end: at.start,
    });
  if (restOf(value).length > 0) {
    into.push(holeAt(value.place));
    return;
  }
  switch (value.kind) {
    case "text":
      sign('"', value.place);
      for (const it of asText(value)?.pieces ?? []) {
        const escaped = it.kind === "hole" ? it.text : escapedJson(it.text);
        into.push(escaped === it.text ? it : { ...it, kind: "replacement", text: escaped });
      }
      sign('"', value.place);
      return;
    case "plain": {
      const written =
        typeof value.value === "number" ? numberText(value.value) : String(value.value);
      if (written === undefined) into.push(holeAt(value.place));
      else into.push({ kind: "replacement", text: written, ...value.place, marks: marksOf(value) });
      return;
    }
    case "list":
      sign("[", value.place);
      for (const [index, it] of value.items.entries()) {
        if (index > 0) sign(",", it.place);
        writeJson(it, place, into);
      }
      sign("]", value.place);
      return;
    case "object":
      sign("{", value.place);
      for (const [index, name] of [...value.entries.keys()].sort(order).entries()) {
        const inner = value.entries.get(name);
        if (!inner) continue;
        if (index > 0) sign(",", inner.place);
        sign(`"${escapedJson(name)}":`, inner.place);
        writeJson(inner, place, into);
      }
      sign("}", value.place);
      return;
    default:
      into.push(holeAt(value.place));
  }
}

function escapedJson(written: string): string {
  return JSON.stringify(written)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
