import { type Parameters, readValues, type Values } from "./parameters.ts";
import { type JsonSchema, objectSchema } from "./schema.ts";

/** What an assistant can call. It gets texts and answers with data: it reads no files and changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** The properties of the answer; those in `required` are always there. */
  readonly output: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  call(given: Readonly<Record<string, unknown>>): ToolResult | Promise<ToolResult>;
}

export interface ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
  /** The same for people, shorter; and a text that was changed, by itself. */
  readonly texts: readonly string[];
}

type ToolSource<P extends Parameters> = Omit<Tool, "parameters" | "call"> & {
  readonly parameters: P;
  run(values: Values<P>): ToolResult | Promise<ToolResult>;
};

export function tool<const P extends Parameters>({ run, ...rest }: ToolSource<P>): Tool {
  return { ...rest, call: (given) => run(readValues(given, rest.parameters)) };
}

/** As the protocol lists tools. */
export function definitionOf({ name, title, description, parameters, output, required }: Tool) {
  const needed = Object.keys(parameters).filter((it) => parameters[it]?.required);
  const properties = Object.entries(parameters).map(([key, { required: _, ...schema }]) => [
    key,
    schema,
  ]);
  return {
    name,
    title,
    description,
    inputSchema: {
      ...objectSchema(Object.fromEntries(properties), needed),
      additionalProperties: false,
    },
    outputSchema: objectSchema(output, required),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}
