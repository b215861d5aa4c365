// JSON Schema as policies have it: its problems, and its verdict on a value.
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Part, UnknownPart } from "../../../server/src/core/configuration/model.ts";
import { compilePattern } from "../../../server/src/languages.ts";
import { readConfig } from "../../../server/src/workspace/config/config.ts";
import { Evaluation } from "../../../server/src/workspace/policies/evaluate.ts";
import { policiesOf } from "../../../server/src/workspace/policies/policies.ts";
import { compileSchema, type Schema } from "../../../server/src/workspace/policies/schema.ts";
import { times } from "../../support/long.ts";
import { readMarks, trimExample, writeMarks } from "../../support/marks.ts";

function verdictOn(schema: Schema, part: Part) {
  const schemas = compileSchema(schema, compilePattern);
  return new Evaluation(schemas, { left: 100_000 }).evaluate(schema, part, []).state;
}

describe("a wrong policy is an error at its place", () => {
  test.each([
    `
{ "policies": [{ "name": "a b", "for": "rules", "schema": {} }] }
                         ^^^^^ error: Expected a name of letters, digits, '-', '_' and '.', found '"a b"'.
                                       ^^^^^^^ error: Expected one of "rule", "job", "filter", "ruleset", found '"rules"'.
`,
    `
{ "policies": [{ "name": "a", "for": "job" }] }
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Missing property 'schema'.
`,
    `
{ "policies": [
  { "name": "a", "for": "job", "schema": {} },
  { "name": "a", "for": "job", "schema": {} }
            ^^^ error: Another policy has the name 'a'.
] }
`,
    ...[
      `
3
^ error: Expected a schema: an object, or true or false.
`,
      `
{ "requierd": [] }
  ^^^^^^^^^^ error: JSON Schema has no keyword 'requierd'. Did you mean 'required'?
`,
      `
{ "required": "description" }
              ^^^^^^^^^^^^^ error: 'required' needs an array of property names.
`,
      `
{ "properties": { "action": { "type": "text" } } }
                                      ^^^^^^ error: 'type' needs one or several of array, boolean, integer, null, number, object, string.
`,
      `
{ "properties": { "action": "block" } }
                            ^^^^^^^ error: Expected a schema: an object, or true or false.
`,
      `
{ "not": { "anyOf": [] } }
                    ^^ error: 'anyOf' needs an array of schemas.
`,
      `
{ "items": [{}] }
           ^^^^ error: Schemas of the first items are 'prefixItems' in JSON Schema 2020-12.
`,
      `
{ "format": "uri", "definitions": {} }
  ^^^^^^^^ error: 'format' is never checked. Use 'pattern'.
                   ^^^^^^^^^^^^^ error: JSON Schema 2020-12 has '$defs'.
`,
      `
{ "pattern": "(a" }
             ^^^^ error: Invalid regular expression '(a'.
`,
      `
{ "pattern": "^(?!SEC)" }
             ^^^^^^^^^^ error: Lookaround and backreferences are not supported in patterns. Use 'not' or 'allOf' with several patterns.
`,
      `
{ "patternProperties": { "[": {} } }
                         ^^^ error: Invalid regular expression '['.
`,
      `
{ "minLength": -1, "multipleOf": 0, "dependentRequired": { "a": "b" } }
               ^^ error: 'minLength' needs an integer that is not negative.
                                 ^ error: 'multipleOf' needs a number greater than 0.
                                                                ^^^ error: 'dependentRequired' needs an array of property names.
`,
      `
{ "$ref": "#/$defs/a", "$defs": { "b": {} } }
          ^^^^^^^^^^^ error: Unknown reference '#/$defs/a'. The schema has no '#/$defs/a'.
`,
      `
{ "$ref": "https://example.com/schema.json" }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Unknown reference 'https://example.com/schema.json'. Only schemas of this policy can be named, as in '#/$defs/ticket'.
`,
      `
{ "anyOf": [{ "$ref": "#" }, { "type": "object" }] }
                      ^^^ error: The reference '#' leads back to itself.
`,
    ].map((it) => {
      const [first = "", ...rest] = trimExample(it).split("\n");
      const before = '{ "policies": [{ "name": "a", "for": "job", "schema": ';
      const shifted = rest.map((line) => (line === "" ? "" : " ".repeat(before.length) + line));
      return `\n${[`${before}${first} }] }`, ...shifted].join("\n")}`;
    }),
  ])("%s", (marked) => {
    const { text } = readMarks(marked);
    const { problems, config } = readConfig(text);
    const found = problems.map((it) => ({ ...it, severity: "error" as const }));
    expect(writeMarks(text, found)).toBe(trimExample(marked));
    expect(config.policies.length).toBe(text.includes("\n  {") ? 2 : 0);
  });

  test("a schema that is nested without an end is allowed", () => {
    const schema = {
      properties: { where: { $ref: "#" }, and: { items: { $ref: "#node" } } },
      $defs: { a: { $anchor: "node", not: { required: ["key"] } } },
    };
    const text = JSON.stringify({ policies: [{ name: "a", for: "filter", schema }] });
    expect(readConfig(text).problems).toEqual([]);
    expect(verdictOn(schema, { where: { and: [{ key: "a" }] } })).toBe("broken");
    expect(verdictOn(schema, { where: { where: { and: [{}] } } })).toBe("valid");
  });
});

