import fc from "fast-check";
import { expect, test } from "vitest";
import { escapesIn, escapeVariables, templateParts } from "../../server/src/text/variables.ts";

const text = fc.string({ unit: fc.constantFrom("$", "{", "}", `\${env:A}`, "env:", "a") });

test("an escaped text has no variable, and is sent as the text", () => {
  fc.assert(
    fc.property(text, (it) => {
      expect(templateParts(escapeVariables(it))).toEqual([it]);
    }),
  );
});

test.each([
  [`a\${env:X}b`, ["a", { variable: "X" }, "b"]],
  [`$\${env:X}\${env:Y}`, [`\${env:X}`, { variable: "Y" }, ""]],
  [`$$\${x}\${not ours}$`, [`$\${x}\${not ours}$`]],
])("the parts of %s", (content, parts) => {
  expect(templateParts(content)).toEqual(parts);
});

test("the spans of escapes", () => {
  expect([...escapesIn(`a$\${b}\${c}$$\${`)]).toEqual([
    { start: 1, end: 4 },
    { start: 10, end: 14 },
  ]);
});
