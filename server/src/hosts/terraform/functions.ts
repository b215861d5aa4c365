import type { Call } from "../hcl/tree.ts";
import { collectionFunctions } from "./collection-functions.ts";
import { dataFunctions } from "./data-functions.ts";
import { type CallContext, type Fn, firstKept } from "./fn.ts";
import { numberFunctions } from "./number-functions.ts";
import type { Evaluate } from "./template.ts";
import { textFunctions } from "./text-functions.ts";
import { chosen, mayVary, undecided, variantsOf } from "./values/choice.ts";
import { deepMarks, marked, marksOf } from "./values/marks.ts";
import { settled } from "./values/open.ts";
import { failed, type Place, plain, type Scope, unknown, type Value } from "./values/value.ts";

const functions: ReadonlyMap<string, Fn> = new Map(
  Object.entries({
    ...textFunctions,
    ...collectionFunctions,
    ...numberFunctions,
    ...dataFunctions,
  }),
);

/** Whether its result is known if its arguments are. */
export function isKnownFunction(name: string): boolean {
  return functions.has(name.replace(/^core::/, "")) || name === "try" || name === "can";
}

export function callFunction(call: Call, scope: Scope, place: Place, evaluate: Evaluate): Value {
  const name = call.name.replace(/^core::/, "");
  if (name === "try") return firstOf(call, scope, place, evaluate);
  if (name === "can") {
    const value = call.args[0] && evaluate(call.args[0], scope);
    if (!value || (value.kind === "unknown" && !value.isError)) return unknown(place);
    return marked(plain(value.kind !== "unknown", place), marksOf(value));
  }
  const known = functions.get(name);
  const args = known && argumentsOf(call, known, scope, evaluate);
  if (!args) return unknown(place);
  const context = { place, scope, evaluate };
  const result = resultOf(known, args, context);
  const isDeep = known.takesApart ?? !known.keepsMarks;
  if ((known.takesOpen && !isDeep) || !args.some(mayVary)) return result;
  return chosen(result, deepMarks(args.map(settled)), () => {
    const others = args.flatMap((arg, at) =>
      variantsOf(arg, isDeep).map((variant) => {
        const varied = args.map((it, index) => (index === at ? variant : undecided(it)));
        return resultOf(known, varied, context);
      }),
    );
    return others.filter((it) => isDeep || it.kind !== "unknown");
  });
}

function resultOf(known: Fn, all: readonly Value[], context: CallContext): Value {
  const { place } = context;
  const args = known.takesOpen ? all : all.map(settled);
  const refused = args.find((it) => it.kind === "unknown");
  if (args.some((it) => it.kind === "unknown" && it.isError) && known.takesOpen)
    return failed(place);
  if (refused && !known.takesUnknown)
    return refused.isError ? marked(failed(place), marksOf(refused)) : unknown(place);
  const result = known.call(args, context) ?? unknown(place);
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
  const values = args.map((it) => evaluate(it, scope));
  return firstKept(values, place, (it) => it.kind !== "unknown" || !it.isError);
}