const names = ["a", "b", "ab"];
const scalars = fc.constantFrom<Part>("", "a", "ab", "é😀", 0, 1, 2, 2.5, true, false);
const { value: values } = fc.letrec<{ value: Part }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 2, arbitrary: scalars },
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 3 }),
  ),
}));

const counts = fc.nat(3);
const patterns = fc.constantFrom("^a", "b$", "^a?b*$", "\\d", "[a-z]{2}", "😀");
const { schema: schemas } = fc.letrec<{ schema: Schema; rest: Schema }>((tie) => {
  const inner = tie("schema");
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 2 });
  const rows: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(
      fc.constantFrom("string", "number", "integer", "boolean", "array", "object"),
      fc.constant(["string", "array"]),
    ),
    enum: fc.array(values, { minLength: 1, maxLength: 3 }),
    const: values,
    minimum: counts,
    exclusiveMaximum: counts,
    maximum: counts,
    exclusiveMinimum: counts,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: counts,
    maxLength: counts,
    pattern: patterns,
    items: inner,
    prefixItems: list,
    contains: inner,
    minItems: counts,
    maxItems: counts,
    uniqueItems: fc.boolean(),
    properties: named,
    patternProperties: fc.dictionary(patterns, inner, { maxKeys: 2 }),
    additionalProperties: inner,
    propertyNames: inner,
    required: fc.uniqueArray(fc.constantFrom(...names)),
    minProperties: counts,
    maxProperties: counts,
    dependentRequired: fc.dictionary(
      fc.constantFrom(...names),
      fc.uniqueArray(fc.constantFrom(...names)),
      { maxKeys: 2 },
    ),
    dependentSchemas: named,
    not: inner,
    allOf: list,
    anyOf: list,
    oneOf: list,
    $ref: fc.constantFrom("#/$defs/first", "#/$defs/second"),
  };
  const keyword = fc.oneof(
    ...Object.entries(rows).map(([name, it]) => it.map((value) => [[name, value]] as const)),
    fc
      .tuple(inner, inner, inner)
      .map(([first, second, third]) => [
        ["if", first] as const,
        ["then", second] as const,
        ["else", third] as const,
      ]),
    fc
      .tuple(inner, counts, counts)
      .map(([it, least, most]) => [
        ["contains", it] as const,
        ["minContains", least] as const,
        ["maxContains", most] as const,
      ]),
  );
  const several = fc
    .array(keyword, { minLength: 1, maxLength: 3 })
    .map((it) => Object.fromEntries(it.flat()) as Schema);
  return {
    schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), several),
    rest: several,
  };
});

/** Without references that lead back, which are refused. */
const roots = fc.tuple(schemas, schemas, schemas).map(([root, first, second]): Schema => {
  const plain = (it: Schema) =>
    JSON.parse(JSON.stringify(it).replaceAll('"$ref"', '"$comment"')) as Schema;
  return typeof root === "boolean"
    ? root
    : { ...root, $defs: { first: plain(first), second: plain(second) } };
});

