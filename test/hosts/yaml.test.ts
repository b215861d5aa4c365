import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { hostEdits } from "../../server/src/hosts/region.ts";
import { mayHoldTexts, yamlTexts } from "../../server/src/hosts/yaml.ts";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { isLong, times } from "../support/long.ts";
import { checkEdit, checkOffsets, editOf, onlyRegion, regionIn } from "./laws.ts";
import { shown } from "./shown.ts";

test("the rules of octorules", () => {
  const text = readFileSync(join(import.meta.dirname, "fixtures", "octorules.yaml"), "utf8");
  const waf = "phase=http_request_firewall_custom group=waf_custom_rules";
  const limit = "phase=http_ratelimit group=rate_limiting_rules";
  const rewrite = "phase=http_request_transform group=url_rewrite_rules";
  const cache = "phase=http_request_cache_settings group=cache_rules";
  expect(yamlTexts(text).map((it) => shown(text, it))).toEqual([
    `cfrule starts_with(http.request.uri.path, "/admin") and not ip.src in $office | action=block description=Keep strangers out ref=admin ${waf} order=0 attribute=expression`,
    `cfrule http.user_agent contains "\${jndi" or http.referer contains "\${jndi"⏎or http.request.uri.query contains "\${jndi" | action=block ref=jndi enabled=false ${waf} order=1 attribute=expression`,
    `cfrule http.request.uri.path eq "/it's" | action=block ref=login ${limit} order=0 attribute=expression`,
    `cfrule http.response.code eq 401 and ssl | action=block ref=login ${limit} order=0 attribute=ratelimit.counting_expression`,
    `cfrule http.host eq "old.example.com"⏎  and ssl⏎ | action=rewrite ref=old ${rewrite} order=0 attribute=expression`,
    `cfrule value concat("/v2", http.request.uri.path) | action=rewrite ref=old ${rewrite} order=0 attribute=action_parameters.uri.path.expression`,
    `cfrule http.host eq "older.example.com" | action=rewrite ref=old-copy ${rewrite} order=1 attribute=expression`,
    `cfrule true | ${cache} order=0 attribute=expression`,
    `cfrule http.host eq "a" | action=set_cache_settings ${cache} order=1 attribute=expression`,
  ]);
});

test("a name one character away from a list of the same octorules file is reported", () => {
  const text = [
    "lists:",
    "  - name: office_ips",
    "    kind: ip",
    "    items: [{ ip: 192.0.2.1 }]",
    "waf_custom_rules:",
    "  - { ref: a, action: block, expression: ip.src in $office_ip }",
    "  - { ref: b, action: log, expression: ip.src in $office_ips }",
    "  - { ref: c, action: log, expression: not ip.src in $another }",
  ].join("\n");
  const found = hostOfPath("a.yaml")?.analyze(text, defaultContext).diagnostics() ?? [];
  expect(found.map((it) => `${it.code} ${text.slice(it.start, it.end)}`)).toEqual([
    "unknown-list $office_ip",
  ]);
});

function texts(text: string, ...paths: string[]): string[] {
  const declared = paths.map((path) => ({ path, language: "cfrule" as const }));
  return yamlTexts(text, declared).map((it) => shown(text, it).replace(/ \| .*/, ""));
}

