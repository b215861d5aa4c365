import fc from "fast-check";
import { expect, test } from "vitest";
import { type Context, defaultContext } from "../../server/src/core/context.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { childrenOf, type JsonNode } from "../../server/src/json/syntax/tree.ts";
import { readDocument } from "../../server/src/lpfilter/document.ts";
import {
  type LogLine,
  type Predicate,
  predicateOf,
} from "../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { propertyNamed } from "../../server/src/lpjob/catalogue/properties.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { samples } from "../lpfilter/random-filters.ts";

/**
 * A fix that is applied unasked keeps the meaning. What the service takes keeps the same lines afterwards; what it refuses
 * never becomes something that it takes and that keeps nothing.
 */

const runs = { seed: 20_261_115, numRuns: 400 };

function reading(text: string): Predicate | undefined {
  const { json, filter } = readDocument(text, defaultContext);
  const isFilter = filter.where !== undefined && json.errors.length === 0;
  // What stands in the wrong place, or twice, is refused, or read in a way that nobody has published.
  const isClear =
    filter.aside.length === 0 && filter.nested.length === 0 && filter.odd.length === 0;
  return isFilter && isClear && !hasUnknownName(text) ? predicateOf(filter) : undefined;
}

/** The service refuses a field that it does not know. */
function hasUnknownName(text: string): boolean {
  const found = lpfilter.analyse(text, defaultContext).diagnostics();
  return found.some((it) => it.code === "unknown-field" && it.fixes.length > 0);
}

function show(text: string): string {
  return JSON.stringify(text).slice(0, 600);
}

/** Lines with the values of the text's own conditions, and with what is near them. */
function linesFor(text: string, random: Random): LogLine[] {
  const values = new Map<string, unknown[]>();
  const collect = (node: JsonNode | undefined): void => {
    if (!node) return;
    if (node.kind === "object") {
      const of = (name: string) => node.properties.findLast((it) => it.name.value === name)?.value;
      const [key, value] = [of("key"), of("value")];
      const items = value?.kind === "array" ? value.items : value ? [value] : [];
      const found = items.flatMap((it) => ("value" in it ? [it.value] : []));
      if (key?.kind === "string")
        values.set(key.value, [...(values.get(key.value) ?? []), ...found]);
    }
    for (const child of childrenOf(node)) collect(child);
  };
  collect(parseJson(text).root);
  return Array.from({ length: 12 }, () =>
    Object.fromEntries([...values].map(([key, list]) => [key, near(random, list)])),
  );
}

function near(random: Random, list: readonly unknown[]): unknown {
  const value = list.length > 0 ? random.pick(list) : "";
  const text = String(value);
  return random.pick([
    value,
    value,
    text,
    `${text}x`,
    `x${text}`,
    text.toLowerCase(),
    text.toUpperCase(),
    Number(value) + 1,
    Number(value) - 1,
    [value],
    [value, "x"],
    "",
    0,
    true,
    undefined,
  ]);
}

function keepsLines(text: string, lines: readonly LogLine[]): void {
  const before = reading(text);
  if (!before) return;
  const fixed = fixAll(lpfilter, text, defaultContext);
  if (fixed === text) return;
  const after = reading(fixed);
  if (!after) throw new Error(`refused after its fixes: ${show(text)} → ${show(fixed)}`);
  for (const line of lines) {
    if (before(line) === after(line)) continue;
    throw new Error(`${JSON.stringify(line)} is ${before(line)}: ${show(text)} → ${show(fixed)}`);
  }
}

test("of any filter that can be read", () =>
  fc.assert(
    fc.property(samples, ({ text, lines }) => keepsLines(text, lines)),
    runs,
  ));

/** Our samples and examples, with slips of the hand and without. */
function mined(language: typeof lpfilter, count: number): string[] {
  const random = new Random(20_261_115);
  const texts = samplesOf(language).filter((it) => it.length < 3000);
  const slips = Array.from({ length: count }, () => {
    const once = mutate(random, random.pick(texts), random.pick(texts));
    return random.pick([once, mutate(random, once, random.pick(texts))]);
  });
  return [...texts, ...slips];
}

test("of our samples and examples, with slips of the hand", () => {
  const random = new Random(20_261_115);
  let judged = 0;
  for (const text of mined(lpfilter, 2500)) {
    if (!reading(text)) continue;
    judged++;
    keepsLines(text, linesFor(text, random));
  }
  expect(judged).toBeGreaterThan(100);
});

const errors = (found: readonly Diagnostic[]) => found.filter((it) => it.severity === "error");
const hopeless = /^(pattern-value|value-shape|bad-address|placeholder)$/;

