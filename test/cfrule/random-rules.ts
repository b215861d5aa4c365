import fc from "fast-check";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import type { Request } from "../../server/src/cfrule/evaluation/value.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import type { Expression } from "../../server/src/cfrule/syntax/tree.ts";
import { times } from "../support/long.ts";

/** Rules about a few values, so that conditions often interact, and requests with and without them. */

const words = ["", "a", "ab", "b", "ba", "a.b", "A"];
const word = fc.constantFrom(...words);
const text = word.map((it) => `"${it}"`);
const status = fc.constantFrom(100, 200, 201, 400, 403, 404, 500, 599);
const score = fc.constantFrom(1, 2, 30, 50, 98, 99);
const address = fc.constantFrom("192.0.2.1", "192.0.2.2", "198.51.100.7", "2001:db8::1");
const network = fc.constantFrom(
  "192.0.2.0/24",
  "192.0.2.0/31",
  "2001:db8::/32",
  "0.0.0.0/0",
  "::/0",
);
const order = fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge", "==", "!=", "<", "<=", ">", ">=");

const strings = fc.constantFrom(
  "http.host",
  "http.request.uri.path",
  "ip.src.city",
  'http.request.headers["x-a"][0]',
  "lower(http.host)",
  'lower(http.request.headers["x-b"][0])',
);
const each = fc.constantFrom('http.request.headers["x-a"][*]', "http.request.uri.args.values[*]");
const integers = fc.oneof(
  fc.record({ operand: fc.constant("http.response.code"), value: status }),
  fc.record({ operand: fc.constant("cf.bot_management.score"), value: score }),
  fc.record({ operand: fc.constant("len(http.host)"), value: fc.constantFrom(0, 1, 2, 3) }),
  fc.record({
    operand: fc.constant('len(http.request.headers["x-a"][0])'),
    value: fc.constantFrom(0, 1, 2),
  }),
);

function set(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((it) => `{${it.join(" ")}}`);
}

function onString(operand: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return testOf(operand).map((it) => {
    const isPath = it.includes("http.request.uri.path");
    return isPath ? it.replace(/"(\^?)([^"]*")/g, '"$1/$2') : it;
  });
}

function testOf(operand: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(operand, order, text).map((it) => it.join(" ")) },
    { weight: 2, arbitrary: fc.tuple(operand, set(text)).map((it) => it.join(" in ")) },
    fc.tuple(operand, text).map((it) => it.join(" contains ")),
    fc.tuple(operand, fc.constantFrom('"a*"', '"*"', '"A*b"')).map((it) => it.join(" wildcard ")),
    fc.tuple(operand, fc.constantFrom('"^a"', '"b$"')).map((it) => it.join(" matches ")),
    fc
      .tuple(fc.constantFrom("starts_with", "ends_with"), operand, text)
      .map(([name, source, part]) => `${name}(${source}, ${part})`),
  );
}

export const condition = fc.oneof(
  { weight: 5, arbitrary: onString(strings) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(integers, order)
      .map(([{ operand, value }, operator]) => `${operand} ${operator} ${value}`),
  },
  fc
    .tuple(status, status)
    .map(([a, b]) => `http.response.code in {${a} ${Math.min(a, b)}..${Math.max(a, b)}}`),
  fc.tuple(order, address).map((it) => `ip.src ${it.join(" ")}`),
  set(fc.oneof(address, network)).map((it) => `ip.src in ${it}`),
  fc.constantFrom("ssl", "cf.bot_management.verified_bot", "tcp.flags.syn"),
  fc
    .tuple(fc.constantFrom("any", "all"), onString(each))
    .map(([name, inside]) => `${name}(${inside})`),
  fc
    .tuple(
      fc.constantFrom("any", "all"),
      fc.constantFrom("and", "or"),
      onString(each),
      onString(each),
    )
    .map(([name, logical, a, b]) => `${name}((${a} ${logical} ${b}))`),
  fc
    .tuple(fc.constantFrom("any", "all"), fc.constantFrom("not not ", "!!", "not "), onString(each))
    .map(([name, not, inside]) => `${name}(${not}${inside})`),
);

const logical = fc.constantFrom("and", "or", "and", "or", "&&", "||", "xor");

function rulesOf(one: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ simple: string; joined: string }>((tie) => ({
    simple: fc.oneof(
      { maxDepth: 3, depthIdentifier: "rule" },
      { weight: 6, arbitrary: one },
      { weight: 2, arbitrary: tie("joined").map((it) => `(${it})`) },
      { weight: 1, arbitrary: tie("simple").map((it) => `not ${it}`) },
      { weight: 1, arbitrary: tie("simple").map((it) => `!${it}`) },
      { weight: 1, arbitrary: tie("joined").map((it) => `not (${it})`) },
    ),
    joined: fc
      .tuple(
        tie("simple"),
        fc.array(fc.tuple(logical, tie("simple")), { minLength: 1, maxLength: 3 }),
      )
      .map(([first, rest]) => [first, ...rest.flat()].join(" ")),
  })).joined;
}

export const rule: fc.Arbitrary<string> = rulesOf(condition);

const integer = integers.map((it) => it.operand);

/** Rules that also compare two values of a request, often a value with itself. */
export const ruleOfTwoValues: fc.Arbitrary<string> = rulesOf(
  fc.oneof(
    condition,
    fc
      .oneof(
        fc.tuple(strings, order, strings),
        fc.tuple(integer, order, integer),
        fc.tuple(fc.constant("ip.src"), order, fc.constantFrom("ip.src", "cf.edge.server_ip")),
      )
      .map((it) => it.join(" ")),
    fc
      .tuple(fc.constantFrom("any", "all"), each, order, strings)
      .map(([name, ...inside]) => `${name}(${inside.join(" ")})`),
  ),
);

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const request: fc.Arbitrary<Request> = fc
  .record({
    "http.host": word,
    "http.request.uri.path": word.map((it) => `/${it}`),
    "http.response.code": fc.oneof(status, fc.integer({ min: 100, max: 599 })),
    "ip.src": address,
    "cf.edge.server_ip": maybe(address),
    ssl: fc.boolean(),
    "cf.bot_management.score": maybe(score),
    "cf.bot_management.verified_bot": maybe(fc.boolean()),
    "tcp.flags.syn": maybe(fc.boolean()),
    "ip.src.city": maybe(word),
    "http.request.headers": fc.record({
      "x-a": maybe(fc.array(word, { maxLength: 2 })),
      "x-b": maybe(fc.array(word, { maxLength: 2 })),
    }),
    "http.request.uri.args.values": fc.array(word, { maxLength: 2 }),
  })
  .map((it) => it as Request);

/** Shared by all rules, to test more rules in the same time. */
export const requests: readonly Request[] = fc.sample(request, { seed: 7, numRuns: 40 });

export const settings = { seed: 20_260_101, numRuns: times(13) } as const;

/** The results of a rule for each request, with both treatments of missing values. */
export function outcomes(root: Expression): string {
  return (["false", "engine"] as const)
    .map((missing) => {
      const holds = compile(root, { missing });
      return requests.map((it) => String(holds(it))).join(" ");
    })
    .join(" | ");
}

export function outcomesOf(text: string): string {
  const { root, problems } = parse(text);
  return problems.length > 0 ? `refused: ${problems[0]?.message}` : outcomes(root);
}
