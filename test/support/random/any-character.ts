import fc from "fast-check";

const [firstSurrogate, surrogates] = [0xd800, 0x800];

/** Replaces fast-check's `binary`, which builds a table of all characters on first use, which takes seconds. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - surrogates })
  .map((it) => String.fromCodePoint(it < firstSurrogate ? it : it + surrogates), indexOf);

/** Lets fast-check also generate strings that are dangerous in JavaScript, such as "__proto__". */
function indexOf(character: unknown): number {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character)
    throw new Error("Expected one character.");
  return code < firstSurrogate ? code : code - surrogates;
}