describe("declared strings", () => {
  test.each([
    [
      "by a path",
      "spec:\n  rules:\n    - expression: ssl\n    - expression: not ssl\n",
      ["spec.rules[*].expression"],
      ["cfrule ssl", "cfrule not ssl"],
    ],
    ["by a path in each document", "a: b\n---\na: c\n", ["a"], ["cfrule b", "cfrule c"]],
    ["on the line before", "a:\n  # weir: cfrule\n  b: ssl\n  c: x\n", [], ["cfrule ssl"]],
    ["at the end of the line", "a:\n  b: ssl # weir: cfrule\n  c: x\n", [], ["cfrule ssl"]],
    ["before an item", "# weir: cfrule\n- b: ssl\n  c: x\n- d\n", [], ["cfrule ssl"]],
    [
      "on a list",
      "# weir: cfrule\na:\n  - ssl\n  - not ssl\n",
      [],
      ["cfrule ssl", "cfrule not ssl"],
    ],
    ["at the header of a block", "a: | # weir: cfrule\n  ssl\n", [], ["cfrule ssl⏎"]],
    [
      "not by a text that looks like a comment",
      'a: "# weir: cfrule"\nb: |\n  # weir: cfrule\nc: ssl\n',
      [],
      [],
    ],
    [
      "with templates",
      "# weir: template\na: ip.src in {{ .Values.list }} # weir: cfrule\n",
      [],
      ["cfrule ip.src in «{{ .Values.list }}»"],
    ],
    [
      "without them",
      'a: http.request.uri contains "{{x}}" # weir: cfrule\n',
      [],
      ['cfrule http.request.uri contains "{{x}}"'],
    ],
  ])("%s", (_, text, paths, expected) => {
    expect(texts(text, ...paths)).toEqual(expected);
  });
});

test.each([
  ['"cache_rules":\n  - expression: ssl\n'],
  ["'cache_rules' :\n  - expression: ssl\n"],
  ["{a: 1, cache_rules: [{expression: ssl}]}\n"],
  ['{"cache_rules": [{"expression": "ssl"}]}\n'],
  ["\ufeff---\ncache_rules:\n- expression: ssl\n"],
])("a key may be written as in %j", (text) => {
  expect(texts(text)).toEqual(["cfrule ssl"]);
});

test.each(["", "a: 1\n", "rules:\n  - expression: a\n", "x_cache_rules:\n  - expression: a\n"])(
  "%j is not parsed",
  (text) => {
    expect(mayHoldTexts(text)).toBe(false);
    expect(yamlTexts(text)).toEqual([]);
  },
);

test.each([
  ["!include rules/a.txt", []],
  ["!ENV ${RULE}", []],
  ["!vault |\n      ab;cd", []],
  ["!e!x ssl", []],
  ["! ssl", ["cfrule ssl"]],
  ["!!str ssl", ["cfrule ssl"]],
  ["!<tag:yaml.org,2002:str> ssl", ["cfrule ssl"]],
])("the value of a tag is known only if YAML defines it: %s", (value, expected) => {
  const text = `%TAG !e! !x\n---\ncache_rules:\n  - expression: ${value}\n  - !include b.yaml\n`;
  expect(texts(text)).toEqual(expected);
});

const ours = "cache_rules:\n  - expression: |+\n      ssl\n\n";

test.each([
  ["before", `a: 1\nb: '\n---\n${ours}`],
  ["before, with a mark", `\ufeff--- # x\na: [\n---\n${ours}`],
  ["after", `${ours}---\n\t- }: "\n`],
  ["after, on the line of the marker", `${ours}--- |+\n a\n\n`],
  ["around", `--- a\r\n---\n${ours}--- b\n---\nc: |\n  d`],
  ["with directives", `%TAG ! tag:a,2000:\n---\na: !b c\n...\n%YAML 1.2\n---\n${ours}`],
])("other documents %s", (_, text) => {
  const found = yamlTexts(text);
  expect(found.map((it) => it.region.text)).toEqual(["ssl\n\n"]);
  expect(found.map((it) => text.indexOf("|+\n      ssl") - it.region.start)).toEqual([0]);
});

test("the lines of other documents are ignored", () => {
  expect(texts(`a: |\n${"  x\n".repeat(100_001)}---\n${ours}`)).toEqual(["cfrule ssl⏎⏎"]);
});

