/** A part of a JSON schema. Nested properties are described in words, because an assistant pays for each schema that it reads. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
) {
  return { type: "object" as const, properties, required: [...required] };
}

export const stringSchema: JsonSchema = { type: "string" };
export const integerSchema: JsonSchema = { type: "integer" };
export const booleanSchema: JsonSchema = { type: "boolean" };

/** An array of objects, and what they have. */
export function objects(description: string): JsonSchema {
  return { type: "array", items: { type: "object" }, description };
}

export const diagnosticsSchema = {
  diagnostics: objects(
    "Errors first, each with 'code' (call 'explain' with it), 'severity', 'message', 'range' ('start' and 'end', with 'line' and 'character' from 0), 'excerpt' (the text there) and 'fixes' ('title', 'edits', and 'guess' if 'fix' does not apply it).",
  ),
  summary: {
    type: "object",
    additionalProperties: integerSchema,
    description: "Counts of all 'errors', 'warnings', 'infos' and 'hints'.",
  },
  omitted: { type: "integer", description: "How many diagnostics are not listed." },
} as const;
