import { describe, expect, test } from "vitest";
import { holeEnd } from "../../server/src/hosts/hcl/extent.ts";
import { readHcl } from "../../server/src/hosts/hcl/read.ts";
import type { Body, Expression, Name } from "../../server/src/hosts/hcl/tree.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { onlyHoles, replaceHoles } from "../../server/src/text/hole.ts";

/** The tree as one line: `a = …` for attributes, `a(…)` for blocks and calls, `?` for parts that are not parsed. */
function tree(text: string): string {
  return ofBody(text, readHcl(text).body);
}

function ofBody(text: string, body: Body): string {
  return body.items
    .map((it) => {
      if (it.kind === "attribute") return `${it.name} = ${ofExpression(text, it.value)}`;
      return `${[it.type, ...it.labels].join(" ")} {${ofBody(text, it.body)}}`;
    })
    .join("; ");
}

function ofExpression(text: string, it: Expression | Name): string {
  const all = (list: readonly Expression[]) => list.map((e) => ofExpression(text, e)).join(", ");
  switch (it.kind) {
    case "name":
      return it.name;
    case "template":
      return JSON.stringify(text.slice(it.content.start, it.content.end));
    case "scalar":
      return String(it.value);
    case "object":
      return `{${it.items.map(({ key, value }) => `${ofExpression(text, key)}: ${ofExpression(text, value)}`).join(", ")}}`;
    case "tuple":
      return `[${all(it.items)}]`;
    case "call":
      return `${it.name}(${all(it.args)})`;
    case "conditional":
      return `if(${all([it.condition, ...it.branches])})`;
    case "for":
      return `for(${all([it.source, ...(it.key ? [it.key] : []), it.value, ...(it.condition ? [it.condition] : [])])})`;
    default:
      return it.parts.length > 0 ? `?(${all(it.parts)})` : "?";
  }
}

