import { utf8Length } from "../text/lines.ts";
import type { JsonString, JsonValue } from "./tree.ts";

/** The value as it is pushed: no white space, properties in their order, strings the shortest way, numbers as written. */
export function minify(value: JsonValue, text: string): string {
  switch (value.kind) {
    case "object": {
      const properties = value.properties.map(
        (it) => `${JSON.stringify(it.name.value)}:${it.value ? minify(it.value, text) : "null"}`,
      );
      return `{${properties.join(",")}}`;
    }
    case "array":
      return `[${value.items.map((it) => minify(it, text)).join(",")}]`;
    case "string":
      return JSON.stringify(value.value);
    case "number":
      return text.slice(value.start, value.end);
    case "boolean":
      return String(value.value);
    case "null":
      return "null";
  }
}

/** The UTF-8 bytes of `minify(value, text)`, without making that text. */
export function minifiedLength(value: JsonValue, text: string): number {
  switch (value.kind) {
    case "object": {
      let bytes = 2 + Math.max(0, value.properties.length - 1);
      for (const property of value.properties) {
        bytes += stringLength(property.name) + 1;
        bytes += property.value ? minifiedLength(property.value, text) : 4;
      }
      return bytes;
    }
    case "array": {
      let bytes = 2 + Math.max(0, value.items.length - 1);
      for (const item of value.items) bytes += minifiedLength(item, text);
      return bytes;
    }
    case "string":
      return stringLength(value);
    default:
      return value.end - value.start;
  }
}

/** Only strings with something to escape are encoded to be measured; most have nothing. */
function stringLength(node: JsonString): number {
  const { value } = node;
  const plain = node.end - node.start === value.length + 2;
  return plain ? utf8Length(value) + 2 : utf8Length(JSON.stringify(value));
}
