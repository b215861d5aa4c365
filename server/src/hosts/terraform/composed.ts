import { addAll } from "../../text/add-all.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Edit } from "../../text/edit.ts";
import { overlaps, type Span } from "../../text/span.ts";
import { type Region, regionOf } from "../region.ts";
import type { Sheet } from "./sheet.ts";
import { marksOf } from "./values/marks.ts";
import type { Piece, Text } from "./values/value.ts";

/** A text that is put together of parts from several places. `use` is where it is used. */
export function composedRegion(value: Text, use: Span, sheet: Sheet): Region {
  const { defaults } = marksOf({ ...value, pieces: [] }) ?? { defaults: [] };
  const pieces = value.pieces.map((it) =>
    defaults.length === 0
      ? it
      : { ...it, marks: { ...it.marks, defaults: [...(it.marks?.defaults ?? []), ...defaults] } },
  );
  return withComposition(pieces, use, sheet, true);
}

function withComposition(
  pieces: readonly Piece[],
  use: Span,
  sheet: Sheet,
  withDefaults: boolean,
): Region {
  // The sheet has to have all files before its text is taken.
  for (const it of pieces) sheet.spanOf(it);
  const map = new Composed(pieces, use, sheet);
  const region = regionOf(map, use, () => undefined);
  const secrets = pieces.flatMap(({ text, marks }) =>
    marks?.secret === undefined ? [] : [{ text, reference: marks.secret }],
  );
  const hasDefaults = pieces.some((it) => it.marks?.defaults.length);
  return {
    ...region,
    composed: {
      isSecret: secrets.length > 0,
      shown: (words) => withoutSecrets(words, secrets),
      edits: (edits) => map.hostEdits(edits),
      defaultsIn: (span) => map.defaultsIn(span),
      withoutDefaults:
        hasDefaults && withDefaults
          ? withComposition(pieces.map(asHole), use, sheet, false)
          : undefined,
    },
  };
}

function asHole(piece: Piece): Piece {
  return piece.marks?.defaults.length ? { ...piece, kind: "hole" } : piece;
}

interface Secret {
  readonly text: string;
  readonly reference: string;
}

/** Shows references instead of values: where a value occurs, and for what is quoted of it. */
function withoutSecrets(words: string, secrets: readonly Secret[]): string {
  let shown = words;
  for (const { text, reference } of secrets) {
    const whole = text.trim();
    if (whole.length > 2) shown = shown.replaceAll(whole, reference);
    const isPart = (quoted: string) =>
      quoted !== "" &&
      quoted !== reference &&
      (text.includes(quoted) || (whole.length > 0 && quoted.includes(whole)));
    shown = shown.replace(/(['`"])([^'`"\n]+)\1/g, (all, quote, quoted) =>
      isPart(quoted) ? `${quote}${reference}${quote}` : all,
    );
  }
  return shown;
}

/** The parts are in no order, and in several files. */
class Composed extends Decoding {
  constructor(
    private readonly pieces: readonly Piece[],
    private readonly use: Span,
    private readonly sheet: Sheet,
  ) {
    super(sheet.text, use.start, use.end);
    for (const it of pieces) {
      const { start, end } = sheet.spanOf(it);
      if (it.kind === "hole") this.hole(start, end);
      else if (it.kind === "copy" && !it.source.within) this.copy(start, end);
      else this.write(it.text, start, end);
    }
  }

  override fromHost(): undefined {
    return undefined;
  }

  /** Where the characters are, if they are together; else where the text is used. */
  override toHostSpan(span: Span): Span {
    const first = this.pieceAt(span.start);
    const last = this.pieceAt(Math.max(span.start, Math.min(span.end, this.length) - 1));
    for (let i = first; i < last; i++)
      if (this.hostEnd(i) > this.hostStart(i + 1)) return this.argumentIn(span) ?? this.use;
    const place = super.toHostSpan(span);
    const { others } = this.sheet;
    const isSplit = others.some(({ start }) => place.start < start && start <= place.end);
    return isSplit ? (this.argumentIn(span) ?? this.use) : place;
  }

  /** For a text of a module: the only part of it that the document itself gives. */
  private argumentIn(span: Span): Span | undefined {
    const [first] = this.sheet.others;
    if (!first || this.use.start < first.start) return undefined;
    let at = 0;
    const found: Span[] = [];
    for (const it of this.pieces) {
      const place = this.sheet.spanOf(it);
      const isOwn = place.end < first.start && it.marks?.secret === undefined;
      if (isOwn && overlaps({ start: at, end: at + it.text.length }, span)) found.push(place);
      at += it.text.length;
    }
    return found.length === 1 ? found[0] : undefined;
  }

  defaultsIn(span: Span): readonly string[] {
    const found: string[] = [];
    let at = 0;
    for (const { text, marks } of this.pieces) {
      const own = { start: at, end: at + text.length };
      if (marks && overlaps(own, span)) addAll(found, marks.defaults);
      at += text.length;
    }
    return [...new Set(found)];
  }

  /** Only names and words, in the characters of one file. */
  hostEdits(edits: readonly Edit[]): readonly Edit[] | undefined {
    const mapped = edits.map((it) => this.hostEdit(it));
    return mapped.every((it) => it !== undefined) ? mapped : undefined;
  }

  private hostEdit({ start, end, newText }: Edit): Edit | undefined {
    if (start >= end || !/^[\w. ]*$/.test(newText)) return undefined;
    let at = 0;
    for (const it of this.pieces) {
      const isInside = at <= start && end <= at + it.text.length;
      if (isInside && it.kind === "copy" && !it.source.within && it.marks?.secret === undefined) {
        const { start: base } = this.sheet.spanOf(it);
        return { start: base + start - at, end: base + end - at, newText };
      }
      at += it.text.length;
    }
    return undefined;
  }
}
