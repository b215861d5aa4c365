import type { LogCondition, LogTest, LogValue } from "../../core/log-test.ts";
import { combinations } from "../../core/meaning/samples.ts";
import type { LogLine } from "./evaluate.ts";

/** The conditions of a filter. */
export function conditionsIn(test: LogTest): readonly LogCondition[] {
  return test.kind === "condition" ? [test] : test.parts.flatMap(conditionsIn);
}

/** Log lines at the values of some conditions and next to them, with fields that are missing or empty. */
export function linesAround(conditions: readonly LogCondition[]): readonly LogLine[] {
  const fields = new Map<string, { exact: Set<LogValue>; type: LogCondition["type"] }>();
  for (const { field, type, values } of conditions) {
    const known = fields.get(field) ?? { exact: new Set(), type };
    fields.set(field, known);
    for (const it of values) known.exact.add(it);
  }
  const names = [...fields.keys()];
  const choices = [...fields.values()].map(({ exact, type }) => rawValues([...exact], type));
  return Array.from(combinations(choices), (values) => {
    const entries = names.map((name, index) => [name, values[index]] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

/** As in log lines: values of the conditions, and others. */
function rawValues(exact: readonly LogValue[], type: LogCondition["type"]) {
  switch (type) {
    case "string":
      return {
        exact,
        near: ["", undefined, ...exact.flatMap((it) => textsNear(String(it), exact))],
      };
    case "int":
      return { exact, near: [0, undefined, ...exact.flatMap(numbersNear)] };
    case "float":
      return { exact, near: [...exact.flatMap((it) => [...numbersNear(it), Number(it) + 0.5]), 0] };
    case "bool":
      return { exact: [true, false], near: [undefined] };
    case "array[string]":
    case "array[int]":
      return {
        exact: listsOf(exact),
        near: [[], ["x"], undefined, ...exact.map((it) => [it, "x"])],
      };
    case "int or string":
    case "array[object]":
    case "object":
    case undefined:
      return { exact, near: ["", 0, undefined, ...exact.flatMap((it) => looseNear(it, exact))] };
  }
}

function textsNear(text: string, all: readonly LogValue[]): string[] {
  const other = String(all[(all.indexOf(text) + 1) % all.length] ?? "");
  return [
    `${text}x`,
    `x${text}`,
    text.slice(0, -1),
    text.slice(1),
    text.toUpperCase(),
    text.toLowerCase(),
    `${text}${other}`,
    `${text}x${other}`,
  ];
}

function numbersNear(value: LogValue): unknown[] {
  if (typeof value === "bigint") return [String(value - 1n), String(value), String(value + 1n)];
  return [Number(value) - 1, Number(value) + 1, String(value)];
}

function listsOf(exact: readonly LogValue[]): unknown[] {
  return [...exact.map((it) => [it]), ...exact.map((it, i) => [it, exact[i - 1] ?? it]), exact];
}

/** For timestamps and fields of an unknown type: numbers, strings and arrays. */
function looseNear(value: LogValue, all: readonly LogValue[]): unknown[] {
  const isNumber = typeof value !== "string" && typeof value !== "boolean";
  const numbers = isNumber || /^\d{1,15}$/.test(String(value)) ? numbersNear(value) : [];
  return [...textsNear(String(value), all), ...numbers, [value], true, false];
}
