import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { HostNode } from "../../../server/src/hosts/node.ts";
import { reduced } from "../../../server/src/hosts/yaml/items.ts";
import { YamlNodes } from "../../../server/src/hosts/yaml/node.ts";
import { readYaml } from "../../../server/src/hosts/yaml/read.ts";
import { quiet } from "../../../server/src/hosts/yaml/scalar.ts";
import { times } from "../../support/long.ts";

/** A file whose lists are read item by item has the same nodes as one that the library reads as a whole. */

const folder = join(import.meta.dirname, "../fixtures");
const fixtures = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((it) => /\.ya?ml$/.test(it))
  .map((it) => readFileSync(join(folder, it), "utf8"));

const rules = `# Rules
a:
  - ref: one
    expression: >-
      ssl
      and not ssl

  # about the next one
  - ref: two # here
    expression: |+
      ssl

  - {ref: three, expression: "ssl"}
b:
- x
-
  y: 'it''s
    long'
- - 1
  - 2
    # deep
 # shallow
c: text
  - more text
d: |
  - 1
  - 2
`;

const pieces = fc.constantFrom(
  ..."\"'[]{}:#|>-&*!%,\n ",
  "",
  "- ",
  "  - ",
  "\n  - a: b\n",
  "\n- c\n",
  "\n    # comment\n",
  "\n# comment\n",
  "\n\n",
  "|\n",
  ">-\n",
  "|+\n",
  "---\n",
  "...\n",
  "\t",
  "\r\n",
  "\r",
  "&a ",
  "*a",
  "''",
  "? ",
);
const change = fc.record({ at: fc.nat(), length: fc.nat(12), text: pieces });

function shape(node: HostNode): unknown {
  const { kind, start, end } = node;
  if (node.kind === "list") return { kind, start, end, items: node.items.map(shape) };
  if (node.kind === "object") {
    const entries = node.entries.map(({ value, ...it }) => ({ ...it, value: shape(value) }));
    return { kind, start, end, entries, filter: node.filter?.()?.text };
  }
  const regions = node.regions().map(({ text, map, ...region }) => {
    const offsets = [0, 1, text.length >> 1, text.length].map((at) => map.toHost(at));
    return { start: region.start, end: region.end, text, offsets };
  });
  return { kind, start, end, literal: node.literal(), regions };
}

function asWhole(text: string): readonly HostNode[] {
  const context = { inFlow: false, templates: undefined };
  return [...parseAllDocuments(text, quiet)].flatMap(({ contents }) =>
    contents ? [new YamlNodes(text).read(contents, context)] : [],
  );
}

test("lists that are read item by item have the same nodes", () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(rules, ...fixtures),
      fc.array(change, { maxLength: 5 }),
      (file, changes) => {
        const text = changes.reduce((result, it) => {
          const start = it.at % (result.length + 1);
          return result.slice(0, start) + it.text + result.slice(start + it.length);
        }, file);
        if (reduced(text)) read++;
        assert.deepEqual(
          readYaml(text, false, () => true).map(shape),
          asWhole(text).map(shape),
          text,
        );
      },
    ),
    { seed: 20_261_117, numRuns: times(25) },
  );
  expect(read).toBeGreaterThan(times(6, 500));
});