test("known values are as with another validator", () => {
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
  const seen = { valid: 0, broken: 0 };
  fc.assert(
    fc.property(roots, values, (schema, value) => {
      const expected = ajv.validate(schema as object | boolean, value) ? "valid" : "broken";
      const actual = verdictOn(schema, value);
      assert.equal(actual, expected, `${JSON.stringify(schema)} ${JSON.stringify(value)}`);
      seen[expected]++;
    }),
    { seed: 5, numRuns: times(400) },
  );
  expect(Math.min(seen.valid, seen.broken)).toBeGreaterThan(times(50));
});

/** The value with an unknown part in place of one of its parts. */
function withUnknown(value: Part, at: number): { part: Part; count: number } {
  let count = 0;
  const visit = (part: Part): Part => {
    if (count++ === at) return new UnknownPart("var.x");
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([name, it]) => [name, visit(it)]));
  };
  return { part: visit(value), count };
}

/** The value with another value, or nothing, in that place. */
function withOther(part: Part, other: Part | undefined): Part | undefined {
  if (part instanceof UnknownPart) return other;
  if (Array.isArray(part)) return part.map((it) => withOther(it, other) ?? "none");
  if (typeof part !== "object") return part;
  const rows = Object.entries(part).flatMap(([name, it]) => {
    const own = withOther(it, other);
    return own === undefined ? [] : [[name, own] as const];
  });
  return Object.fromEntries(rows);
}

test("what holds or is broken with an unknown part is so for every value of it", () => {
  const seen = { valid: 0, broken: 0, unknown: 0 };
  const others = fc.array(fc.option(values, { nil: undefined }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(roots, values, fc.nat(5), others, (schema, value, at, all) => {
      const { part } = withUnknown(value, at);
      const verdict = verdictOn(schema, part);
      seen[verdict]++;
      if (verdict === "unknown") return;
      for (const it of all) {
        const other = withOther(part, it);
        if (other === undefined) continue;
        const said = `${JSON.stringify(schema)} ${JSON.stringify(part)} ${JSON.stringify(other)}`;
        assert.equal(verdictOn(schema, other), verdict, said);
      }
    }),
    { seed: 6, numRuns: times(400) },
  );
  expect(Math.min(seen.valid, seen.broken, seen.unknown)).toBeGreaterThan(times(30));
});

describe("bounds", () => {
  const find = (schema: Schema, value: Part, count = 1) => {
    const all = Array.from({ length: count }, (_, index) => ({
      ...{ name: `p${index}`, for: "rule" as const, schema },
    }));
    const subject = { kind: "rule" as const, value, placeOf: () => ({ start: 0, end: 1 }) };
    return policiesOf(all, { zone: undefined, zones: {} }, compilePattern).find([subject], {});
  };

  test("a pattern that takes other engines forever", () => {
    const { diagnostics } = find({ pattern: "^(a+)+$" }, `${"a".repeat(50_000)}!`);
    expect(diagnostics).toHaveLength(1);
  });

  test("a schema that doubles forty times", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { allOf: [next, next] }];
      }),
    );
    const schema = { $ref: "#/$defs/d0", $defs: { ...$defs, d40: { type: "object" } } };
    const text = JSON.stringify({ policies: [{ name: "a", for: "rule", schema }] });
    expect(readConfig(text).problems).toEqual([]);
    const { diagnostics, notChecked } = find(schema, {});
    expect(diagnostics).toEqual([]);
    expect(notChecked).toMatchObject([{ reason: "limit-reached" }]);
  });

  test("a value deeper than a schema may follow", () => {
    let value: Part = {};
    for (let depth = 0; depth < 1000; depth++) value = { a: value };
    const { notChecked } = find({ properties: { a: { $ref: "#" } } }, value);
    expect(notChecked).toMatchObject([{ reason: "limit-reached", detail: "policy 'p0'" }]);
  });

  test("a thousand policies", () => {
    const schema = { required: ["description"], properties: { description: { pattern: "^SEC" } } };
    expect(find(schema, { action: "block" }, 1000).diagnostics).toHaveLength(1000);
    expect(find(schema, { description: "SEC-1" }, 1000).diagnostics).toEqual([]);
  });
});
