import type { Completion, CompletionKind } from "../../../core/analysis.ts";
import type { CursorContext } from "../../../json/features/cursor-context.ts";
import { stringOffsets } from "../../../json/syntax/string-text.ts";
import type { JsonString } from "../../../json/syntax/tree.ts";
import { describeField } from "../../../lpfilter/language.ts";
import { replace } from "../../../text/edit.ts";
import { touches } from "../../../text/span.ts";
import { variable } from "../../../text/variables.ts";
import type { Provider } from "../../catalog/provider.ts";
import type { Document } from "../../document.ts";
import type { Destination } from "../../syntax/destination.ts";
import { listedFields } from "../../syntax/job.ts";
import { describeParameter } from "../describe.ts";

/** Completions inside a structured string; undefined if the string is completed as a whole. */
export function insideString(
  doc: Document,
  offset: number,
  { token }: CursorContext,
): readonly Completion[] | undefined {
  if (token?.kind !== "string" || offset <= token.start) return undefined;
  const { destination, template } = doc.job;
  if (destination?.node.start === token.start) {
    const cursor = cursorIn(doc, destination.node, offset);
    if (!cursor) return [];
    return cursor.before.includes("://") ? inDestination(doc, destination, cursor) : undefined;
  }
  if (template?.node.start !== token.start) return undefined;
  const cursor = cursorIn(doc, template.node, offset);
  return cursor ? inTemplate(doc, cursor) : [];
}

/** A cursor inside a string. */
interface Cursor {
  readonly offset: number;
  /** The characters before it. */
  readonly before: string;
  /** The file offset `count` characters before the cursor. */
  back(count: number): number;
}

/** Undefined inside an escape. */
function cursorIn(doc: Document, node: JsonString, offset: number): Cursor | undefined {
  const toOffset = stringOffsets(doc.text, node);
  let length = 0;
  while (length < node.value.length && toOffset(length) < offset) length++;
  if (toOffset(length) !== offset) return undefined;
  const before = node.value.slice(0, length);
  return { offset, before, back: (count) => toOffset(length - count) };
}

interface Word {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  readonly documentation?: () => string;
}

function inDestination(
  doc: Document,
  { provider, parameters }: Destination,
  cursor: Cursor,
): readonly Completion[] {
  const { before, offset } = cursor;
  const parameter = parameters.find((it) => touches(it, offset));
  const row = provider?.parameters.find((it) => it.name === parameter?.name.text);
  const dollar = /\$(?:\{[\w:]*)?$/.exec(before)?.[0];
  // Only Weir replaces these variables, on push. A job in a host document is sent by another tool.
  const { isInHost } = doc.context;
  if (dollar !== undefined)
    return isInHost ? [] : [variableAt(doc, cursor, dollar, row?.secret ?? "NAME")];
  if (!provider) return [];
  const query = before.slice(Math.max(before.indexOf("?"), before.lastIndexOf("&")));
  const value = /^[?&][^=&]*=([^=&]*)$/.exec(query)?.[1];
  if (value !== undefined) {
    const secret = row?.secret && !isInHost ? [variable(row.secret)] : [];
    const values = [...(row?.values ?? []), ...secret];
    const end = parameter?.value ? Math.max(parameter.value.end, offset) : offset;
    return values.map((it) => made({ label: it, kind: "value" }, cursor.back(value.length), end));
  }
  const name = /$(?<=[?&]([^=&]*))/.exec(before)?.[1];
  if (name !== undefined) return parameterNames(provider, parameters, cursor, name);
  const brace = /(?:[^:/]\/|(\{\w*))$/.exec(before);
  if (!brace || !provider.dated) return [];
  const date: Word = { label: "{DATE}", kind: "value", detail: "The day, as in 20251112" };
  return [made(date, cursor.back(brace[1]?.length ?? 0), offset)];
}

function variableAt(doc: Document, cursor: Cursor, typed: string, name: string): Completion {
  const rest =
    /^[\w:]*\}/.exec(doc.text.slice(cursor.offset, cursor.offset + mostLooked))?.[0] ?? "";
  const word: Word = {
    label: variable(name),
    kind: "value",
    detail: "Environment variable",
  };
  return made(word, cursor.back(typed.length), cursor.offset + rest.length);
}

/** Names are short, so only the text near the cursor is searched. */
const mostLooked = 200;

function parameterNames(
  provider: Provider,
  parameters: Destination["parameters"],
  cursor: Cursor,
  typed: string,
): readonly Completion[] {
  const start = cursor.back(typed.length);
  const here = parameters.find((it) => it.start === start);
  const present = new Set(parameters.filter((it) => it !== here).map((it) => it.name.text));
  const end = here ? Math.max(here.name.end, cursor.offset) : cursor.offset;
  return provider.parameters
    .filter((it) => !present.has(it.name))
    .map((row) => {
      const word: Word = {
        label: row.name,
        kind: "keyword",
        documentation: () => describeParameter(row, provider),
      };
      const item = made(word, start, end);
      return here?.value ? item : { ...item, edit: { ...item.edit, newText: `${row.name}=` } };
    });
}

function inTemplate(doc: Document, { before, offset, back }: Cursor): readonly Completion[] {
  const open = /\{\{-?\s*(\.?)(\w*)$/.exec(before);
  if (!open) return [];
  const [, dot, typed = ""] = open;
  const rest = /^(\w*)(\s*-?\}\})?/.exec(doc.text.slice(offset, offset + mostLooked));
  const close = rest?.[2] === undefined ? "}}" : "";
  const end = offset + (rest?.[1]?.length ?? 0);
  return listedFields(doc.job).map(({ value }) => {
    const field = doc.fields.get(value);
    const about = field && {
      detail: field.type,
      documentation: () => describeField(field, doc.job.dataset),
    };
    const item = made({ label: value, kind: "field", ...about }, back(typed.length), end);
    const newText = `${dot ? "" : "."}${value}${close}`;
    return { ...item, edit: { ...item.edit, newText: JSON.stringify(newText).slice(1, -1) } };
  });
}

function made(word: Word, start: number, end: number): Completion {
  return { ...word, edit: replace({ start, end }, word.label) };
}
