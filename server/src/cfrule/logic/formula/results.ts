import type { Formula } from "../../../core/solver/formula.ts";
import { integers, integersIn } from "../../../core/solver/number-set.ts";
import { withLength } from "../../../core/solver/text/derived.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import { maxInteger } from "../../catalog/limits.ts";
import type { Argument, Call } from "../../syntax/tree.ts";
import { isOperand } from "../../syntax/types.ts";
import { allIntegers } from "../numbers.ts";
import { regexSet } from "./regex-set.ts";
import type { FormulaTerm } from "./term.ts";
import { textAtom } from "./variables.ts";

/** Facts about all results of a function, whatever its arguments are. */
export function factsOfResult(call: Call, result: string): readonly FormulaTerm[] {
  const [texts, numbers] = [textsOf(call), numbersOf(call)];
  const facts: Formula[] = texts ? [textAtom(result, texts)] : [];
  const [first, last] = numbers ?? [1n, 0n];
  if (first <= last) {
    const set = integersIn([{ first, last }]);
    facts.push({ kind: "number", variable: result, set, domain: allIntegers, zero: first });
  }
  return facts.map((formula) => ({ kind: "fact", formula }));
}

function numbersOf({ name, args, type }: Call): readonly [first: bigint, last: bigint] | undefined {
  const [first, second, third] = args.map((it) => (it.kind === "integer" ? it.value : undefined));
  if (name === "len" && type?.kind === "Integer") return [0n, maxInteger];
  if (name === "hash_in_range" && first !== undefined && second !== undefined)
    return [first, second];
  if (name !== "bit_slice" || second === undefined || third === undefined) return undefined;
  const bits = third - second;
  return bits < 62n ? [0n, (1n << (bits > 0n ? bits : 0n)) - 1n] : undefined;
}

function textsOf({ name, args, definition }: Call): TextSet | undefined {
  const [first, flags] = args;
  if (definition?.digestBytes) return withLength(integers([BigInt(definition.digestBytes)]));
  if (name === "to_string") {
    const kind = first && isOperand(first) ? first.type?.kind : undefined;
    return regexSet(kind === "IP" ? addressText : kind === "Boolean" ? truthText : numberText);
  }
  if (name !== "encode_base64") return undefined;
  return regexSet(base64Text(flags?.kind === "string" ? flags.bytes : ""));
}

const truthText = "^(true|false)$";
const numberText = "^(0|-?[1-9][0-9]{0,18})$";

const byte = "(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";
const ipv4 = `${byte}([.]${byte}){3}`;
const groups = "([1-9a-f][0-9a-f]{0,3}|0)(:([1-9a-f][0-9a-f]{0,3}|0)){0,7}";
const addressText = `^(${ipv4}|::ffff:${ipv4}|${groups}|(${groups})?::(${groups})?)$`;

/** Groups of four letters. The bits of the last letter that are part of no byte are zero. */
function base64Text(flags: string): string {
  const letter = flags.includes("u") ? "[A-Za-z0-9_-]" : "[A-Za-z0-9+/]";
  const [two, one] = flags.includes("p") ? ["==", "="] : ["", ""];
  const ends = `${letter}[AQgw]${two}|${letter}{2}[AEIMQUYcgkosw048]${one}`;
  return `^(${letter}{4})*(${ends})?$`;
}

/** The JSON texts that may have a value at a place. Only an object has a property, and only an array an element. */
export function jsonWith(step: Argument): TextSet | undefined {
  if (step.kind === "integer") return regexSet(`(?s)^${space}\\[.+\\]${space}$`);
  if (step.kind !== "string") return undefined;
  // Any character of a name can be written as an escape.
  const name = /^[\w-]+$/.test(step.bytes) ? `(${step.bytes}|[^"]*\\\\u[^"]*)` : ".*";
  return regexSet(`(?s)^${space}\\{.*"${name}"${space}:.+\\}${space}$`);
}

const space = "[ \\t\\r\\n]*";
