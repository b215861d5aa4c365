import { CST, isScalar, Lexer, parseDocument, type Scalar } from "yaml";
import { Decoding } from "../../text/decoding.ts";
import type { Span } from "../../text/span.ts";
import { applyLayer } from "../layer.ts";
import { type Region, regionOf } from "../region.ts";
import {
  type BlockHeader,
  blockHeader,
  decodeBlock,
  encodeBlock,
  indentOf,
  linesOf,
} from "./block-scalar.ts";
import { decodeFlow, encodeFlow, type FlowStyle } from "./flow-scalar.ts";
import type { Templates } from "./templates.ts";

/** The context that determines how a scalar is parsed. */
export interface ScalarContext {
  /** Inside `[…]` or `{…}`, where some characters are not allowed. */
  readonly inFlow: boolean;
  /** Set in a file with templates, which are masked in the text that is parsed. */
  readonly templates: Templates | undefined;
}

/** The text of a scalar. Undefined if our decoding differs from the library's. */
export function scalarRegion(
  host: string,
  scalar: Scalar,
  context: ScalarContext,
  /** To be added to its offsets. */
  shift: number,
): Region | undefined {
  const [start, end] = scalar.range ?? [0, 0];
  const span = { start: start + shift, end: end + shift };
  const said = scalar.source ?? String(scalar.value ?? "");
  const style = flowStyles[scalar.type ?? ""];
  const found = style ? flowReading(host, span, style, context) : blockReading(host, span, said);
  const { decoding, reread } = found ?? {};
  if (!decoding || !reread || decoding.text !== said) return undefined;
  const { templates } = context;
  if (!templates) return regionOf(decoding, span, reread);
  return regionOf(applyLayer(decoding, templates, templates.source), span, (source) => {
    const again = reread(templates.mask(source));
    return again && applyLayer(again, templates, source);
  });
}

interface Reading {
  readonly decoding: Decoding | undefined;
  readonly reread: (source: string) => Decoding | undefined;
}

const flowStyles: Readonly<Record<string, FlowStyle>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
};

function flowReading(
  host: string,
  span: Span,
  style: FlowStyle,
  { inFlow }: ScalarContext,
): Reading {
  if (span.start === span.end) return emptyReading(host, span, inFlow);
  const least = minIndent(host.slice(span.start, span.end));
  return {
    decoding: flowDecoding(host, span, style),
    reread: (source) => {
      if (minIndent(source) < least) return undefined;
      const isWhole = style !== "plain" || isPlain(source, inFlow);
      return isWhole ? flowDecoding(source, { start: 0, end: source.length }, style) : undefined;
    },
  };
}

/** A missing value. Inserting one may require spaces around it. */
function emptyReading(host: string, span: Span, inFlow: boolean): Reading {
  let found: Spaces | "none" | undefined;
  const spaces = (): Spaces | undefined => {
    found ??= spacesAt(host, span.start) ?? "none";
    return found === "none" ? undefined : found;
  };
  const decoding = new Decoding(host, span.start, span.end);
  decoding.section(0, (text) => {
    const around = spaces();
    const encoded = around && encodeFlow("plain", text);
    return encoded === undefined ? undefined : around?.before + encoded + around?.after;
  });
  return {
    decoding,
    reread: (source) => {
      const around = spaces();
      if (!around || minIndent(source) < Infinity) return undefined;
      const [start, end] = [around.before.length, source.length - around.after.length];
      const isWhole = start < end && isPlain(source.slice(start, end), inFlow);
      return isWhole ? flowDecoding(source, { start, end }, "plain") : undefined;
    },
  };
}

/** Continuation lines must be indented further than the parent; their current indentation is known to be valid. */
function minIndent(source: string): number {
  const indents = [...source.matchAll(/\n([ \t]*)(?=[^ \t\r\n])/g)].map(
    (it) => (it[1] ?? "").length,
  );
  return indents.reduce((least, it) => Math.min(least, it), Infinity);
}

function flowDecoding(host: string, { start, end }: Span, style: FlowStyle): Decoding | undefined {
  const quote = style === "plain" ? "" : style === "single" ? "'" : '"';
  const [first, last] = [start + quote.length, end - quote.length];
  if (first > last || !host.startsWith(quote, start) || !host.startsWith(quote, last))
    return undefined;
  const decoding = new Decoding(host, first, last);
  if (!decodeFlow(decoding, style, first, last)) return undefined;
  decoding.section(0, (text) => encodeFlow(style, text));
  return decoding;
}

interface Spaces {
  readonly before: "" | " ";
  readonly after: "" | " ";
}

const someSpaces: readonly Spaces[] = [
  { before: "", after: "" },
  { before: " ", after: "" },
  { before: "", after: " " },
  { before: " ", after: " " },
];

