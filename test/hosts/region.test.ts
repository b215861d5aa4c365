import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostEdits } from "../../server/src/hosts/region.ts";
import { terraformTexts } from "../../server/src/hosts/terraform.ts";
import { applyEdits, insert } from "../../server/src/text/edit.ts";
import { holeCharacter, isHole } from "../../server/src/text/hole.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";
import { checkEdit, checkOffsets, editOf, onlyRegion, regionIn } from "./laws.ts";

const read = onlyRegion(terraformTexts);
const runs = { seed: 20_261_115, numRuns: times(20, 800) };

function around(expression: string): string {
  return `resource "cloudflare_filter" "a" {\n  # é😀\n  expression = ${expression}\n}\n`;
}

/** Parts of strings, as written in the source. */
const quotedParts = [
  "http.host eq ",
  '\\"a\\"',
  "\\\\",
  "\\n",
  "\\t",
  "\\u00e9",
  "\\U0001F600",
  "é😀",
  "$${x}",
  "%%{x}",
  "$",
  "%",
  "${var.a}",
  '${join(" ", [for x in y : "${x}"])}',
  "%{ if a }",
  " ",
  "\ufdd3",
];
const heredocParts = [
  "http.host eq ",
  '"a"',
  "\\n",
  "\n",
  "\n  ",
  "\n\n",
  "\r\n",
  "é😀",
  "$${x}",
  "${var.a}",
  "${\n  var.b\n}",
  "\t",
  " ",
];

const quoted = fc
  .array(fc.constantFrom(...quotedParts), { maxLength: 12 })
  .map((it) => it.join(""));
const heredoc = fc
  .tuple(
    fc.array(fc.constantFrom(...heredocParts), { maxLength: 12 }),
    fc.constantFrom("", "  ", "\t"),
    fc.constantFrom("<<", "<<-"),
  )
  .map(([parts, indent, sign]) => {
    const lines = parts.join("").split("\n");
    return `${sign}EOT\n${lines.map((it) => (it ? indent : "") + it).join("\n")}\n  EOT`;
  });
const call = fc
  .tuple(fc.constantFrom("join", "format", "replace", "trimspace", "if"), quoted, quoted)
  .map(([name, a, b]) => {
    if (name === "join") return `join(" or ", ["x${a}",\n    # b\n "${b}", var.c])`;
    if (name === "format") return `format("%d x${a}%% %s", 1)`;
    if (name === "replace") return `replace("x${a}", "host", var.host)`;
    return name === "if" ? `(("x${a}"))` : `trimspace(\n    "x${b}"\n  )`;
  });

const newTexts = fc.constantFrom(
  "",
  "x",
  'eq "b"',
  "\\",
  "\n",
  "a\nb\n",
  "${",
  "%{a}",
  "%",
  "é😀",
  "\t",
);

describe.each([
  ["strings", quoted.map((it) => `"x${it}"`)],
  ["heredocs", heredoc],
  ["calls", call],
] as const)("%s", (_, expressions) => {
  const hosts = expressions.map(around).filter((it) => read(it) !== undefined);

  test("every offset maps to the host and back", () =>
    fc.assert(
      fc.property(hosts, (host) => checkOffsets(host, regionIn(read, host))),
      runs,
    ));

  test("an edit produces a host with the edited text, and leaves the rest unchanged", () => {
    let expressed = 0;
    fc.assert(
      fc.property(hosts, fc.nat(), fc.nat(), newTexts, (host, at, length, newText) => {
        const region = regionIn(read, host);
        if (checkEdit(read, host, region, editOf(region.text, at, length, newText))) expressed++;
      }),
      runs,
    );
    expect(expressed).toBeGreaterThan(runs.numRuns / 2);
  });
});

test("any text can be written into a string", () =>
  fc.assert(
    fc.property(
      quoted,
      fc.nat(),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      (it, at, text) => {
        const host = around(`"x${it}"`);
        const region = regionIn(read, host);
        const edit = { ...editOf(region.text, at, 0, text), newText: text };
        // A trailing '$' or '%' may form a template with the next character.
        const joins = /[$%]$/.test(text) || /[$%]$/.test(region.text.slice(0, edit.start));
        if (
          !region.map.isBetween(edit.start) ||
          joins ||
          [...text].some((c) => isHole(c.charCodeAt(0)))
        )
          return;
        if (!checkEdit(read, host, region, edit))
          throw new Error(`${host} ${JSON.stringify(edit)}`);
      },
    ),
    runs,
  ));

