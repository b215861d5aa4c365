import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { analyze, checkHover } from "../../support/check.ts";
import { readCursor } from "../../support/marks.ts";

describe("hover", () => {
  const rows: [what: string, marked: string, ...parts: string[]][] = [
    [
      "a field",
      `http.ho<|>st eq "a"`,
      "**http.host** · String",
      "The host that the client requested.",
      'Example: `http.host eq "shop.example.com"`',
      "/fields/reference/http.host/)",
    ],
    ["a field of an example", `# @match GET https://a/ ip.s<|>rc=192.0.2.1\nssl`, "**ip.src** · "],
    [
      "its key",
      `# @no-match GET https://a/ http.request.head<|>ers["x-a"]="1"\nssl`,
      "**http.request.headers** · ",
    ],
    ["its plan", `http.request.cook<|>ies["a"][0] eq "b"`, "Requires the Pro plan or above."],
    ["a deprecated field", `ip.geoip.coun<|>try eq "PT"`, "Deprecated. Use `ip.src.country`."],
    ["its values", `http.request.vers<|>ion eq "HTTP/2"`, "Values: `HTTP/1.0`, `HTTP/1.1`"],
    ["its range", `tcp.dstp<|>ort eq 80`, "From 0 to 65,535.", "For network firewall only."],
    [
      "a function",
      `low<|>er(http.host) eq "a"`,
      "`lower(value: String): String`",
      "Returns String here.",
    ],
    [
      "a function that answers",
      `starts<|>_with(http.host, "a")`,
      'True when http.host starts with "a".',
    ],
    [
      "an operator",
      `http.host matc<|>hes "a"`,
      "**matches \\~**",
      "Requires the Business plan",
      "True when http.host matches",
    ],
    ["a symbol", `http.host =<|>= "a"`, "**eq ==**"],
    [
      "a logical operator",
      `ssl an<|>d http.host eq "a"`,
      "**and \\&\\&**",
      'True when ssl is true and http.host is "a".',
    ],
    ["a negation", `no<|>t ssl`, "True when ssl is false."],
    ["a list", `ip.src in $off<|>ice`, "**$office** · list", "A list in your account."],
    ["a managed list", `ip.src in $cf.v<|>pn`, "list of IP addresses", "Managed by the service."],
    ["a country", `ip.src.country in {"P<|>T"}`, "`PT` Portugal", "country code"],
    ["a network", `ip.src in {192.0.<|>2.0/24}`, "256 addresses", "`192.0.2.0` to `192.0.2.255`"],
    ["a range", `tcp.dstport in {80..<|>89}`, "10 numbers"],
    ["a number in another base", `tcp.flags eq 0x1<|>2`, "`18` in decimal"],
    ["a large number", `tcp.dstport eq 80<|>80`, "`0x1f90` in hexadecimal"],
    ["bytes", `http.host eq 61:<|>62`, "String `ab`, 2 bytes"],
    ["a string with escapes", `http.host eq "\\x41<|>é"`, "String `Aé`, 3 bytes"],
    ["a pattern", `http.host wildcard "*.a<|>"`, "case-insensitive"],
    ["an address", `ip.src eq 192.0.<|>2.1`, "IPv4 address `192.0.2.1`"],
    ["a moment", `http.request.timestamp.sec gt 17672<|>25600`, "2026-01-01 00:00:00 UTC"],
    [
      "a doubly negated value that may be missing",
      `not<|> http.request.headers["a"][0] ne "b"`,
      'is not "b").',
    ],
    ["a header", `http.request.headers["us<|>er-agent"][0] eq "a"`, "`user-agent` User agent"],
    [
      "an index",
      `http.request.headers["a"][<|>0] eq "a"`,
      "An element of Array\\<String\\>: String.",
    ],
    [
      "a group",
      `ssl and (<|> ssl or not ssl)`,
      "Boolean",
      "True when ssl is true or ssl is false.",
    ],
    ["a set", `ip.src in {<|> 192.0.2.1 }`, "Set of 1 value"],
    ["the whole", `( <|> ssl )`, "Matches requests where ssl is true.", "7 of 4,096 characters"],
    ["a constant", `tr<|>ue`, "Matches every request."],
    ["a directive", `# @act<|>ion block\nssl`, "**@action**", "`block`"],
    ["its value", `# @action blo<|>ck\nssl`, "`block` Blocks the request."],
    ["a code", `# weir-ignore expression-syn<|>tax\nssl`, "Invalid expression syntax."],
  ];
  test.each(rows)("%s", (_, marked, ...parts) => checkHover(cfrule, marked, ...parts));

  test.each([`no.such<|>.field eq "a"`, `http.host eq "pl<|>ain"`, `# just <|>prose\nssl`, `<|>`])(
    "is empty on %s",
    (marked) => checkHover(cfrule, marked),
  );
});

