import { datasetNames, defaultDataset, hostLanguages, languages } from "../languages.ts";
import { nearest } from "../text/nearest.ts";
import { cutAfter } from "../text/shorten.ts";
import { alternatives, thousands } from "../text/wording.ts";

/** A parameter of a tool, in JSON schema apart from `required`. */
export interface Parameter {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
  readonly enum?: readonly string[];
  /** The only values, which the schema does not list, because there are many and several tools take them. */
  readonly names?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: true;
}

export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P["type"] extends "string"
  ? string
  : P["type"] extends "integer"
    ? number
    : boolean;

export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends { readonly required: true }
    ? ValueOf<P[Name]>
    : ValueOf<P[Name]> | undefined;
};

/** An error that the assistant can fix. The message has the advice. */
export class ToolError extends Error {}

/** Maximum length of a text. People and assistants do not write longer ones, which would take too long. */
const maxText = 1_000_000;
/** Maximum length of log lines together: a few thousand lines. */
const maxLines = 8_000_000;

const ownIds = languages.map((it) => it.id);
const hostIds = [...new Set(hostLanguages.map((it) => it.id))];
const fileIds = hostIds.filter((it) => it !== "markdown");

export const textParameter = {
  type: "string",
  description: "The text itself, not a path: files are never read.",
  maxLength: maxText,
  required: true,
} as const;

export const ownLanguageParameter = {
  type: "string",
  description: "A filter (lpfilter), job (lpjob) or rule (cfrule).",
  enum: ownIds,
  required: true,
} as const;

export const languageParameter = {
  type: "string",
  description: "A filter, job or rule, or a file that contains some.",
  enum: [...ownIds, ...hostIds],
  required: true,
} as const;

export const datasetParameter = {
  type: "string",
  description: `Of the filter; an unknown name lists all. Default: that in the text, or '${defaultDataset}'.`,
  names: datasetNames,
} as const;

/** Of files with several rules in order. */
export const fileLanguageParameter = {
  type: "string",
  description: `What the text is: ${alternatives(fileIds)}. A plan is 'json'.`,
  enum: fileIds,
  required: true,
} as const;

/** The name of a file in a language, by which the library reads it. */
export function fileNameOf(language: string): string {
  const [extension = ""] = hostLanguages.find((it) => it.id === language)?.extensions ?? [];
  return `rules${extension}`;
}

export const linesParameter = {
  type: "string",
  description:
    "The log lines themselves, not a path: one JSON object on each line, or CSV with a header line.",
  maxLength: maxLines,
} as const;

/** The values of a call. Throws a `ToolError` that names the argument. */
export function readValues<P extends Parameters>(
  given: Readonly<Record<string, unknown>>,
  parameters: P,
): Values<P> {
  const unknown = Object.keys(given).find((it) => !Object.hasOwn(parameters, it));
  if (unknown !== undefined) throw new ToolError(unknownArgument(unknown, parameters));
  const values = Object.entries(parameters).map(([name, it]) => [
    name,
    readValue(name, given[name], it),
  ]);
  return Object.fromEntries(values) as Values<P>;
}

function unknownArgument(name: string, parameters: Parameters): string {
  const names = Object.keys(parameters);
  const guess = nearest(name, names);
  return `Unknown argument '${name}'. ${guess ? `Did you mean '${guess}'?` : `Use ${alternatives(names)}.`}`;
}

function readValue(name: string, value: unknown, parameter: Parameter): unknown {
  // Some clients send null for omitted arguments.
  if (value === undefined || value === null) {
    if (!parameter.required) return undefined;
    throw new ToolError(`Missing argument '${name}'. ${parameter.description}`);
  }
  const problem = isOfType(value, parameter)
    ? problemOf(value, parameter)
    : ` needs ${nouns[parameter.type]}, found ${kindOf(value)}.`;
  if (problem !== undefined) throw new ToolError(`'${name}'${problem}`);
  return value;
}

function isOfType(value: unknown, { type }: Parameter): value is string | number | boolean {
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

const nouns = { string: "a string", integer: "an integer", boolean: "a Boolean" } as const;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${value}`;
}

function problemOf(value: string | number | boolean, parameter: Parameter): string | undefined {
  const { enum: listed, maxLength = 0, minimum = 0, maximum = 0 } = parameter;
  const { names = listed } = parameter;
  if (typeof value === "number" && (value < minimum || value > maximum))
    return ` needs an integer from ${minimum} to ${maximum}, found ${value}.`;
  if (typeof value !== "string") return undefined;
  if (names && !names.includes(value)) {
    const guess = nearest(value, names);
    return ` needs ${alternatives(names)}, found '${cutAfter(value, 100)}'.${guess ? ` Did you mean '${guess}'?` : ""}`;
  }
  if (!names && value.length > maxLength)
    return ` has ${thousands(value.length)} characters; the limit is ${thousands(maxLength)}.`;
  return undefined;
}