function edited(expression: string, find: string, by: string): string | undefined {
  const host = around(expression);
  const region = regionIn(read, host);
  const start = region.text.indexOf(find);
  expect(start, `'${find}' in '${region.text}'`).not.toBe(-1);
  const edits = hostEdits(region, [{ start, end: start + find.length, newText: by }]);
  if (!edits) return undefined;
  const after = applyEdits(host, edits);
  return after.slice(around("").indexOf("= ") + 2, -3);
}

const hole = holeCharacter(0);
const second = holeCharacter(1);

test.each([
  ['"a eq \\"b\\""', '"b"', '"c"', '"a eq \\"c\\""'],
  ['"a eq ${b}"', "eq", "ne", '"a ne ${b}"'],
  ['"a eq ${b} or c"', `eq ${hole} or`, `== ${hole} ||`, '"a == ${b} || c"'],
  // Holes move with the edit.
  ['"${a} or ${b}"', `${hole} or ${second}`, `${second} or ${hole}`, '"${b} or ${a}"'],
  ['"${a} or b"', `${hole} or `, "", '"b"'],
  ["<<-EOT\n    a\n    b\n    EOT", "a\n", "", "<<-EOT\n    b\n    EOT"],
  ["<<-EOT\n    a\n    b\n    EOT", "a\n", "c\n", "<<-EOT\n    c\n    b\n    EOT"],
  [
    "<<-EOT\n    a\n    b\n    EOT",
    "a",
    "c\n  and d",
    "<<-EOT\n    c\n      and d\n    b\n    EOT",
  ],
  ["<<-EOT\n    a\n    EOT", "a\n", "a\nor b\n", "<<-EOT\n    a\n    or b\n    EOT"],
  ["<<-EOT\n    a\n\n    b\n    EOT", "\n\nb", "\n\nc", "<<-EOT\n    a\n\n    c\n    EOT"],
  ["<<EOT\na\nEOT", "a", "b\n  c", "<<EOT\nb\n  c\nEOT"],
  ['join(" or ", ["a", "b"])', "a or ", "", 'join(" or ", ["b"])'],
  ['join(" or ", ["a", "b"])', "a", 'c eq "d"', 'join(" or ", ["c eq \\"d\\"", "b"])'],
  ['format("a eq %s", b)', "eq", "%", 'format("a %% %s", b)'],
])("in %s, '%s' becomes '%s'", (expression, find, by, after) => {
  expect(edited(expression, find, by)).toBe(after);
});

test.each([
  ["the end of a heredoc's last line", "<<EOT\na\nEOT", "a\n", "b"],
  ["the marker in a heredoc", "<<EOT\na\nEOT", "a", "EOT"],
  ["part of a separator", 'join(" or ", ["a", "b"])', " or", " and"],
  ["a hole that is not there", '"a ${b}"', "a", second],
  ["another hole in place of one", '"a ${b}"', hole, second],
  ["a dollar sign before a brace", '"a {b"', "a ", "$"],
])("%s cannot be written", (_, expression, find, by) => {
  expect(edited(expression, find, by)).toBeUndefined();
});

/** `%{` and `${` in the written text are escaped, so that Terraform does not read a directive or an interpolation. */
test.each([
  ["a quoted string", 'a = "ssl"', 'a = "ssl %%{x} $${y} %z $"'],
  ["a heredoc", "a = <<E\nssl\nE", "a = <<E\nssl %%{x} $${y} %z $\nE"],
  ["an indented heredoc", "a = <<-E\n  ssl\n  E", "a = <<-E\n  ssl %%{x} $${y} %z $\n  E"],
  ["a joined list", 'a = join("", ["ssl"])', 'a = join("", ["ssl %%{x} $${y} %z $"])'],
  ["a format", 'a = format("ssl")', 'a = format("ssl %%%{x} $${y} %%z $")'],
])("an edit that writes '%{' and '${' in %s", (_, source, expected) => {
  const text = `# weir: cfrule\n${source}\n`;
  const [found] = terraformTexts(text);
  const edits = found && hostEdits(found.region, [insert(3, " %{x} ${y} %z $")]);
  expect(edits && applyEdits(text, edits)).toBe(`# weir: cfrule\n${expected}\n`);
});

test("an edit that would complete a '%{' of the file is refused", () => {
  const text = '# weir: cfrule\na = "ssl %"\n';
  const [found] = terraformTexts(text);
  expect(found && hostEdits(found.region, [insert(5, "{x}")])).toBeUndefined();
  expect(found && hostEdits(found.region, [insert(4, "%{")])).toBeDefined();
});
