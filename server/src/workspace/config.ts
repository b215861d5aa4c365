import type { Context } from "../core/context.ts";
import { type Severity, severities } from "../core/diagnostic.ts";
import { parseJson } from "../json/parse.ts";
import type { SyntaxProblem } from "../json/problems.ts";
import type { JsonObject, JsonString, JsonValue, Property } from "../json/tree.ts";
import { allCodes, datasetNames, fieldOwners, isFieldType, planNames } from "../languages.ts";
import { replace } from "../text/edit.ts";
import { nearest } from "../text/nearest.ts";
import { shorten } from "../text/shorten.ts";
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
  readonly defaultProfile: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** A place to push to. */
export interface Profile {
  /** Without it, the public host. */
  readonly baseUrl?: string;
  readonly zone?: string;
  readonly account?: string;
  readonly rulesTarget?: RulesTarget;
}

/** Which interface of the service rules are pushed to. */
export const rulesTargets = ["firewall-rules", "rulesets"] as const;
export type RulesTarget = (typeof rulesTargets)[number];

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
  defaultProfile: undefined,
  profiles: {},
};

/** Known to editors alone. */
const otherKeys = ["$schema"];

const readers: Readonly<Record<keyof Config, (value: JsonValue, reader: Reader) => unknown>> = {
  datasets: (value, reader) =>
    reader.entries(value, (it, glob) => {
      if (glob === "")
        return reader.wants(it, "the dataset of a pattern, and the pattern is empty");
      return reader.oneOf(it, datasetNames);
    }),
  severity: (value, reader) =>
    Object.fromEntries(reader.entries(value, (it) => reader.oneOf(it, severityNames), allCodes)),
  limits: (value, reader) =>
    Object.fromEntries(reader.entries(value, (it) => reader.count(it), limitNames)),
  fields: (value, reader) =>
    Object.fromEntries(
      reader.entries(
        value,
        (fields, owner) =>
          Object.fromEntries(reader.entries(fields, (it) => reader.fieldType(it, owner))),
        fieldOwners,
      ),
    ),
  lists: (value, reader) => reader.strings(value),
  plan: (value, reader) => reader.oneOf(value, planNames),
  defaultProfile: (value, reader) => reader.string(value),
  profiles: (value, reader) =>
    Object.fromEntries(
      reader.entries(value, (profile) =>
        Object.fromEntries(
          reader.entries(
            profile,
            (it, name) => profileReaders[name as keyof Profile](it, reader),
            Object.keys(profileReaders),
          ),
        ),
      ),
    ),
};

const profileReaders: Readonly<
  Record<keyof Profile, (value: JsonValue, reader: Reader) => string | undefined>
> = {
  baseUrl: (value, reader) => reader.string(value),
  zone: (value, reader) => reader.identifier(value),
  account: (value, reader) => reader.identifier(value),
  rulesTarget: (value, reader) => reader.oneOf(value, rulesTargets),
};

const severityNames: readonly (Severity | "off")[] = [...severities, "off"];
const limitNames = ["operators", "bytes"] as const satisfies readonly (keyof Context["limits"])[];

/** Never throws, and takes every part of the file that it can. */
export function readConfig(text: string): ReadConfig {
  const json = parseJson(text);
  const reader = new Reader(text, [...json.errors]);
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

/** The names in `lists`, with their places in the text. */
export function configLists(text: string): readonly JsonString[] {
  const { root } = parseJson(text);
  if (root?.kind !== "object") return [];
  const lists = root.properties.findLast((it) => it.name.value === "lists")?.value;
  return lists?.kind === "array" ? lists.items.filter((it) => it.kind === "string") : [];
}

/** Takes values of the shape that is asked for, and notes what has another one. */
class Reader {
  constructor(
    private readonly text: string,
    readonly problems: SyntaxProblem[],
  ) {}

  string(value: JsonValue): string | undefined {
    return value.kind === "string" ? value.value : this.wants(value, "a string");
  }

  /** Becomes a part of paths. */
  identifier(value: JsonValue): string | undefined {
    const good = value.kind === "string" && /^[\w-]+$/.test(value.value);
    return good ? value.value : this.wants(value, "an identifier: letters, digits, '-' and '_'");
  }

  fieldType(value: JsonValue, owner: string): string | undefined {
    if (value.kind === "string" && isFieldType(owner, value.value)) return value.value;
    const example = owner === "rules" ? '"String" or "Array<Integer>"' : '"string" or "int"';
    return this.wants(value, `a type, such as ${example}`);
  }

  count(value: JsonValue): number | undefined {
    const good = value.kind === "number" && Number.isInteger(value.value) && value.value > 0;
    return good ? value.value : this.wants(value, "a whole number above zero");
  }

  oneOf<Name extends string>(value: JsonValue, names: readonly Name[]): Name | undefined {
    const found = value.kind === "string" ? names.find((it) => it === value.value) : undefined;
    return found ?? this.wantsOneOf(value, names);
  }

  strings(value: JsonValue): string[] | undefined {
    if (value.kind !== "array") return this.wants(value, "a list of strings");
    return value.items.map((it) => this.string(it)).filter((it) => it !== undefined);
  }

  /** The properties of an object whose values could be taken. */
  entries<Value>(
    value: JsonValue,
    take: (value: JsonValue, name: string) => Value | undefined,
    names?: readonly string[],
  ): [string, Value][] {
    if (value.kind !== "object") {
      this.wants(value, "an object");
      return [];
    }
    return this.properties(value, names).flatMap((it): [string, Value][] => {
      const taken = it.value && take(it.value, it.name.value);
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
      message: `Here belongs ${what}, and ${shorten(this.text.slice(span.start, span.end))} is something else.`,
      fixes: [],
    });
    return undefined;
  }

  /** A long list of names helps less than the nearest of them. */
  private wantsOneOf(value: JsonValue, names: readonly string[]): undefined {
    const written = value.kind === "string" ? value.value : "";
    const guess = names.length > 8 ? nearest(written, names) : undefined;
    if (!guess) {
      const some = names.slice(0, 8).map((it) => `"${it}"`);
      return this.wants(
        value,
        `one of ${some.join(", ")}${names.length > 8 ? " and the like" : ""}`,
      );
    }
    const edits = [replace(value, JSON.stringify(guess))];
    this.problems.push({
      start: value.start,
      end: value.end,
      message: `There is no '${written}'. Did you mean '${guess}'?`,
      fixes: [{ title: `Change to '${guess}'`, edits, guess: true }],
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
