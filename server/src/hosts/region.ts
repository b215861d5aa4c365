import { Decoding, type Encode, type Hole } from "../text/decoding.ts";
import { applyEdits, type Edit, shiftEdit, sortEdits } from "../text/edit.ts";
import {
  hasHole,
  hasStandIn,
  holesIn,
  replaceHoles,
  standIn,
  withEqualHoles,
} from "../text/hole.ts";
import { contains, type Span, spanAround, touches } from "../text/span.ts";

/** A span of a host document with embedded text, such as a string that contains a rule. */
export interface Region extends Span {
  /** The decoded text: without escapes and indentation, with one character for each hole. */
  readonly text: string;
  readonly holes: readonly Hole[];
  readonly map: Decoding;
  /** Decodes the edited span separately. Undefined if it is no longer a single region. */
  readonly reread: (source: string) => Decoding | undefined;
  /** Another reading of the same span, in which other parts are holes. */
  readonly other?: Region;
  /** Set for one of several alternatives, of which others may be unknown. */
  readonly isAlternative?: boolean;
  /** The text with the values of its references. */
  readonly evaluated?: Region;
  /** Set for a text that is put together of parts from several places. */
  readonly composed?: Composition;
}

/** How a text is shown and edited that is put together. */
export interface Composition {
  /** Replaces what must not be shown. */
  readonly shown: (words: string) => string;
  /** Undefined if what is edited is not written in one place. */
  readonly edits: (edits: readonly Edit[]) => readonly Edit[] | undefined;
  /** Whether parts of it must not be shown. */
  readonly isSecret: boolean;
  /** The variables whose defaults are used between two offsets of the text, as in `var.office`. */
  readonly defaultsIn: (span: Span) => readonly string[];
  /** The text without the values of defaults, if there are any. */
  readonly withoutDefaults?: Region | undefined;
}

export function regionOf(map: Decoding, span: Span, reread: Region["reread"]): Region {
  const { holes } = map;
  return { start: span.start, end: span.end, text: textOf(map), holes, map, reread };
}

/** The place of a text that is not known at all. */
export function unknownRegion({ start, end }: Span): Region {
  return { start, end, text: "", holes: [], map: new Decoding("", 0, 0), reread: () => undefined };
}

/** If there are holes, characters of the host that look like hole characters are replaced. */
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
  if (region.composed) return region.composed.edits(edits);
  const mapped: Edit[] = [];
  for (const edit of sortEdits(edits)) {
    const one = hostEdit(region, edit);
    if (!one) return undefined;
    mapped.push(one);
  }
  if (!keepsElements(region, edits)) return undefined;
  return isFaithful(region, mapped, applyEdits(region.text, edits)) ? mapped : undefined;
}

/** Elements that the host joins are texts of their own, so none may open a bracket that another closes. */
function keepsElements({ map, text }: Region, edits: readonly Edit[]): boolean {
  const byElement = new Map<Span, Edit[]>();
  for (const edit of edits) {
    const element = spanAround(map.elements, edit);
    if (element) byElement.set(element, [...(byElement.get(element) ?? []), edit]);
  }
  return [...byElement].every(([{ start, end }, own]) => {
    const before = text.slice(start, end);
    const after = applyEdits(
      before,
      own.map((it) => shiftEdit(it, -start)),
    );
    return before.length < longestElement && (!isBalanced(before) || isBalanced(after));
  });
}

/** More than the service accepts. */
const longestElement = 5000;

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [sign] of text.replace(quoted, "").matchAll(/[()[\]{}]/g)) {
    const opener = openers.get(sign);
    if (opener === undefined) open.push(sign);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}

const quoted = /r(#*)".*?"\1|"(?:[^"\\]|\\.)*"/gs;
const openers = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/** Whether the edits keep every hole. A hole may be important, so no fix removes it. */
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

/** Whitespace after the replaced text is kept, except that replacing a line break includes the next line's indentation. */
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
  const known = holesByCharacter(text, old);
  let isClear = true;
  const result = replaceHoles(encoded, (character, index) => {
    const alike = known.get(character);
    const hole = isSameOrder ? old[index] : alike?.first;
    const source = hole ? map.host.slice(hole.start, hole.end) : "";
    // The placeholders of `format` are replaced by position.
    const isClearHere = isSameOrder || (alike?.isOnly === true && !placeholder.test(source));
    if (!hole || !isClearHere) isClear = false;
    return source;
  });
  return isClear ? result : undefined;
}

const placeholder = /^%[^{]/;

/**
 * The source of a text with holes and of the rest of its lines, such as a function that changes it. Undefined if the value of a
 * hole depends on more than a name, such as the arguments of `format`.
 */
export function sourceOf({ start, end, text, holes, map: { host } }: Region): string | undefined {
  const sources = holes.map((it) => host.slice(it.start, it.end));
  if (!sources.every((it) => isName(it, host))) return undefined;
  const before = host.slice(Math.max(0, start - mostAround), start);
  const after = host.slice(end, end + mostAround);
  const around = [before.slice(before.lastIndexOf("\n") + 1), /^[^\n]*/.exec(after)?.[0] ?? ""];
  // On a long line, a function further away may change the text too.
  if (around.some((it) => it.length === mostAround)) return undefined;
  return JSON.stringify([text, host.slice(start, end), ...around.map((it) => it.trim())]);
}

const mostAround = 1_000;

/** Whether the hole is the name of something defined once, or a template value in a file that sets none. */
function isName(hole: string, host: string): boolean {
  if (hole.startsWith("{{")) return !/\{%|:=/.test(host);
  return /^(?:\$\{)?\s*(?:var|local|module|data)(?:\.[\w-]+)+\s*\}?$/.test(hole);
}

/** For messages and titles: replaces each hole by its source, or by `…` if that is long or ambiguous. */
export function shownHoles({ holes, text, map, composed }: Region, words: string): string {
  const shown = composed ? composed.shown(words) : words;
  if (holes.length === 0 || !hasHole(shown)) return shown;
  const known = holesByCharacter(text, holes);
  return replaceHoles(shown, (character) => {
    const { first, isOnly } = known.get(character) ?? {};
    const source = first && map.host.slice(first.start, first.end);
    return source && isOnly && shortSource.test(source) ? source : "…";
  });
}

/** The sources of the holes, in the order of the text. */
export function holeSources({ holes, map }: Region): readonly string[] {
  return holes.toSorted((a, b) => a.at - b.at).map((it) => map.host.slice(it.start, it.end));
}

interface Alike {
  readonly first: Hole;
  readonly isOnly: boolean;
}

/** A long text may have more holes than there are hole characters. */
function holesByCharacter(text: string, holes: readonly Hole[]): ReadonlyMap<string, Alike> {
  const found = new Map<string, Alike>();
  for (const it of holes) {
    const character = text.charAt(it.at);
    const known = found.get(character);
    found.set(character, { first: known?.first ?? it, isOnly: known === undefined });
  }
  return found;
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
