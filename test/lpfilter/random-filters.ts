import fc from "fast-check";
import { operators } from "../../server/src/lpfilter/catalog/operators.ts";
import type { LogLine } from "../../server/src/lpfilter/evaluation/evaluate.ts";

/** Random filters on a few fields, and log lines with the values in them. */

type Json = string | number | boolean;

export interface RandomField {
  readonly name: string;
  readonly type: string;
  /** The values in conditions. Lines have these values and adjacent ones. */
  readonly values: readonly Json[];
  readonly neighbors: readonly unknown[];
}

export const fields: readonly RandomField[] = [
  {
    name: "ClientRequestPath",
    type: "string",
    values: ["/a", "/a/b", "b", "/", "", "a/b", "/a/b/"],
    neighbors: ["/x/b", "ab", "/a/", undefined],
  },
  {
    name: "ClientCountry",
    type: "string",
    values: ["de", "fr", "d"],
    neighbors: ["ca", "", null],
  },
  {
    name: "EdgeResponseStatus",
    type: "int",
    values: [0, 1, 2, "2", "3", 4, "04"],
    neighbors: [3, 5, -1, "1", undefined],
  },
  {
    name: "EdgeResponseCompressionRatio",
    type: "float",
    values: [1, 1.5, "2"],
    neighbors: [0.5, 1.25, 2.5, undefined],
  },
  {
    name: "WorkerSubrequest",
    type: "bool",
    values: [true, false, "true"],
    neighbors: [undefined],
  },
  {
    name: "SecurityActions",
    type: "array[string]",
    values: ["log", "block", "lo", ""],
    neighbors: [undefined],
  },
  { name: "BotDetectionIDs", type: "array[int]", values: [1, 2, "2"], neighbors: [3, undefined] },
  {
    name: "EdgeStartTimestamp",
    type: "int or string",
    values: ["2026-01-01T00:00:00Z", 5, "5"],
    neighbors: ["2026-01-02T00:00:00Z", 4, undefined],
  },
  {
    name: "NobodysField",
    type: "",
    values: ["x", "y", 1],
    neighbors: [undefined, "z", true, false, [1], ["x", "y"]],
  },
];

export type Node =
  | { readonly key: string; readonly operator: string; readonly value: Json | readonly Json[] }
  | { readonly and: readonly Node[] }
  | { readonly or: readonly Node[] };

function conditionOn(field: RandomField): fc.Arbitrary<Node> {
  const fitting = operators.filter(
    (it) => field.type === "" || (it.takes as readonly string[]).includes(field.type),
  );
  const one = fc.constantFrom(...field.values);
  return fc.constantFrom(...fitting).chain((operator) => {
    const value: fc.Arbitrary<Json | Json[]> =
      operator.operand === "list" ? fc.array(one, { maxLength: 3 }) : one;
    return value.map((value) => ({ key: field.name, operator: operator.name, value }));
  });
}

function nodeOver(chosen: readonly RandomField[]): fc.Arbitrary<Node> {
  const condition = fc.oneof(...chosen.map(conditionOn));
  const { node } = fc.letrec<{ node: Node; group: Node }>((tie) => ({
    node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, condition, condition, tie("group")),
    group: fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("node"), { minLength: 1, maxLength: 4 }))
      .map(([logical, items]) => ({ [logical]: items }) as unknown as Node),
  }));
  return fc.oneof(
    { weight: 1, arbitrary: node },
    { weight: 4, arbitrary: grouped(node) },
    // Many conditions on one field, which may decide only together.
    { weight: 2, arbitrary: fc.oneof(...chosen.map((it) => grouped(conditionOn(it)))) },
  );
}

function grouped(node: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  return fc
    .tuple(fc.constantFrom("and", "or"), fc.array(node, { minLength: 2, maxLength: 6 }))
    .map(([logical, items]) => ({ [logical]: items }) as unknown as Node);
}

function lineOver(chosen: readonly RandomField[]): fc.Arbitrary<LogLine> {
  const entries = chosen.map((field) => {
    const one = fc.constantFrom<unknown>(...field.values, ...field.neighbors);
    const value = field.type.startsWith("array") ? fc.array(one, { maxLength: 3 }) : one;
    return [field.name, value] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

/** Writes a filter with comments, odd whitespace and trailing commas, chosen by numbers. */
function write(node: Node, choices: readonly number[]): string {
  let next = 0;
  const choice = (): number => choices[next++ % choices.length] ?? 0;
  const gap = (): string => gaps[choice() % gaps.length] ?? "";
  const list = (items: readonly string[]): string => {
    const trailing = items.length > 0 && choice() % 5 === 0 ? `${gap()},` : "";
    return items.map((it) => gap() + it + gap()).join(",") + trailing + gap();
  };
  const value = (it: unknown): string => {
    if (Array.isArray(it)) return `[${list(it.map(value))}]`;
    if (typeof it !== "object" || it === null) return JSON.stringify(it);
    const properties = Object.entries(it).map(
      ([name, inner]) => `"${name}":${gap()}${value(inner)}`,
    );
    return `{${list(choice() % 3 === 0 ? properties.reverse() : properties)}}`;
  };
  return value({ where: node });
}

const gaps = ["", " ", "", " ", "\n  ", "\n    ", " // note\n", " /* note */ ", "\r\n\t"];

export interface Sample {
  readonly text: string;
  readonly lines: readonly LogLine[];
}

/** One to three fields each, so that conditions interact. */
export const samples: fc.Arbitrary<Sample> = fc
  .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 })
  .chain((chosen) =>
    fc.record({
      text: fc
        .tuple(nodeOver(chosen), fc.array(fc.nat(1000), { minLength: 8, maxLength: 40 }))
        .map(([node, choices]) => write(node, choices)),
      lines: fc.array(lineOver(chosen), { minLength: 30, maxLength: 60 }),
    }),
  );

export interface Pair {
  readonly first: string;
  readonly second: string;
  readonly lines: readonly LogLine[];
}

/** Two filters on the same fields. */
export const pairs: fc.Arbitrary<Pair> = fc
  .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 })
  .chain((chosen) => {
    const text = nodeOver(chosen).map((where) => JSON.stringify({ where }));
    const lines = fc.array(lineOver(chosen), { minLength: 30, maxLength: 60 });
    return fc.record({ first: text, second: text, lines });
  });
