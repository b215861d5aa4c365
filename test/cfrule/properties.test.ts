import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { childrenOf } from "../../server/src/cfrule/syntax/children.ts";
import { type Parsed, parse } from "../../server/src/cfrule/syntax/parse.ts";
import { pushedText } from "../../server/src/cfrule/syntax/print.ts";
import type { Node } from "../../server/src/cfrule/syntax/tree.ts";
import { truthType } from "../../server/src/cfrule/syntax/types.ts";
import { maxDiagnostics } from "../../server/src/core/diagnostic.ts";
import { contains } from "../../server/src/text/span.ts";
import { generate } from "../conformance/generate.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { isLong, times } from "../support/long.ts";
import { engineScheme } from "../support/programs/engine.ts";

/** Properties of valid texts need more cases, because few random texts are valid. */
const manyCases = times(300, 6000);
const cases = times(100, manyCases);

/** Valid, broken and random expressions, with a fixed seed. */
function* texts(seed: number, count = cases): Generator<string> {
  const random = new Random(seed);
  let other = "";
  for (let i = 0; i < count; i++) {
    random.odd = random.chance(0.5) ? 0 : 0.4;
    const grown = generate(random);
    yield random.chance(0.3) ? grown : mutate(random, random.chance(0.9) ? grown : "", other);
    other = grown;
  }
}

describe("any text", () => {
  test("has a tree with nested, ordered spans within the text", () => {
    for (const text of texts(1)) checkSpans(parse(text), text);
  });

  test("has a complete, typed tree if it has no problems", () => {
    for (const text of texts(6, manyCases)) {
      const { root, problems } = parse(text, engineScheme);
      if (problems.length > 0) continue;
      assert.equal(truthType(root)?.kind, "Boolean", JSON.stringify(text));
      assert(!hasHole(root), JSON.stringify(text));
    }
  });

  test("has problems and fixes within the text", () => {
    for (const text of texts(2)) {
      const whole = { start: 0, end: text.length };
      for (const problem of parse(text).problems) {
        const inside = contains(whole, problem) || (text === "" && problem.start === 0);
        assert(inside, JSON.stringify({ text, problem }));
        for (const edit of problem.fixes.flatMap((it) => it.edits)) {
          assert(contains(whole, edit), JSON.stringify({ text, edit }));
        }
      }
    }
  });

  test("is pushed the same after parsing the pushed text", () => {
    let count = 0;
    for (const text of texts(3, manyCases)) {
      const parsed = parse(text);
      // Texts with errors are never pushed.
      if (parsed.problems.length > 0) continue;
      count++;
      const pushed = pushedText(parsed);
      assert.equal(pushedText(parse(pushed)), pushed, JSON.stringify(text));
    }
    expect(count).toBeGreaterThan(times(5, 100));
  });

  test("is valid if and only if its pushed text is", () => {
    for (const text of texts(4)) {
      const parsed = parse(text);
      if (parsed.form === "value") continue;
      const again = parse(pushedText(parsed));
      assert.equal(again.problems.length === 0, parsed.problems.length === 0, JSON.stringify(text));
    }
  });

  test("can be evaluated", () => {
    const request = { "http.host": "a", "ip.src": "192.0.2.1", ssl: true };
    for (const text of texts(5)) {
      const outcome = compile(parse(text).root)(request);
      assert([true, false, "undetermined"].includes(outcome), JSON.stringify(text));
    }
  });
});

/** Each would slow down a parser that backtracks, recurses or searches too far. */
describe("handles hostile text", () => {
  const many = (piece: string) =>
    piece.repeat(Math.ceil((isLong ? 300_000 : 100_000) / piece.length));
  const hostile: Readonly<Record<string, string>> = {
    parentheses: many("("),
    negations: many("not "),
    "closing parentheses": many(")"),
    calls: many("lower("),
    quantifiers: many("any("),
    brackets: `http.host${many("[")}`,
    indexes: `http.request.headers${many('["a"]')}`,
    quotes: many('"'),
    "escaped quotes": `http.host eq "${many('\\"\n')}`,
    "raw strings": many('r#"\n'),
    hashes: `r${many("#")}`,
    "open classes": `${many('http.host matches "[a" or ')}]`,
    braces: `ip.src in {${many("{")}`,
    "unknown names": many("foo bar "),
    digits: `tcp.dstport eq ${many("1")}`,
    "single quotes": many("http.host eq '\n"),
    "foreign operators": many("http.host is not in "),
    "curly quotes": many("http.host eq “a "),
    "comments of others": many("ssl /* \n"),
    "escaped quotes of others": many('http.host eq \\"a '),
    "bare patterns": many("http.host matches (a "),
    "bare words": many("http.host eq a b "),
    "lists in a set": `ip.src in {${many("$a ")}}`,
    "values in a row": `tcp.dstport eq ${many("1, ")}`,
    "strings cut short": many('http.host eq "a and b"c '),
    "unclosed sets": many("ip.src in {192.0.2.1 and "),
    comments: many("# @value\n"),
    disjunction: `${many("ssl or ")}ssl`,
    addresses: `ip.src in {${many("192.0.2.1 ")}}`,
  };
  test.each(Object.entries(hostile))("%s", (_, text) => {
    const parsed = parse(text);
    const pushed = pushedText(parsed);
    // After too many problems, the rest is not parsed.
    if (parsed.problems.length < maxDiagnostics) {
      expect(pushedText(parse(pushed)) === pushed).toBe(true);
    }
    compile(parsed.root)({});
  });
});

/** Whether a node is missing, invalid or of unknown type. */
function hasHole(node: Node): boolean {
  if (node.kind === "stray" || node.kind === "missing") return true;
  return ("type" in node && !node.type) || childrenOf(node).some(hasHole);
}

function checkSpans({ root }: Parsed, text: string): void {
  const stack: Node[] = [root];
  assert(contains({ start: 0, end: text.length }, root), JSON.stringify(text));
  for (let node = stack.pop(); node; node = stack.pop()) {
    let last = node.start;
    for (const child of childrenOf(node)) {
      const right = child.start >= last && child.end >= child.start && contains(node, child);
      if (!right) expect.fail(JSON.stringify({ text, node: node.kind, child: child.kind }));
      last = child.end;
      stack.push(child);
    }
  }
}
