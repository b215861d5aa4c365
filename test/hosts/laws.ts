import type { Embedded } from "../../server/src/hosts/embedded.ts";
import { hostEdits, type Region } from "../../server/src/hosts/region.ts";
import { applyEdits, type Edit } from "../../server/src/text/edit.ts";
import { hasHole, isHole, withEqualHoles, withoutHoles } from "../../server/src/text/hole.ts";

/** Properties of any region of any host. They throw plain errors, which is faster than `expect`. */

export type ReadRegion = (host: string) => Region | undefined;

export function onlyRegion(read: (host: string) => readonly Embedded[]): ReadRegion {
  return (host) => {
    const [first, ...others] = read(host);
    return others.length === 0 ? first?.region : undefined;
  };
}

export function regionIn(read: ReadRegion, host: string): Region {
  const region = read(host);
  if (!region) throw new Error(`No region in ${JSON.stringify(host)}`);
  return region;
}

/** Every offset maps to the host and back, in order, and copied characters are equal. */
export function checkOffsets(host: string, region: Region): void {
  const { text, map } = region;
  let last = region.start;
  for (let offset = 0; offset <= text.length; offset++) {
    const place = map.toHost(offset);
    if (place < last || place > region.end) fail(host, `offset ${offset} is at ${place}`);
    last = place;
    if (!map.isBetween(offset)) continue;
    const back = map.fromHost(place);
    if (back === undefined) fail(host, `offset ${offset} does not come back`);
    // Characters that are not in the host, such as quotes around a name, a missing 'where' or value or the last line break, share a position
    // with their neighbor.
    else if (map.toHost(back) !== place) fail(host, `${offset} becomes ${back}`);
    else if (
      back !== offset &&
      /[^"{}[\],:\n\ufdd0-\ufdef]/.test(text.slice(...inOrder(back, offset)).replace("where", ""))
    ) {
      fail(host, `${offset} becomes ${back}`);
    }
  }
  for (const { at, start, end } of region.holes) {
    if (!isHole(text.charCodeAt(at))) fail(host, `no hole at ${at}`);
    if (map.toHost(at) !== start || map.toHostSpan({ start: at, end: at + 1 }).end !== end) {
      fail(host, `the hole at ${at} is not at ${start}`);
    }
  }
}

function inOrder(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}

/** Returns whether the edit could be expressed. If so, the host has the edited text, and the rest is unchanged. */
export function checkEdit(read: ReadRegion, host: string, region: Region, edit: Edit): boolean {
  const edits = hostEdits(region, [edit]);
  if (!edits) return false;
  const after = applyEdits(host, edits);
  const grown = after.length - host.length;
  const sameStart = after.slice(0, region.start) === host.slice(0, region.start);
  if (!sameStart || after.slice(region.end + grown) !== host.slice(region.end)) {
    fail(host, `other parts changed: ${JSON.stringify(after)}`);
  }
  const expected = applyEdits(region.text, [edit]);
  // If only holes are left, there is no text any more.
  if (hasHole(expected) && withoutHoles(expected).trim() === "") return true;
  const { text } = regionIn(read, after);
  if (withEqualHoles(text) !== withEqualHoles(expected)) {
    fail(host, `${JSON.stringify(text)} should be ${JSON.stringify(expected)}`);
  }
  return true;
}

/** An edit of a text, from arbitrary numbers. */
export function editOf(text: string, at: number, length: number, newText: string): Edit {
  const start = at % (text.length + 1);
  return { start, end: Math.min(text.length, start + (length % 12)), newText };
}

function fail(host: string, reason: string): never {
  throw new Error(`${reason}, in ${JSON.stringify(host)}`);
}
