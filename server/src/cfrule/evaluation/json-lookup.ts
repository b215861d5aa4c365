import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import { bytesOf, textOfBytes } from "../syntax/bytes.ts";

/** A step of a JSON path: a property name, or an array index. */
export type JsonPathStep = string | bigint;

export function lookupString(json: string, steps: readonly JsonPathStep[]): string | undefined {
  const found = lookup(json, steps)?.value;
  return found?.kind === "string" ? bytesOf(found.value) : undefined;
}

/** Only numbers written as integers. */
export function lookupInteger(json: string, steps: readonly JsonPathStep[]): bigint | undefined {
  const found = lookup(json, steps);
  if (found?.value.kind !== "number") return undefined;
  const written = found.text.slice(found.value.start, found.value.end);
  if (!/^-?\d{1,19}$/.test(written)) return undefined;
  const value = BigInt(written);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function lookup(json: string, steps: readonly JsonPathStep[]) {
  const text = textOfBytes(json);
  if (!isJson(text)) return undefined;
  let value: JsonValue | undefined = parseJson(text).root;
  for (const step of steps) {
    if (value?.kind === "object" && typeof step === "string") {
      value = propertyOf(value, textOfBytes(step))?.value;
    } else if (value?.kind === "array" && typeof step === "bigint") {
      value = value.items[Number(step)];
    } else return undefined;
  }
  return value && { text, value };
}

/** Our parser allows comments and trailing commas, unlike the service. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
