import type { ruleNodes } from "../../languages.ts";
import { Untranslatable } from "../untranslatable.ts";

/** The text of a string. SQL strings cannot contain invalid UTF-8. */
export function stringOf({ value, bytes }: ruleNodes.StringLiteral): string {
  const encoded = new TextEncoder().encode(value);
  const isText =
    encoded.length === bytes.length && encoded.every((it, at) => it === bytes.charCodeAt(at));
  if (!isText) throw new Untranslatable("A string is not valid UTF-8, so no column contains it.");
  return value;
}

/** A value of a rule as SQL. NULL is unknown: the line does not have the log field. */
export interface SqlValue {
  readonly sql: string;
  readonly type: "String" | "Integer" | "Boolean" | "IP" | "Array";
}
