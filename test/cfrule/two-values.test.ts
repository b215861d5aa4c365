/** Comparisons of two values of a request, as in `http.host eq lower(http.host)`. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileRule, fieldsIn } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { unknownValue } from "../../server/src/cfrule/evaluation/value.ts";
import { isSimpleRule } from "../../server/src/cfrule/findings.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import { compareMeanings } from "../../server/src/core/meaning/meaning.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { holeCharacter } from "../../server/src/text/hole.ts";
import {
  analyze,
  checkAccept,
  checkComplete,
  checkDiagnostics,
  checkFix,
  checkHover,
  completionsAt,
} from "../support/check.ts";
import { times } from "../support/long.ts";
import { excluded } from "../support/relations.ts";
import { checkProblems, checkRuleFix, checkRuleTree } from "../support/rule.ts";
import { outcomesOf, requests, ruleOfTwoValues } from "./random-rules.ts";

describe("the right side is a field, an element or a call", () => {
  test.each([
    ["http.host eq http.referer", "eq(http.host, http.referer)"],
    ["http.host==http.referer||ssl", "or(eq(http.host, http.referer), ssl)"],
    ["len(http.host) gt len(http.referer)", "gt(len(http.host), len(http.referer))"],
    ["ip.src ne cf.edge.server_ip # no\n", "ne(ip.src, cf.edge.server_ip)"],
    [
      'http.request.uri.path eq coalesce(http.request.uri.args["p"][0], "/") and ssl',
      'and(eq(http.request.uri.path, coalesce(http.request.uri.args["p"][0], "/")), ssl)',
    ],
    [
      'hash_in_range(0, 100, cf.random_seed) < coalesce(lookup_json_integer(cf.hostname.metadata, "rollout_pct"), 0)',
      'lt(hash_in_range(0, 100, cf.random_seed), coalesce(lookup_json_integer(cf.hostname.metadata, "rollout_pct"), 0))',
    ],
    [
      'any(http.request.headers["x"][*] eq lower (http.host))',
      'any(eq(http.request.headers["x"][*], lower(http.host)))',
    ],
  ])("%s", (text, tree) => {
    checkRuleTree(text, tree);
    expect(parse(text).problems).toEqual([]);
  });

  test.each([
    `
http.host eq cf.bot_management.score
             ^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.host' is a String, but 'cf.bot_management.score' is an Integer. Compare values of the same type.
`,
    `
ip.src lt len(http.host)
          ^^^^^^^^^^^^^^ error: 'ip.src' is an IP address, but 'len(http.host)' is an Integer. Compare values of the same type.
`,
    `
http.host ne any(http.request.headers.names[*] eq "x")
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.host' is a String, but 'any(http.request.headers.names[*] eq …' is a Boolean. Compare values of the same type.
`,
    `
http.host eq http.request.headers["x"]
             ^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["x"]' is an Array<String>; only its elements can be compared. Use http.request.headers["x"][0].
`,
    `
no.such eq http.request.headers
^^^^^^^ error: Unknown field 'no.such'.
           ^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers' is a Map<Array<String>>; only its elements can be compared. Use http.request.headers["name"][0].
`,
    `
any(http.request.headers.names[*] eq http.request.headers.values[*])
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers.values[*]' has one value per element. Use '[*]' on the left side only, in any(…) or all(…).
`,
    `
http.host eq http.hots
             ^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
`,
    `
http.host eq lowr(http.referer)
             ^^^^ error: Unknown function 'lowr'. Did you mean 'lower'?
`,
    `
http.host eq lower
             ^^^^^ error: 'lower' is a function. Call it, as in lower(…).
`,
    `
http.host eq (http.referer
             ^^^^^^^^^^^^^ error: Remove the '(' before 'http.referer'.
`,
    `
http.host contains http.referer or http.host in {"a" http.referer} or tcp.flags & tcp.srcport
                   ^^^^^^^^^^^^ error: 'contains' needs a literal, found the field 'http.referer'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.
                                                     ^^^^^^^^^^^^ error: 'in' needs a literal, found the field 'http.referer'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.
                                                                                  ^^^^^^^^^^^ error: '&' needs a literal, found the field 'tcp.srcport'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.
`,
  ])("%s", (marked) => checkProblems(marked));
});

describe("an unquoted string is no field", () => {
  test.each([
    ["http.host eq example.com", 'http.host eq "example.com"'],
    ["http.host eq ssl-admin.com", 'http.host eq "ssl-admin.com"'],
    ["http.host eq ip.example.com", 'http.host eq "ip.example.com"'],
    ["http.host eq all", 'http.host eq "all"'],
    ["http.host eq true", 'http.host eq "true"'],
    ["http.request.method eq get", 'http.request.method eq "GET"'],
    ["http.host eq (http.referer)", "http.host eq http.referer"],
    ["http.host eq (lower(http.referer))", "http.host eq lower(http.referer)"],
    [
      "http.host eq http.request.headers.user-agent",
      'http.host eq http.request.headers["user-agent"][0]',
    ],
  ])("%s", (text, after) => checkRuleFix(text, after));

  test("bytes look like a name", () => {
    checkRuleTree("http.host eq cf.41", 'eq(http.host, hex"\ufffdA")');
  });

  test("what is in the namespace of fields is not quoted automatically", () => {
    const [problem] = parse("http.host eq cf.zone").problems;
    expect(problem?.fixes).toMatchObject([{ title: 'Use "cf.zone"', guess: true }]);
  });
});

describe("values that are missing or unknown", () => {
  const outcome = (text: string, fields: Record<string, unknown>, missing?: "engine") => {
    const { root, problems } = parse(text);
    assert.deepEqual(problems, []);
    return compileRule(root, missing ? { missing } : {}).outcome(fieldsIn(fields));
  };
  const header = (name: string) => `http.request.headers["${name}"][0]`;
  const operators = ["eq", "ne", "lt", "le", "gt", "ge"];

  test.each(operators)("a missing value on either side makes '%s' false", (operator) => {
    const fields = { "http.host": "a", "http.request.headers": { x: ["a"] } };
    for (const [left, right] of [
      [header("x"), header("y")],
      [header("y"), header("x")],
      [header("y"), header("y")],
      ["http.host", "lower(http.referer)"],
    ]) {
      const text = `${left} ${operator} ${right}`;
      expect([text, outcome(text, fields)]).toEqual([text, false]);
      expect([text, outcome(text, fields, "engine")]).toEqual([text, operator === "ne"]);
    }
  });

  test.each([
    ["a", "a", "eq le ge"],
    ["a", "b", "ne lt le"],
    ["b", "a", "ne gt ge"],
    ["é", "z", "ne gt ge"],
  ])("'%s' and '%s'", (host, referer, expected) => {
    const fields = { "http.host": host, "http.referer": referer };
    const holding = operators.filter((it) => outcome(`http.host ${it} http.referer`, fields));
    expect(holding.join(" ")).toBe(expected);
  });

  test("addresses of different families are unequal and not ordered", () => {
    const fields = { "ip.src": "192.0.2.1", "cf.edge.server_ip": "2001:db8::1" };
    const holding = operators.filter((it) => outcome(`ip.src ${it} cf.edge.server_ip`, fields));
    expect(holding).toEqual(["ne"]);
  });

  test("elements are compared with one value", () => {
    const fields = { "http.host": "b", "http.request.headers": { x: ["a", "b"] } };
    expect(outcome('any(http.request.headers["x"][*] eq http.host)', fields)).toBe(true);
    expect(outcome('all(http.request.headers["x"][*] eq http.host)', fields)).toBe(false);
    expect(outcome('all(http.request.headers["x"][*] le http.host)', fields)).toBe(true);
    expect(outcome('any(http.request.headers["x"][*] ne http.referer)', fields)).toBe(false);
  });

  test("an unknown value is undetermined, unless the other one is missing", () => {
    const { root } = parse("http.host eq http.referer");
    const rule = compileRule(root);
    for (const fields of [
      { "http.host": unknownValue, "http.referer": "a" },
      { "http.host": "a", "http.referer": unknownValue },
    ]) {
      const [name] = Object.entries(fields).find(([, value]) => value === unknownValue) ?? [];
      expect(rule.outcome(fieldsIn(fields))).toBe("undetermined");
      expect(rule.missed(fieldsIn(fields))).toEqual([name]);
    }
    expect(rule.outcome(fieldsIn({ "http.host": unknownValue }))).toBe(false);
    expect(rule.outcome(fieldsIn({ "http.referer": unknownValue }))).toBe(false);
  });
});

describe("what follows", () => {
  const compare = (first: string, second: string) => {
    const [a, b] = [first, second].map((it) => meaning(it));
    assert.ok(a && b);
    return compareMeanings(a, b).name;
  };

  test.each([
    ["http.host lt http.referer", "http.referer gt http.host", "equal"],
    ["http.host le http.referer", "not http.host gt http.referer", "equal"],
    ["http.host ne http.referer", "not http.referer eq http.host", "equal"],
    ["http.host lt http.referer and http.host eq http.referer", "false", "equal"],
    ["http.host eq http.host", "true", "equal"],
    ["len( http.host ) lt len(http.host)", "false", "equal"],
  ])("%s | %s", (first, second, name) => expect(compare(first, second)).toBe(name));

  test("addresses are not ordered across families", () => {
    const [first, second] = ["ip.src lt cf.edge.server_ip", "not ip.src ge cf.edge.server_ip"];
    expect(compare(first, second)).not.toBe("equal");
  });

  test("a value that may be missing is not always equal to itself", () => {
    const same = 'http.request.headers["x"][0] eq http.request.headers["x"][0]';
    expect(compare(same, "true")).toBe("narrower");
    expect(isSimpleRule({ parsed: parse(same) })).toBe(false);
    expect(analyze(cfrule, same).diagnostics()).toEqual([]);
  });

  test.each([
    `
len(http.host) lt len(http.host)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'len(http.host) lt len(http.host)' is never true, so the rule matches no request. Change or remove it.
`,
    `
http.host eq http.host and ssl
^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host eq http.host' is always true. Change or remove it.
`,
    `
http.host eq http.referer or ssl or http.host eq  http.referer
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'or'. Remove or change one.
`,
    `
http.host eq http.referer and http.referer ne http.host
                              ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host eq http.referer' and 'http.referer ne http.host' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
http.host eq http.referer or not (http.host eq http.referer) or ssl
                             ^^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host eq http.referer' or 'not (http.host eq http.referer)' is always true, so the rule matches every request. Change or remove one.
`,
    `
http.host eq "a" or http.host eq http.referer
`,
    `
not http.host eq http.request.headers["x"][0]
^^^^^^^^^^^^^^^^ hint: Also true when 'http.request.headers["x"][0]' is missing. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them explicitly.
`,
    `
http.host ne http.request.headers["x"][0]
          ^^ info: When 'http.request.headers["x"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
    `
has_key(http.request.headers, "x") and any(http.request.headers["x"][*] ne http.request.headers["y"][0])
`,
    `
http.host eq ip.geoip.country
             ^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
`,
    `
# @plan free
http.host eq ip.src.subdivision_1_iso_code
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'ip.src.subdivision_1_iso_code' requires the Business plan or above, but this zone is on 'free'.
`,
    `
http.host eq http.request.headers["X-Host"][0]
                                  ^^^^^^^^ warning: Keys of 'http.request.headers' are lowercase, so 'X-Host' never matches. Use 'x-host'.
`,
  ])("%s", (marked) => checkDiagnostics(cfrule, marked));

  test("a fix tests the value on the right", () => {
    checkFix(
      cfrule,
      'http.host ne http.request.headers["x"][0]',
      'has_key(http.request.headers, "x") and http.host ne http.request.headers["x"][0]',
    );
  });
});

describe("editor features", () => {
  test("known values come first, then fields and functions of the same type", () => {
    const labels = completionsAt(cfrule, "http.request.method eq <|>").map((it) => it.label);
    expect(labels.slice(0, 2)).toEqual(["GET", "HEAD"]);
    expect(labels).toContain("http.host");
    expect(labels).toContain("lower");
    expect(labels).not.toContain("ip.src");
    expect(labels).not.toContain("http.request.headers");
    const integers = completionsAt(cfrule, "len(http.host) lt <|>").map((it) => it.label);
    expect(integers).toContain("cf.bot_management.score");
    expect(integers).toContain("len");
    expect(integers).not.toContain("lower");
  });

  test.each([
    ['http.host eq "<|>"', ""],
    ["http.host contains <|>", '"…"'],
    ["http.host eq http.referer <|>", "and, or, xor"],
    ['http.host eq http.request.headers["a"][0] <|>', "and, or, xor"],
    ["http.host eq lower(http.referer) <|>", "and, or, xor"],
    ["len(http.host) eq len(http.referer)<|>", "and, or, xor"],
    ["http.host eq http.request.accepted_languages[<|>", "0, *"],
  ])("%s", (marked, labels) => checkComplete(cfrule, marked, labels));

  test("inside a call on the right", () => {
    checkAccept(
      cfrule,
      "http.host eq lower(http.ref<|>",
      "http.referer",
      "http.host eq lower(http.referer",
    );
    checkAccept(cfrule, "http.host eq http.ref<|>", "http.referer", "http.host eq http.referer");
  });

  test("hover, signature, tokens and reading", () => {
    checkHover(cfrule, "http.host eq http.ref<|>erer", "**http.referer**");
    checkHover(cfrule, "http.host eq lo<|>wer(http.referer)", "lower(");
    checkHover(
      cfrule,
      "http.host e<|>q http.referer",
      "True when http.host is the same as http.referer",
    );
    checkHover(cfrule, "http.host n<|>e http.referer", "http.host is not the same as http.referer");
    checkHover(
      cfrule,
      "len(http.host) g<|>t len(http.referer)",
      "is greater than len(http.referer)",
    );
    checkHover(
      cfrule,
      "no<|>t http.host ne http.referer",
      "not (http.host is not the same as http.referer)",
    );
    const text = "http.host eq lower(http.referer)";
    const analysis = analyze(cfrule, text);
    expect(analysis.signature(text.indexOf("http.ref"))?.label).toContain("lower(");
    const types = analysis.tokens().map((it) => `${text.slice(it.start, it.end)} ${it.type}`);
    expect(types).toEqual([
      "http.host property",
      "eq keyword",
      "lower function",
      "http.referer property",
    ]);
  });
});

test("a hole on the right hides the type", () => {
  for (const text of [
    "http.host eq lower(…)",
    "http.host eq http.…",
    "http.host eq …(http.host)",
    'http.host eq http.request.headers["…"][0]',
    "cf.bot_management.score eq …",
    "http.host eq …[0] and ssl",
    "http.host eq …(http.host)[0]",
  ]) {
    const holed = text.replace("…", holeCharacter(0));
    const found = analyze(cfrule, holed, { hasHoles: true }).diagnostics();
    expect([text, found.map((it) => it.message)]).toEqual([text, []]);
  }
});

describe("random rules", () => {
  test("fixes keep the meaning, or at least leave a valid rule", () => {
    const seen = { sure: 0, guessed: 0 };
    fc.assert(
      fc.property(ruleOfTwoValues, (text) => {
        const before = outcomesOf(text);
        for (const { code, fixes } of analyze(cfrule, text).diagnostics()) {
          for (const { edits, guess } of fixes) {
            const after = applyEdits(text, edits);
            const outcome = outcomesOf(after);
            seen[guess ? "guessed" : "sure"]++;
            if (guess) assert.ok(!outcome.startsWith("refused"), `${code}: ${text} → ${after}`);
            else assert.equal(outcome, before, `${code}: ${text} → ${after}`);
          }
        }
      }),
      { seed: 20_261_001, numRuns: times(7) },
    );
    expect(Math.min(seen.sure, seen.guessed)).toBeGreaterThan(5);
  });

  test("no request contradicts a comparison, and a shorter rule means the same", () => {
    fc.assert(
      fc.property(ruleOfTwoValues, ruleOfTwoValues, (first, second) => {
        const [a, b] = [meaning(first), meaning(second)];
        if (!a || !b) return;
        const { name } = compareMeanings(a, b);
        const [one, other] = [outcomesOf(first).split(" "), outcomesOf(second).split(" ")];
        one.forEach((it, at) => {
          assert.ok(!excluded[name]?.includes(`${it} ${other[at]}`), `${name} ${at}`);
        });
        const [shrunk] = analyze(cfrule, first).shrink?.({ start: 0, end: first.length }) ?? [];
        if (!shrunk || "error" in shrunk) return;
        assert.equal(outcomesOf(applyEdits(first, shrunk.edits)), outcomesOf(first), first);
      }),
      { seed: 20_261_002, numRuns: times(2) },
    );
    expect(requests.length).toBeGreaterThan(20);
  });
});

function meaning(text: string) {
  return analyze(cfrule, text).meaning?.();
}
