import type { Severity } from "../../core/diagnostic.ts";
import type { PolicyKind } from "../../core/policies.ts";
import { minify } from "../../json/format/minify.ts";
import type { JsonObject, JsonString, JsonValue } from "../../json/syntax/tree.ts";
import { nearest } from "../../text/nearest.ts";
import { isRecord } from "../../text/record.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { type KeywordShape, keywords, otherKeywords, typeNames } from "./keywords.ts";

export type Schema = boolean | SchemaObject;
export type SchemaObject = Readonly<Record<string, unknown>>;

export interface Pattern {
  test(text: string): boolean;
}

/** A condition that every rule, job, filter or ruleset must satisfy. */
export interface Policy {
  readonly name: string;
  readonly for: PolicyKind;
  readonly schema: Schema;
  readonly message?: string;
  readonly docs?: string;
  readonly severity?: Severity;
  /** Globs, relative to the folder of the file. */
  readonly files?: readonly string[];
}

/** Undefined for an invalid pattern. In linear time, whatever the pattern. */
export type CompilePattern = (source: string) => Pattern | undefined;

/** A schema with its patterns, and the schemas that it refers to. */
export interface Schemas {
  readonly root: Schema;
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly targets: ReadonlyMap<string, Schema>;
}

/** The keywords that apply to the same value as the schema around them. */
const inPlace = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
];

/** A schema without problems. */
export function compileSchema(root: Schema, compile: CompilePattern): Schemas {
  const patterns = new Map<string, Pattern>();
  const targets = new Map<string, Schema>();
  const addPattern = (source: string) => {
    const compiled = patterns.has(source) ? undefined : compile(source);
    if (compiled) patterns.set(source, compiled);
  };
  for (const { pattern, patternProperties = {}, $ref } of schemasIn(root)) {
    if (typeof pattern === "string") addPattern(pattern);
    for (const it of Object.keys(patternProperties as object)) addPattern(it);
    const target = typeof $ref === "string" ? targetOf(root, $ref) : undefined;
    if (target !== undefined) targets.set(String($ref), target);
  }
  return { root, patterns, targets };
}

/** A schema and all schemas in it. */
function schemasIn(schema: unknown): readonly SchemaObject[] {
  if (!isRecord(schema)) return [];
  const inner = Object.entries(schema).flatMap(([name, it]) => schemasOf(name, it));
  return [schema, ...inner.flatMap(schemasIn)];
}

/** The schemas in the value of a keyword. */
function schemasOf(name: string, value: unknown): readonly unknown[] {
  const shape = shapeOf(name);
  if (shape === "schema") return [value];
  if (shape === "schemas") return Array.isArray(value) ? value : [];
  const isNamed = shape === "named" || shape === "patterns";
  return isNamed && isRecord(value) ? Object.values(value) : [];
}

function shapeOf(name: string): KeywordShape | undefined {
  return Object.hasOwn(keywords, name) ? keywords[name]?.shape : undefined;
}

function targetOf(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith("#")) return undefined;
  const pointer = decoded(reference.slice(1));
  if (pointer !== "" && !pointer?.startsWith("/"))
    return schemasIn(root).find((it) => it.$anchor === pointer);
  let found: unknown = root;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isInside = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = isInside ? (found as SchemaObject)[name] : undefined;
  }
  return typeof found === "boolean" || isRecord(found) ? found : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a schema is evaluated again on the same value, without an end. */
function isEndless(
  root: Schema,
  schema: unknown,
  around: ReadonlySet<unknown> = new Set(),
  done: Set<unknown> = new Set(),
): boolean {
  if (!isRecord(schema) || done.has(schema)) return false;
  if (around.has(schema)) return true;
  const within = new Set([...around, schema]);
  const isFound = inPlace.some((name) => {
    const value = schema[name];
    if (value === undefined) return false;
    const inner = name === "$ref" ? [targetOf(root, String(value))] : schemasOf(name, value);
    return inner.some((it) => isEndless(root, it, within, done));
  });
  done.add(schema);
  return isFound;
}

type Note = (span: Span, message: string, guess?: string) => void;

/** Reads a schema, and notes its problems. Undefined if it has some. */
export function readSchema(
  value: JsonValue,
  text: string,
  note: Note,
  compile: CompilePattern,
): Schema | undefined {
  const reader = new SchemaReader(note, compile);
  reader.schema(value);
  if (reader.isBroken) return undefined;
  const root: Schema = JSON.parse(minify(value, text));
  reader.references(root);
  return reader.isBroken ? undefined : root;
}

class SchemaReader {
  isBroken = false;
  private readonly found: JsonString[] = [];

  constructor(
    private readonly tell: Note,
    private readonly compile: CompilePattern,
  ) {}

