import { advised, type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { insert, remove, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import type { Parameter, RuleFunction } from "../catalog/functions.ts";
import {
  acceptedName,
  fewestArguments,
  mostArguments,
  parameterAt,
  takesType,
} from "../catalog/signature.ts";
import { integerType, stringType, type Type, typeName } from "../catalog/type.ts";
import { code } from "./characters.ts";
import type { Reader } from "./reader.ts";
import type { Argument, Index } from "./tree.ts";
import { argumentType, isBooleans, isEach, isOperand, truthType } from "./types.ts";

interface Arguments {
  readonly callee: Span;
  readonly definition: RuleFunction;
  readonly args: readonly Argument[];
  readonly end: number;
}

/** Checks the number and types of the arguments of a call. */
export function checkArguments(p: Reader, call: Arguments): void {
  const { definition, args } = call;
  let first = args[0] && argumentType(args[0]);
  const { faults } = p;
  for (let index = 0; index < args.length; index++) {
    const parameter = parameterAt(definition, index);
    const argument = args[index] as Argument;
    if (!parameter) break;
    if (argument.kind === "stray" || argument.kind === "missing") continue;
    checkArgument(p, argument, { name: definition.name, parameter, index, first });
    // If the first argument is invalid, others are not compared with it.
    if (index === 0 && p.faults !== faults) first = undefined;
  }
  checkCount(p, call);
}

/** `any` and `all` need one argument with a Boolean per element. */
export function checkQuantified(
  p: Reader,
  name: string,
  { callee, args, end }: Omit<Arguments, "definition">,
): void {
  const [argument, second] = args;
  if (args.some((it) => p.isUnseen(it))) return;
  if (second || !argument) {
    const span = second ? { start: second.start, end } : callee;
    p.problem("argument-count", span, () => ({
      message: `'${name}' needs one comparison, found ${second ? args.length : "none"}. ${
        second ? "Join them with 'and' or 'or', in parentheses." : "Add one with '[*]'."
      }`,
    }));
    return;
  }
  if (argument.kind === "stray" || argument.kind === "missing" || argument.kind === "recovered") {
    return;
  }
  if (argument.kind === "string" || argument.kind === "integer" || argument.kind === "address") {
    p.problem("argument-kind", argument, () => ({
      message: `'${name}' needs a comparison, found the value ${shorten(p.slice(argument))}. Use a field with '[*]', an operator and the value.`,
    }));
    return;
  }
  if (isEach(argument)) eachAlone(p, name, argument);
  else if (isOperand(argument)) {
    if (argument.type && !isBooleans(argument.type)) notEach(p, name, argument, callee);
  } else if (truthType(argument)?.kind === "Boolean") notEach(p, name, argument, callee);
}

export function trailingComma(p: Reader, at: number): void {
  const span = { start: at, end: at + 1 };
  p.problem("expression-syntax", span, () => ({
    message: "No argument follows this ','. Remove it.",
    fixes: [safeFix("Remove ','", [remove(span)])],
  }));
}

/** Reports comparisons that are joined in a call without parentheses, which the engine requires. */
export function missingParentheses(p: Reader, joined: Span): void {
  p.problem("missing-parentheses", joined, () => ({
    message: `A call allows only one comparison. Wrap ${shorten(p.slice(joined))} in parentheses.`,
    fixes: [safeFix("Add parentheses", [insert(joined.start, "("), insert(joined.end, ")")])],
  }));
}

function checkArgument(
  p: Reader,
  argument: Argument,
  about: {
    readonly name: string;
    readonly parameter: Parameter;
    readonly index: number;
    readonly first: Type | undefined;
  },
): void {
  const { name, parameter, index, first } = about;
  if (index > 0 && isEach(argument)) {
    p.problem("argument-type", argument, () => ({
      message: `'[*]' is only allowed in the first argument, but ${shorten(p.slice(argument))} is argument ${index + 1}.`,
    }));
    return;
  }
  const literal =
    argument.kind === "string" || argument.kind === "integer" || argument.kind === "address";
  if (literal ? parameter.fieldOnly : parameter.literalOnly) {
    p.problem("argument-kind", argument, () => ({
      message: literal
        ? `'${name}' needs a field or a call as '${parameter.name}', found the literal ${shorten(p.slice(argument))}.${index === 0 ? swapped(p, name, argument) : ""}`
        : `'${name}' needs a literal as '${parameter.name}', found ${shorten(p.slice(argument))}.`,
    }));
    return;
  }
  const type = argumentType(argument);
  if (!type || takesType(parameter, type, index === 0 ? undefined : first)) return;
  const needless = takesWhole(parameter, argument);
  if (needless) {
    p.problem("argument-type", needless, () =>
      advised(
        `'${name}' needs the whole array or map as '${parameter.name}'.`,
        safeFix("Remove '[*]'", [remove(needless)]),
      ),
    );
    return;
  }
  p.problem("argument-type", argument, () => {
    const values = valuesOf(p, argument, parameter);
    return {
      message: `'${name}' needs ${acceptedName(parameter, first)} as '${parameter.name}', but ${shorten(p.slice(argument))} is ${typeName(type)}.${values ? ` Use '${values}'.` : ""}`,
      fixes: values
        ? [likelyFix(`Use '${values}'`, [replace(argument, values)])]
        : retyped(p, argument, parameter, index),
    };
  });
}

/** The field with the values of a map as an array, if the function accepts it. */
function valuesOf(p: Reader, argument: Argument, parameter: Parameter): string | undefined {
  if (argument.kind !== "field" || argument.type?.kind !== "Map") return undefined;
  const field = p.scheme.field(`${argument.name}.values`);
  return field && takesType(parameter, field.type, undefined) ? field.name : undefined;
}

/** Adds or removes quotes of a number, or selects an element of an array. */
function retyped(p: Reader, argument: Argument, parameter: Parameter, index: number): Fix[] {
  const takes = (type: Type) => takesType(parameter, type, undefined);
  if (argument.kind === "string" || argument.kind === "integer") {
    const text = argument.kind === "string" ? argument.value : p.slice(argument);
    const number = /^(?:0|-?[1-9]\d{0,17})$/.test(text);
    const suggested = argument.kind === "integer" ? `"${text}"` : text;
    const right = takes(argument.kind === "integer" ? stringType : integerType);
    return number && right ? [safeFix(`Use ${suggested}`, [replace(argument, suggested)])] : [];
  }
  const type = isOperand(argument) ? argument.type : undefined;
  if (type?.kind !== "Array" || !takes(type.of)) return [];
  // Only the first argument can be per element: if it already is, or if an index follows the call.
  const many = p.is(code.openBracket) || (argument.kind === "call" && argument.mapped);
  const steps = index > 0 ? ["[0]"] : many ? ["[*]"] : ["[0]", "[*]"];
  return steps.map((it) => likelyFix(`Use '${it}'`, [insert(argument.end, it)]));
}

/** Whether a function is called per element of its first argument, rather than with the whole collection. */
export function isMapped(
  definition: RuleFunction | undefined,
  first: Argument | undefined,
): boolean {
  if (!first || !isEach(first)) return false;
  const parameter = definition && parameterAt(definition, 0);
  return !parameter || !takesWhole(parameter, first);
}

/** The `[*]` that makes an argument invalid; undefined if there is none. */
function takesWhole(parameter: Parameter, argument: Argument): Index | undefined {
  const last = argument.kind === "indexed" ? argument.indexes.at(-1) : undefined;
  if (last?.key.kind !== "each" || !last.of) return undefined;
  const element = argumentType(argument);
  if (element && takesType(parameter, element, undefined)) return undefined;
  return takesType(parameter, last.of, undefined) ? last : undefined;
}

function checkCount(p: Reader, { callee, definition, args, end }: Arguments): void {
  const fewest = fewestArguments(definition);
  const most = mostArguments(definition);
  if (args.length >= fewest && args.length <= most) return;
  // A hole may contain several arguments.
  if (args.some((it) => p.isUnseen(it))) return;
  const extra = args[most];
  const span = extra
    ? { start: extra.start, end: args.at(-1)?.end ?? end }
    : { start: callee.start, end };
  p.problem("argument-count", span, () => {
    const many =
      fewest === most
        ? `${fewest}`
        : most === Number.POSITIVE_INFINITY
          ? `at least ${fewest}`
          : `${fewest} to ${most}`;
    const plural = many === "1" || many === "at least 1" ? "" : "s";
    return {
      message: `'${definition.name}' needs ${many} argument${plural}, found ${args.length}.`,
    };
  });
}

/** `any(a[*])` has no comparison, and `any(flags[*])` has one `[*]` too many. */
function eachAlone(p: Reader, name: string, argument: Argument): void {
  const type = argumentType(argument);
  const last = argument.kind === "indexed" ? argument.indexes.at(-1) : undefined;
  const needless = type?.kind === "Boolean" && last?.key.kind === "each" ? last : undefined;
  p.problem("argument-type", needless ?? argument, () =>
    needless
      ? {
          message: `The elements are already Booleans, so '${name}' needs no '[*]'. Remove it.`,
          fixes: [safeFix("Remove '[*]'", [remove(needless)])],
        }
      : {
          message: `${shorten(p.slice(argument))} is not compared with anything. Add an operator and a value.`,
        },
  );
}

function notEach(p: Reader, name: string, argument: Argument, callee: Span): void {
  p.problem("argument-type", argument, () => {
    const single = truthType(argument as never)?.kind === "Boolean";
    return {
      message: single
        ? `'${name}' needs one result per element, but ${shorten(p.slice(argument))} is a single one. Add '[*]' to the array or map, or remove '${p.slice(callee)}'.`
        : `'${name}' needs Booleans, but ${shorten(p.slice(argument))} is not compared with anything. Add '[*]', an operator and a value.`,
    };
  });
}

/** `starts_with("/api", http.request.uri.path)`: the arguments in the order of other languages. */
function swapped(p: Reader, name: string, literal: Span): string {
  const field = /^\s*,\s*([\w.]+)\s*\)/.exec(p.text.slice(literal.end, literal.end + 100))?.[1];
  if (field === undefined || !p.scheme.field(field)) return "";
  return ` Use ${name}(${field}, ${cut(p.slice(literal))}).`;
}
