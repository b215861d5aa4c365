import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields } from "../../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import type { OutlineSymbol } from "../../../server/src/core/analysis.ts";
import { contains, type Span, touches } from "../../../server/src/text/span.ts";
import { analyze } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { readCursor, trimExample } from "../../support/marks.ts";

const slices = (text: string, spans: readonly Span[]) =>
  spans.map((it) => text.slice(it.start, it.end));

describe("symbols", () => {
  const outline = (symbols: readonly OutlineSymbol[], depth = 0): string[] =>
    symbols.flatMap((it) => [
      `${"  ".repeat(depth)}${it.kind} ${it.name} (${it.detail})`,
      ...outline(it.children, depth + 1),
    ]);

  test("show the tree of and and or", () => {
    const text = `# @description Logins
http.host eq "a"  and (ssl or not (ssl and sip)) and any(http.request.headers.names[*]   eq "b")`;
    expect(outline(analyze(cfrule, text).symbols())).toEqual([
      "filter Logins (93 of 4,096 characters)",
      "  group all of 3 (and)",
      '    condition http.host eq "a" (String)',
      "    group any of 2 (or)",
      "      condition ssl (Boolean)",
      "      group not (Boolean)",
      "        group all of 2 (and)",
      "          condition ssl (Boolean)",
      "          condition sip (Boolean)",
      '    call any(http.request.headers.names[*] eq "b") (Boolean)',
    ]);
  });

  test("none for an empty file", () => {
    expect(analyze(cfrule, "# only words").symbols()).toEqual([]);
  });
});

describe("folds", () => {
  test("parentheses, sets, calls and comments over several lines", () => {
    const text = trimExample(`
# one
# two
ssl and (
  ip.src in {
    192.0.2.1
  } # alone
  # three
  # four
) or starts_with(
  http.host, "a"
) or (ssl)`);
    expect(
      analyze(cfrule, text)
        .folds()
        .map((it) => `${it.kind} ${JSON.stringify(text.slice(it.start, it.start + 5))}`),
    ).toEqual([
      'comment "# one"',
      'region "(\\n  i"',
      'region "{\\n   "',
      'comment "# thr"',
      'region "(\\n  h"',
    ]);
  });
});

describe("selections", () => {
  const rows: [marked: string, ...spans: string[]][] = [
    [
      `ssl and lower(http.host) eq "a<|>b"`,
      "ab",
      '"ab"',
      'lower(http.host) eq "ab"',
      'ssl and lower(http.host) eq "ab"',
    ],
    [
      `lower(http.<|>host) eq r#"ab"#`,
      "http.host",
      "lower(http.host)",
      'lower(http.host) eq r#"ab"#',
    ],
    [`http.host eq r#"a<|>b"#`, "ab", 'r#"ab"#', 'http.host eq r#"ab"#'],
    [`tcp.dstport in {8<|>0 443}`, "80", "80 443", "{80 443}", "tcp.dstport in {80 443}"],
    [`# @action blo<|>ck`, "block", "# @action block"],
  ];
  test.each(rows)("%s", (marked, ...spans) => {
    const { text, offset } = readCursor(marked);
    expect(slices(text, analyze(cfrule, text).selections(offset))).toEqual(spans);
  });
});

test("tokens", () => {
  const text = `# @action block
ip.geoip.country eq "PT" and not lower(http.host) matches "a" # weir-ignore unknown-field: so
or any(x.y[*] == 1) or ip.src in {192.0.2.0/24} or ip.src in $a`;
  const shown = analyze(cfrule, text)
    .tokens()
    .map((it) => `${[it.type, ...it.modifiers].join(".")} ${text.slice(it.start, it.end)}`);
  expect(shown).toEqual([
    "comment # ",
    "macro @action",
    "comment  block",
    "property.deprecated.defaultLibrary ip.geoip.country",
    "keyword eq",
    'string "PT"',
    "keyword and",
    "keyword not",
    "function.defaultLibrary lower",
    "property.defaultLibrary http.host",
    "keyword matches",
    'regexp "a"',
    "comment # ",
    "macro weir-ignore unknown-field",
    "comment : so",
    "keyword or",
    "function.defaultLibrary any",
    "property x.y",
    "operator *",
    "operator ==",
    "number 1",
    "keyword or",
    "property.defaultLibrary ip.src",
    "keyword in",
    "number 192.0.2.0/24",
    "keyword or",
    "property.defaultLibrary ip.src",
    "keyword in",
    "variable $a",
  ]);
});

describe("inlays", () => {
  const shown = (text: string, span = { start: 0, end: text.length }) => {
    let result = text;
    for (const it of [...analyze(cfrule, text).inlays(span)].reverse()) {
      result = `${result.slice(0, it.offset)}‹${it.label}›${result.slice(it.offset)}`;
    }
    return result;
  };

  const rows: [text: string, shown: string][] = [
    [`ssl or sip and ssl`, "ssl or ‹(›sip and ssl‹)›"],
    [`ssl and sip xor ssl or sip`, "‹(›‹(›ssl and sip‹)› xor ssl‹)› or sip"],
    [`ssl or (sip and ssl)`, "ssl or (sip and ssl)"],
    [`ip.src in {192.0.2.0/24 192.0.2.1}`, "ip.src in {192.0.2.0/24‹(256 addresses)› 192.0.2.1}"],
  ];
  test.each(rows)("%s", (text, expected) => expect(shown(text)).toBe(expected));

  test("only in the requested span", () => {
    expect(shown("ssl or sip and ssl", { start: 0, end: 4 })).toBe("ssl or sip and ssl");
  });

  test("the remaining characters, when few are left", () => {
    const long = (length: number) => `http.host eq "${"a".repeat(length - 15)}"`;
    expect(shown(long(3000))).not.toContain("‹");
    expect(shown(long(3812))).toMatch(/‹284 characters left›$/);
    expect(shown(long(4097))).toMatch(/‹1 character too many›$/);
  });
});

