import { type Parameters, readValues, type Values } from "./parameters.ts";
import { type JsonSchema, objectSchema } from "./schema.ts";

/** A tool for assistants. It receives texts and returns data: it reads no files and changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** The properties of the result; the properties in `required` are always present. */
  readonly output: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  call(given: Readonly<Record<string, unknown>>): ToolResult | Promise<ToolResult>;
}

export interface ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
  /** A shorter version for people, and a changed text as a separate item. */
  readonly texts: readonly string[];
}

type ToolSource<P extends Parameters> = Omit<Tool, "parameters" | "call"> & {
  readonly parameters: P;
  run(values: Values<P>): ToolResult | Promise<ToolResult>;
};

export function tool<const P extends Parameters>({ run, ...rest }: ToolSource<P>): Tool {
  return { ...rest, call: (given) => run(readValues(given, rest.parameters)) };
}

/** The definition of a tool in the protocol's format. */
export function definitionOf({ name, title, description, parameters, output, required }: Tool) {
  const needed = Object.keys(parameters).filter((it) => parameters[it]?.required);
  const properties = Object.entries(parameters).map(
    ([key, { required: _, names: __, ...schema }]) => [key, schema],
  );
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(Object.fromEntries(properties), needed),
    outputSchema: objectSchema(output, required),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}