const many = 100_000;
test.each([
  [
    "an exploding file",
    `a: &a [x,x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : "a"},*${i ? `b${i - 1}` : "a"}]`).join("\n")}\n`,
  ],
  [
    "an exploding list of rules",
    `a: &a [{ expression: x }]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : "a"},*${i ? `b${i - 1}` : "a"}]`).join("\n")}\nwaf_custom_rules: *b39\nrewrite_rules: { <<: *b38 }\n`,
  ],
  [
    "many aliases",
    `a: &a { expression: ssl }\nwaf_custom_rules:\n${"  - <<: *a\n".repeat(isLong ? 20_000 : 1000)}`,
  ],
  ["an anchor in itself", "a: &a [*a]\n"],
  ["open templates", `# weir: template\na: ${"{{".repeat(many)}`],
  ["templates", `# weir: template\na: ${"{{x}} ".repeat(20_000)}`],
  ["open strings in templates", `# weir: template\na: ${'{{"\\\\"}}'.repeat(many)}`],
  ["closers in strings only", `# weir: template\na: ${'{{"}}"'.repeat(many)}`],
  ["closers in strings", `# weir: template\na: ${'{{"}} '.repeat(many)}`],
  ["brackets", `a: ${"[".repeat(many)}`],
  ["braces", `a: ${"{".repeat(many)}`],
  ["items", "- ".repeat(many)],
  ["items with anchors", "- &a ".repeat(many)],
  ["keys", "? ".repeat(many)],
  ["keys with values", "a: ".repeat(many)],
  ["errors", "a: b: c\n  - d\n\te: [}\n"],
  ["an open quote", 'a: "b\nc: d\n'],
])("%s is handled", (_, text) => {
  expect(() =>
    yamlTexts(`cache_rules:\n  - expression: ssl\n${text}`, [{ path: "a.*", language: "cfrule" }]),
  ).not.toThrow();
});

const brackets = (depth: number) => `a: ${"[".repeat(depth)}${"]".repeat(depth)}\n`;
const keysOnOneLine = (depth: number) => `${"a: ".repeat(depth)}\n`;
test.each([
  ["brackets", brackets, 400, 1],
  ["brackets", brackets, 600, 0],
  ["keys on one line", keysOnOneLine, 400, 1],
  ["keys on one line", keysOnOneLine, 600, 0],
  ["members of braces", (count: number) => `a: {${"a: 1, ".repeat(count)}}\n`, 600, 1],
  ["words of a string", (count: number) => `a: "${"a: ".repeat(count)}"\n`, 600, 1],
])("%s: %#", (_, write, depth, count) => {
  const nested = write(depth);
  expect(yamlTexts(`cache_rules:\n  - expression: ssl\n${nested}`)).toHaveLength(count);
});

const runs = { seed: 20_261_115, numRuns: times(13) };
const chunk = fc.constantFrom(
  "a",
  " eq ",
  '"b"',
  "'",
  "\\",
  ":",
  "#",
  "\n",
  "\n\n",
  "\n  ",
  "{",
  "é😀",
  "\t",
  "-",
  ",",
);
const content = fc.array(chunk, { maxLength: 9 }).map((it) => it.join(""));
const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
const around = [
  (it: string) => `k:\n  a: ${JSON.stringify(it)} # c\n  b: 1\n`,
  (it: string) => `k:\n  a: "x${it.replace(/["\\]/g, "\\$&").replaceAll("\n", "\n    ")}"\n`,
  (it: string) => `k:\n  a: 'x${it.replaceAll("'", "''").replaceAll("\n", "\n    ")}'\n  b: 1\n`,
  (it: string) => `k:\n  a: x${it.replaceAll("\n", "\n     ")}\n  b: 1\n`,
  (it: string) => `k: {a: x${it.replaceAll("\n", " ")}, b: 1}\n`,
  ...["|", "|-", "|+", ">", ">-", ">+"].flatMap((sign) => [
    (it: string) => `k:\n  a: ${sign} # c\n${indent(it, "    ")}\n  b: 1\n`,
    (it: string) => `k:\n- a: ${sign}\n${indent(it, "      ")}`,
  ]),
  ...["|2", "|2-", ">+2"].map(
    (sign) => (it: string) => `k:\n  a: ${sign}\n${indent(it, "    ")}\n  b: 1\n`,
  ),
  (it: string) => `k:\r\n  a: |\r\n    x${it.replaceAll("\n", "\r\n    ")}\r\n  b: 1\r\n`,
];
const hosts = fc
  .tuple(content, fc.constantFrom(...around))
  .map(([it, put]) => put(it))
  .filter((host) => {
    const document = parseDocument(host, { logLevel: "silent" });
    const value = document.getIn(["k", "a"]) ?? document.getIn(["k", 0, "a"]);
    return document.errors.length === 0 && typeof value === "string" && value.trim() !== "";
  });
