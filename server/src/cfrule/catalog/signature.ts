import type { Parameter, RuleFunction, TypePattern } from "./functions.ts";
import { isCollection, sameType, type Type, typeName } from "./type.ts";

/** The parameter that an argument belongs to; the last one repeats when it is variadic. */
export function parameterAt(callee: RuleFunction, index: number): Parameter | undefined {
  const last = callee.parameters.at(-1);
  return callee.parameters[index] ?? (last?.variadic ? last : undefined);
}

export function fewestArguments(callee: RuleFunction): number {
  return callee.parameters.filter((it) => !it.optional).length;
}

export function mostArguments(callee: RuleFunction): number {
  const { parameters, most = Number.POSITIVE_INFINITY } = callee;
  return parameters.at(-1)?.variadic ? most : parameters.length;
}

/** Whether the parameter accepts the type. `first` is the type of the first argument; if unknown, any type is accepted. */
export function takesType(parameter: Parameter, type: Type, first: Type | undefined): boolean {
  const { types } = parameter;
  if (types === "same as first") return !first || sameType(type, first);
  if (types === "element of first") {
    return !first || !isCollection(first) || sameType(type, first.of);
  }
  return types.some((pattern) => fits(pattern, type));
}

/** Undefined if it depends on a first argument of unknown type. */
export function returnType(callee: RuleFunction, first: Type | undefined): Type | undefined {
  return callee.returns === "first" ? first : callee.returns;
}

/** The types that the parameter accepts, for messages and hovers: "String or Array". */
export function acceptedName(parameter: Parameter, first?: Type): string {
  const { types } = parameter;
  if (types === "same as first") return first ? typeName(first) : "the type of the first argument";
  if (types === "element of first") {
    return first && isCollection(first) ? typeName(first.of) : "the type of the elements";
  }
  return types.map(patternName).join(" or ");
}

/** As hovers and signature help show it: `split(input: String, separator: String, limit: Integer): Array<String>`. */
export function signatureOf(callee: RuleFunction): string {
  const returns =
    callee.returns === "first" ? "the type of the first argument" : typeName(callee.returns);
  return `${callee.name}(${callee.parameters.map(parameterLabel).join(", ")}): ${returns}`;
}

/** A parameter as in the signature label, so that it can be located there. */
export function parameterLabel(parameter: Parameter): string {
  const repeated = parameter.variadic ? "…" : "";
  const optional = parameter.optional ? "?" : "";
  return `${repeated}${parameter.name}${optional}: ${acceptedName(parameter)}`;
}

function fits(pattern: TypePattern, type: Type): boolean {
  switch (pattern) {
    case "anything":
      return true;
    case "any array":
      return type.kind === "Array";
    case "any map":
      return type.kind === "Map";
    case "array of scalars":
      return type.kind === "Array" && !isCollection(type.of);
    case "map of scalars":
      return type.kind === "Map" && !isCollection(type.of);
    default:
      return sameType(pattern, type);
  }
}

function patternName(pattern: TypePattern): string {
  switch (pattern) {
    case "anything":
      return "any type";
    case "any array":
      return "Array";
    case "any map":
      return "Map";
    case "array of scalars":
      return "Array of single values";
    case "map of scalars":
      return "Map of single values";
    default:
      return typeName(pattern);
  }
}
