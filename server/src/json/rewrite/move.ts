import { type Edit, insert, remove, replace } from "../../text/edit.ts";
import { firstLineBreak, lineIndent } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { JsonObject, Property } from "../syntax/tree.ts";

/**
 * Moves properties of an object into another one, in order and with their comments: those above a property, and those after it
 * on the same line. Undefined if the object is incomplete.
 */
export function moveProperties(
  text: string,
  from: JsonObject,
  moved: readonly Property[],
  target: JsonObject,
): Edit[] | undefined {
  const parts = partsOf(text, from);
  if (!parts || !isClosed(text, target)) return undefined;
  const taken = parts.filter((it) => moved.includes(it.property));
  const left = parts.filter((it) => !taken.includes(it));
  return [...taken.map(remove), ...withoutComma(left, taken), putInto(text, target, taken)];
}

/** Moves properties of an object into a new one, which replaces the first of them. */
export function gatherProperties(
  text: string,
  from: JsonObject,
  moved: readonly Property[],
  name: string,
): Edit[] | undefined {
  const parts = partsOf(text, from);
  const taken = parts?.filter((it) => moved.includes(it.property));
  const [first, ...others] = taken ?? [];
  if (!parts || !taken || !first) return undefined;
  const left = parts.filter((it) => !others.includes(it));
  const isLast = left[left.length - 1] === first;
  const object = `"${name}": ${printed(text, taken, lineIndent(text, first.property.start))}`;
  return [
    replace({ start: first.body, end: first.end }, isLast ? object : `${object},`),
    ...others.map(remove),
    ...(isLast ? [] : withoutComma(left, others)),
  ];
}

/** A property with its comments. */
interface CommentedProperty extends Span {
  readonly property: Property;
  /** The start of its first comment, or of the property itself. */
  readonly body: number;
  readonly comma: number | undefined;
}

function isClosed(text: string, { start, end }: JsonObject): boolean {
  return end - start > 1 && text[end - 1] === "}";
}

function partsOf(text: string, object: JsonObject): CommentedProperty[] | undefined {
  if (!isClosed(text, object)) return undefined;
  const { properties } = object;
  const parts: CommentedProperty[] = [];
  let start = restOfLine(text, object.start + 1) ?? object.start + 1;
  for (const [index, property] of properties.entries()) {
    const isLast = index === properties.length - 1;
    const after = skip(blanksAndComments, text, property.end);
    const comma = text[after] === "," ? after : undefined;
    if (comma === undefined && !isLast) return undefined;
    const own = comma === undefined ? property.end : comma + 1;
    const end = restOfLine(text, own) ?? own;
    parts.push({ property, start, end, body: skip(blanks, text, start), comma });
    start = end;
  }
  return parts;
}

const blanks = /\s*/y;
const blanksAndComments = /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
const commentsOnLine = /(?:[ \t]*\/\*[^\r\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/y;

/** The end of the comments on the rest of the line; undefined if something else follows them. */
function restOfLine(text: string, start: number): number | undefined {
  const end = skip(commentsOnLine, text, start);
  return /^[ \t]*(?:[\r\n}]|$)/.test(text.slice(end, end + 200)) ? end : undefined;
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Removes the comma of the last remaining property if those after it are removed. */
function withoutComma(
  left: readonly CommentedProperty[],
  gone: readonly CommentedProperty[],
): Edit[] {
  const last = left[left.length - 1];
  if (last?.comma === undefined || !gone.some((it) => it.start > last.start)) return [];
  return [remove({ start: last.comma, end: last.comma + 1 })];
}

function putInto(text: string, target: JsonObject, taken: readonly CommentedProperty[]): Edit {
  const inner = { start: target.start + 1, end: target.end - 1 };
  const [first] = target.properties;
  if (text.slice(inner.start, inner.end).trim() === "") {
    return replace(target, printed(text, taken, lineIndent(text, target.start)));
  }
  const line = restOfLine(text, inner.start);
  const isLine = line !== undefined && /^[ \t]*[\r\n]/.test(text.slice(line, line + 200));
  const outer = lineIndent(text, target.start);
  const indent = isLine && first ? lineIndent(text, first.start) : outer + stepOf(outer);
  const lines = isLine || taken.some((it) => needsLines(it, text));
  const gap = lines ? firstLineBreak(text) + indent : " ";
  const written = taken.map((it) => gap + print(it, text, indent, ",")).join("");
  return insert(
    line !== undefined && isLine ? line : inner.start,
    written + (lines && !isLine ? gap : ""),
  );
}

/** Prints an object with these properties. */
function printed(text: string, parts: readonly CommentedProperty[], indent: string): string {
  const lines = parts.some((it) => needsLines(it, text));
  const close = lines ? firstLineBreak(text) + indent : " ";
  const inner = indent + stepOf(indent);
  const gap = lines ? firstLineBreak(text) + inner : " ";
  const last = parts[parts.length - 1];
  const written = parts.map((it) => gap + print(it, text, inner, it === last ? "" : ","));
  return `{${written.join("")}${close}}`;
}

/** The source of a part, reindented, with or without a comma. */
function print(
  { property, body, comma, end }: CommentedProperty,
  text: string,
  indent: string,
  sign: string,
): string {
  const was = lineIndent(text, property.start);
  const comments = [
    text.slice(property.end, comma ?? property.end),
    text.slice(comma === undefined ? property.end : comma + 1, end),
  ];
  const after = comments.map((it) => it.trim()).filter((it) => it !== "");
  const main = text
    .slice(body, property.end)
    .replace(
      /(\r\n|\n|\r)([ \t]*)/g,
      (_, lineBreak, own) =>
        lineBreak + (own.startsWith(was) ? indent + own.slice(was.length) : own),
    );
  return [main + sign, ...after].join(" ");
}

/** Whether the part has a line comment, which needs a line break after it. */
function needsLines({ property, body, end }: CommentedProperty, text: string): boolean {
  const comments = text.slice(body, property.start) + text.slice(property.end, end);
  return comments.includes("//") || /[\r\n]/.test(text.slice(body, end));
}

function stepOf(indent: string): string {
  return indent.includes("\t") ? "\t" : "  ";
}
