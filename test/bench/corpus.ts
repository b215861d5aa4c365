import type { Field } from "../../server/src/lpfilter/catalog/dataset.ts";
import { datasetNamed } from "../../server/src/lpfilter/catalog/datasets.ts";
import { unfilterable } from "../../server/src/lpfilter/catalog/fields.ts";
import { operatorsFor } from "../../server/src/lpfilter/catalog/operators.ts";

/** A small random number generator with a fixed seed, so that every run measures the same texts. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const fields = (datasetNamed("http_requests")?.fields ?? []).filter(
  (it) =>
    !unfilterable(it) &&
    !it.deprecated &&
    !it.values &&
    !it.vocabulary &&
    (it.type === "int" || it.type === "string"),
);

/** A realistic, formatted filter of about that many bytes, without problems except its size. */
export function filterOfSize(bytes: number): string {
  const random = seededRandom(bytes);
  const groups: string[] = [];
  let size = 0;
  while (size < bytes) {
    const group = `      {\n        "and": [\n${conditions(random, 6)}\n        ]\n      }`;
    groups.push(group);
    size += group.length + 2;
  }
  return `// @dataset http_requests\n{\n  "where": {\n    "or": [\n${groups.join(",\n")}\n    ]\n  }\n}\n`;
}

function conditions(random: () => number, count: number): string {
  const first = Math.floor(random() * fields.length);
  return Array.from({ length: count }, (_, i) =>
    condition(random, fields[(first + i * 7) % fields.length]),
  ).join(",\n");
}

function condition(random: () => number, field: Field | undefined): string {
  if (!field) throw new Error("The catalog has no fields to filter on.");
  const fitting = operatorsFor(field.type);
  const operator = fitting[Math.floor(random() * fitting.length)];
  const one = () => valueFor(field, random);
  const value = operator?.operand === "list" ? `[${one()}, ${one()}]` : one();
  return `          { "key": "${field.name}", "operator": "${operator?.name}", "value": ${value} }`;
}

/** A valid value of the field that makes a useful condition with any operator. */
function valueFor({ type, range, shape }: Field, random: () => number): string {
  if (type === "int") {
    const [least, most] = range ?? [0, 90_000];
    return String(least + 1 + Math.floor(random() * Math.min(most - least - 1, 90_000)));
  }
  const word = Math.floor(random() * 1e9).toString(36);
  switch (shape) {
    case "address":
      return `"2001:db8::${Math.floor(random() * 65_536).toString(16)}"`;
    case "path":
    case "uri":
      return `"/v${word}"`;
    case "full uri":
      return `"https://v${word}.example/"`;
    default:
      return `"v${word}"`;
  }
}

/** The JSON schema that a careful user would write: structure, fields, and the operators of each field. */
export function filterSchema(): object {
  const all = datasetNamed("http_requests")?.fields ?? [];
  const types = [...new Set(all.map((it) => it.type))].filter((it) => operatorsFor(it).length > 0);
  const conditions = types.map((type) => ({
    type: "object",
    required: ["key", "operator", "value"],
    additionalProperties: false,
    properties: {
      key: { enum: all.filter((it) => it.type === type && !unfilterable(it)).map((it) => it.name) },
      operator: { enum: operatorsFor(type).map((it) => it.name) },
      value: { type: ["string", "number", "boolean", "array"] },
    },
  }));
  const groups = ["and", "or"].map((operator) => ({
    type: "object",
    required: [operator],
    additionalProperties: false,
    properties: {
      [operator]: { type: "array", items: { $ref: "#/definitions/node" }, minItems: 1 },
    },
  }));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    required: ["where"],
    additionalProperties: false,
    properties: { where: { $ref: "#/definitions/node" } },
    definitions: { node: { anyOf: [...conditions, ...groups] } },
  };
}
