import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import type { AnyLanguage, FileContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { code, escapeMarkdown } from "../../server/src/text/markdown.ts";
import { analyze } from "../support/check.ts";
import { isLong, times } from "../support/long.ts";
import { drawn, readAs } from "../support/markdown.ts";

const link = "(https://evil.example/p.png)";

/** Texts that are rendered as markup unless they are escaped. */
const hostile = [
  `x\n\n![i]${link}\n\ny`,
  `x\r\n\r\n[click]${link}\r\ry`,
  `\`\n\n![i]${link}`,
  `\`\`\` \n\n![i]${link}\n\n\`\`\``,
  `[a](command:workbench.action.terminal.new)`,
  `<command:workbench.action.terminal.new>`,
  `<img src=x onerror=alert(1)>`,
  `\n\n<script>alert(1)</script>\n\n`,
  `https://evil.example www.evil.example mailto:a@evil.example ftp://evil.example`,
  "\n\n# Heading\n\n- list\n\n> quote\n\n---\n\n1. one",
  `[x]: https://evil.example\n\n[x]`,
  "\n\n    code\n\n~~~\nx\n~~~\n\n| a | b |\n|---|---|",
  "a\u2028\u2029b\u0085c\u0000\u001b[31m\u202e",
  `&#33;[i]${link} \\\\[a]${link} \\`,
];

const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({
    unit: fc.constantFrom(..."\\`*_[]()<>&~@:/.w!#|=+-1 \n\r\tab\u2028"),
    maxLength: 16,
  }),
  fc
    .array(fc.constantFrom(...hostile, "`", "``", "\n\n", "a"), { maxLength: 4 })
    .map((it) => it.join("")),
);
const runs = { seed: 20_261_115, numRuns: times(13) };

test("text and code render only what they are given, in any context", () => {
  const harmless = new Set(["paragraph_open", "inline", "text", "paragraph_close", "code_inline"]);
  harmless.add("text_special").add("code_block");
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      for (const markdown of [
        `${escapeMarkdown(a)} ${code(b)}`,
        `${code(b)}, ${escapeMarkdown(a)}.`,
        escapeMarkdown(a),
      ]) {
        for (const kind of drawn(markdown).kinds) {
          if (!harmless.has(kind)) throw new Error(`${kind} in ${JSON.stringify(markdown)}`);
        }
      }
    }),
    runs,
  );
});

test("a single line renders as written", () => {
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(/^\S(?:[^\r\n\u2028\u2029\p{C}]*\S)?$/u.test(text) && !/::|##/.test(text));
      if (readAs(escapeMarkdown(text)) !== text || readAs(code(text)) !== text)
        throw new Error(
          `${JSON.stringify(text)} reads as ${JSON.stringify(readAs(escapeMarkdown(text)))}`,
        );
    }),
    runs,
  );
});

const rows: readonly [AnyLanguage, (text: string) => readonly [string, Partial<FileContext>?]][] = [
  [cfrule, (it) => [`http.host matches ${JSON.stringify(it)}`]],
  [cfrule, (it) => [`http.host eq ${JSON.stringify(it)} or http.host contains r#"${it}"#`]],
  [cfrule, (it) => [`http.host matches r##"${it}"##`]],
  [cfrule, (it) => [`any(http.request.headers["${it.replaceAll('"', "")}"][*] eq "a")`]],
  [cfrule, (it) => [`ip.geoip.country in {${JSON.stringify(it)} "DE"} and ip.src in $${it}`]],
  [cfrule, (it) => [`# @description ${it}\n# weir-ignore ${it}\nhttp.host eq "a"`]],
  [
    cfrule,
    (it) => [`regex_replace(http.host, ${JSON.stringify(it)}, ${JSON.stringify(it)}) eq "a"`],
  ],
  [cfrule, (it) => ['http.host eq "a" and x', { extraFields: { rules: { [it]: "String" } } }]],
  [cfrule, (it) => ["ip.src in $", { lists: [it] }]],
  [lpfilter, (it) => [condition("ClientRequestHost", "eq", it)]],
  [lpfilter, (it) => [condition(it, it, it)]],
  [lpfilter, (it) => [`// @dataset ${it}\n${condition("ClientCountry", "in", [it, "de"])}`]],
  [
    lpfilter,
    (it) => [condition(it, "eq", it), { extraFields: { http_requests: { [it]: "string" } } }],
  ],
  [
    lpfilter,
    (it) => [condition("", "eq", it), { extraFields: { http_requests: { [it]: "string" } } }],
  ],
  [lpjob, (it) => [job({ destination_conf: `https://a.example/?header_${it}=${it}` })]],
  [lpjob, (it) => [job({ destination_conf: `s3://${it}/{DATE}?region=${it}&${it}=1` })]],
  [lpjob, (it) => [job({ name: `\${env:${it}} ${it}`, frequency: it, kind: it })]],
  [lpjob, (it) => [job({ output_options: { field_names: [it], record_template: `{{.${it}}}` } })]],
  [lpjob, (it) => [job({ filter: condition("ClientRequestHost", "contains", it) })]],
];

function condition(key: string, operator: string, value: unknown): string {
  return JSON.stringify({ where: { and: [{ key, operator, value }] } });
}

function job(more: object): string {
  return JSON.stringify({ dataset: "http_requests", ...more });
}

/** All Markdown that the server may send for a text. */
function* markdownOf(language: AnyLanguage, text: string, context: Partial<FileContext> = {}) {
  const analysis = analyze(language, text, context);
  for (let offset = 0; offset <= text.length; offset += isLong ? 1 : 2) {
    yield analysis.hover(offset)?.markdown;
    for (const it of analysis.signature(offset)?.parameters ?? []) yield it.documentation;
  }
  for (const offset of [text.length, text.indexOf('""') + 1, text.length >> 1]) {
    for (const it of analysis.complete(offset)) yield it.documentation?.();
  }
}

test("no hover, signature or completion renders markup from a file or a setting", () => {
  const known = /^https:\/\/developers\.cloudflare\.com\/[\w./-]+$/;
  const foreign = /^(?:image|html_|fence|code_block|heading|blockquote|hr|table|ordered)/;
  const seen = new Set<string>();
  for (const [row, [language, make]] of rows.entries()) {
    // The short suite alternates between the two halves of the texts.
    for (const text of hostile.filter((_, i) => isLong || (row + i) % 2 === 0)) {
      const [document, context] = make(text);
      for (const markdown of markdownOf(language, document, context)) {
        if (markdown === undefined || seen.has(markdown)) continue;
        seen.add(markdown);
        const { kinds, links } = drawn(markdown);
        const wrong = [
          ...[...kinds].filter((it) => foreign.test(it)),
          ...links.filter((it) => !known.test(it)),
        ];
        assert.deepEqual(wrong, [], markdown);
      }
    }
  }
});
