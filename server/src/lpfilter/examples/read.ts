import type { Fix } from "../../core/diagnostic.ts";
import { pushedText } from "../../json/format/minify.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonValue, Property } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import { datasetNamed } from "../catalog/datasets.ts";
import type { LogLine } from "../evaluation/evaluate.ts";
import { suggestField } from "../syntax/field-names.ts";
import { scalarOf } from "../values/operand.ts";
import { readValue } from "../values/values.ts";

export interface ExampleProblem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export interface LineReading {
  /** Undefined if there are problems. */
  readonly line: LogLine | undefined;
  /** Offsets refer to the parsed text. */
  readonly problems: readonly ExampleProblem[];
}

/** The dataset of a filter, and its fields. */
export interface DatasetFields {
  readonly dataset: string;
  readonly fields: ReadonlyMap<string, Field>;
}

/** Longer lines are rejected, because examples are parsed on every keystroke. */
const longest = 20_000;

/** Parses a log line from JSON. */
export function readLine(text: string, lines: DatasetFields): LineReading {
  if (text.length > longest)
    return unread(text, `Test is longer than ${thousands(longest)} characters.`);
  const json = parseJson(text);
  const { root } = json;
  if (json.errors.length > 0) return { line: undefined, problems: json.errors };
  if (root?.kind !== "object") {
    const expected = 'Expected a log line as an object, as in { "EdgeResponseStatus": 503 }';
    return unread(text, `${expected}, found ${shorten(text)}.`);
  }
  const problems = root.properties.flatMap((it) => problemsOf(it, text, lines));
  const written = problems.length === 0 ? pushedText(json) : undefined;
  return { line: written === undefined ? undefined : (JSON.parse(written) as LogLine), problems };
}

function unread(text: string, message: string): LineReading {
  return { line: undefined, problems: [{ start: 0, end: text.length, message, fixes: [] }] };
}

function problemsOf(
  { name, value }: Property,
  text: string,
  lines: DatasetFields,
): ExampleProblem[] {
  const { dataset, fields } = lines;
  const field = fields.get(name.value);
  if (!field) {
    if (!datasetNamed(dataset)) return [];
    const { advice, fixes } = suggestField(name, lines, () => undefined);
    const message = `'${dataset}' has no field ${shorten(name.value)}.${advice}`;
    return [{ start: name.start, end: name.end, message, fixes }];
  }
  if (!value || value.kind === "null" || isOfType(value, field)) return [];
  const found = shorten(text.slice(value.start, value.end));
  const message = `'${field.name}' is of type ${field.type}, found ${found}.`;
  return [{ start: value.start, end: value.end, message, fixes: [] }];
}

function isOfType(value: JsonValue, { type }: Field): boolean {
  const scalar = scalarOf[type];
  if (type.startsWith("array")) {
    return (
      value.kind === "array" &&
      value.items.every((it) => !scalar || ("value" in it && isScalar(it.value, scalar)))
    );
  }
  return scalar === undefined || ("value" in value && isScalar(value.value, scalar));
}

function isScalar(value: unknown, scalar: NonNullable<(typeof scalarOf)[Field["type"]]>): boolean {
  return readValue(value, scalar) !== undefined;
}
