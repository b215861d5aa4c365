import type { RequestFields } from "../../core/trial.ts";
import type { RuleFunction } from "../catalog/functions.ts";
import { fewestArguments, parameterAt, takesType } from "../catalog/signature.ts";
import type { Argument, Call, Field, Index, Indexed, Operand } from "../syntax/tree.ts";
import { argumentType, isEach } from "../syntax/types.ts";
import { elementsOf, type Implementation, implementationOf } from "./functions.ts";
import {
  type Entries,
  isEntries,
  OpenEntries,
  type Result,
  readValue,
  unknownValue,
  type Value,
} from "./value.ts";

/** One evaluation of a request. */
export interface Run {
  readonly fields: RequestFields;
  /** The names of unknown fields, lists (with `$`) and functions so far. */
  readonly missed: string[];
}

export type Compute<Out> = (run: Run) => Out;

/** Hooks into the evaluator: function overrides, and comparisons as arguments. */
export interface EvaluatorHooks {
  readonly functions?: Readonly<Record<string, Implementation>> | undefined;
  readonly argument: (argument: Argument) => Compute<Result>;
}

/** The value of an operand without `[*]`. */
export function operandOf(operand: Operand, hooks: EvaluatorHooks): Compute<Result> {
  switch (operand.kind) {
    case "field":
      return fieldOf(operand);
    case "call":
      return callOf(operand, hooks);
    case "indexed": {
      const base = operandOf(operand.base, hooks);
      const steps = operand.indexes.map(({ key }) => key);
      return (run) => picked(base(run), steps, operand, run);
    }
  }
}

/** One value per element, without elements that lack the key. Undefined if the collection is missing. */
export function valuesOf(
  operand: Indexed,
  hooks: EvaluatorHooks,
): Compute<readonly Value[] | undefined | typeof unknownValue> {
  const base = operandOf(operand.base, hooks);
  const first = operand.indexes.findIndex(({ key }) => key.kind === "each");
  const before = operand.indexes.slice(0, first).map(({ key }) => key);
  const after = operand.indexes.slice(first + 1).map(({ key }) => key);
  return (run) => {
    const collection = picked(base(run), before, operand, run);
    if (collection === undefined || collection === unknownValue) return collection;
    if (collection instanceof OpenEntries) return miss(run, rootName(operand));
    return after.reduce(step, elementsOf(collection));
  };
}

/** Follows the indexes into a value. An entry that a partly known map does not have is unknown. */
function picked(base: Result, keys: readonly Index["key"][], operand: Indexed, run: Run): Result {
  const found = keys.reduce<Result>(pick, base);
  return found === unknownValue && base !== unknownValue ? miss(run, rootName(operand)) : found;
}

function rootName({ base }: Indexed): string {
  return base.kind === "field" ? base.name : "";
}

/** Records an unknown name. */
function miss(run: Run, name: string): typeof unknownValue {
  if (name !== "") run.missed.push(name);
  return unknownValue;
}

function fieldOf({ name, type, definition }: Field): Compute<Result> {
  if (!type || !definition) return (run) => miss(run, name);
  const valueIn = (fields: RequestFields): Result => {
    const given = fields.get(name);
    if (given !== undefined && given !== unknownValue) return readValue(given, type);
    // The service treats these constants as fields of every request.
    return definition.pseudo ? name === "true" : given;
  };
  return (run) => {
    const { fields } = run;
    let value = fields.read?.get(definition) as Result;
    if (value === undefined) {
      value = valueIn(fields);
      fields.read?.set(definition, value);
    }
    return value === unknownValue ? miss(run, name) : value;
  };
}

function callOf(call: Call, hooks: EvaluatorHooks): Compute<Result> {
  const { definition } = call;
  if (!definition || !isSound(call, definition)) return () => unknownValue;
  const run = hooks.functions?.[definition.name] ?? implementationOf(definition);
  if (!run) return (evaluation) => miss(evaluation, `${definition.name}()`);
  const invoke = invocation(definition, run);
  const [first, ...rest] = call.args;
  if (first && isEach(first)) return mapped(first as Indexed, rest, invoke, hooks);
  const args = call.args.map((it) => argumentOf(it, hooks));
  return (evaluation) => {
    const mark = evaluation.missed.length;
    const values = args.map((it) => it(evaluation));
    const result = invoke(values);
    if (result !== unknownValue) evaluation.missed.length = mark;
    else if (values[0] instanceof OpenEntries)
      miss(evaluation, first?.kind === "field" ? first.name : "");
    return result;
  };
}

function invocation(
  { name, missing }: RuleFunction,
  run: Implementation,
): (args: readonly Result[]) => Result {
  const skips = missing === "skipped";
  return (args) => {
    // Arguments after the first value do not matter.
    if (name === "coalesce") return args.find((it) => it !== undefined);
    if (args.includes(unknownValue)) return unknownValue;
    if (!skips && args.includes(undefined)) return undefined;
    const result = run(args as readonly (Value | undefined)[]);
    // An entry that was found is certain, even if other entries are unknown.
    return result !== true && args.some((it) => it instanceof OpenEntries) ? unknownValue : result;
  };
}

/** Whether the arguments are valid. Invalid ones are reported by the parser. */
function isSound({ args }: Call, definition: RuleFunction): boolean {
  if (args.length < fewestArguments(definition)) return false;
  const first = args[0] && argumentType(args[0]);
  return args.every((argument, index) => {
    const parameter = parameterAt(definition, index);
    const type = argumentType(argument);
    return parameter && type && takesType(parameter, type, index === 0 ? undefined : first);
  });
}

/** A call per element, without missing results. */
function mapped(
  first: Indexed,
  rest: readonly Argument[],
  invoke: (args: readonly Result[]) => Result,
  hooks: EvaluatorHooks,
): Compute<Result> {
  const values = valuesOf(first, hooks);
  const others = rest.map((it) => argumentOf(it, hooks));
  return (run) => {
    const elements = values(run);
    if (elements === undefined || elements === unknownValue) return elements;
    const fixed = others.map((it) => it(run));
    const results = elements.map((it) => invoke([it, ...fixed]));
    if (results.includes(unknownValue)) return unknownValue;
    return results.filter((it): it is Value => it !== undefined && it !== unknownValue);
  };
}

function argumentOf(argument: Argument, hooks: EvaluatorHooks): Compute<Result> {
  switch (argument.kind) {
    case "string":
      return () => argument.bytes;
    case "integer":
      return () => argument.value;
    case "address": {
      const { family, value } = argument;
      return () => ({ family, value });
    }
    case "field":
    case "call":
    case "indexed":
      return isEach(argument) ? () => unknownValue : operandOf(argument, hooks);
    default:
      return hooks.argument(argument);
  }
}

function step(values: readonly Value[], key: Index["key"]): readonly Value[] {
  if (key.kind === "each") return values.flatMap((it) => elementsOf(it));
  return values.flatMap((it) => {
    const picked = pick(it, key);
    return picked === undefined || picked === unknownValue ? [] : [picked];
  });
}

function pick(from: Result, key: Index["key"]): Result {
  if (from === undefined || from === unknownValue) return from;
  if (key.kind === "string") return isEntries(from) ? entryOf(from, key.bytes) : undefined;
  if (key.kind === "integer") return Array.isArray(from) ? from[Number(key.value)] : undefined;
  return unknownValue;
}

function entryOf(entries: Entries, key: string): Result {
  return entries.get(key) ?? (entries instanceof OpenEntries ? unknownValue : undefined);
}
