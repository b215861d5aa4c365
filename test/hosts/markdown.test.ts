import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownTexts } from "../../server/src/hosts/markdown.ts";
import { times } from "../support/long.ts";
import { checkEdit, checkOffsets, editOf, onlyRegion, regionIn } from "./laws.ts";
import { shown } from "./shown.ts";

function texts(text: string): string[] {
  return markdownTexts(text).map((it) => shown(text, it).replace(/ \| $/, ""));
}

test("the code blocks of a file", () => {
  const file = join(import.meta.dirname, "fixtures", "runbook.md");
  expect(texts(readFileSync(file, "utf8"))).toEqual([
    'cfrule # @action block⏎http.request.uri.path contains "/wp-admin"⏎',
    'cfrule http.host eq "shop.example.com"⏎⏎and ssl⏎',
    'lpfilter { "where": { "key": "BotScore", "operator": "lt", "value": 30 } }⏎',
    'cfrule value concat("/new",⏎⏎  http.request.uri.path)⏎',
    'lpjob { "name": "a", "dataset": "http_requests", "destination_conf": "s3://b" }⏎',
    "cfrule ip.src in {192.0.2.1}⏎",
  ]);
});

describe("fences", () => {
  test.each([
    ["longer ones", "````cfrule\n```\nssl\n````\n", ["cfrule ```⏎ssl⏎"]],
    ["closed by a longer one", "```cfrule\nssl\n`````\nx", ["cfrule ssl⏎"]],
    ["not closed by the other sign", "```cfrule\nssl\n~~~\n```\n", ["cfrule ssl⏎~~~⏎"]],
    ["not closed with words", "```cfrule\nssl\n``` x\n```\n", ["cfrule ssl⏎``` x⏎"]],
    ["in uppercase", "```CFRULE\nssl\n```", ["cfrule ssl⏎"]],
    ["with attributes", '```{.cfrule title="a"}\nssl\n```', ["cfrule ssl⏎"]],
    ["with words", "~~~ wirefilter a b\nssl\n~~~", ["cfrule ssl⏎"]],
    ["left alone", "```cfrule, no-check\nssl\n```", []],
    ["empty ones", "```cfrule\n\n```", []],
    ["indented a little", "  ```cfrule\n   ssl\n and ssl\n  ```", ["cfrule  ssl⏎and ssl⏎"]],
    ["with CRLF", "```cfrule\r\nssl\r\n```\r\n", ["cfrule ssl\r⏎"]],
    ["in a quote that ends", "> ```cfrule\n> ssl\nnot", ["cfrule ssl⏎"]],
    ["in two quotes", "> > ```cfrule\n> > ssl\n> > ```", ["cfrule ssl⏎"]],
    ["in an item's first line", "- ```cfrule\n  ssl\n  ```\n", ["cfrule ssl⏎"]],
    ["in a list that ends", "- ```cfrule\n  ssl\nnot", ["cfrule ssl⏎"]],
    ["in a list in a quote", "> - a\n>   ```cfrule\n>   ssl\n>   ```", ["cfrule ssl⏎"]],
    ["in a list after a line", "- a\n\n      ```cfrule\n      code\n", []],
    ["indented by tabs", "-\ta\n\n\t```cfrule\n\tssl\n\t```", ["cfrule ssl⏎"]],
    ["in words", "a ```cfrule\nssl\n```", []],
    ["with a sign in the info", "```cfrule `a`\nssl\n```", []],
  ])("%s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });
});

interface Parser {
  parse(text: string, env: object): { type: string; info: string; content: string }[];
}

const markdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => Parser;
const parser = new markdownIt({ html: true });

/** The code blocks that a Markdown parser finds. */
function theirs(text: string): string[] {
  return parser
    .parse(text, {})
    .filter((it) => it.type === "fence" && /^cfrule\b/.test(it.info.trim()) && it.content.trim())
    .map((it) => it.content);
}

const lines = [
  "```cfrule",
  "```",
  "~~~~cfrule",
  "~~~~",
  "   ```cfrule",
  "  ```",
  "    ```cfrule",
  "> ```cfrule",
  "> ```",
  "> ssl",
  ">   x",
  ">",
  "- ```cfrule",
  "  x",
  "- a",
  "  - b",
  "1. c",
  "",
  "ssl",
  "    y",
  "   z",
  "``` `cfrule",
  "<!-- a",
  "  b -->",
  "<!-- c -->",
  "> <!-- d",
  "- <!-- e",
];

test("blocks are those that a Markdown parser finds", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 9 }), (it) => {
      const text = `${it.join("\n")}\n`;
      const ours = markdownTexts(text).map(({ region }) => region.text);
      if (ours.join("§") !== theirs(text).join("§")) {
        assert.deepEqual({ text, ours }, { text, ours: theirs(text) });
      }
    }),
    { seed: 20_261_115, numRuns: times(38) },
  );
});

const runs = { seed: 20_261_115, numRuns: times(13) };
const parts = ["a eq ", "\n", "\n\n", "  b", "```", "~~~", "> c", "é😀", "\t", "- d", "    e"];
const content = fc
  .array(fc.constantFrom(...parts), { maxLength: 8 })
  .map((it) => `x${it.join("")}`);
const around = [
  (it: string) => `# T\n\n~~~~~cfrule\n${it}\n~~~~~\n\nend\n`,
  (it: string) => `a\n\n   ~~~~~cfrule\n${it.replace(/^(?=.)/gm, "   ")}\n   ~~~~~\n`,
  (it: string) => `- a\n  > ~~~~~cfrule\n${it.replace(/^/gm, "  > ")}\n  > ~~~~~\nb`,
  (it: string) => `> a\n>\n> ~~~~~cfrule\n${it.replace(/^/gm, "> ")}\n> ~~~~~\n\nb`,
  (it: string) => `1. a\n\n   ~~~~~cfrule\n${it.replace(/^(?=.)/gm, "   ")}\n   ~~~~~\n2. b`,
  (it: string) => `~~~~~cfrule\n${it}`,
];
const newTexts = fc.constantFrom("", "x", "y\n", "\n", "a\n\nb", "~~~~~\n", "  z", "é😀");

test("regions keep the laws", () => {
  const read = onlyRegion(markdownTexts);
  let expressed = 0;
  fc.assert(
    fc.property(
      content,
      fc.constantFrom(...around),
      fc.nat(),
      fc.nat(),
      newTexts,
      (it, put, at, length, newText) => {
        const host = put(it);
        const region = regionIn(read, host);
        checkOffsets(host, region);
        const edit = editOf(region.text, at, length, newText);
        // An empty block is not one of our texts.
        const rest = region.text.slice(0, edit.start) + newText + region.text.slice(edit.end);
        if (rest.trim() !== "" && checkEdit(read, host, region, edit)) expressed++;
      },
    ),
    runs,
  );
  expect(expressed).toBeGreaterThan(runs.numRuns * 0.6);
});
