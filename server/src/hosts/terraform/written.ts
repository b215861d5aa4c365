import type { JsonValue } from "../../json/syntax/tree.ts";
import { valueOfJson } from "./data-functions.ts";
import type { Written } from "./declarations.ts";
import { evaluate } from "./evaluate.ts";
import { evaluateWhole } from "./template.ts";
import {
  list,
  object,
  type Place,
  plain,
  type Scope,
  type Source,
  text,
  type Value,
} from "./values/value.ts";

/** In JSON, every string is a template. */
export function valueOfWritten(written: Written, around: Scope): Value {
  const scope = { ...around, source: written.source };
  return "hcl" in written ? evaluate(written.hcl, scope) : valueOfTemplates(written.json, scope);
}

function valueOfTemplates(value: JsonValue, scope: Scope): Value {
  const { source } = scope;
  const place: Place = { source, start: value.start, end: value.end };
  switch (value.kind) {
    case "string": {
      if (!/[$%]\{/.test(value.value)) return valueOfJson(value, wholeOf(source));
      const inner: Source = {
        path: source.path,
        text: value.value,
        isIgnored: false,
        within: place,
      };
      return evaluateWhole(inner, scope, place, evaluate);
    }
    case "array":
      return list(
        value.items.map((it) => valueOfTemplates(it, scope)),
        place,
      );
    case "object": {
      const entries = value.properties.flatMap(({ name, value: inner }) =>
        inner ? [[name.value, valueOfTemplates(inner, scope)] as const] : [],
      );
      return object(new Map(entries), place);
    }
    case "null":
      return plain(null, place);
    default:
      return plain(value.value, place);
  }
}

/** A file as a text. */
export function wholeOf(source: Source) {
  const place = { source, start: 0, end: source.text.length };
  return text([{ kind: "copy", text: source.text, ...place }], place);
}
