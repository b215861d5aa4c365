/**
 * A hole is a part of a text that is only known when the text is used, such as `${var.office}` in a Terraform string. In the
 * text that our languages parse it is one character, and neighboring holes are different characters, so that they never compare
 * equal, and an edit that moves one is noticed.
 *
 * Unicode keeps these 32 characters for use inside of programs. They never occur in text that is exchanged.
 */
const first = 0xfdd0;
const count = 32;

/** The character for a hole, by its place among the holes of a text. */
export function holeCharacter(index: number): string {
  return String.fromCharCode(first + (index % count));
}

export function isHole(code: number): boolean {
  return code >= first && code < first + count;
}

export function hasHole(text: string): boolean {
  return anyHole.test(text);
}

/** For comparing texts in which only the numbering of the holes may differ. */
export function withEqualHoles(text: string): string {
  return text.replace(allHoles, holeCharacter(0));
}

/** Writes something else for each hole, of which it gets the character and the place among the holes. */
export function replaceHoles(text: string, by: (hole: string, index: number) => string): string {
  let index = 0;
  return text.replace(allHoles, (hole) => by(hole, index++));
}

export function withoutHoles(text: string): string {
  return text.replace(allHoles, "");
}

/** The holes of a text alone. */
export function holesIn(text: string): string {
  return text.replace(allButHoles, "");
}

const anyHole = /[\ufdd0-\ufdef]/;
const allHoles = /[\ufdd0-\ufdef]/g;
const allButHoles = /[^\ufdd0-\ufdef]+/g;
