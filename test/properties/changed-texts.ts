import fc from "fast-check";
import { anyCharacter } from "../support/random/any-character.ts";

/** Characters with a meaning in one of our languages, and unusual ones: surrogate pairs, line separators, control characters. */
const odd = [
  ..."{}[](),:;\"'\\/*#@$ \t\n\r=!<>&|^~.0aé\0\u0001\u2028\ufeff\ud800\udc00",
  ...[
    "😀",
    "\r\n",
    "//",
    "/*",
    "*/",
    '\\"',
    "and",
    "or",
    "not",
    "in",
    "eq",
    "null",
    "12.5",
    "\\x41",
  ],
];

export interface Change {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Replacements of a few characters at random positions. */
export function changes(samples: readonly string[]): fc.Arbitrary<Change> {
  const piece = fc
    .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(20))
    .map(([text, at, length]) => text.slice(at % text.length).slice(0, length));
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("", ...odd) },
    { weight: 1, arbitrary: piece },
  );
  return fc.record({ at: fc.nat(), length: fc.nat(6), text });
}

export function applyChange(text: string, { at, length, text: inserted }: Change): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + inserted + text.slice(start + length);
}

/** Samples, unchanged or with up to six changes, and sometimes random text. */
export function nearly(samples: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(changes(samples), { maxLength: 6 }))
    .map(([sample, list]) => list.reduce(applyChange, sample));
  const units = fc.string({ unit: anyCharacter, maxLength: 60 });
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: units });
}
