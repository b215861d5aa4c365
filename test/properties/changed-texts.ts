import fc from "fast-check";
import { anyCharacter } from "../support/random/any-character.ts";

/** Signs that mean something in one of our languages, and characters that count double, join lines or should not be there. */
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

/** What is put in the place of a few characters somewhere. */
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

export function applied(text: string, { at, length, text: inserted }: Change): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + inserted + text.slice(start + length);
}

/** Samples, whole and with up to six changes, and now and then nothing but units of text. */
export function nearly(samples: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(changes(samples), { maxLength: 6 }))
    .map(([sample, list]) => list.reduce(applied, sample));
  const units = fc.string({ unit: anyCharacter, maxLength: 60 });
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: units });
}
