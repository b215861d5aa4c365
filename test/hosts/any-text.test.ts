import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Embedded } from "../../server/src/hosts/embedded.ts";
import { jsonTexts } from "../../server/src/hosts/json.ts";
import { markdownTexts } from "../../server/src/hosts/markdown.ts";
import { hostEdits } from "../../server/src/hosts/region.ts";
import { terraformJsonTexts, terraformTexts } from "../../server/src/hosts/terraform.ts";
import { yamlTexts } from "../../server/src/hosts/yaml.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { hasHole, withEqualHoles } from "../../server/src/text/hole.ts";
import { times } from "../support/long.ts";
import { checkOffsets, editOf } from "./laws.ts";

/** Files as they are while typing: fixtures with random insertions and deletions. */

const folder = join(import.meta.dirname, "fixtures");
const fixtures = readdirSync(folder);
const reads: Readonly<Record<string, (text: string) => readonly Embedded[]>> = {
  ".tf": terraformTexts,
  ".tf.json": terraformJsonTexts,
  ".json": jsonTexts,
  ".yaml": (text) => yamlTexts(text, [{ path: "waf_custom_rules[*].ref", language: "cfrule" }]),
  ".md": markdownTexts,
};

const pieces = fc.constantFrom(
  ..."{}[]()\"'`\\$%#/|>-<:=,\n\t ",
  "",
  "${",
  "%{",
  "<<EOT\n",
  "EOT\n",
  "\r\n",
  "# weir: cfrule\n",
  "/*",
  "```",
  "é😀",
  "\ufdd0",
  "\ud800",
  "---\n",
  "&a ",
  "*a",
  "''",
);
const change = fc.record({ at: fc.nat(), length: fc.nat(20), text: pieces });
const edit = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("", "x", '"', "\n", "\\", "' ", "é"));

function broken(text: string, changes: readonly { at: number; length: number; text: string }[]) {
  return changes.reduce((result, { at, length, text: put }) => {
    const start = at % (result.length + 1);
    return result.slice(0, start) + put + result.slice(start + length);
  }, text);
}

/** The text at the position of an edited one. */
function textAt(found: readonly Embedded[], start: number): string | undefined {
  return found.find(({ region }) => region.start === start)?.region.text;
}

test.each(Object.keys(reads))(
  "any file like '*%s' is parsed, and its texts can be edited",
  (extension) => {
    const read = reads[extension] ?? (() => []);
    const files = fixtures
      .filter((it) => it.slice(it.indexOf(".")) === extension)
      .map((it) => readFileSync(join(folder, it), "utf8"));
    expect(files.length).toBeGreaterThan(0);
    let edited = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(change, { maxLength: 6 }),
        edit,
        (file, changes, made) => {
          const host = broken(file, changes);
          const found = read(host);
          for (const it of found) checkOffsets(host, it.region);
          const region = found[made[0] % Math.max(1, found.length)]?.region;
          if (!region) return;
          const textEdit = editOf(region.text, ...made);
          const after = hostEdits(region, [textEdit]);
          const expected = applyEdits(region.text, [textEdit]);
          if (!after || hasHole(expected) || expected.trim() === "") return;
          const again = textAt(read(applyEdits(host, after)), region.start);
          // In a broken file, or a job that lost its dataset, the text may not be recognized any more.
          if (again === undefined) return;
          edited++;
          if (withEqualHoles(again) !== withEqualHoles(expected)) {
            throw new Error(
              `${JSON.stringify(again)} should be ${JSON.stringify(expected)} in ${host}`,
            );
          }
        },
      ),
      { seed: 20_261_115, numRuns: times(15) },
    );
    expect(edited).toBeGreaterThan(times(2));
  },
);
