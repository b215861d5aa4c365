import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { readRegex } from "../../../server/src/cfrule/regex/syntax/read.ts";
import { compiledSize, stateSizes } from "../../../server/src/cfrule/regex/syntax/size.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze, checkHover, completionsAt } from "../../support/check.ts";

describe("hover", () => {
  test.each([
    ["ip.src in {192.0.2.1.<|>.192.0.2.9}", "9 addresses"],
    ["tcp.dstport in {5.<|>.9}", "5 numbers"],
    ['any(http.request.headers["a"][<|>*] eq "b")', "An element of Array"],
    ["http.host in $Li<|>st", "**$List** · list"],
    ["http.host in $li<|>st", "A list in your account."],
    ["fal<|>se", "Matches no request."],
    ['ip.src.country eq "d<|>e"', "Germany"],
  ])("%s: %s", (marked, said) => checkHover(cfrule, marked, said));

  test.each([
    "ip.src in {192.0.2.9.<|>.192.0.2.1}",
    "tcp.dstport in {9.<|>.5}",
    "ip.src in {192.0.2.1.<|>.::1}",
  ])("an invalid range has no size: %s", (marked) => checkHover(cfrule, marked));
});

describe("completion", () => {
  const labels = (marked: string) => completionsAt(cfrule, marked).map((it) => it.label);

  test.each([
    ["http.response.code eq <|>", "404"],
    ["http.response.code in {200 <|>}", "404"],
    ["http.request.uri.args[<|>]", '"…"'],
    ['http.host eq r#"ab"#<|>', "and"],
    ["# @products <|>\nssl", "waf"],
    ['ip.src.country in {"DE" <|>}', "AT"],
  ])("%s offers %s", (marked, offered) => {
    expect(labels(marked)).toContain(offered);
  });

  test.each(["lower(http.host)[<|>]", "ssl # not he<|>re", 'split(http.host, ",", <|>)'])(
    "%s offers nothing",
    (marked) => {
      expect(labels(marked)).toEqual([]);
    },
  );

  test("does not offer values that are already in the set", () => {
    expect(labels('ip.src.country in {"DE" <|>}')).not.toContain("DE");
  });
});

describe("whole expressions", () => {
  const tokens = (text: string) =>
    analyze(cfrule, text)
      .tokens()
      .map((it) => `${text.slice(it.start, it.end)} ${it.type}`);

  test("the constants are keywords", () => {
    expect(tokens("false")).toEqual(["false keyword"]);
  });

  test("a lens truncates a long rule", () => {
    const [lens] = analyze(cfrule, `${'http.host eq "😀a" or '.repeat(60)}ssl`).lenses();
    expect(lens?.title.length).toBeLessThan(400);
    expect(lens?.title).toContain("…");
  });
});

describe("a fix inside a call", () => {
  /** The results of all fixes of all diagnostics. */
  const fixed = (text: string) =>
    analyze(cfrule, text)
      .diagnostics()
      .flatMap((it) => it.fixes.map((fix) => applyEdits(text, fix.edits)));

  test.each([
    ["any(not not http.request.headers.truncated)", "any(http.request.headers.truncated)"],
    ["ssl and(not not ssl)", "ssl and(ssl)"],
  ])("%s", (text, after) => {
    const all = fixed(text);
    expect(all.length).toBeGreaterThan(0);
    expect(all.map((it) => it.trim())).toContain(after);
  });
});

test.each<[text: string, says: string]>([
  [
    `http.host eq r${"#".repeat(300)}"a"${"#".repeat(300)}`,
    "A raw string can have at most 255 '#', found 300.",
  ],
  [
    '# @phase http_request_firewall_custom\ncf.load_balancer.region eq "WEU"',
    "'cf.load_balancer.region' is only available in load balancer rules, which have no phase.",
  ],
  ["any() or ssl", "'any' needs one comparison, found none. Add one with '[*]'."],
  ['any("a") or ssl', "'any' needs a comparison, found the value '\"a\"'."],
  ["any(,) or ssl", "No argument follows this ','. Remove it."],
])("%s: %s", (text, says) => {
  const messages = analyze(cfrule, text)
    .diagnostics()
    .map((it) => it.message);
  expect(messages.join(" ")).toContain(says);
});

test("signature help lists the flags of an argument", () => {
  const text = 'url_decode(http.host, "r") eq "a"';
  const signature = analyze(cfrule, text).signature(text.indexOf('"r"') + 1);
  expect(JSON.stringify(signature)).toContain("decodes '%uXXXX'");
});

test.each([
  "any((http.request.headers.truncated) or ssl)",
  'to_string((ssl) or ssl) eq "true"',
  'concat("a", to_string((ssl) or ssl)) eq "atrue"',
])("keeps parentheses at the start of a longer argument: %s", (text) => {
  const edits = analyze(cfrule, text)
    .diagnostics()
    .filter((it) => it.code === "redundant-parentheses")
    .flatMap((it) => it.fixes);
  expect(edits.map((it) => applyEdits(text, it.edits))).toEqual([]);
});

test("regex branches with a common prefix compile to less", () => {
  const size = (pattern: string) => compiledSize(pattern, readRegex(pattern).root, stateSizes.wasm);
  expect(size("(?:a[0-9]{9}|a[x-z]{9})")).toBeLessThan(size("(?:a[0-9]{9}|b[x-z]{9})"));
});
