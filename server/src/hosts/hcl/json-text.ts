import type { Decoding, Encode } from "../../text/decoding.ts";
import { type Member, writeEscaped, writeMembers } from "../members.ts";
import { elementsOf } from "./list.ts";
import { encodePlain, templateText } from "./template.ts";
import type { Call, Expression, Name, Template } from "./tree.ts";

/** Appends an expression as the output of `jsonencode`. Unknown values are holes. */
export function writeJson(into: Decoding, value: Expression): void {
  const start = into.text.length;
  writeValue(into, value);
  into.section(start, encodeScalar);
}

/** Only scalars and names can be edited, because HCL has a different syntax for objects and lists. */
export const encodeScalar: Encode = (text) => (scalar.test(text) ? encodePlain(text) : undefined);

const scalar = /^(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)$/;

/** Names that the service spells differently. */
export type Spellings = ReadonlyMap<string, string>;

const none: Spellings = new Map();

export function writeValue(into: Decoding, value: Expression, spellings: Spellings = none): void {
  switch (value.kind) {
    case "template":
      writeString(into, value);
      return;
    case "scalar":
      into.copy(value.start, value.end);
      return;
    case "object":
      writeMembers(into, value, "{}", membersOf(into, value, spellings));
      return;
    default:
      if (value.kind === "call" && value.name === "merge") writeMerged(into, value, spellings);
      else writeList(into, value);
  }
}

function writeMerged(into: Decoding, merge: Call, spellings: Spellings): void {
  const members = merge.args.flatMap((it) => membersOf(into, it, spellings));
  writeMembers(into, merge, "{}", members);
}

/**
 * The properties of an object; a hole for an object whose properties are unknown. `jsonencode` writes `null`, but a `null`
 * attribute of a resource is not set.
 */
function membersOf(into: Decoding, object: Expression, spellings: Spellings): Member[] {
  if (object.kind !== "object") {
    return [{ part: object, write: () => into.hole(object.start, object.end) }];
  }
  const items = object.items.filter(({ value }) => spellings === none || !isNull(value));
  return items.map(({ key, value, start, end }) => ({
    part: { start, end },
    write: () => {
      writeKey(into, key, value.start, spellings);
      writeValue(into, value, spellings);
    },
  }));
}

export function isNull(value: Expression): boolean {
  return value.kind === "scalar" && value.value === null;
}

/** Writes a name and the colon, up to the start of the value. */
export function writeKey(
  into: Decoding,
  key: Expression | Name,
  valueStart: number,
  spellings: Spellings,
): void {
  const { start, end } = key;
  const other = key.kind === "name" ? spellings.get(key.name) : undefined;
  if (other !== undefined) into.write(JSON.stringify(other), start, end);
  else if (key.kind === "name") {
    into.write('"', start, start);
    into.copy(start, end);
    into.write('"', end, end);
  } else if (key.kind === "template") writeString(into, key);
  else into.hole(start, end);
  into.write(":", end, Math.max(end, valueStart));
}

function writeList(into: Decoding, list: Expression): void {
  const elements = elementsOf(list);
  if (!elements) {
    into.hole(list.start, list.end);
    return;
  }
  const members = elements.map(({ part, expression }) => ({
    part,
    write: () => (expression ? writeValue(into, expression) : into.hole(part.start, part.end)),
  }));
  writeMembers(into, list, "[]", members);
}

function writeString(into: Decoding, template: Template): void {
  const { content, start, end } = template;
  const said = templateText(into.host, template);
  into.write('"', start, content.start);
  const inside = into.text.length;
  writeEscaped(into, said);
  into.section(inside, encodePlain);
  into.write('"', content.end, end);
}