/** A value that was changed unasked is one that a line can have. */
function hidesNothing(text: string, context: Context = defaultContext): void {
  const before = lpfilter.analyse(text, context).diagnostics();
  if (errors(before).length === 0) return;
  const fixed = fixAll(lpfilter, text, context);
  if (fixed === text) return;
  const after = lpfilter.analyse(fixed, context).diagnostics();
  if (errors(after).length > 0 || keepsValues(text, fixed)) return;
  for (const { code, severity } of after) {
    if (severity !== "warning" || !hopeless.test(code)) continue;
    if (!before.some((it) => it.code === code))
      throw new Error(`${code} comes with the fixes: ${show(text)} → ${show(fixed)}`);
  }
}

/** Whether each value of the second text is written somewhere in the first. */
function keepsValues(before: string, after: string): boolean {
  const values: string[] = [];
  const collect = (node: JsonNode | undefined, inside: boolean): void => {
    if (node?.kind === "property") collect(node.value, inside || node.name.value === "value");
    else if (node && "value" in node && inside) values.push(String(node.value));
    else if (node) for (const child of childrenOf(node)) collect(child, inside);
  };
  collect(parseJson(after).root, false);
  return values.every((it) => before.includes(JSON.stringify(it).slice(1, -1)));
}

test("what is refused does not become what keeps nothing", () => {
  for (const text of mined(lpfilter, 2500)) hidesNothing(text);
});

const odd = [
  "a.com b.com",
  "a,b",
  "*.a.com",
  '{"a" "b"}',
  '["a","b"]',
  ["$", "{HOST}"].join(""),
  "10.0.0.0/8",
  "1,234",
  "x",
  "",
  "^a$",
  "'a'",
  "5xx",
  "2e2",
  "200,201",
  "AS5",
  "yes",
  1,
  1.5,
  true,
];
const keys = [
  "ClientRequestHost",
  "ClientIP",
  "EdgeResponseStatus",
  "BotScore",
  "ClientASN",
  "CacheReserveUsed",
  "SecurityActions",
  "ClientRequestPath",
  "NobodysField",
];
const operators = [
  "eq",
  "!eq",
  "in",
  "!in",
  "contains",
  "startsWith",
  "gt",
  "leq",
  "equals",
  "neq",
  "not in",
  "oneOf",
];

test("nor do odd values under any operator", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      fc.constantFrom(...operators),
      fc.oneof(fc.constantFrom(...odd), fc.array(fc.constantFrom(...odd), { maxLength: 3 })),
      (key, operator, value) => {
        const text = JSON.stringify({ where: { key, operator, value } });
        hidesNothing(text);
        keepsLines(text, linesFor(text, new Random(1)));
      },
    ),
    { ...runs, numRuns: 1500 },
  ));

/** The names of a job and of its options, save those that only the service writes. The filter has its own laws. */
function namesIn(text: string): string[] {
  const { root, errors: problems } = parseJson(text);
  if (root?.kind !== "object" || problems.length > 0) return [];
  const names: string[] = [];
  for (const { name, value } of root.properties) {
    if (propertyNamed("job", name.value)?.readOnly) continue;
    if (name.value !== "output_options") names.push(name.value);
    else if (value?.kind === "object") names.push(...value.properties.map((it) => it.name.value));
  }
  return names;
}

test("no property of a job is lost", () => {
  const random = new Random(7);
  const options = [
    "sample_rate",
    "field_names",
    "timestamp_format",
    "output_type",
    "CVE-2021-44228",
  ];
  const made = Array.from({ length: 300 }, () => {
    const some = options.filter(() => random.pick([true, false])).map((it) => [it, 1] as const);
    const rest = [
      ["dataset", "http_requests"],
      ["name", "a"],
      ["output_options", random.pick([{}, null, { sample_rate: 1 }])],
      ["logpull_options", "fields=RayID"],
      ["destination", "gs://a/b"],
      ["id", 1],
      ["where", {}],
    ];
    const chosen = [...some, ...rest.filter(() => random.pick([true, false]))];
    return JSON.stringify(Object.fromEntries(chosen.sort(() => random.pick([-1, 1]))));
  });
  for (const text of [...mined(lpjob, 1500), ...made]) {
    const before = namesIn(text);
    if (before.length === 0) continue;
    const fixed = fixAll(lpjob, text, defaultContext);
    const after = namesIn(fixed);
    if (new Set(after).size < new Set(before).size)
      throw new Error(`${before} → ${after}: ${show(text)} → ${show(fixed)}`);
  }
});