const newTexts = fc.constantFrom(
  "",
  "x",
  "y z",
  "'",
  '"',
  "\\",
  ": ",
  " #",
  "\n",
  "a\nb",
  "é😀",
  "x\n",
);

const read = onlyRegion((text) => {
  const found = yamlTexts(text, [
    { path: "k.a", language: "cfrule" },
    { path: "k[0].a", language: "cfrule" },
  ]);
  return found;
});

test("a scalar has the same value as in the YAML library", () =>
  fc.assert(
    fc.property(hosts, (host) => {
      const document = parseDocument(host);
      const value = document.getIn(["k", "a"]) ?? document.getIn(["k", 0, "a"]);
      const region = regionIn(read, host);
      if (region.text !== value)
        assert.deepEqual({ host, text: region.text }, { host, text: value });
      checkOffsets(host, region);
    }),
    runs,
  ));

test("an edit produces a file with the edited text, and leaves the rest unchanged", () => {
  let expressed = 0;
  fc.assert(
    fc.property(hosts, fc.nat(), fc.nat(), newTexts, (host, at, length, newText) => {
      const region = regionIn(read, host);
      if (checkEdit(read, host, region, editOf(region.text, at, length, newText))) expressed++;
    }),
    runs,
  );
  expect(expressed).toBeGreaterThan(runs.numRuns * 0.4);
});

describe("aliases and merge keys", () => {
  const list = "x-shared: &shared\n  - expression: ssl\n    action: block\n";
  test.each([
    ["a list", `${list}waf_custom_rules: *shared\n`, ["cfrule ssl"]],
    ["an item", "x: &a { expression: ssl }\nwaf_custom_rules:\n  - *a\n  - *a\n", ["cfrule ssl"]],
    ["a text", "x: &a ssl\nwaf_custom_rules:\n  - expression: *a\n", ["cfrule ssl"]],
    [
      "a merged rule",
      "x: &a\n  expression: ssl\n  action: block\ncache_rules:\n  - <<: *a\n    ref: b\n",
      ["cfrule ssl"],
    ],
    [
      "several merged rules, the first of which takes precedence",
      "x: &a { expression: ssl }\ny: &b { expression: not ours }\ncache_rules:\n  - <<: [*a, *b]\n",
      ["cfrule ssl"],
    ],
    [
      "a property that takes precedence over a merged one",
      "x: &a { expression: not ours }\ncache_rules:\n  - { <<: *a, expression: ssl }\n",
      ["cfrule ssl"],
    ],
    [
      "a quoted key, which merges nothing",
      'x: &a { expression: b }\ncache_rules:\n  - "<<": *a\n',
      [],
    ],
    [
      "a list that is used in two phases",
      `cache_rules: &c\n  - expression: ssl\nwaf_custom_rules: *c\n`,
      ["cfrule ssl"],
    ],
    ["an unknown anchor", "cache_rules: *none\n", []],
    [
      "an alias in its own anchor",
      "cache_rules: &a\n  - *a\n  - expression: ssl\n",
      ["cfrule ssl"],
    ],
  ])("%s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test("the context is that of the alias", () => {
    const text = `${list}waf_custom_rules: *shared\n`;
    expect(yamlTexts(text)[0]?.context).toMatchObject({
      phase: "http_request_firewall_custom",
      action: "block",
    });
  });

  test("a text in a merged rule is edited at its anchor", () => {
    const text = "x: &a\n  expression: ssl == true\ncache_rules:\n  - <<: *a\n";
    const [found] = yamlTexts(text);
    expect(text.slice(found?.region.start, found?.region.end)).toBe("ssl == true");
  });

  test("a comment before a mapping declares its strings, not its numbers and Booleans", () => {
    const text =
      "# weir: cfrule\nrule:\n  priority: 1\n  enabled: true\n  when: ssl\n  all: 'true'\n";
    expect(texts(text)).toEqual(["cfrule ssl", "cfrule true"]);
    expect(texts("a: true # weir: cfrule\n")).toEqual(["cfrule true"]);
  });

  test("a comment on an alias declares its text", () => {
    expect(texts("a: &a ssl\nb: *a # weir: cfrule\n")).toEqual(["cfrule ssl"]);
  });
});

