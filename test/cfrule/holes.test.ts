import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { cfrule, type RuleContext } from "../../server/src/cfrule/language.ts";
import { holeCharacter } from "../../server/src/text/hole.ts";
import type { Span } from "../../server/src/text/span.ts";
import { times } from "../support/long.ts";
import { rule } from "./random-rules.ts";

const context: RuleContext = { extraFields: {}, severity: {}, hasHoles: true };

/** The problems of a text in which `…` represents a hole, as `code at line column`. */
function problemsIn(text: string): string[] {
  let holes = 0;
  const read = text.replaceAll("…", () => holeCharacter(holes++));
  return cfrule
    .analyze(read, context)
    .diagnostics()
    .filter((it) => it.severity !== "hint")
    .map(({ code, start, end }) => `${code} '${text.slice(start, end)}'`);
}

test.each([
  'http.host eq "…"',
  'http.host eq "a…b" and ssl',
  "http.host eq …",
  "ip.src in {…}",
  "ip.src in {192.0.2.1 … 198.51.100.0/24}",
  "ip.src in {198.51.100.0/…}",
  "ip.src in $…",
  "ip.src in $office_…",
  "ip.src in …",
  "…",
  "(…) and ssl",
  '… and http.host eq "a"',
  'http.host eq "a" …',
  'http.host eq "a" … ssl',
  "… …",
  '… eq "x"',
  'http.….x eq "y"',
  'lower(…) eq "A"',
  "starts_with(http.host, …)",
  "starts_with(…)",
  '…(http.host, "x")',
  'http.request.headers["X-…"][0] eq "A"',
  'http.request.headers[…][0] eq "a"',
  'any(http.request.headers.names[*] contains "…")',
  'http.host matches "(…"',
  'http.host wildcard "…**"',
  'http.host … "x" and ssl',
  "http.host …",
  "not …",
  "cf.bot_management.score lt …",
  "cf.bot_management.score lt 3…",
  'cf.bot_management.score eq "…"',
  'http.host in {"a" "…" "a"}',
  'http.host eq "\\…"',
  'http.request.uri.path contains "…" or http.request.uri.path contains "…"',
  "# @action block\n…\n# why …\nand ssl",
  'http.host eq "a" and (http.host eq "b" and …)',
  '(not (ssl or http.host eq "a") and …) and http.host eq "a"',
])("nothing is concluded from a hole: %s", (text) => {
  expect(problemsIn(text)).toEqual([]);
});

test.each([
  ['http.hots eq "…"', ["unknown-field 'http.hots'"]],
  ['http.host eq "…" and http.hots eq "x"', ["unknown-field 'http.hots'"]],
  ['len(…) gt "x"', [`value-type '"x"'`]],
  ['http.host in {…, "b"}', ["expression-syntax ','"]],
  [
    'http.host eq "a" and http.host eq "…" and http.host eq "b"',
    [`never-matches 'http.host eq "b"'`],
  ],
  ['(http.host eq "…" or ssl', ["expression-syntax '('"]],
  ['… and http.request.methd eq "GET"', ["unknown-field 'http.request.methd'"]],
])("everything around a hole is still checked: %s", (text, expected) => {
  expect(problemsIn(text)).toEqual(expected);
});

test("what is known of a part is not said of the whole rule, which a hole may extend by 'or'", () => {
  const text = `http.host eq "a" and http.host eq "b" and ${holeCharacter(0)}`;
  expect(cfrule.analyze(text, context).diagnostics()).toMatchObject([
    {
      message: `'http.host eq "a"' and 'http.host eq "b"' are never both true, so this 'and' is never true. Use 'or', or change one.`,
    },
  ]);
});

test("limits do not count holes", () => {
  const long = `http.host eq "${"a".repeat(3600)}"`;
  expect(problemsIn(`${long.slice(0, -1)}${"…".repeat(600)}"`)).toEqual([]);
});

/** The spans of words, strings, numbers, operators and the contents of strings. */
function piecesOf(text: string): Span[] {
  const pieces: Span[] = [];
  for (const { index, 0: piece } of text.matchAll(
    /r#*"[^"]*"#*|"(?:[^"\\]|\\.)*"|[^\s(){}[\],"]+/g,
  )) {
    pieces.push({ start: index, end: index + piece.length });
    if (/^"[^"\\]+"$/.test(piece)) pieces.push({ start: index + 1, end: index + piece.length - 1 });
  }
  return pieces;
}

test("a hole in place of any part of a valid rule raises no error", () => {
  fc.assert(
    fc.property(rule, fc.nat(), (text, at) => {
      if (
        cfrule
          .analyze(text, context)
          .diagnostics()
          .some((it) => it.severity === "error")
      )
        return;
      const pieces = piecesOf(text);
      const piece = pieces[at % pieces.length];
      if (!piece) return;
      const holed = text.slice(0, piece.start) + holeCharacter(0) + text.slice(piece.end);
      const errors = cfrule
        .analyze(holed, context)
        .diagnostics()
        .filter((it) => it.severity === "error");
      if (errors.length > 0)
        throw new Error(
          `${text}\n${holed.replace(holeCharacter(0), "…")}\n${errors.map((it) => it.message)}`,
        );
    }),
    { seed: 20_261_115, numRuns: times(15) },
  );
});

test.each([
  ["beside a hole", "(ssl and @) and (ssl and tcp.dstport eq 80)"],
  ["beside a negated one", "(ssl and not @) and (ssl and tcp.dstport eq 80)"],
  ["beside a value", '(ssl and tcp.dstport eq @) and (ssl and http.host eq "a")'],
  ["on both sides of one", "ssl and @ and ssl"],
  ["outside of its group", "ssl and (@ or ssl) and not (ssl and @)"],
])("a hole may contain an 'or', so a condition says nothing about another: %s", (_, text) => {
  const holed = text.replaceAll("@", holeCharacter(0));
  const told = cfrule.analyze(holed, context).diagnostics();
  const safe = told.flatMap((it) => it.fixes).filter((it) => !it.guess);
  expect(safe).toEqual([]);
});

test("many conditions on one value are searched for holes once", () => {
  const conditions = Array.from(
    { length: 2000 },
    (_, it) => `http.host eq "a${holeCharacter(it)}"`,
  );
  const searches = vi.spyOn(RegExp.prototype, Symbol.replace);
  const found = cfrule.analyze(conditions.join(" or "), context).diagnostics();
  const { length } = searches.mock.calls;
  searches.mockRestore();
  expect(length).toBeLessThan(100_000);
  expect(found.map((it) => it.code)).toEqual(["expression-too-long"]);
});
