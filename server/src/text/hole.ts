/**
 * A hole is a part of a text that is only known when the text is used, such as `${var.office}` in a Terraform string. In the
 * text that our languages parse it is one character, and neighboring holes are different characters, so that they never compare
 * equal, and an edit that moves one is noticed.
 *
 * A directive, such as `%{ if … }`, is a hole of another kind: a mark. It adds nothing to the text itself, so a word after
 * whitespace and a mark is a whole word.
 *
 * Unicode keeps these 32 characters for use inside programs. In files they are rare but possible, so they are holes only in
 * texts for which `Context.hasHoles` is set.
 */
const first = 0xfdd0;
/** The range from here on is for marks. */
const firstMark = 0xfde8;
const beyond = 0xfdf0;
const firstStandIn = 0xf8d0;

const holeCharacters = charactersBetween(first, firstMark);
const markCharacters = charactersBetween(firstMark, beyond);

function charactersBetween(start: number, end: number): readonly string[] {
  return Array.from({ length: end - start }, (_, i) => String.fromCharCode(start + i));
}

/** The character for a hole, by its index among the holes of a text. */
export function holeCharacter(index: number): string {
  return holeCharacters[index % holeCharacters.length] ?? "";
}

/** The character for a mark, by its index among the holes of a text. */
export function markCharacter(index: number): string {
  return markCharacters[index % markCharacters.length] ?? "";
}

export function isHole(code: number): boolean {
  return code >= first && code < beyond;
}

export function isMark(code: number): boolean {
  return code >= firstMark && code < beyond;
}

/** Whether the text consists of directives only, which are not part of a name. */
export function onlyMarks(text: string): boolean {
  return allMarks.test(text);
}

export function hasHole(text: string): boolean {
  return anyHole.test(text);
}

/** The offset of the first hole, or -1. */
export function firstHole(text: string): number {
  return text.search(anyHole);
}

/** For comparing texts in which only the numbering of the holes may differ. */
export function withEqualHoles(text: string): string {
  return text.replace(allHoles, holeCharacter(0));
}

/** Replaces each hole. The callback receives its character, its index among the holes and its offset. */
export function replaceHoles(
  text: string,
  by: (hole: string, index: number, at: number) => string,
): string {
  let index = 0;
  return text.replace(allHoles, (hole, at: number) => by(hole, index++, at));
}

/** A private-use character in place of a hole's, for a host that has such a character itself. */
export function standIn(hole: string): string {
  return String.fromCharCode(hole.charCodeAt(0) - first + firstStandIn);
}

export function hasStandIn(text: string): boolean {
  return anyStandIn.test(text);
}

/** Whether the text consists of holes and whitespace. */
export function onlyHoles(text: string): boolean {
  return !anyOther.test(text);
}

export function withoutHoles(text: string): string {
  return text.replace(allHoles, "");
}

/** The hole characters of a text, without the rest. */
export function holesIn(text: string): string {
  return text.replace(allButHoles, "");
}

const allMarks = /^[\ufde8-\ufdef]+$/;
const anyStandIn = /[\uf8d0-\uf8ef]/;
const anyHole = /[\ufdd0-\ufdef]/;
const anyOther = /[^\s\ufdd0-\ufdef]/;
const allHoles = /[\ufdd0-\ufdef]/g;
const allButHoles = /[^\ufdd0-\ufdef]+/g;
