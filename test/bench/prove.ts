import { compareMeanings, type Meaning } from "../../server/src/core/meaning/meaning.ts";
import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { boundRow, ms, type Row, timeOf } from "./measure.ts";
import { cfrule, lpfilter } from "./shipped.ts";

/** The maximum time of a proof in milliseconds. The solver limits its work by counting, not by time. */
const bound = 100;

/** Proofs of the largest sizes that the limits allow, and some that are designed to take long. */
export async function proveRows(): Promise<Row[]> {
  const cases: readonly (readonly [name: string, work: () => unknown])[] = [
    ["compare regexes whose automata explode", comparison(cfrule, explosive("a"), explosive("b"))],
    ["compare 20 × contains", comparison(cfrule, contains("x"), contains("y"))],
    ["compare 10,000 addresses with 10,000", comparison(cfrule, addresses(1), addresses(2))],
    ["compare rules of 60 regexes", comparison(cfrule, regexes("[0-9]+"), regexes("[0-9]*"))],
    ["compare 60 regexes that all match", comparison(cfrule, repeated("x"), repeated("y"))],
    ["compare 80 × wildcard", comparison(cfrule, wildcards("*b"), wildcards(""))],
    ["compare URLs with hosts and paths", comparison(cfrule, urls(), hostsAndPaths())],
    ["compare filters of 30 conditions", comparison(lpfilter, filter("a"), filter("b"))],
    ["shrink a rule of 60 pairs", shrinking(cfrule, pairs())],
    ["diagnostics of a filter of 30 conditions", diagnosing(lpfilter, filter("a"))],
    ["diagnostics of a rule of 38 regexes", diagnosing(cfrule, regexes("[0-9]+", 38))],
  ];
  const rows: Row[] = [];
  for (const [name, work] of cases) {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) times.push(await timeOf(work));
    rows.push(boundRow(name, Math.min(...times), bound, ms));
  }
  return rows;
}

function comparison(language: AnyLanguage, first: string, second: string): () => unknown {
  return () => compareMeanings(meaningOf(language, first), meaningOf(language, second));
}

function meaningOf(language: AnyLanguage, text: string): Meaning {
  const meaning = language.analyze(text, defaultContext).meaning?.();
  if (!meaning) throw new Error("The text to be measured has no meaning.");
  return meaning;
}

function shrinking(language: AnyLanguage, text: string): () => unknown {
  return () => language.analyze(text, defaultContext).shrink?.({ start: 0, end: text.length });
}

function diagnosing(language: AnyLanguage, text: string): () => unknown {
  return () => language.analyze(text, defaultContext).diagnostics();
}

function joined(count: number, operator: "and" | "or", part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(` ${operator} `);
}

/** A deterministic automaton for it has 65,536 states. */
const explosive = (letter: string): string => `http.host matches ".*${letter}.{16}$"`;

const contains = (letter: string): string =>
  joined(20, "and", (it) => `http.host contains "part${it}${letter}"`);

function addresses(last: number): string {
  const items = Array.from({ length: 10_000 }, (_, i) => `10.${i >> 8}.${i & 255}.${last}`);
  return `ip.src in {${items.join(" ")}}`;
}

const regexes = (end: string, count = 60): string =>
  joined(count, "or", (it) => `http.request.uri.path matches "^/item-${it}-${end}$"`);

const repeated = (letter: string): string =>
  joined(60, "and", (it) => `http.request.uri.path matches "[a-z]{${it}}${letter}"`);

const wildcards = (end: string): string =>
  joined(80, "and", (it) => `http.request.uri.path wildcard "*a${it}${end}*"`);

const urls = (): string =>
  joined(60, "or", (it) => `http.request.full_uri wildcard "https://h${it}.example/*x${it}"`);

const hostsAndPaths = (): string =>
  joined(
    60,
    "or",
    (it) => `(http.host eq "h${it}.example" and http.request.uri.path wildcard "*x${it}")`,
  );

const pairs = (): string =>
  joined(
    60,
    "or",
    (it) => `(http.host eq "h${it}.example" and http.request.uri.path eq "/p${it}")`,
  );

function filter(letter: string): string {
  const kinds = [
    ["ClientRequestPath", "contains"],
    ["ClientRequestHost", "endsWith"],
    ["ClientRequestUserAgent", "startsWith"],
  ];
  const condition = (index: number) => {
    const [key, operator] = kinds[index % kinds.length] ?? [];
    return { key, operator, value: `${letter}${index}` };
  };
  const group = (first: number) => ({
    or: Array.from({ length: 6 }, (_, index) => condition(first + index)),
  });
  return JSON.stringify({ where: { and: [0, 6, 12, 18, 24].map(group) } });
}
