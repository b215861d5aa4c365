import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields } from "../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../server/src/cfrule/catalog/functions.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { propertyNamed } from "../../server/src/lpjob/catalog/properties.ts";
import { rule } from "../cfrule/random-rules.ts";
import { generate } from "../conformance/generate.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { blocksOf, codeOf, pages } from "../docs/markdown.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { samples } from "../lpfilter/random-filters.ts";
import { times } from "../support/long.ts";
import { filters, type Judge, jobs, rules } from "./evaluators.ts";
import { slips } from "./typos.ts";

/**
 * Safe fixes keep the meaning of a text. They never turn a text that the service rejects into one that it accepts and that never
 * matches.
 */

const seed = 20_261_115;

function keepsMeaning<Sample>(
  judge: Judge<Sample>,
  text: string,
  random: Random,
  meant?: string,
): void {
  const fixed = fixAll(judge.language, text, defaultContext, { style: true });
  if (fixed === text) return;
  const fail = (what: string): never => {
    throw new Error(`${JSON.stringify(text)} → ${JSON.stringify(fixed)} ${what}`);
  };
  const [before, after] = [judge.read(text), judge.read(fixed)];
  if (!before) {
    if (after && madeHopeless(judge, text, fixed)) fail("has a value that the field never has");
    if (after && meant !== undefined && isUnreportedMismatch(judge, fixed, meant, random))
      fail("never matches");
    return;
  }
  if (!after) fail("is refused");
  for (const sample of judge.samplesFor([text, fixed], random)) {
    if (before.answer(sample) !== after?.answer(sample))
      fail(`answers ${after?.answer(sample)} for ${JSON.stringify(sample)}`);
  }
}

const hopeless = /^(pattern-value|value-shape|bad-address|placeholder)$/;

/** Whether a fix wrote a value that cannot be valid. */
function madeHopeless<Sample>({ language }: Judge<Sample>, text: string, fixed: string): boolean {
  const found = language.analyze(fixed, defaultContext).diagnostics();
  return found.some(({ code, severity, start, end }) => {
    const written = fixed.slice(start, end).replace(/^"|"$/g, "");
    return severity === "warning" && hopeless.test(code) && !text.includes(written);
  });
}

/** Whether the text matches nothing without a diagnostic, although the intended one does match something. */
function isUnreportedMismatch<Sample>(
  judge: Judge<Sample>,
  fixed: string,
  meant: string,
  random: Random,
): boolean {
  if (matchesSomething(judge, fixed, random)) return false;
  const known = gravities(judge, meant);
  if (gravities(judge, fixed).some((it) => !known.includes(it))) return false;
  return matchesSomething(judge, meant, random);
}

function gravities<Sample>({ language }: Judge<Sample>, text: string): string[] {
  const found = language.analyze(text, defaultContext).diagnostics();
  const isGrave = (severity: string) => severity === "error" || severity === "warning";
  return found.filter((it) => isGrave(it.severity)).map((it) => it.code);
}

function matchesSomething<Sample>(judge: Judge<Sample>, text: string, random: Random): boolean {
  const meaning = judge.read(text);
  if (!meaning) return false;
  for (let round = 0; round < 40; round++) {
    if (judge.samplesFor([text], random).some((it) => meaning.matches(it))) return true;
  }
  return false;
}

/** The examples of checks, the samples, and the examples in the docs. */
function mined<Sample>({ language, read }: Judge<Sample>): string[] {
  const blocks = pages.flatMap(blocksOf).filter((it) => it.info === language.id);
  const pieces = pages.flatMap(codeOf).filter((it) => it.text.includes(" ") && read(it.text));
  return [...new Set([...samplesOf(language), ...[...blocks, ...pieces].map((it) => it.text)])];
}

const examples = [...fields, ...functions].flatMap(({ example }) => example ?? []);

describe.each([
  ["filters", filters as Judge<unknown>, mined(filters)],
  ["jobs", jobs as Judge<unknown>, mined(jobs)],
  ["rules", rules as Judge<unknown>, [...mined(rules), ...examples]],
] as const)("safe fixes keep the meaning of %s", (_, judge, texts) => {
  const short = texts.filter((it) => it.length < 3000);

  test("in all our examples", () => {
    const random = new Random(seed);
    for (const text of texts) keepsMeaning(judge, text, random);
  });

  test("in the same with typos", () => {
    const random = new Random(seed);
    let judged = 0;
    // Which texts are picked changes with every new example, so few of them may be readable.
    for (let i = 0; i < times(15, 760) || (judged === 0 && i < 1000); i++) {
      const meant = random.pick(short);
      const once = mutate(random, meant, random.pick(short));
      const text = random.chance(0.7) ? once : mutate(random, once, random.pick(short));
      if (judge.read(text)) judged++;
      keepsMeaning(judge, text, random, meant);
    }
    expect(judged).toBeGreaterThanOrEqual(times(0, 10));
  });
});

test("in rules with idioms of other languages", () => {
  const random = new Random(seed);
  const texts = [...mined(rules), ...examples].filter((it) => it.length < 1000);
  let changed = 0;
  for (let i = 0; i < times(19, 760); i++) {
    const text = random.pick(texts);
    const slipped = random.pick(slips)(text, random);
    if (slipped !== text) changed++;
    keepsMeaning(rules, slipped, random, text);
  }
  expect(changed).toBeGreaterThan(times(2, 80));
});

test("in any rule", () => {
  const random = new Random(seed);
  fc.assert(
    fc.property(rule, (text) => keepsMeaning(rules, text, random)),
    { seed, numRuns: times(7) },
  );
});

test("in the conformance expressions", () => {
  const random = new Random(seed);
  for (let i = 0; i < times(7); i++) keepsMeaning(rules, generate(random), random);
});

test("in any filter, alone and in a job", () => {
  const random = new Random(seed);
  fc.assert(
    fc.property(samples, ({ text }) => {
      keepsMeaning(filters, text, random);
      keepsMeaning(jobs, jobAround(text), random);
    }),
    { seed, numRuns: times(7) },
  );
});

function jobAround(filter: string): string {
  return `{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "filter": ${filter} }`;
}

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

test("in odd values under any operator", () => {
  const random = new Random(seed);
  fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      fc.constantFrom(...operators),
      fc.oneof(fc.constantFrom(...odd), fc.array(fc.constantFrom(...odd), { maxLength: 3 })),
      (key, operator, value) =>
        keepsMeaning(filters, JSON.stringify({ where: { key, operator, value } }), random),
    ),
    { seed, numRuns: times(8) },
  );
});

/** The properties of a job and its options, except read-only ones. The filter is tested separately. */
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
  const made = Array.from({ length: times(7) }, () => {
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
  for (const text of [...slipped(jobs, times(8)), ...made]) {
    const before = namesIn(text);
    if (before.length === 0) continue;
    const fixed = fixAll(jobs.language, text, defaultContext, { style: true });
    const after = namesIn(fixed);
    if (new Set(after).size < new Set(before).size)
      throw new Error(`${before} → ${after}: ${text} → ${fixed}`);
  }
});

function slipped<Sample>(judge: Judge<Sample>, count: number): string[] {
  const random = new Random(seed);
  const texts = mined(judge).filter((it) => it.length < 3000);
  return Array.from({ length: count }, () =>
    mutate(random, random.pick(texts), random.pick(texts)),
  );
}
