import {
  beginningOf,
  isPartObject,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { PartPath } from "../../core/policies.ts";
import { countCodePoints } from "../../text/width.ts";
import type { Pattern, Schema, SchemaObject, Schemas } from "./schema.ts";
import {
  allOf,
  anyOf,
  broken,
  canonicalPart,
  equalPart,
  holds,
  isOpen,
  joined,
  not,
  undecided,
  type Verdict,
  valid,
} from "./verdict.ts";

/** How much may still be evaluated. It is shared by the policies of a file. */
export interface Work {
  left: number;
}

/** A schema that refers to itself has no other limit. */
const mostDepth = 200;

/** Thrown if the work is spent. */
export class WorkSpent extends Error {}

const stepsOfSchemas = new WeakMap<SchemaObject, readonly Step[]>();

/** Evaluates the schema of one policy. */
export class Evaluation {
  private depth = 0;

  constructor(
    private readonly schemas: Schemas,
    private readonly work: Work,
  ) {}

  /** The keywords of a schema that decide. Most schemas are evaluated for many values. */
  private stepsOf(schema: SchemaObject): readonly Step[] {
    const known = stepsOfSchemas.get(schema);
    if (known) return known;
    const steps = Object.entries(schema).flatMap(([keyword, given]): Step[] => {
      const run = evaluators.get(keyword);
      return run ? [[run, given]] : [];
    });
    stepsOfSchemas.set(schema, steps);
    return steps;
  }

  readonly evaluate = (schema: Schema | undefined, part: Part, path: PartPath): Verdict => {
    if (schema === undefined || schema === true) return valid;
    if (schema === false) return isOpen(part) ? undecided(part, path) : broken({ path });
    if (--this.work.left < 0 || this.depth > mostDepth) throw new WorkSpent();
    this.depth++;
    const { evaluate, schemas } = this;
    const all: Verdict[] = [];
    for (const [run, given] of this.stepsOf(schema)) {
      const verdicts = run({ given, schema, part, path, evaluate, schemas });
      if ("state" in verdicts) all.push(verdicts);
      else for (const it of verdicts) all.push(it);
    }
    this.depth--;
    return all.length === 1 && all[0] ? all[0] : allOf(all);
  };
}

type Step = readonly [run: Evaluator, given: unknown];

/** One keyword, and the value that it is about. */
interface Asked {
  /** As the keyword has it; its shape was checked before. */
  readonly given: unknown;
  readonly schema: SchemaObject;
  readonly part: Part;
  readonly path: PartPath;
  readonly evaluate: Evaluation["evaluate"];
  readonly schemas: Schemas;
}

type Evaluator = (asked: Asked) => Verdict | readonly Verdict[];

function condition({ given, schema, part, path, evaluate }: Asked): Verdict {
  const asked = evaluate(given as Schema, part, path);
  const [first, second] = [schema.then, schema.else].map((it) =>
    evaluate(it as Schema | undefined, part, path),
  ) as [Verdict, Verdict];
  if (asked.state === "valid") return first;
  if (asked.state === "broken") return second;
  return first.state === second.state ? first : asked;
}

/** A keyword about values of one type. Values of other types satisfy it. */
function about<Value extends Part>(
  isOfType: (part: Part) => part is Value,
  run: (value: Value, asked: Asked) => Verdict | readonly Verdict[],
): Evaluator {
  return (asked) => {
    const { part, path } = asked;
    if (part instanceof UnknownPart) return undecided(part, path);
    return isOfType(part) ? run(part, asked) : [];
  };
}

const isText = (part: Part): part is string => typeof part === "string";
const isNumber = (part: Part): part is number => typeof part === "number";
const isList = (part: Part): part is readonly Part[] => Array.isArray(part);
const isObject = (part: Part): part is PartObject => isPartObject(part);

function limit<Value extends Part>(
  isOfType: (part: Part) => part is Value,
  isWithin: (value: Value, given: number) => boolean,
): Evaluator {
  return about(isOfType, (value, { given, path }) => holds(isWithin(value, given as number), path));
}

const typeTests: Readonly<Record<string, (part: Part) => boolean>> = {
  string: isText,
  number: isNumber,
  integer: Number.isInteger,
  boolean: (part) => typeof part === "boolean",
  array: isList,
  object: isObject,
  null: () => false,
};

function ofType({ given, part, path }: Asked): Verdict {
  const names = [given].flat() as string[];
  if (!(part instanceof UnknownPart))
    return holds(
      names.some((it) => typeTests[it]?.(part)),
      path,
    );
  const isSaid = beginningOf(part) !== undefined;
  return isSaid ? holds(names.includes("string"), path) : undecided(part, path);
}

function oneOf({ part, path }: Asked, values: readonly unknown[]): Verdict {
  const all = values.map((it) => equalPart(part, it));
  if (all.includes(true)) return holds(true, path);
  const open = all.find((it) => it instanceof UnknownPart);
  if (open instanceof UnknownPart) return undecided(open, path);
  return holds(false, path, `Expected ${values.map((it) => JSON.stringify(it)).join(" or ")}.`);
}

function matches({ given, part, path, schemas }: Asked): Verdict | readonly Verdict[] {
  const pattern = schemas.patterns.get(given as string);
  if (part instanceof UnknownPart) {
    const beginning = beginningOf(part);
    const isMatch = beginning !== undefined && matchesBeginning(pattern, String(given), beginning);
    return isMatch ? holds(true, path) : undecided(part, path);
  }
  if (!isText(part)) return [];
  return holds(pattern?.test(part) ?? true, path, `Expected a match of '${given}'.`);
}

/** Whether every text that begins like that matches. */
function matchesBeginning(pattern: Pattern | undefined, source: string, text: string): boolean {
  return pattern?.test(text) === true && !/[$]|\\[bBz]/.test(source);
}

function contained({ given, schema, part, path, evaluate }: Asked): Verdict | readonly Verdict[] {
  if (part instanceof UnknownPart) return undecided(part, path);
  if (!isList(part)) return [];
  const all = part.map((it, index) => evaluate(given as Schema, it, [...path, index]));
  const { minContains: least = 1, maxContains: most = Infinity } = schema as {
    minContains?: number;
    maxContains?: number;
  };
  const good = all.filter((it) => it.state === "valid");
  const open = all.find((it) => it.state === "unknown");
  const mayBe = good.length + all.filter((it) => it.state === "unknown").length;
  if (good.length > most || mayBe < least) return broken({ path });
  if (open && (good.length < least || mayBe > most)) return open;
  return joined(good);
}

function items({ given, schema, part, path, evaluate }: Asked): Verdict | readonly Verdict[] {
  if (part instanceof UnknownPart) return undecided(part, path);
  if (!isList(part)) return [];
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  return part
    .slice(first)
    .map((it, index) => evaluate(given as Schema, it, [...path, first + index]));
}

function unique(list: readonly Part[], { given, path }: Asked): Verdict | readonly Verdict[] {
  if (given !== true) return [];
  const seen = new Set<string>();
  let open: UnknownPart | undefined;
  for (const [index, it] of list.entries()) {
    const written = canonicalPart(it);
    if (written instanceof UnknownPart) open ??= written;
    else if (seen.has(written)) return broken({ path: [...path, index] });
    else seen.add(written);
  }
  return open ? undecided(open, path) : holds(true, path);
}

/** How many properties there are at least, and at most. */
function size(object: PartObject): { readonly least: number; readonly most: number } {
  const all = Object.values(object);
  return { least: all.filter((it) => !isOpen(it)).length, most: all.length };
}

function sized(isWithin: (size: number, given: number) => boolean): Evaluator {
  return about(isObject, (object, { given, path }) => {
    const { least, most } = size(object);
    const [first, last] = [least, most].map((it) => isWithin(it, given as number));
    if (first === last) return holds(first === true, path);
    const open = Object.values(object).find(isOpen);
    return open ? undecided(open, path) : [];
  });
}

function required(object: PartObject, { given, path }: Asked): readonly Verdict[] {
  return (given as string[]).map((name) => hasProperty(object, name, path));
}

function hasProperty(object: PartObject, name: string, path: PartPath): Verdict {
  if (!Object.hasOwn(object, name)) return broken({ path, why: `Missing '${name}'.` });
  const own = object[name];
  return isOpen(own) ? undecided(own, [...path, name]) : holds(true, [...path, name]);
}

function each(
  object: PartObject,
  { path, evaluate }: Asked,
  schemaOf: (name: string) => Schema | undefined,
): readonly Verdict[] {
  return Object.entries(object).flatMap(([name, it]) => {
    const schema = schemaOf(name);
    return schema === undefined ? [] : evaluate(schema, it, [...path, name]);
  });
}

type Named = Readonly<Record<string, Schema>>;

function ownOf(named: unknown, name: string): Schema | undefined {
  const all = named as Named | undefined;
  return all && Object.hasOwn(all, name) ? all[name] : undefined;
}

function patternsFor(schema: SchemaObject, schemas: Schemas, name: string): readonly Schema[] {
  return Object.entries((schema.patternProperties ?? {}) as Named)
    .filter(([pattern]) => schemas.patterns.get(pattern)?.test(name))
    .map(([, it]) => it);
}

function names(object: PartObject, { given, path, evaluate }: Asked): readonly Verdict[] {
  return Object.keys(object).map((name) => {
    const verdict = evaluate(given as Schema, name, [...path, name]);
    const own = object[name];
    if (verdict.state === "broken" && isOpen(own)) return undecided(own, [...path, name]);
    return holds(verdict.state === "valid", [...path, name]);
  });
}

function dependent(
  object: PartObject,
  { given, path }: Asked,
  run: (given: unknown) => readonly Verdict[],
): readonly Verdict[] {
  return Object.entries(given as Readonly<Record<string, unknown>>).flatMap(([name, it]) => {
    const has = hasProperty(object, name, path);
    if (has.state === "broken") return [];
    const all = run(it);
    return has.state === "unknown" && allOf(all).state !== "valid" ? [has] : all;
  });
}

/** Keywords that others read have no row. */
const evaluators = new Map<string, Evaluator>([
  [
    "$ref",
    ({ given, part, path, evaluate, schemas }) =>
      evaluate(schemas.targets.get(given as string), part, path),
  ],
  [
    "allOf",
    ({ given, part, path, evaluate }) => (given as Schema[]).map((it) => evaluate(it, part, path)),
  ],
  [
    "anyOf",
    ({ given, part, path, evaluate }) =>
      anyOf(
        (given as Schema[]).map((it) => evaluate(it, part, path)),
        path,
      ),
  ],
  [
    "oneOf",
    ({ given, part, path, evaluate }) =>
      anyOf(
        (given as Schema[]).map((it) => evaluate(it, part, path)),
        path,
        1,
      ),
  ],
  ["not", ({ given, part, path, evaluate }) => not(evaluate(given as Schema, part, path), path)],
  ["if", condition],
  ["type", ofType],
  ["enum", (asked) => oneOf(asked, asked.given as unknown[])],
  ["const", (asked) => oneOf(asked, [asked.given])],
  ["multipleOf", limit(isNumber, (it, step) => Number.isInteger(it / step))],
  ["maximum", limit(isNumber, (it, most) => it <= most)],
  ["exclusiveMaximum", limit(isNumber, (it, most) => it < most)],
  ["minimum", limit(isNumber, (it, least) => it >= least)],
  ["exclusiveMinimum", limit(isNumber, (it, least) => it > least)],
  ["maxLength", limit(isText, (it, most) => countCodePoints(it) <= most)],
  ["minLength", limit(isText, (it, least) => countCodePoints(it) >= least)],
  ["pattern", matches],
  [
    "prefixItems",
    about(isList, (list, { given, path, evaluate }) =>
      (given as Schema[])
        .slice(0, list.length)
        .map((it, index) => evaluate(it, list[index] as Part, [...path, index])),
    ),
  ],
  ["items", items],
  ["contains", contained],
  ["maxItems", limit(isList, (it, most) => it.length <= most)],
  ["minItems", limit(isList, (it, least) => it.length >= least)],
  ["uniqueItems", about(isList, unique)],
  [
    "properties",
    about(isObject, (object, asked) => each(object, asked, (name) => ownOf(asked.given, name))),
  ],
  [
    "patternProperties",
    about(isObject, (object, asked) =>
      each(object, asked, (name) => {
        const all = patternsFor(asked.schema, asked.schemas, name);
        return all.length === 0 ? undefined : { allOf: all };
      }),
    ),
  ],
  [
    "additionalProperties",
    about(isObject, (object, asked) =>
      each(object, asked, (name) => {
        const { schema, schemas, given } = asked;
        const isNamed = ownOf(schema.properties, name) !== undefined;
        return isNamed || patternsFor(schema, schemas, name).length > 0
          ? undefined
          : (given as Schema);
      }),
    ),
  ],
  ["propertyNames", about(isObject, names)],
  ["required", about(isObject, required)],
  ["maxProperties", sized((it, most) => it <= most)],
  ["minProperties", sized((it, least) => it >= least)],
  [
    "dependentRequired",
    about(isObject, (object, asked) =>
      dependent(object, asked, (given) => required(object, { ...asked, given })),
    ),
  ],
  [
    "dependentSchemas",
    about(isObject, (object, asked) =>
      dependent(object, asked, (given) => [asked.evaluate(given as Schema, object, asked.path)]),
    ),
  ],
]);
