import type { Call } from "../hcl/tree.ts";
import { collectionFunctions } from "./collection-functions.ts";
import { dataFunctions } from "./data-functions.ts";
import type { Fn } from "./fn.ts";
import type { Evaluate } from "./template.ts";
import { textFunctions } from "./text-functions.ts";
import { settled } from "./values/open.ts";
import {
  failed,
  type Marks,
  marked,
  marksOf,
  type Place,
  plain,
  type Scope,
  unknown,
  type Value,
} from "./values/value.ts";

const functions: ReadonlyMap<string, Fn> = new Map(
  Object.entries({ ...textFunctions, ...collectionFunctions, ...dataFunctions }),
);

export function callFunction(call: Call, scope: Scope, place: Place, evaluate: Evaluate): Value {
  const name = call.name.replace(/^core::/, "");
  if (name === "try") return firstOf(call, scope, place, evaluate);
  if (name === "can") {
    const value = call.args[0] && evaluate(call.args[0], scope);
    if (!value || (value.kind === "unknown" && !value.isError)) return unknown(place);
    return marked(plain(value.kind !== "unknown", place), marksOf(value));
  }
  const known = functions.get(name);
  if (!known) return unknown(place);
  const all = argumentsOf(call, known, scope, evaluate);
  const args = known.takesOpen ? all : all?.map(settled);
  if (!args) return unknown(place);
  const refused = args.find((it) => it.kind === "unknown");
  if (args.some((it) => it.kind === "unknown" && it.isError) && known.takesOpen)
    return failed(place);
  if (refused && !known.takesUnknown) return refused.isError ? failed(place) : unknown(place);
  const result = known.call(args, { place, scope, evaluate }) ?? unknown(place);
  return known.keepsMarks ? result : marked(result, deepMarks(args));
}

/** Undefined if the last argument is expanded, and not known. */
function argumentsOf(
  { args, isExpanded }: Call,
  { takesOpen }: Fn,
  scope: Scope,
  evaluate: Evaluate,
): readonly Value[] | undefined {
  const values = args.map((it) => evaluate(it, scope));
  const expanded = values.at(-1);
  if (!isExpanded || !expanded) return values;
  const last = takesOpen ? expanded : settled(expanded);
  return last.kind === "list" ? [...values.slice(0, -1), ...last.items] : undefined;
}

/** The first that Terraform does not refuse. */
function firstOf({ args }: Call, scope: Scope, place: Place, evaluate: Evaluate): Value {
  for (const it of args) {
    const value = evaluate(it, scope);
    if (value.kind !== "unknown" || !value.isError) return value;
  }
  return failed(place);
}

function deepMarks(values: readonly Value[]): Marks | undefined {
  const found = values.map((value) => {
    if (value.kind === "list") return { value, marks: deepMarks(value.items) };
    if (value.kind === "object") return { value, marks: deepMarks([...value.entries.values()]) };
    return { value, marks: undefined };
  });
  return marksOf(...found.flatMap(({ value, marks }) => [value, { ...value, marks } as Value]));
}
