import assert from "node:assert";
import { expect, test } from "vitest";
import { filterOf } from "../../server/src/bridge/filter-of.ts";
import { requestOf } from "../../server/src/bridge/request-of.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { readDocument } from "../../server/src/lpfilter/document.ts";
import { predicateOf } from "../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { Random } from "../conformance/random.ts";
import { compiledRule } from "../support/compiled-rule.ts";
import { times } from "../support/long.ts";

/** Random rules on random log lines, compared with another evaluator: false is 0, unknown is one half, and true is 1. */

interface Leaf {
  readonly text: string;
  /** The log fields it needs. */
  readonly needs: readonly string[];
  readonly field: string;
  readonly holds: (line: Readonly<Record<string, string | number>>) => boolean;
}

type Tree =
  | Leaf
  | { readonly kind: "and" | "or"; readonly parts: readonly Tree[] }
  | { readonly not: Tree };
type Truth = boolean | undefined;

const hosts = ["a.example", "b.example", "A.example"];
const paths = ["/", "/login", "/shop/x.php", "/shop/"];
const countries = ["de", "us", "t1"];

const leaves: readonly ((random: Random) => Leaf)[] = [
  (random) => {
    const host = random.pick(hosts);
    return {
      text: `http.host eq "${host}"`,
      field: "http.host",
      needs: ["ClientRequestHost"],
      holds: (line) => line.ClientRequestHost === host,
    };
  },
  (random) => {
    const path = random.pick(paths);
    return {
      text: `starts_with(http.request.uri.path, "${path}")`,
      field: "http.request.uri.path",
      needs: ["ClientRequestURI"],
      holds: (line) => String(line.ClientRequestURI).replace(/\?.*/, "").startsWith(path),
    };
  },
  (random) => {
    const country = random.pick(countries).toUpperCase();
    return {
      text: `ip.src.country in {"${country}" "FR"}`,
      field: "ip.src.country",
      needs: ["ClientCountry"],
      holds: (line) => String(line.ClientCountry).toUpperCase() === country,
    };
  },
  (random) => {
    const least = random.below(4);
    return {
      text: `cf.bot_management.score ge ${least}`,
      field: "cf.bot_management.score",
      needs: ["BotScore"],
      holds: (line) => Number(line.BotScore) >= least,
    };
  },
  () => ({
    text: "ssl",
    field: "ssl",
    needs: ["ClientRequestScheme"],
    holds: (line) => line.ClientRequestScheme === "https",
  }),
  () => ({
    text: 'any(http.request.uri.args["a"][*] eq "1")',
    field: "http.request.uri.args",
    needs: ["ClientRequestURI"],
    holds: (line) => /[?&]a=1(&|$)/.test(String(line.ClientRequestURI)),
  }),
  () => ({
    text: "cf.threat_score gt 5",
    field: "cf.threat_score",
    needs: ["never"],
    holds: () => false,
  }),
];

function makeTree(random: Random, depth: number): Tree {
  if (depth === 0 || random.chance(0.3)) return random.pick(leaves)(random);
  if (random.chance(0.25)) return { not: makeTree(random, depth - 1) };
  return {
    kind: random.pick(["and", "or"]),
    parts: random.several(2, 3, () => makeTree(random, depth - 1)),
  };
}

function textOf(tree: Tree): string {
  if ("text" in tree) return tree.text;
  if ("not" in tree) return `not (${textOf(tree.not)})`;
  return tree.parts.map((it) => `(${textOf(it)})`).join(` ${tree.kind} `);
}

function makeLine(random: Random, share = 0.7): Record<string, string | number> {
  const path = random.pick(paths);
  const all: Record<string, string | number> = {
    ...(share === 1 && { ClientRequestPath: path }),
    ClientRequestHost: random.pick(hosts),
    ClientRequestURI: path + random.pick(["", "?a=1", "?b=2&a=1", "?a=12"]),
    ClientCountry: random.pick(countries),
    BotScore: random.below(5),
    ClientRequestScheme: random.pick(["http", "https"]),
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(share)));
}

/** Evaluates by counting true and false operands, instead of with rules of three-valued logic. */
function truthOf(tree: Tree, line: Record<string, string | number>): Truth {
  if ("text" in tree) return tree.needs.every((it) => it in line) ? tree.holds(line) : undefined;
  if ("not" in tree) {
    const inner = truthOf(tree.not, line);
    return inner === undefined ? undefined : inner === false;
  }
  const truths = tree.parts.map((it) => truthOf(it, line));
  const worst = tree.kind === "and" ? Math.min : Math.max;
  const value = worst(...truths.map((it) => (it === undefined ? 0.5 : Number(it))));
  return value === 0.5 ? undefined : value === 1;
}

/** The fields of undetermined leaves that may decide the outcome. */
function mayBeMissed(tree: Tree, line: Record<string, string | number>): Set<string> {
  if (truthOf(tree, line) !== undefined) return new Set();
  if ("text" in tree) return new Set([tree.field]);
  const parts = "not" in tree ? [tree.not] : tree.parts;
  return new Set(parts.flatMap((it) => [...mayBeMissed(it, line)]));
}

test("a rule copied as a filter keeps the lines that it matches", () => {
  const random = new Random(7);
  let exact = 0;
  let partial = 0;
  for (let i = 0; i < times(25); i++) {
    const text = textOf(makeTree(random, 3));
    const copied = filterOf(text, defaultContext);
    if ("error" in copied) continue;
    const found = lpfilter.analyze(copied.text, defaultContext).diagnostics();
    assert.deepEqual(
      found.filter((it) => it.severity === "error").map((it) => it.message),
      [],
    );
    const keeps = predicateOf(readDocument(copied.text, defaultContext).filter);
    assert(keeps, copied.text);
    const rule = compiledRule(text, defaultContext);
    for (let j = 0; j < 4; j++) {
      const line = makeLine(random, 1);
      const outcome = rule?.outcome(requestOf(line));
      if (copied.lost.length === 0) assert.equal(keeps(line), outcome, `${text}\n${copied.text}`);
      else if (outcome === true) assert(keeps(line), `${text}\n${copied.text}`);
    }
    if (copied.lost.length === 0) exact++;
    else partial++;
  }
  expect(Math.min(exact, partial)).toBeGreaterThan(times(3, 300));
});

test("rules on lines agree with another evaluator", () => {
  const random = new Random(20_261_115);
  const seen = new Map<Truth, number>();
  for (let i = 0; i < times(63); i++) {
    const tree = makeTree(random, 3);
    const rule = compiledRule(textOf(tree), { extraFields: {}, severity: {} });
    assert(rule, textOf(tree));
    for (let j = 0; j < 4; j++) {
      const line = makeLine(random);
      const request = requestOf(line, j % 2 === 0 ? "http_requests" : undefined);
      const expected = truthOf(tree, line);
      const about = `${textOf(tree)} on ${JSON.stringify(line)}`;
      assert.equal(rule.outcome(request), expected ?? "undetermined", about);
      assert.deepEqual(new Set(rule.missed(request)), mayBeMissed(tree, line), about);
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
    }
  }
  expect(Math.min(...[true, false, undefined].map((it) => seen.get(it) ?? 0))).toBeGreaterThan(
    times(38),
  );
});
