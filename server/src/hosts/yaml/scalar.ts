import { isScalar, parseDocument, type Scalar } from "yaml";
import { hasHole } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { Decoding } from "../decoding.ts";
import { type Layer, layered } from "../layer.ts";
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

/** What is around a scalar and says how it is to be read. */
export interface ScalarContext {
  /** It is in `[…]` or `{…}`, where some signs may not appear. */
  readonly inFlow: boolean;
  readonly layer: Layer | undefined;
}

/** The text of a scalar. Undefined when we do not read it as the library does. */
export function scalarRegion(
  host: string,
  scalar: Scalar,
  context: ScalarContext,
): Region | undefined {
  const [start, end] = scalar.range ?? [0, 0];
  const span = { start, end };
  const said = scalar.source ?? String(scalar.value ?? "");
  const style = flowStyles[scalar.type ?? ""];
  const found = style ? flowReading(host, span, style, context) : blockReading(host, span, said);
  const { decoding, reread } = found ?? {};
  if (!decoding || !reread || (decoding.text !== said && !hasHole(said))) return undefined;
  const { layer } = context;
  if (!layer) return regionOf(decoding, span, (source) => reread(source)?.text);
  return regionOf(layered(decoding, layer), span, (source) => {
    const again = reread(source);
    return again && layered(again, layer).text;
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
  const least = leastIndent(host.slice(span.start, span.end));
  return {
    decoding: flowDecoding(host, span, style),
    reread: (source) => {
      if (leastIndent(source) < least) return undefined;
      const isWhole = style !== "plain" || isPlain(source, inFlow);
      return isWhole ? flowDecoding(source, { start: 0, end: source.length }, style) : undefined;
    },
  };
}

/** Lines after the first have to be indented further than what is around, as far as they are now for sure. */
function leastIndent(source: string): number {
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

/** What can be written without quotes has many rules, which the library knows. */
function isPlain(source: string, inFlow: boolean): boolean {
  if (!inFlow && plainForSure.test(source)) return true;
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

/** Without signs that mean something to YAML at such a place. Asked first, as completion asks hundreds of times. */
const plainForSure = /^[\w(](?:[^:#\s]| (?! |$))*$/;

/** Keys that appear twice are somebody else's business, and to look for them takes long. */
export const quiet = { logLevel: "silent", prettyErrors: false, uniqueKeys: false } as const;

function blockReading(host: string, { start, end }: Span, said: string): Reading | undefined {
  const header = blockHeader(host.slice(start, end));
  if (!header) return undefined;
  const lines = linesOf(host, start + header.length, end);
  const indent =
    header.indentation === undefined
      ? indentOf(lines)
      : statedIndent(host, start, end, header, said);
  if (indent === undefined) return undefined;
  return {
    decoding: blockDecoding(host, { start, end }, header, indent),
    reread: (source) => {
      const again = blockHeader(source);
      // Libraries disagree on blank lines in scalars that say how far they are indented. Such a scalar is not edited.
      if (!again || again.indentation !== undefined) return undefined;
      const after = linesOf(source, again.length, source.length);
      // Without any line, nothing says how far a new one is to be indented.
      const isSame = lines.some(hasText) && after.some(hasText) && indentOf(after) === indent;
      if (!isSame || (host[end - 1] === "\n" && !source.endsWith("\n"))) return undefined;
      return blockDecoding(source, { start: 0, end: source.length }, again, indent);
    },
  };
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

/** The header counts from an indentation that cannot be seen from here, so the one is taken that gives the right text. */
function statedIndent(
  host: string,
  start: number,
  end: number,
  header: BlockHeader,
  said: string,
): number | undefined {
  const lines = linesOf(host, start + header.length, end).filter((it) => !it.isBlank);
  const most = lines.reduce((least, it) => Math.min(least, it.indent), mostIndent);
  for (let indent = header.indentation ?? 1; indent <= most; indent++) {
    if (blockDecoding(host, { start, end }, header, indent)?.text === said) return indent;
  }
  return undefined;
}

/** Nobody nests settings deeper than that. */
const mostIndent = 60;
