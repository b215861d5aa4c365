/** Values that can make the conditions of a filter true or false: its own values, and values next to them. */
import type { LogCondition, LogTest, LogValue } from "../../core/log-test.ts";
import type { ValueShape } from "../../vocabulary/shapes.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/dataset.ts";

/** Values to try for each field of a filter, in the format of log lines. */
export type Candidates = ReadonlyMap<string, readonly unknown[]>;

export function candidatesIn(test: LogTest, fields: ReadonlyMap<string, Field>): Candidates {
  const byField = new Map<string, LogCondition[]>();
  for (const it of conditionsIn(test)) {
    const same = byField.get(it.field);
    if (same) same.push(it);
    else byField.set(it.field, [it]);
  }
  return new Map(
    Array.from(byField, ([name, conditions]) => [name, valuesFor(conditions, fields.get(name))]),
  );
}

export function conditionsIn(test: LogTest): readonly LogCondition[] {
  return test.kind === "condition" ? [test] : test.parts.flatMap(conditionsIn);
}

const mostLiterals = 40;

function valuesFor(conditions: readonly LogCondition[], field: Field | undefined): unknown[] {
  const literals = [...new Set(conditions.flatMap((it) => it.values))].slice(0, mostLiterals);
  const type = conditions[0]?.type;
  if (type?.startsWith("array")) return arraysOf(literals);
  if (type === "bool") return [true, false];
  const all = [...literals, ...nearNumbers(literals), ...usualValues(field)];
  if (type === "float") return [...all, 1, 0].map(Number);
  if (type === "int") return [...all, 1, 0].map(Number).filter(Number.isInteger);
  const parts = conditions.flatMap((it) => (/With|contains/i.test(it.operator) ? it.values : []));
  const others = type === "string" ? ["example"] : [...times, "example"];
  return [...all, ...joined(parts), ...others, ...nearTexts(literals), ""];
}

/** Typical values of log lines. */
function usualValues(field: Field | undefined): (string | number | boolean)[] {
  if (!field) return [];
  const { example, values = [], vocabulary, shape } = field;
  const named = vocabulary ? [...vocabularies[vocabulary].values.keys()] : values;
  const usual = shape && usualTexts[shape];
  return [
    ...(example === undefined ? [] : [example]),
    ...named.slice(0, mostLiterals),
    ...(usual === undefined ? [] : [usual]),
  ];
}

const usualTexts: Readonly<Partial<Record<ValueShape, string>>> = {
  address: "203.0.113.7",
  host: "www.example.com",
  domain: "example.com",
  path: "/index.html",
  uri: "/index.html",
  "full uri": "https://www.example.com/",
  page: "https://www.example.com/",
  origin: "https://www.example.com",
};

/** Earlier and later than any other time. */
const times = ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z"];

/** Each value alone, all of them, all but one, and none. */
function arraysOf(literals: readonly LogValue[]): unknown[] {
  const others = literals.map((it) => literals.filter((other) => other !== it));
  return [...literals.map((it) => [it]), literals, ...others, []];
}

/** Numbers next to each literal, and between two of them. */
function nearNumbers(literals: readonly LogValue[]): number[] {
  const numbers = literals.filter((it) => typeof it === "number").sort((a, b) => a - b);
  const between = numbers.slice(1).map((it, index) => (it + (numbers[index] ?? it)) / 2);
  return [...numbers.map((it) => it + 1), ...numbers.map((it) => it - 1), ...between];
}

/** Strings that sort before and after each literal. */
function nearTexts(literals: readonly LogValue[]): string[] {
  const texts = literals.filter((it) => typeof it === "string");
  return texts.flatMap((it) => [`${it}a`, it.slice(0, -1)]);
}

const mostJoined = 4;

/** Strings that contain several of the parts, in any order. */
function joined(parts: readonly LogValue[]): string[] {
  const few = [...new Set(parts.map(String))].slice(0, mostJoined);
  const twos = few.flatMap((a) => few.filter((b) => b !== a).map((b) => [a, b]));
  const threes = twos.flatMap((two) => few.filter((c) => !two.includes(c)).map((c) => [...two, c]));
  return [...twos, ...threes].map((it) => it.join(""));
}