describe.each(["|", "|-", "|+", "|2", "|2-", "|+2", ">", ">-", ">+", ">2", ">2-", ">+2"])(
  "in a block '%s'",
  (header) => {
    const host = (body: string) => `k:\n  a: ${header}\n    ${body}\n  b: 1\n`;
    test.each([
      ["a word", "eq", "ne", "x ne y"],
      ["the start", "x", "longer", "longer eq y"],
      ["the end", "y", "y and z", "x eq y and z"],
    ])("%s can be edited", (_, find, by, after) => {
      const text = host("x eq y");
      const region = regionIn(read, text);
      const start = region.text.indexOf(find);
      const edits = hostEdits(region, [{ start, end: start + find.length, newText: by }]);
      expect(edits && applyEdits(text, edits)).toBe(host(after));
    });
  },
);

test.each([
  [
    "that would make the blank line below part of the text",
    "k:\n  a: |2-\n\n      a\n      \n  b: 1\n",
  ],
  ["that would do so at the end of the file", "k:\n  a: |2\n\n      a\n     "],
  ["directly before a bracket", "k:\n  a: ]y\n  b: 1\n"],
  ["before a bracket on the next line", "k:\n  a: \n   ]y\n  b: 1\n"],
])("no text is inserted %s", (_, host) => {
  expect(hostEdits(regionIn(read, host), [{ start: 0, end: 0, newText: "x" }])).toBeUndefined();
});

test.each([
  ["at the end of a line", "k:\n  a: ", "\n  b: 1\n"],
  ["at the end of the file", "k:\n  a: ", ""],
  ["after an anchor", "k:\n  a: &x ", "\n  b: 1\n"],
  ["between brackets", "k: {a: ", ", b: 1}\n"],
  [
    "after other documents and scalars",
    '\ufeff%YAML 1.2\n---\nz: |\n  y\n---\nk: {c: [], d: "", a: ',
    "}\n",
  ],
  ["above a blank line that is short enough", "k:\n  a: |2-\n    ", "a\n    \n  b: 1\n"],
])("a text is inserted %s", (_, before, after) => {
  const region = regionIn(read, before + after);
  const edits = hostEdits(region, [{ start: 0, end: 0, newText: "x" }]);
  expect(edits && applyEdits(before + after, edits)).toBe(`${before}x${after}`);
});

test.each([
  ["after a key", "k:\n  a:", "k:\n  a: x"],
  ["after a key of a list item", "k:\n  - a:\n    b: 1\n", "k:\n  - a: x\n    b: 1\n"],
  ["after a key in brackets", "k: {a:, b: 1}\n", "k: {a: x, b: 1}\n"],
  ["after an anchor", "k:\n  a: &x\n  b: 1\n", "k:\n  a: &x x\n  b: 1\n"],
  ["after a tag", "k:\n  a: !!str\n", "k:\n  a: !!str x\n"],
  ["before a comment", "k:\n  a: # c\n  b: 1\n", "k:\n  a: x # c\n  b: 1\n"],
  ["before a comment after two spaces", "k:\n  a:  # c\n", "k:\n  a:  x # c\n"],
  ["with Windows line breaks", "k:\r\n  a:\r\n  b: 1\r\n", "k:\r\n  a: x\r\n  b: 1\r\n"],
])("a text that needs a space is inserted %s", (_, host, after) => {
  const edits = hostEdits(regionIn(read, host), [{ start: 0, end: 0, newText: "x" }]);
  const edited = edits && applyEdits(host, edits);
  expect(edited).toBe(after);
  expect(regionIn(read, edited ?? "").text).toBe("x");
});