  schema(value: JsonValue): void {
    if (value.kind === "boolean") return;
    if (value.kind !== "object") {
      this.note(value, "Expected a schema: an object, or true or false.");
      return;
    }
    for (const { name, value: it } of value.properties) {
      const shape = shapeOf(name.value);
      if (shape === undefined) this.unknown(name);
      else if (it) this.value(name.value, shape, it);
    }
  }

  references(root: Schema): void {
    for (const it of this.found) {
      const target = targetOf(root, it.value);
      if (target === undefined) {
        const known = it.value.startsWith("#")
          ? `The schema has no '${it.value}'.`
          : "Only schemas of this policy can be named, as in '#/$defs/ticket'.";
        this.note(it, `Unknown reference ${shorten(it.value)}. ${known}`);
      } else if (isEndless(root, target))
        this.note(it, `The reference ${shorten(it.value)} leads back to itself.`);
    }
  }

  private note(span: Span, message: string, guess?: string): void {
    this.isBroken = true;
    this.tell(span, message, guess);
  }

  private unknown(name: JsonString): void {
    const other = Object.hasOwn(otherKeywords, name.value) ? otherKeywords[name.value] : undefined;
    if (other !== undefined) {
      this.note(name, other);
      return;
    }
    const guess = nearest(name.value, Object.keys(keywords));
    const advice = guess ? ` Did you mean '${guess}'?` : "";
    this.note(name, `JSON Schema has no keyword ${shorten(name.value)}.${advice}`, guess);
  }

  private value(name: string, shape: KeywordShape, value: JsonValue): void {
    switch (shape) {
      case "schema":
        if (name === "items" && value.kind === "array")
          this.note(value, "Schemas of the first items are 'prefixItems' in JSON Schema 2020-12.");
        else this.schema(value);
        return;
      case "schemas":
        if (value.kind !== "array" || value.items.length === 0)
          this.wants(value, name, "an array of schemas");
        else for (const it of value.items) this.schema(it);
        return;
      case "named":
      case "patterns":
        if (value.kind === "object") this.named(value, shape === "patterns");
        else this.wants(value, name, "an object of schemas");
        return;
      case "pattern":
        if (value.kind === "string") this.pattern(value);
        else this.wants(value, name, "a regular expression");
        return;
      case "reference":
        if (value.kind === "string") this.found.push(value);
        else this.wants(value, name, "a reference, such as '#/$defs/ticket'");
        return;
      case "named-names":
        if (value.kind !== "object") this.wants(value, name, "an object of arrays of names");
        else
          for (const { value: it } of value.properties)
            if (it && !areNames(it)) this.wants(it, name, "an array of property names");
        return;
      default: {
        const { what, isTaken } = plainShapes[shape];
        if (!isTaken(value)) this.wants(value, name, what);
      }
    }
  }

  private named(object: JsonObject, arePatterns: boolean): void {
    for (const { name, value } of object.properties) {
      if (arePatterns) this.pattern(name);
      if (value) this.schema(value);
    }
  }

  private pattern(it: JsonString): void {
    if (this.compile(it.value)) return;
    const isAround = /\(\?<?[=!]|\\[1-9]/.test(it.value);
    const problem = isAround
      ? "Lookaround and backreferences are not supported in patterns. Use 'not' or 'allOf' with several patterns."
      : `Invalid regular expression ${shorten(it.value)}.`;
    this.note(it, problem);
  }

  private wants(span: Span, name: string, what: string): void {
    this.note(span, `'${name}' needs ${what}.`);
  }
}

interface PlainShape {
  readonly what: string;
  readonly isTaken: (value: JsonValue) => boolean;
}

function areNames(value: JsonValue): boolean {
  return value.kind === "array" && value.items.every((it) => it.kind === "string");
}

function isType(value: JsonValue): boolean {
  return value.kind === "string" && typeNames.some((it) => it === value.value);
}

const plainShapes: Readonly<
  Record<
    Exclude<
      KeywordShape,
      "schema" | "schemas" | "named" | "patterns" | "pattern" | "reference" | "named-names"
    >,
    PlainShape
  >
> = {
  names: { what: "an array of property names", isTaken: areNames },
  types: {
    what: `one or several of ${typeNames.join(", ")}`,
    isTaken: (value) =>
      value.kind === "array" ? value.items.length > 0 && value.items.every(isType) : isType(value),
  },
  count: {
    what: "an integer that is not negative",
    isTaken: (value) =>
      value.kind === "number" && Number.isInteger(value.value) && value.value >= 0,
  },
  number: { what: "a number", isTaken: (value) => value.kind === "number" },
  step: {
    what: "a number greater than 0",
    isTaken: (value) => value.kind === "number" && value.value > 0,
  },
  flag: { what: "true or false", isTaken: (value) => value.kind === "boolean" },
  text: { what: "a string", isTaken: (value) => value.kind === "string" },
  values: { what: "an array", isTaken: (value) => value.kind === "array" },
  value: { what: "a value", isTaken: () => true },
};