/**
 * The spaces that a word needs in place of an empty scalar: after `key:` or an anchor, and before a comment.
 * Undefined where it would not be a separate scalar, such as before a bracket.
 */
function spacesAt(host: string, at: number): Spaces | undefined {
  return someSpaces.find(({ before, after }) => {
    const [head, tail] = [host.slice(0, at) + before, after + host.slice(at)];
    return isScalarAt(`${head}${word}${tail}`, head.length);
  });
}

const word = "x";

function isScalarAt(host: string, at: number): boolean {
  let offset = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(host)) {
    if (!isScalarNext && marks.has(token)) {
      isScalarNext = token === CST.SCALAR;
      continue;
    }
    if (offset + token.length > at) return isScalarNext && offset === at && token === word;
    offset += token.length;
    isScalarNext = false;
  }
  return false;
}

/** Tokens that are not part of the source. */
const marks: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/** The rules for plain scalars are complex, so the library decides. */
function isPlain(source: string, inFlow: boolean): boolean {
  if (!inFlow && simplePlain.test(source)) return true;
  const document = parseDocument(inFlow ? `[${source}\n]` : `- ${source}`, quiet);
  const item = document.get(0, true);
  return (
    document.errors.length === 0 &&
    isScalar(item) &&
    item.type === "PLAIN" &&
    item.range?.[0] === (inFlow ? 1 : 2) &&
    item.range[1] - item.range[0] === source.length
  );
}

/** No characters that are special in YAML. A fast path, because completion tests hundreds of values. */
const simplePlain = /^[\w(](?:[^:#\s]| (?! |$))*$/;

/** Duplicate keys are not our concern, and detecting them is slow. */
export const quiet = { logLevel: "silent", prettyErrors: false, uniqueKeys: false } as const;

function blockReading(host: string, { start, end }: Span, said: string): Reading | undefined {
  const header = blockHeader(host.slice(start, end));
  if (!header) return undefined;
  const lines = linesOf(host, start + header.length, end);
  const indent =
    header.indentation === undefined
      ? indentOf(lines)
      : explicitIndent(host, start, end, header, said);
  if (indent === undefined) return undefined;
  const isBefore = lines.some(hasText);
  const below = blankLinesAt(host, end);
  return {
    decoding: blockDecoding(host, { start, end }, header, indent),
    reread: (source) => {
      const again = blockHeader(source);
      if (!again || again.indentation !== header.indentation) return undefined;
      const after = linesOf(source, again.length, source.length);
      // Without any line, the indentation of a new one is unknown.
      if (!isBefore || !after.some(hasText)) return undefined;
      if (host[end - 1] === "\n" && !source.endsWith("\n")) return undefined;
      if (again.indentation === undefined && indentOf(after) !== indent) return undefined;
      const decoding = blockDecoding(source, { start: 0, end: source.length }, again, indent);
      return decoding && isReadAs(decoding.text, source + below, again, indent)
        ? decoding
        : undefined;
    },
  };
}

/** The library ignores blank lines after a scalar up to the indentation of its first line, which an edit may change. */
function blankLinesAt(host: string, at: number): string {
  const blankLines = /(?:[ \t]*\r?\n)*(?:[ \t]*$)?/y;
  blankLines.lastIndex = at;
  return blankLines.exec(host)?.[0] ?? "";
}

/** The rules for blank lines below an indentation indicator are complex, so the library decides. */
function isReadAs(text: string, source: string, header: BlockHeader, indent: number): boolean {
  if (header.indentation === undefined) return true;
  const parent = indent - header.indentation;
  if (parent < 0) return false;
  const document = parseDocument(`${" ".repeat(parent)}k: ${source}`, quiet);
  return document.errors.length === 0 && document.get("k") === text;
}

function hasText({ isBlank }: { readonly isBlank: boolean }): boolean {
  return !isBlank;
}

function blockDecoding(
  host: string,
  { start, end }: Span,
  header: BlockHeader,
  indent: number,
): Decoding | undefined {
  const decoding = new Decoding(host, start + header.length, end);
  if (!decodeBlock(decoding, linesOf(host, decoding.start, end), header, indent)) return undefined;
  decoding.section(0, encodeBlock(decoding, header, indent));
  return decoding;
}

/** The indicator is relative to an indentation that is unknown here, so the one that gives the expected text is used. */
function explicitIndent(
  host: string,
  start: number,
  end: number,
  header: BlockHeader,
  said: string,
): number | undefined {
  const lines = linesOf(host, start + header.length, end).filter((it) => !it.isBlank);
  const most = lines.reduce((least, it) => Math.min(least, it.indent), maxIndent);
  for (let indent = header.indentation ?? 1; indent <= most; indent++) {
    if (blockDecoding(host, { start, end }, header, indent)?.text === said) return indent;
  }
  return undefined;
}

/** More than any realistic nesting. */
const maxIndent = 60;