test("completion after 'expression:' adds the space", () => {
  const host = "cache_rules:\n  - expression:\n";
  const found = hostOfPath("a.yaml")
    ?.analyze(host, defaultContext)
    .complete(host.length - 1)
    .find((it) => it.label === "http.host");
  expect(found && applyEdits(host, [found.edit])).toBe("cache_rules:\n  - expression: http.host\n");
});

test("a file with too many lines is not parsed", () => {
  const rules = "cache_rules:\n  - expression: ssl\n";
  expect(yamlTexts(rules + "#\n".repeat(isLong ? 99_000 : 20_000)).length).toBe(1);
  expect(yamlTexts(rules + "#\n".repeat(101_000)).length).toBe(0);
});

describe("templates", () => {
  const chart = (body: string) => `# weir: template\n${body}`;
  test.each([
    [
      "loops around rules",
      "cache_rules:\n{{- range .Values.hosts }}\n  - ref: {{ .name }}\n    expression: 'http.host eq \"{{ .host }}\"'\n{{- end }}\n",
      ['cfrule http.host eq "«{{ .host }}»"'],
    ],
    [
      "quotes in a template",
      'cache_rules:\n  - expression: "ssl and {{ default "b" .a }}"\n',
      ['cfrule ssl and «{{ default "b" .a }}»'],
    ],
    [
      "closing braces in a string",
      'cache_rules:\n  - ref: {{ printf "a}} b: %s" .a }}\n    expression: ssl and {{ `}}"` }} # {{ "\\"}}" }}\n',
      ['cfrule ssl and «{{ `}}"` }}»'],
    ],
    [
      "quotes that are escaped in YAML",
      'cache_rules:\n  - expression: "ssl and {{ default(\\"b\\") }} or {{ c }}"\n',
      ['cfrule ssl and «{{ default(\\"b\\") }}» or «{{ c }}»'],
    ],
    [
      "an apostrophe",
      "cache_rules:\n{{/* don't check */}}\n  - expression: ssl # it's\n    ref: {{ it's }}\n",
      ["cfrule ssl"],
    ],
    [
      "a string that is not closed",
      'cache_rules:\n  - ref: {{ "a }}\n    expression: ssl\n',
      ["cfrule ssl"],
    ],
    [
      "a condition in a block",
      "cache_rules:\n  - expression: |\n      ssl\n      {{- if .a }}\n      and b\n      {{- end }}\n",
      ["cfrule ssl⏎«{{- if .a }}»⏎and b⏎«{{- end }}»⏎"],
    ],
    ["a template as the whole value", "cache_rules:\n  - expression: {{ .a }}\n", []],
    [
      "a block that ends early",
      "cache_rules:\n  - expression: |\n      ssl and\n{{ if }}\n      b\n",
      [],
    ],
  ])("%s", (_, body, expected) => {
    expect(texts(chart(body))).toEqual(expected);
  });

  test("a text beside a template can be edited", () => {
    const host = chart('k:\n  a: "x {{ .b | quote "c" }} y"\n');
    const region = regionIn(read, host);
    const start = region.text.indexOf("y");
    const edits = hostEdits(region, [{ start, end: start + 1, newText: '"z"' }]);
    expect(edits && applyEdits(host, edits)).toBe(host.replace(" y", ' \\"z\\"'));
    checkOffsets(host, region);
  });
});