test("lenses show what the expression matches", () => {
  const text = `# @action block\nhttp.host eq "a"`;
  const [lens, ...others] = analyze(cfrule, text).lenses();
  expect(lens).toMatchObject({
    start: 16,
    title: 'Matches requests where http.host is "a"',
    budget: { text: "16 of 4,096 characters", isOver: false },
  });
  expect(others).toEqual([]);
});

test.each([
  "",
  "(",
  '(\n  http.host eq "a"',
  '(\n  http.host eq "a"\n) or',
  "(\n ssl) or ssl",
  "?",
])("a lens stays above the first line of an expression while one types: %j", (typed) => {
  const [lens, ...others] = analyze(cfrule, `# @action block\n${typed}`).lenses();
  expect(lens).toMatchObject({ start: 16, title: expect.stringMatching(/^Matches requests/) });
  expect(others).toEqual([]);
});

describe("highlights", () => {
  const rows: [marked: string, starts: number[]][] = [
    [`http.h<|>ost eq "http.host" or lower(http.host) eq "a"`, [0, 34]],
    [`ip.src in $a<|> or ip.src in $b or ip.src in $a`, [10, 42]],
    [`low<|>er(lower(http.host)) eq "a"`, [0, 6]],
    [`http.host eq "<|>a"`, []],
    [`ssl # ss<|>l`, []],
  ];
  test.each(rows)("%s", (marked, starts) => {
    const { text, offset } = readCursor(marked);
    const found = analyze(cfrule, text).highlights(offset);
    expect(found.map((it) => it.start)).toEqual(starts);
  });
});

test("links known directive values to their documentation", () => {
  const text = "# @action block\n# @action what\n# @description x\nssl";
  const links = analyze(cfrule, text).links();
  expect(slices(text, links)).toEqual(["block"]);
  expect(links[0]?.target).toMatch(/^https:\/\/developers\.cloudflare\.com\/.*\/actions\/$/);
});

test("finds all list references", () => {
  const text = `ip.src in $a or (http.host eq "$a" and not ip.src in $cf.vpn) # $a`;
  const found = analyze(cfrule, text).listReferences?.() ?? [];
  expect(found.map((it) => [it.name, it.start, it.managed ?? false])).toEqual([
    ["a", 11, false],
    ["cf.vpn", 54, true],
  ]);
});

describe("no feature fails on any text", () => {
  const examples = [...fields, ...functions].flatMap((it) => it.example ?? []);
  const pieces = fc.constantFrom(
    ..."\"'#()[]{}$,*!=~&|^.@\\ \n\r".split(""),
    ...[
      "and ",
      "not ",
      "in ",
      "eq ",
      "any(",
      'r#"',
      "# @value\n",
      "weir-ignore x",
      "😀",
      "10.0.0.0/8",
    ],
  );
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(6),
    insert: fc.oneof(pieces, fc.constant("")),
  });
  const mutated = fc
    .tuple(
      fc.array(fc.constantFrom(...examples), { maxLength: 3 }),
      fc.array(edit, { maxLength: 5 }),
    )
    .map(([texts, edits]) =>
      edits.reduce((text, { at, remove, insert }) => {
        const offset = Math.floor(at * text.length);
        return text.slice(0, offset) + insert + text.slice(offset + remove);
      }, texts.join(" or\n")),
    );

  test("and every span is within the text", () => {
    fc.assert(
      fc.property(mutated, fc.double({ min: 0, max: 1, noNaN: true }), (text, where) => {
        const offset = Math.floor(where * text.length);
        const it = analyze(cfrule, text);
        const spans = [
          ...it.complete(offset).map((item) => item.edit),
          ...it.tokens(),
          ...it.folds(),
          ...it.selections(offset),
          ...it.lenses(),
          ...it.highlights(offset),
          ...it.links(),
          ...(it.listReferences?.() ?? []),
          ...it
            .inlays({ start: 0, end: text.length })
            .map((inlay) => ({ start: inlay.offset, end: inlay.offset })),
          ...it.symbols(),
        ];
        const hover = it.hover(offset);
        if (hover) spans.push(hover);
        it.signature(offset);
        const offered = it.complete(offset);
        for (const item of offered.slice(0, 3)) item.documentation?.();
        assert.ok(offered.every((item) => touches(item.edit, offset)));
        assert.ok(spans.every((span) => contains({ start: 0, end: text.length }, span)));
        assert.ok(spans.every((span) => span.start <= span.end));
        const tokens = it.tokens();
        assert.ok(tokens.every((token, at) => token.start >= (tokens[at - 1]?.end ?? 0)));
      }),
      { seed: 7, numRuns: times(19) },
    );
  });
});
