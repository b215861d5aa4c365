import type { Context } from "../core/context.ts";
import { type Severity, severities } from "../core/diagnostic.ts";
import { parseJson } from "../json/parse.ts";
import type { SyntaxProblem } from "../json/problems.ts";
import type { JsonObject, JsonValue, Property } from "../json/tree.ts";
import { replace } from "../text/edit.ts";
import { nearest } from "../text/nearest.ts";
import type { Span } from "../text/span.ts";

/** What a `weir.json` says. Every key is optional. */
export interface Config {
  /** Globs, relative to the folder of the file, and the dataset of the filters they match. The last match counts. */
  readonly datasets: readonly (readonly [glob: string, dataset: string])[];
  readonly severity: Context["severity"];
  readonly limits: Partial<Context["limits"]>;
  readonly fields: Context["extraFields"];
  readonly lists: readonly string[] | undefined;
  readonly plan: string | undefined;
}

export interface ReadConfig {
  readonly config: Config;
  /** What could not be taken. The rest of the file counts all the same. */
  readonly problems: readonly SyntaxProblem[];
}

export const emptyConfig: Config = {
  datasets: [],
  severity: {},
  limits: {},
  fields: {},
  lists: undefined,
  plan: undefined,
};

export const plans = ["free", "pro", "business", "enterprise"] as const;

/** Known to other readers of the file, which look at them when they are needed. */
const otherKeys = ["$schema", "defaultProfile", "profiles"];

const readers: Readonly<Record<keyof Config, (value: JsonValue, reader: Reader) => unknown>> = {
  datasets: (value, reader) => reader.entries(value, (it) => reader.string(it)),
  severity: (value, reader) =>
    Object.fromEntries(reader.entries(value, (it) => reader.oneOf(it, severityNames))),
  limits: (value, reader) =>
    Object.fromEntries(reader.entries(value, (it) => reader.count(it), limitNames)),
  fields: (value, reader) =>
    Object.fromEntries(
      reader.entries(value, (fields) =>
        Object.fromEntries(reader.entries(fields, (it) => reader.string(it))),
      ),
    ),
  lists: (value, reader) => reader.strings(value),
  plan: (value, reader) => reader.oneOf(value, plans),
};

const severityNames: readonly (Severity | "off")[] = [...severities, "off"];
const limitNames = ["operators", "bytes"] as const satisfies readonly (keyof Context["limits"])[];

/** Never throws, and takes every part of the file that it can. */
export function readConfig(text: string): ReadConfig {
  const json = parseJson(text);
  const reader = new Reader([...json.errors]);
  const found: Record<string, unknown> = {};
  if (json.root && json.root.kind !== "object") reader.wants(json.root, "an object");
  if (json.root?.kind === "object") {
    for (const { name, value } of json.root.properties) {
      if (value && Object.hasOwn(readers, name.value)) {
        const taken = readers[name.value as keyof Config](value, reader);
        if (taken !== undefined) found[name.value] = taken;
      } else if (value && !otherKeys.includes(name.value)) {
        reader.unknown(name, [...Object.keys(readers), ...otherKeys]);
      }
    }
  }
  return { config: { ...emptyConfig, ...found }, problems: reader.problems };
}

/** Takes values of the shape that is asked for, and notes what has another one. */
class Reader {
  constructor(readonly problems: SyntaxProblem[]) {}

  string(value: JsonValue): string | undefined {
    return value.kind === "string" ? value.value : this.wants(value, "a string");
  }

  count(value: JsonValue): number | undefined {
    const good = value.kind === "number" && Number.isInteger(value.value) && value.value > 0;
    return good ? value.value : this.wants(value, "a whole number above zero");
  }

  oneOf<Name extends string>(value: JsonValue, names: readonly Name[]): Name | undefined {
    const found = value.kind === "string" ? names.find((it) => it === value.value) : undefined;
    return found ?? this.wants(value, `one of ${names.map((it) => `"${it}"`).join(", ")}`);
  }

  strings(value: JsonValue): string[] | undefined {
    if (value.kind !== "array") return this.wants(value, "a list of strings");
    return value.items.map((it) => this.string(it)).filter((it) => it !== undefined);
  }

  /** The properties of an object whose values could be taken. */
  entries<Value>(
    value: JsonValue,
    take: (value: JsonValue) => Value | undefined,
    names?: readonly string[],
  ): [string, Value][] {
    if (value.kind !== "object") {
      this.wants(value, "an object");
      return [];
    }
    return this.properties(value, names).flatMap((it): [string, Value][] => {
      const taken = it.value && take(it.value);
      return taken === undefined ? [] : [[it.name.value, taken]];
    });
  }

  unknown(name: Property["name"], known: readonly string[]): void {
    const guess = nearest(name.value, known);
    this.problems.push({
      start: name.start,
      end: name.end,
      message: `'weir.json' has no setting '${name.value}'.${guess ? ` Did you mean '${guess}'?` : ""}`,
      fixes: guess
        ? [
            {
              title: `Change to '${guess}'`,
              edits: [replace(name, JSON.stringify(guess))],
              guess: true,
            },
          ]
        : [],
    });
  }

  wants(span: Span, what: string): undefined {
    this.problems.push({
      start: span.start,
      end: span.end,
      message: `This takes ${what}.`,
      fixes: [],
    });
    return undefined;
  }

  private properties(
    object: JsonObject,
    names: readonly string[] | undefined,
  ): readonly Property[] {
    if (!names) return object.properties;
    return object.properties.filter((it) => {
      if (names.includes(it.name.value)) return true;
      this.unknown(it.name, names);
      return false;
    });
  }
}
