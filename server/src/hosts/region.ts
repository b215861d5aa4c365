import type { Decoding, Encode, Hole } from "../text/decoding.ts";
import { applyEdits, type Edit, sortEdits } from "../text/edit.ts";
import {
  hasHole,
  hasStandIn,
  holesIn,
  replaceHoles,
  standIn,
  withEqualHoles,
} from "../text/hole.ts";
import { contains, type Span, touches } from "../text/span.ts";

/** A span of a host document with embedded text, such as a string that contains a rule. */
export interface Region extends Span {
  /** The decoded text: without escapes and indentation, with one character for each hole. */
  readonly text: string;
  readonly holes: readonly Hole[];
  readonly map: Decoding;
  /** Decodes the edited span on its own. Undefined when it is no longer a single region. */
  readonly reread: (source: string) => Decoding | undefined;
  /** Another reading of the same span, in which other parts are holes. */
  readonly other?: Region;
  /** One of several texts, of which others may be unknown. */
  readonly isAlternative?: boolean;
}

export function regionOf(map: Decoding, span: Span, reread: Region["reread"]): Region {
  const { holes } = map;
  return { start: span.start, end: span.end, text: textOf(map), holes, map, reread };
}

/** Beside holes, the host's own characters that look like holes are replaced. Without holes there is nothing to confuse. */
function textOf({ text, holes }: Decoding): string {
  if (holes.length === 0 || holesIn(text).length === holes.length) return text;
  const isOurs = new Set(holes.map(({ at }) => at));
  return replaceHoles(text, (character, _, at) =>
    isOurs.has(at) ? character : standIn(character),
  );
}

export function isInHole({ holes }: Region, offset: number): boolean {
  return holes.some((it) => it.start < offset && offset < it.end);
}

/** Maps edits of the region's text to edits of the host; undefined when the host cannot represent them. */
export function hostEdits(region: Region, edits: readonly Edit[]): readonly Edit[] | undefined {
  const mapped: Edit[] = [];
  for (const edit of sortEdits(edits)) {
    const one = hostEdit(region, edit);
    if (!one) return undefined;
    mapped.push(one);
  }
  return isFaithful(region, mapped, applyEdits(region.text, edits)) ? mapped : undefined;
}

/** Whether every hole that is replaced is also written. What is in a hole may be important, so no fix removes it. */
export function keepsHoles({ text, holes }: Region, edits: readonly Edit[]): boolean {
  if (holes.length === 0) return true;
  const written = edits.map((it) => holesIn(it.newText)).join("");
  return edits.every(({ start, end }) =>
    [...holesIn(text.slice(start, end))].every((it) => written.includes(it)),
  );
}

function hostEdit(region: Region, edit: Edit): Edit | undefined {
  const { map } = region;
  if (!map.isBetween(edit.start) || !map.isBetween(edit.end)) return undefined;
  const start = map.toHost(edit.start);
  const place = { start, end: Math.max(start, hostEnd(region, edit)) };
  if (edit.newText === "") return { ...place, newText: "" };
  if (region.text !== map.text && hasStandIn(edit.newText)) return undefined;
  const encoded = encodeFor(map, edit)?.(edit.newText, place);
  const newText = encoded && withHoles(region, edit, encoded);
  return newText === undefined ? undefined : { ...place, newText };
}

/** Whitespace after the replaced text is kept. Only the indentation of the next line is replaced with its line break. */
function hostEnd({ map, text }: Region, { start, end }: Edit): number {
  const isLine = start === end || text[end - 1] === "\n";
  return isLine ? map.toHost(end) : map.toHostSpan({ start: end - 1, end }).end;
}

/** An edit that spans several sections uses the encoding of the first. */
function encodeFor({ sections }: Decoding, edit: Edit): Encode | undefined {
  const around = sections.find((it) => contains(it, edit));
  return (around ?? sections.find((it) => touches(it, edit.start)))?.encode;
}

/** Restores the host's source of each hole. Undefined when the hole is ambiguous. */
function withHoles(region: Region, edit: Edit, encoded: string): string | undefined {
  if (region.holes.length === 0 || !hasHole(encoded)) return encoded;
  const { text, map } = region;
  const old = region.holes.filter(({ at }) => edit.start <= at && at < edit.end);
  const isSameOrder = holesIn(edit.newText) === holesIn(text.slice(edit.start, edit.end));
  let isClear = true;
  const result = replaceHoles(encoded, (character, index) => {
    const alike = old.filter((it) => text.charAt(it.at) === character);
    const hole = isSameOrder ? old[index] : alike[0];
    const source = hole ? map.host.slice(hole.start, hole.end) : "";
    // The placeholders of `format` are filled in by their order.
    const isClearHere = isSameOrder || (alike.length === 1 && !placeholder.test(source));
    if (!hole || !isClearHere) isClear = false;
    return source;
  });
  return isClear ? result : undefined;
}

const placeholder = /^%[^{]/;

/** For messages and titles: each hole as the host writes it, or `…` when that is long or ambiguous. */
export function shownHoles({ holes, text, map }: Region, shown: string): string {
  if (holes.length === 0 || !hasHole(shown)) return shown;
  return replaceHoles(shown, (character) => {
    const [hole, ...others] = holes.filter((it) => text.charAt(it.at) === character);
    const source = hole && map.host.slice(hole.start, hole.end);
    return source && others.length === 0 && shortSource.test(source) ? source : "…";
  });
}

const shortSource = /^[^\n\r]{1,40}$/;

/** Verifies the encoding by decoding the edited host again. */
function isFaithful(region: Region, edits: readonly Edit[], text: string): boolean {
  const { start, end, map } = region;
  if (edits.some((it) => it.start < start || it.end > end)) return false;
  const moved = edits.map((it) => ({ ...it, start: it.start - start, end: it.end - start }));
  const reread = region.reread(applyEdits(map.host.slice(start, end), moved));
  if (!reread) return false;
  const again = textOf(reread);
  return region.holes.length === 0
    ? again === text
    : withEqualHoles(again) === withEqualHoles(text);
}