describe("reads as plain English", () => {
  const rows: [text: string, reading: string][] = [
    [
      `http.host eq "a.example" and (ssl or not ssl)`,
      'http.host is "a.example" and (ssl is true or ssl is false)',
    ],
    [`not http.host contains "a"`, 'http.host does not contain "a"'],
    [`not http.host matches "a"`, 'http.host does not match "a"'],
    [`not http.host strict wildcard "a*"`, 'http.host does not strictly match the pattern "a*"'],
    [`not http.host ne "a"`, 'http.host is "a"'],
    [`not (ssl and http.host eq "a")`, 'not (ssl is true and http.host is "a")'],
    [`not not ssl`, "ssl is true"],
    [`ip.src in {192.0.2.0/24 2001:db8::1}`, "ip.src is in 192.0.2.0/24, 2001:db8::1"],
    [`http.host in {"a"}`, 'http.host is "a"'],
    [`not tcp.dstport in {1 2 3 4 5 6 7}`, "tcp.dstport is not one of 1, 2, 3, 4, 5, … (7 values)"],
    [`not ip.src in $office`, "ip.src is not in the list $office"],
    [
      `any(http.request.headers["x"][*] contains "a")`,
      'any of http.request.headers["x"] contains "a"',
    ],
    [
      `all(lower(http.request.headers.names[*])[*] ne "a")`,
      'each of lower(http.request.headers.names) is not "a"',
    ],
    [
      `any((http.request.headers.names[*] eq "a" or http.request.headers.names[*] eq "b"))`,
      'for some element (http.request.headers.names[*] is "a" or http.request.headers.names[*] is "b")',
    ],
    [`ssl xor sip`, "either ssl is true or sip is true but not both"],
    [
      `ssl\n  # why\n  or len(http.host)\ngt 10`,
      "ssl is true or len(http.host) is greater than 10",
    ],
    [`not ends_with(http.host, ".example")`, 'http.host does not end with ".example"'],
    [`not constructor(http.host, ssl)`, "constructor(http.host, ssl) …"],
    [`http.host eq`, "http.host is …"],
    [`http.host`, "http.host …"],
  ];
  test.each(rows)("%s", (text, reading) => {
    // The hover is not truncated like the lens.
    const { markdown } = analyze(cfrule, `(${text})`).hover(0) ?? {};
    expect(unescaped(markdown ?? "")).toContain(`Matches requests where ${reading}.`);
  });

  test("a value expression shows what it returns", () => {
    const [lens] = analyze(cfrule, `# @value\nlower(http.host)`).lenses();
    expect(lens?.title).toBe("Returns lower(http.host)");
  });
});

describe("signature help", () => {
  const rows: [marked: string, label: string | undefined, active?: number][] = [
    [`lower(<|>`, "lower(value: String): String", 0],
    [`starts_with(http.host, <|>)`, "starts_with(source: String, substring: String): Boolean", 1],
    [`starts_with(lower(http.ho<|>st), "a")`, "lower(value: String): String", 0],
    [
      `starts_with(lower(http.host)<|>, "a")`,
      "starts_with(source: String, substring: String): Boolean",
      0,
    ],
    [`starts_with(http.host,<|>`, "starts_with(source: String, substring: String): Boolean", 1],
    [`concat(http.host, "a", "b",<|>`, undefined, 1],
    [`any(http.request.headers.names[*] <|>`, "any(values: Array<Boolean>): Boolean", 0],
    [`starts_with(http.host, # a, b (\n  # c\n <|>`, undefined, 1],
    [`lower( # c\n<|>`, "lower(value: String): String", 0],
    [`low<|>er(http.host)`, undefined],
    [`lower(http.host)<|>`, undefined],
    [`http.host <|>`, undefined],
    [`unknown(<|>)`, undefined],
  ];
  test.each(rows)("%s", (marked, label, active) => {
    const { text, offset } = readCursor(marked);
    const found = analyze(cfrule, text).signature(offset);
    expect(found?.active).toBe(active);
    if (label) expect(found?.label).toBe(label);
    for (const it of found?.parameters ?? []) expect(found?.label).toContain(it.label);
  });
});

function unescaped(markdown: string): string {
  return markdown.replace(/\\([^\w\s])/g, "$1");
}