describe("valid input", () => {
  test.each([
    ["a = 1", "a = 1"],
    ['a = "b" # c\nd = true', 'a = "b"; d = true'],
    ["a = -1.5e3", "a = -1500"],
    ["a = null", "a = null"],
    ["a = b.c[0].d", "a = ?(?, 0)"],
    ["a = b ? 1 : 2", "a = if(?, 1, 2)"],
    ["a = (\n  1 +\n  2\n)", "a = ?(1, 2)"],
    ['a = f("x", [1,\n2]...)', 'a = f("x", [1, 2])'],
    ["a = provider::b::c(1)", "a = provider::b::c(1)"],
    ['a = {\n  b = 1\n  "c" : 2, d = { e = 3 }\n}', 'a = {b: 1, "c": 2, d: {e: 3}}'],
    ["a = [for x in y : x.z if x]", "a = for(?, ?(?), ?)"],
    ["a = {for k, v in y : k => v...}", "a = for(?, ?, ?)"],
    ["a = [format, formula]", "a = [?, ?]"],
    ['a "b" c {\n  d {}\n  e = 1\n}\nf = 2', "a b c {d {}; e = 1}; f = 2"],
    ["a { b = 1 }", "a {b = 1}"],
    ["\ufeffa = 1\r\nb = 2\r\n", "a = 1; b = 2"],
    ["a = /* b */ 1 // c\n/* d\n= */ e = 2", "a = 1; e = 2"],
    ["a = <<EOT\nb\n EOT\nc = 1", 'a = "b\\n"; c = 1'],
    ["a = f(<<-E\n  b\n  E\n, 1)", 'a = f("  b\\n", 1)'],
    ["a = <<E\nE\nb = 1", 'a = ""; b = 1'],
    ["a = <<E\nEE\n E E\nE\nb = 1", 'a = "EE\\n E E\\n"; b = 1'],
    ["a = <<E\n${\nE\n}\nE\nb = 1", 'a = "${\\nE\\n}\\n"; b = 1'],
    ['a = "${b["}"]}" # }"', 'a = "${b[\\"}\\"]}"'],
    ['a = "${"${"x"}"}"\nb = 1', 'a = "${\\"${\\"x\\"}\\"}"; b = 1'],
    ['a = "$${"\nb = "%%{"', 'a = "$${"; b = "%%{"'],
    ['a = "${\n  b\n}"\nc = 1', 'a = "${\\n  b\\n}"; c = 1'],
  ])("%j", (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe("broken input is parsed as far as possible", () => {
  test.each([
    ["", ""],
    ["a", ""],
    ["a =", "a = ?"],
    ["a = \nb = 1", "a = ?; b = 1"],
    ['a = "b\nc = 1', 'a = "b"; c = 1'],
    ['a = "b\r\nc = 1', 'a = "b"; c = 1'],
    ['a = "${b"\nc = 1', 'a = "${b"; c = 1'],
    ['a = "x ${\nb = 1\nc = "y"', 'a = "x ${"; b = 1; c = "y"'],
    ["a = [1, 2\nb = 3", "a = [1, 2, ?, 3]"],
    ["a = [1, 2\n}\nb = 3", "a = [1, 2]; b = 3"],
    ["a {\n  b = {\n}\nc = 1", "a {b = {}; c = 1}"],
    ["}\na = 1", "a = 1"],
    ["a = 1 2 3\nb = 4", "a = 1; b = 4"],
    ["? = 1\nb = 2", "b = 2"],
    ['a {\n  b = [\nresource "x" "y" {\n  c = 1\n}', "a {b = []}; resource x y {c = 1}"],
    ["a = f(\nlocals {\n  c = 1\n}", "a = f(); locals {c = 1}"],
    ['a = <<EOT\nb\nresource "x" "y" {\n c = 1\n}', 'a = "b\\n"; resource x y {c = 1}'],
    ["a = <<EOT\n", 'a = ""'],
    ["a = <<EOT", "a = ?"],
    ["a = <<\nb = 1", "a = ?; b = 1"],
    ["a = <<EOT\nb", 'a = "b"'],
    ["a = b ?\nc = 1", "a = if(?, ?); c = 1"],
    ["a = [for x y z]\nb = 1", "a = for(?, ?); b = 1"],
    ["a = { b }\nc = 1", "a = {}; c = 1"],
    ["a = { b = 1 c = 2 }", "a = {b: 1, c: 2}"],
  ])("%j", (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

/** The value of a string, with holes in guillemets. */
function stringValue(expression: string): string | undefined {
  const host = `resource "cloudflare_filter" "a" {\n  expression = ${expression}\n}\n`;
  const region = terraformTexts(host)[0]?.region;
  return (
    region &&
    replaceHoles(region.text, (_, index) => {
      const hole = region.holes[index];
      return `«${host.slice(hole?.start, hole?.end)}»`;
    })
  );
}

describe("values of strings", () => {
  test.each([
    ['"a\\n\\r\\t\\"\\\\b"', 'a\n\r\t"\\b'],
    ['"\\u00e9\\U0001F600"', "é😀"],
    ['"a\\.b\\u12"', "a\\.b\\u12"],
    ['"$${a} %%{b} $ % $$ {"', "${a} %{b} $ % $$ {"],
    ['"a ${b} c%{ if d }e%{ endif }"', "a «${b}» c«%{ if d }»e«%{ endif }»"],
    ['"x${a}${b}"', "x«${a}»«${b}»"],
    ["<<EOT\n  a \\n\n  b\n  EOT", "  a \\n\n  b\n"],
    ["<<-EOT\n    a\n      b\n\n    c\n  EOT", "a\n  b\n\nc\n"],
    ["<<-EOT\n    ${a}\n  b\n  EOT", "  «${a}»\nb\n"],
    ["<<-EOT\n  a\n${b}\n  EOT", "  a\n«${b}»\n"],
    ["<<-EOT\n\ta\n\t\tb\n\tEOT", "a\n\tb\n"],
    ["<<-EOT\n  a $${b}\n  EOT", "a ${b}\n"],
    ["<<-EOT\n    a ${\n b\n}\n    c\n  EOT", "a «${\n b\n}»\nc\n"],
    ["trimspace(<<EOT\na\nEOT\n  )", "a\n"],
    ['chomp("a")', "a"],
    ['("a")', "a"],
    ['replace(<<EOT\na\nb\nEOT\n, "\\n", " ")', "a b "],
    ['replace("a in {LIST}", "LIST", join(" ", var.ips))', "a in {«LIST»}"],
    ['format("a eq %s and %[1]q and 1%% %05.2f", x)', "a eq «%s» and «%[1]q» and 1% «%05.2f»"],
    ['join(" or ", ["a", var.b, "c"])', "a or «var.b» or c"],
    ['join(" or ", [for h in var.h : "h eq ${h}"])', "«for h in var.h :» or h eq «${h}»"],
    ['join(" ", concat(["a"], var.b, ["c"]))', "a «var.b» c"],
    ['join(var.or, ["a", "b"])', 'a«", "»b'],
    ['join(" or ", [join(" and ", ["a", "b"]), "c"])', "a and b or c"],
    ['jsonencode({ a = "b", c = [1, var.d], "e" = null })', '{"a":"b","c":[1,«var.d»],"e":null}'],
    ['jsonencode({ a = "\\"${b}\\n" })', '{"a":"\\"«${b}»\\n"}'],
    ["jsonencode({ (a) = <<E\nb\nE\n})", '{«a»:"b\\n"}'],
    ["jsonencode({ a = [for x in y : { b = x }] })", '{"a":[«for x in y :»,{"b":«x»}]}'],
    ["jsonencode({\n  a = 1\n  b = (2)\n})", '{"a":1,"b":2}'],
    ['a ? "b" : "c"', "b"],
    ['try(local.a, "b")', "b"],
    ['"${local.a}"', undefined],
    ["local.a", undefined],
    ['templatefile("a.tftpl", {})', undefined],
    ['join(" or ", local.a)', undefined],
    ['replace("abc", "/b/", "c")', undefined],
  ])("%s", (expression, expected) => {
    expect(stringValue(expression)).toBe(expected);
  });

  test("both branches of a conditional are expressions, except an empty one", () => {
    const host = (it: string) => `resource "cloudflare_filter" "a" {\n  expression = ${it}\n}`;
    const texts = (it: string) => terraformTexts(host(it)).map(({ region }) => region.text);
    expect(texts('a ? "b" : (c ? "d" : "")')).toEqual(["b", "d"]);
    expect(texts('""')).toEqual([""]);
  });
});

describe("hostile texts", () => {
  const many = 100_000;
  const some = 5000;
  test.each([
    ["braces", "a = ".concat("{".repeat(many))],
    ["brackets", `a = ${"[".repeat(many)}${"]".repeat(many)}\nb = 1`],
    ["parentheses", `a = ${"(".repeat(many)}`],
    ["calls", `a = ${"f(".repeat(many)}`],
    ["indexes", `a = ${"b[".repeat(many)}`],
    ["blocks", "a {\n".repeat(many)],
    ["objects", "a = {\n".repeat(many)],
    ["closing braces", "}".repeat(many)],
    [
      "closing parentheses before a resource",
      `${")".repeat(10 * many)} resource "cloudflare_filter" "b" {}`,
    ],
    ["holes", `a = ${'"${'.repeat(many)}`],
    ["holes on lines", 'a = "${\n'.repeat(some)],
    ["holes with a string on lines", 'a = "${b"\n'.repeat(some)],
    ["holes in heredocs", `a = <<E\n${"${\n".repeat(some)}`],
    ["heredocs without an end", "a = <<E\n".repeat(some)],
    [
      "heredocs of many names",
      Array.from({ length: some }, (_, i) => `a = <<E${i}\nlocals {\n`).join(""),
    ],
    ["conditionals", `a = ${"b ? c : ".repeat(some)}`],
    ["signs", `a = ${"!-".repeat(many)}b`],
    ["for", `a = ${"[for x in ".repeat(many)}`],
    ["comments", "/*".repeat(many)],
    ["comments on one line", "/**/".repeat(many)],
    ["open quotes", '"'.repeat(many)],
    ["labels", `a ${"b ".repeat(many)}`],
    ["operators", `a = ${"1 + ".repeat(some)}`],
  ])("%s", (_, text) => {
    expect(readHcl(text).body.items.length).toBeGreaterThanOrEqual(0);
    const filter = `resource "cloudflare_filter" "a" {\n  expression = "x"\n}\n`;
    const after = terraformTexts(`${filter}${text}\n${filter}`);
    expect(after[0]?.region.text).toBe("x");
  });
});

describe("blocks that are skipped", () => {
  const ours = 'resource "cloudflare_filter" "b" {\n  expression = "ssl"\n}\n';
  test.each([
    ["in the usual layout", 'resource "a" "a" {\n  b = "}"\n  c {\n  }\n}\n'],
    ["with Windows line breaks", 'resource "a" "a" {\r\n  b = 1\r\n}\r\n'],
    ["on one line", 'variable "a" {}\nvariable "b" { default = "}" }\n'],
    ["on two lines", 'variable "a" { default = {\n} }\n'],
    ["without a line for the brace", 'variable "a" {\n  default = 1 }\n'],
    [
      "with a brace in a heredoc",
      'resource "a" "a" {\n  b = <<EOT\n{\n}\nresource "cloudflare_filter" "x" {\n  expression = "a"\n}\nEOT\n}\n',
    ],
    [
      "with a brace in a comment",
      'resource "a" "a" {\n  /*\n}\nresource "cloudflare_filter" "x" {\n  expression = "a"\n}\n  */\n}\n',
    ],
    ["without indentation", 'resource "a" "a" {\nb {\nc = 1\n}\nd = {\n}\n}\n'],
    ["not closed", 'resource "a" "a" {\n  b = {\n\n'],
  ])("%s", (_, other) => {
    for (const text of [other + ours, other + other + ours + other]) {
      expect(terraformTexts(text).map((it) => it.region.text)).toEqual(["ssl"]);
    }
  });
});

test("names in other scripts are parsed completely", () => {
  expect(tree("größe = 1\nnaïve-ñ = 2\nñ = 3\na = b.ü")).toBe(
    "größe = 1; naïve-ñ = 2; ñ = 3; a = ?(?)",
  );
});

test.each([
  ["${a}", 4, 4],
  ["${a} }", 6, 4],
  ["${a", 3, -3],
  // The brace belongs to what follows the string.
  ["${a}", 3, -3],
  ["${a b}", 5, -5],
  ['${a["}"]}', 9, 9],
  ['${a["}"]}', 8, -8],
  ["${a # }\n}", 9, 9],
  ["${a /* } */}", 12, 12],
  ["${a / 2}", 8, 8],
  ["${{}}", 5, 5],
])("the end of the hole %j before %i", (text, limit, end) => {
  expect(holeEnd(text, 0, limit)).toBe(end);
});

test("a text of holes and whitespace is not known", () => {
  expect(["", " \n\ufeff", "\ufdd0 \ufdef"].map(onlyHoles)).toEqual([true, true, true]);
  expect(["a", "\ufdd0.\ufdd1", "\ufdcf", "\ufdf0"].map(onlyHoles).includes(true)).toBe(false);
});
