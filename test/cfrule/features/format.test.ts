import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { pushedText } from "../../../server/src/cfrule/syntax/print.ts";
import type { FormatOptions } from "../../../server/src/core/analysis.ts";
import type { OperatorSpelling } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { generate } from "../../conformance/generate.ts";
import { mutate } from "../../conformance/mutate.ts";
import { Random } from "../../conformance/random.ts";
import { analyze } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { readCursor, trimExample } from "../../support/marks.ts";
import { outcomesOf, rule, settings } from "../random-rules.ts";

const two: FormatOptions = { tabSize: 2, insertSpaces: true };

function formatted(text: string, options = two): string | undefined {
  const edits = analyze(cfrule, text).format(options);
  return edits && applyEdits(text, edits);
}

function checkFormat(before: string, after: string): void {
  expect(formatted(trimExample(before))).toBe(trimExample(after));
  expect(formatted(trimExample(after))).toBe(trimExample(after));
}

function withSpelling(text: string, operators: OperatorSpelling): string | undefined {
  const edits = analyze(cfrule, text, { format: { operators } }).format(two);
  return edits && applyEdits(text, edits);
}

describe("operator style from the settings", () => {
  const english = `# why
not ssl and (http.host eq "a" or http.host matches "b") # x == y
xor tcp.flags bitwise_and 2
`;
  const symbols = `# why
!ssl && (http.host == "a" || http.host ~ "b") # x == y
^^ tcp.flags & 2
`;

  test.each([
    [symbols, "english", english],
    [english, "c-like", symbols],
    [symbols, "c-like", symbols],
    [symbols, "as-written", symbols],
    ['http.host=="a"&&!ssl', "english", 'http.host eq "a" and not ssl\n'],
  ] as const)("%j as %s", (text, operators, expected) => {
    expect(withSpelling(text, operators)).toBe(expected);
  });

  test("a text with errors keeps its operators", () => {
    expect(withSpelling('http.hots == "a"  && ssl', "english")).toBe('http.hots == "a" && ssl\n');
    expect(withSpelling('http.host == "a && ssl', "english")).toBeUndefined();
  });

  test("formatting a range keeps the operators", () => {
    const text = 'ssl   && http.host == "a"';
    const analysis = analyze(cfrule, text, { format: { operators: "english" } });
    const edits = analysis.formatRange({ start: 0, end: text.length }, two);
    expect(applyEdits(text, edits).trimEnd()).toBe('ssl && http.host == "a"');
  });

  test("keeps the meaning and is idempotent", () => {
    fc.assert(
      fc.property(rule, fc.constantFrom("english", "c-like"), (text, operators) => {
        const once = withSpelling(text, operators) ?? text;
        assert.equal(outcomesOf(once), outcomesOf(text));
        assert.equal(withSpelling(once, operators), once);
      }),
      settings,
    );
  });
});

describe("layout", () => {
  test("text that fits goes on one line", () =>
    checkFormat(
      `
http.host   eq
    "a.example"   and ssl
`,
      `
http.host eq "a.example" and ssl
`,
    ));

  test("keeps line breaks at logical operators", () =>
    checkFormat(
      `
http.host eq "a.example" and
    ssl and not cf.client.bot
  or (ip.src in {192.0.2.1}
and tcp.dstport eq 443)
`,
      `
http.host eq "a.example"
  and ssl and not cf.client.bot
or (ip.src in {192.0.2.1}
  and tcp.dstport eq 443)
`,
    ));

  test("a long rule breaks before its operators", () =>
    checkFormat(
      `http.request.uri.path in {"/login" "/wp-login.php"} and not ip.src in {198.51.100.0/24 2001:db8:7::/48} and ssl`,
      `
http.request.uri.path in {"/login" "/wp-login.php"}
and not ip.src in {198.51.100.0/24 2001:db8:7::/48}
and ssl
`,
    ));

  test("comments and directives keep their positions", () =>
    checkFormat(
      `
# @action managed_challenge
#   @description Logins


# What follows is long.
http.request.uri.path eq "/login"   # both spellings
    # not the office
  and not ip.src in {198.51.100.0/24}
# the end`,
      `
# @action managed_challenge
#   @description Logins

# What follows is long.
http.request.uri.path eq "/login" # both spellings
# not the office
and not ip.src in {198.51.100.0/24}
# the end
`,
    ));

  test("parentheses are indented", () =>
    checkFormat(
      `ssl and (http.host eq "a-long-name.example.com" or http.host contains "another-long-name" or (http.request.uri.path contains "/one-more-path" and ssl))`,
      `
ssl
and (http.host eq "a-long-name.example.com"
  or http.host contains "another-long-name"
  or (http.request.uri.path contains "/one-more-path" and ssl))
`,
    ));

  test("parentheses on their own lines stay there", () =>
    checkFormat(
      `ssl and ( http.host eq "a-long-name.example.com" or http.host contains "another-long-name" or http.host eq "b" )`,
      `
ssl
and (
  http.host eq "a-long-name.example.com"
  or http.host contains "another-long-name"
  or http.host eq "b"
)
`,
    ));

  test("long sets are filled", () =>
    checkFormat(
      `ip.src.asnum in {${Array.from({ length: 30 }, (_, i) => 64_496 + i).join(" ")}}`,
      `
ip.src.asnum in {64496 64497 64498 64499 64500 64501 64502 64503 64504 64505 64506 64507 64508 64509
  64510 64511 64512 64513 64514 64515 64516 64517 64518 64519 64520 64521 64522 64523 64524 64525}
`,
    ));

  test("inserts no whitespace where there was none", () =>
    checkFormat(`http.host=="a"&&!ssl or(ssl)`, `http.host=="a"&&!ssl or(ssl)\n`));

  test("keeps the line endings", () => {
    expect(formatted("# a\r\nssl\r\n  and ssl")).toBe("# a\r\nssl\r\nand ssl\r\n");
  });

  test("uses tabs if configured", () => {
    const text = `ssl and ( ${Array(5).fill('http.host contains "something"').join(" or ")} )`;
    expect(formatted(text, { tabSize: 4, insertSpaces: false })).toContain("\n\tor http.host");
  });

  test("an invalid text is unchanged", () => {
    expect(formatted("ssl and (")).toBeUndefined();
    expect(formatted("")).toBeUndefined();
  });

  test("so is one that would parse differently with other line breaks", () => {
    expect(formatted("true<e\n<")).toBeUndefined();
    expect(formatted("ssl  == true")).toBe("ssl == true\n");
  });
});

