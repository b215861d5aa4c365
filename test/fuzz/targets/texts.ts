import assert from "node:assert/strict";
import { compileRegex } from "../../../server/src/cfrule/regex/compile.ts";
import { readRegex } from "../../../server/src/cfrule/regex/syntax/read.ts";
import { matchWildcard, readWildcard } from "../../../server/src/cfrule/syntax/wildcard.ts";
import { formatJson } from "../../../server/src/json/format/format.ts";
import { minify } from "../../../server/src/json/format/minify.ts";
import { type Json, parseJson } from "../../../server/src/json/syntax/parse.ts";
import { childrenOf, type JsonNode, pathAt } from "../../../server/src/json/syntax/tree.ts";
import { applyEdits, difference } from "../../../server/src/text/edit.ts";
import { Lines, utf8Length } from "../../../server/src/text/lines.ts";
import { code, escapeMarkdown } from "../../../server/src/text/markdown.ts";
import { nearest } from "../../../server/src/text/nearest.ts";
import { printable } from "../../../server/src/text/printable.ts";
import { cut } from "../../../server/src/text/shorten.ts";
import { filesWith } from "../samples.ts";
import type { Target } from "../target.ts";

const layout = { tabSize: 2, insertSpaces: true };

const json: Target = {
  name: "json",
  samples: [...filesWith(".lpfilter"), ...filesWith(".lpjob"), '[1, -2.5e3, "a\\n", null, true]'],
  run(text, random) {
    const read = parseJson(text);
    if (read.root) insideEachOther(read.root, 0, text.length);
    for (const { start, end } of read.errors) assert(0 <= start && start <= end);
    pathAt(read.root, random.below(text.length + 1));
    const pushed = read.root && minify(read.root, text);
    if (pushed !== undefined) JSON.parse(pushed);
    if (read.errors.length === 0) readWhole(read, pushed);
  },
};

/** A text without errors keeps its meaning when it is pushed and formatted. */
function readWhole(read: Json, pushed: string | undefined): void {
  const formatted = applyEdits(read.text, formatJson(read, layout));
  const again = parseJson(formatted);
  assert((again.root && minify(again.root, formatted)) === pushed);
  assert.deepEqual(formatJson(again, layout), []);
}

/** The tree's depth is bounded, so this may recurse. */
function insideEachOther(node: JsonNode, from: number, to: number): void {
  assert(from <= node.start && node.start <= node.end && node.end <= to);
  let last = node.start;
  for (const child of childrenOf(node)) {
    insideEachOther(child, last, node.end);
    last = child.end;
  }
}

const regex: Target = {
  name: "regex",
  samples: [
    String.raw`^/api/v[0-9]+/(users|groups)/\d{1,8}$`,
    String.raw`(?i)\.(php|aspx?)\b[^\n]*`,
    "[[:alpha:]&&[^aeiou]]+?(?P<name>x|)*",
    "\\p{Greek}\\x{1F600}\\u00e9(?x: a b # c\n)",
    String.raw`(?s-u:.){2,}\xff[\w--\d~~a-f]`,
  ],
  run(pattern, random) {
    const { problems } = readRegex(pattern);
    for (const { start, end } of problems) assert(0 <= start && start <= end);
    const matcher = compileRegex(pattern);
    assert(problems.length === 0 || matcher === undefined);
    matcher?.test(pattern.slice(0, random.below(5000)));
  },
};

const wildcard: Target = {
  name: "wildcard",
  samples: ["*", "/a/*.php", "a\\*b*", "https://*.example.com/*?x=*", "\\\\*", "**", "*a*b*c*"],
  run(pattern) {
    const read = readWildcard(pattern);
    for (const strict of [true, false]) {
      matchWildcard(read, pattern, { strict });
      // Whatever the wildcards match, the parts in order are a matching value.
      if (read.problems.length === 0) {
        assert(matchWildcard(read, read.parts.join("x"), { strict }));
        assert(matchWildcard(read, read.parts.join(""), { strict }));
      }
    }
  },
};

const text: Target = {
  name: "text",
  samples: ["a\nb\r\nc\rd", "😀 é\u2028x", "ClientRequestHost", "`a` *b* [c](d) www.x &amp;"],
  run(it, random) {
    const lines = new Lines(it);
    const offset = random.below(it.length + 1);
    const back = lines.offsetAt(lines.positionAt(offset));
    // Only the offset between CR and LF has no position of its own.
    assert(back === offset || (it[offset - 1] === "\r" && it[offset] === "\n"));
    assert.equal(utf8Length(it), Buffer.byteLength(it));
    const other = it.slice(0, offset) + it.slice(offset + random.below(9));
    assert(applyEdits(it, difference(it, other)) === other);
    nearest(it, ["ClientRequestHost", "ClientIP", it.slice(0, 40)]);
    // A tab is harmless in a terminal.
    assert.doesNotMatch(printable(it), /[^\P{Cc}\t]/u);
    for (const shown of [escapeMarkdown(it), code(it), cut(it)])
      assert.equal(typeof shown, "string");
  },
};

export const textTargets: readonly Target[] = [json, regex, wildcard, text];
