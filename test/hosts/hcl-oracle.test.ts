import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readHcl } from "../../server/src/hosts/hcl/read.ts";
import { times } from "../support/long.ts";
import { ourParts, startOracle } from "./hcl-oracle.ts";

const oracle = await startOracle();
const fixtures = join(import.meta.dirname, "fixtures");
const files = readdirSync(fixtures).filter((it) => it.endsWith(".tf"));

test.each(files)("%s is parsed like the other grammar does, and cut where it is", (file) => {
  const text = readFileSync(join(fixtures, file), "utf8");
  fc.assert(
    fc.property(fc.nat(text.length), (at) => {
      const cut = text.slice(0, at);
      assert.equal(readHcl(cut).fault === undefined, oracle(cut) !== undefined, cut.slice(-80));
    }),
    { seed: 20_261_119, numRuns: times(5) },
  );
  const theirs = oracle(text);
  expect(theirs?.length).toBeGreaterThan(10);
  expect(ourParts(text)).toEqual(theirs);
});

const name = fc.constantFrom("a", "rules", "x-y", "_z", "é", "for_each", "forest", "truely");
const comment = fc.constantFrom("", " # it's \"{", " // ${", " /* } */");
const chunk = fc.constantFrom(
  "a",
  " ",
  '\\"',
  "\\\\",
  "$${b}",
  "%%{c}",
  "{",
  "}",
  "#",
  "//",
  "'",
  "é😀",
);

/** Valid or nearly valid files; the oracle decides which ones are valid. */
const { body } = fc.letrec<Record<"expression" | "string" | "item" | "body", string>>((tie) => ({
  string: fc.oneof(
    { depthSize: "small" },
    fc.array(chunk, { maxLength: 4 }).map((it) => `"${it.join("")}"`),
    tie("expression").map((it) => `"x\${${it}}y"`),
    fc
      .array(chunk, { maxLength: 3 })
      .map((it) => `<<EOT\n${it.join("").replaceAll("\\", "")}\nEOT\n`),
    tie("expression").map((it) => `<<-E\n  a \${${it}} b\n  E\n`),
  ),
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("1", "-2.5e3", "true", "null", "var.a", "a[0].b", "x.*.y", "!a", "a ? b : c"),
    tie("string").filter((it) => !it.endsWith("\n")),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `[${a}, ${b},]`),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `{ a = ${a}, "b" : ${b} }`),
    fc.tuple(name, tie("expression")).map(([a, b]) => `{\n  ${a} = ${b} # }\n  (d) = 1\n}`),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `f(${a},\n ${b})`),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `(${a} == ${b})`),
    fc
      .tuple(tie("expression"), tie("expression"))
      .map(([a, b]) => `[for k, v in ${a} : ${b} if k]`),
    fc
      .tuple(tie("expression"), tie("expression"))
      .map(([a, b]) => `{for k in ${a} : k => ${b}...}`),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `a > 1 ? ${a} : ${b}`),
  ),
  item: fc.oneof(
    { depthSize: "small" },
    fc.tuple(name, tie("expression"), comment).map(([a, b, c]) => `${a} = ${b}${c}\n`),
    fc.tuple(name, tie("string")).map(([a, b]) => `${a} = ${b}\n`),
    fc.tuple(name, name, tie("body")).map(([a, b, c]) => `${a} "${b}" ${b} {\n${c}}\n`),
    fc.tuple(name, tie("expression")).map(([a, b]) => `${a} { b = ${b} }\n`),
  ),
  body: fc.array(tie("item"), { maxLength: 3, depthIdentifier: "body" }).map((it) => it.join("")),
}));

test("files that the other grammar accepts are parsed alike", () => {
  let taken = 0;
  fc.assert(
    fc.property(body, (text) => {
      const theirs = oracle(text);
      if (!theirs) return;
      taken++;
      assert.equal(readHcl(text).fault, undefined, text);
      const ours = ourParts(text);
      if (ours.join("\n") !== theirs.join("\n"))
        assert.deepEqual({ text, ours }, { text, ours: theirs });
    }),
    { seed: 20_261_115, numRuns: times(50) },
  );
  expect(taken).toBeGreaterThan(times(25));
});
