/** The kind of value that a keyword of JSON Schema has. */
export type KeywordShape =
  | "schema"
  /** Schemas in an array that is not empty. */
  | "schemas"
  /** An object of schemas, by any names. */
  | "named"
  /** The same; the names are patterns. */
  | "patterns"
  /** An object of arrays of property names. */
  | "named-names"
  | "names"
  | "types"
  | "count"
  | "number"
  | "step"
  | "flag"
  | "text"
  | "pattern"
  | "reference"
  | "values"
  | "value";

interface Keyword {
  readonly shape: KeywordShape;
  readonly doc: string;
}

/** The keywords of JSON Schema 2020-12 that policies may use. */
export const keywords: Readonly<Record<string, Keyword>> = {
  properties: { shape: "named", doc: "Schemas of properties, by name." },
  required: { shape: "names", doc: "Properties that must be there." },
  if: { shape: "schema", doc: "A condition: `then` or `else` applies." },
  // biome-ignore lint/suspicious/noThenProperty: The keyword of JSON Schema.
  then: { shape: "schema", doc: "Applies if `if` is satisfied." },
  else: { shape: "schema", doc: "Applies if `if` is not satisfied." },
  not: { shape: "schema", doc: "Must not be satisfied." },
  allOf: { shape: "schemas", doc: "All must be satisfied." },
  anyOf: { shape: "schemas", doc: "At least one must be satisfied." },
  oneOf: { shape: "schemas", doc: "Exactly one must be satisfied." },
  type: { shape: "types", doc: "Type of the value, or an array of types." },
  enum: { shape: "values", doc: "Allowed values." },
  const: { shape: "value", doc: "The only allowed value." },
  pattern: {
    shape: "pattern",
    doc: "Regular expression that a part of the string must match; `^` and `$` are its ends. In RE2's syntax: without lookaround and backreferences.",
  },
  minLength: { shape: "count", doc: "Minimum number of characters." },
  maxLength: { shape: "count", doc: "Maximum number of characters." },
  minimum: { shape: "number", doc: "Minimum of a number." },
  maximum: { shape: "number", doc: "Maximum of a number." },
  exclusiveMinimum: { shape: "number", doc: "The number must be greater." },
  exclusiveMaximum: { shape: "number", doc: "The number must be less." },
  multipleOf: { shape: "step", doc: "The number must be a multiple of this one." },
  items: { shape: "schema", doc: "Schema of all items, after the items of `prefixItems`." },
  prefixItems: { shape: "schemas", doc: "Schemas of the first items, in order." },
  contains: { shape: "schema", doc: "At least one item must satisfy it." },
  minContains: { shape: "count", doc: "How many items must satisfy `contains`, at least." },
  maxContains: { shape: "count", doc: "How many items may satisfy `contains`, at most." },
  minItems: { shape: "count", doc: "Minimum number of items." },
  maxItems: { shape: "count", doc: "Maximum number of items." },
  uniqueItems: { shape: "flag", doc: "Whether all items must be different." },
  patternProperties: { shape: "patterns", doc: "Schemas of properties whose names match." },
  additionalProperties: { shape: "schema", doc: "Schema of all other properties." },
  propertyNames: { shape: "schema", doc: "Schema of the names of properties." },
  minProperties: { shape: "count", doc: "Minimum number of properties." },
  maxProperties: { shape: "count", doc: "Maximum number of properties." },
  dependentRequired: {
    shape: "named-names",
    doc: "Properties that must be there if another one is.",
  },
  dependentSchemas: { shape: "named", doc: "Schemas that apply if a property is there." },
  $ref: { shape: "reference", doc: "Another schema of this policy, such as `#/$defs/ticket`." },
  $defs: { shape: "named", doc: "Schemas for `$ref`, by name." },
  $anchor: { shape: "text", doc: "A name for `$ref`, as in `#ticket`." },
  $schema: { shape: "text", doc: "Ignored: it is always JSON Schema 2020-12." },
  $id: { shape: "text", doc: "Ignored." },
  $comment: { shape: "text", doc: "A comment." },
  title: { shape: "text", doc: "A comment." },
  description: { shape: "text", doc: "A comment." },
  default: { shape: "value", doc: "Ignored." },
  examples: { shape: "values", doc: "Ignored." },
  deprecated: { shape: "flag", doc: "Ignored." },
};

/** Keywords of this and other versions that policies cannot use, and what to do instead. */
export const otherKeywords: Readonly<Record<string, string>> = {
  format: "'format' is never checked. Use 'pattern'.",
  definitions: "JSON Schema 2020-12 has '$defs'.",
  dependencies: "JSON Schema 2020-12 has 'dependentRequired' and 'dependentSchemas'.",
  additionalItems: "JSON Schema 2020-12 has 'prefixItems' and 'items'.",
  unevaluatedProperties:
    "'unevaluatedProperties' is not supported. Use 'additionalProperties' beside 'properties'.",
  unevaluatedItems: "'unevaluatedItems' is not supported. Use 'items' beside 'prefixItems'.",
  $dynamicRef: "'$dynamicRef' is not supported. Use '$ref'.",
  $dynamicAnchor: "'$dynamicAnchor' is not supported. Use '$anchor'.",
};

export const typeNames = [
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
] as const;