describe("while typing", () => {
  const typed = (marked: string, key: string) => {
    const { text, offset } = readCursor(marked);
    return applyEdits(text, analyze(cfrule, text).formatOnType(offset, key, two));
  };
  test("a closing parenthesis formats its group", () => {
    expect(typed("ssl   and (ssl   or ssl)<|>", ")")).toBe("ssl   and (ssl or ssl)");
  });
  test("a blank line keeps its indentation", () => {
    expect(typed("ssl\n    <|>", "\n")).toBe("ssl\n    ");
  });
  test("keeps a line that was just started", () => {
    expect(typed("ssl\n<|>and ssl", "\n")).toBe("ssl\nand ssl");
    expect(typed("ssl # a\n    <|>and ssl", "\n")).toBe("ssl # a\n    and ssl");
  });
  test("only the requested lines", () => {
    const text = '# a comment\nssl   and   ssl # b\nor   http.host   eq "a"';
    const edits = analyze(cfrule, text).formatRange({ start: 13, end: 14 }, two);
    expect(applyEdits(text, edits)).toBe(
      '# a comment\nssl   and   ssl # b\nor   http.host   eq "a"'.replace(
        "ssl   and   ssl",
        "ssl and ssl",
      ),
    );
  });
});

/** Replaces each space with whitespace and comments. */
const gap = fc.constantFrom(
  " ",
  "  ",
  "\n",
  "\n\n\n  ",
  "\t",
  " # x\n",
  "\n# y z \n\n  # w\r\n",
  "\r\n",
);

test("formatting keeps the pushed text and is idempotent", () => {
  fc.assert(
    fc.property(
      rule,
      fc.infiniteStream(gap),
      fc.constantFrom("", "# @a b\n\n", " \n"),
      (text, gaps, lead) => {
        const spaced =
          lead + text.replace(/ (?=[^"]*(?:"[^"]*"[^"]*)*$)/g, () => gaps.next().value ?? " ");
        checkKept(spaced);
      },
    ),
    settings,
  );
});

test("also for any text that is formatted", () => {
  const random = new Random(7);
  let other = "";
  for (let i = 0; i < times(19); i++) {
    random.odd = random.chance(0.5) ? 0 : 0.4;
    const grown = generate(random);
    checkKept(random.chance(0.4) ? grown : mutate(random, grown, other));
    other = grown;
  }
});

function checkKept(text: string): void {
  const once = formatted(text);
  if (once === undefined) return;
  const [before, after] = [parse(text), parse(once)];
  assert.equal(pushedText(after), pushedText(before), JSON.stringify(text));
  assert.deepEqual(
    after.comments.map((it) => once.slice(it.start, it.end).trimEnd()),
    before.comments.map((it) => text.slice(it.start, it.end).trimEnd()),
  );
  assert.deepEqual(
    after.directives.map((it) => it.name),
    before.directives.map((it) => it.name),
  );
  assert.equal(formatted(once), once, JSON.stringify(text));
}
