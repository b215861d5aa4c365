import { severities } from "../core/diagnostic.ts";

/** A part of a JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
) {
  return { type: "object" as const, properties, required: [...required] };
}

export function arrayOf(items: JsonSchema, description?: string): JsonSchema {
  return { type: "array", items, ...(description !== undefined && { description }) };
}

export const stringSchema: JsonSchema = { type: "string" };
export const integerSchema: JsonSchema = { type: "integer" };
export const booleanSchema: JsonSchema = { type: "boolean" };

const position = objectSchema({ line: integerSchema, character: integerSchema });

export const rangeSchema: JsonSchema = {
  ...objectSchema({ start: position, end: position }),
  description: "Zero-based lines and characters; characters are UTF-16 code units.",
};

const fix = objectSchema(
  {
    title: stringSchema,
    guess: { type: "boolean", description: "A likely fix, which 'fix' does not apply." },
    edits: arrayOf(objectSchema({ range: rangeSchema, newText: stringSchema })),
  },
  ["title", "edits"],
);

const diagnostic = objectSchema(
  {
    code: { type: "string", description: "Call 'explain' with it." },
    severity: { type: "string", enum: severities },
    message: stringSchema,
    url: stringSchema,
    embedded: { type: "string", description: "The language of the embedded filter, job or rule." },
    range: rangeSchema,
    excerpt: { type: "string", description: "The text at the range, truncated if it is long." },
    fixes: arrayOf(fix),
  },
  ["code", "severity", "message", "range", "excerpt", "fixes"],
);

export const diagnosticsSchema = {
  diagnostics: arrayOf(diagnostic, "Errors first."),
  summary: {
    ...objectSchema({
      errors: integerSchema,
      warnings: integerSchema,
      infos: integerSchema,
      hints: integerSchema,
    }),
    description: "Counts of all diagnostics, including those that are not listed.",
  },
  omitted: { type: "integer", description: "How many diagnostics are not listed." },
} as const;
