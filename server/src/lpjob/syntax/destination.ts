import { type StringOffsets, stringOffsets } from "../../json/syntax/string-text.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import { variablesIn } from "../../text/variables.ts";
import type { Provider } from "../catalog/provider.ts";
import { providerOf } from "../catalog/providers.ts";
import { hasVariable } from "./variables.ts";

/** The parts of `destination_conf`. */
export interface Destination {
  readonly node: JsonString;
  /** Undefined if there is no `://`. */
  readonly scheme: DestinationPart | undefined;
  /** The part between the scheme and the query; everything if there is no scheme. */
  readonly address: DestinationPart;
  readonly parameters: readonly Parameter[];
  /** The names of all parameters. Names of headers, which are case-insensitive, are also included in lowercase. */
  readonly present: ReadonlySet<string>;
  /** Undefined for an unknown scheme. */
  readonly provider: Provider | undefined;
  /** Whether a part of the query is only known on push, or not read, so missing parameters cannot be determined. */
  readonly hidden: boolean;
  readonly toOffset: StringOffsets;
}

/** A span of the file, and the characters it represents. */
export interface DestinationPart extends Span {
  readonly text: string;
  /** The index in the string where the part starts. */
  readonly at: number;
}

/** The span in the file for a range of a part. */
export function within(
  { toOffset }: Destination,
  part: DestinationPart,
  from: number,
  to: number,
): Span {
  return { start: toOffset(part.at + from), end: toOffset(part.at + to) };
}

export interface Parameter extends Span {
  readonly name: DestinationPart;
  /** Undefined without a '='. */
  readonly value: DestinationPart | undefined;
}

/** The decoded value of a parameter; undefined if it has none. */
export function textOf({ value }: Parameter): string | undefined {
  try {
    return value && decodeURIComponent(value.text);
  } catch {
    return value?.text;
  }
}

/** Sixteen times the service's limit. The rest of a longer destination is not read, and not reported as missing. */
const mostRead = 65_536;

export function readDestination(text: string, node: JsonString): Destination {
  const content = node.value;
  const toOffset = stringOffsets(text, node);
  const part = (start: number, end: number): DestinationPart => ({
    start: toOffset(start),
    end: toOffset(end),
    text: content.slice(start, end),
    at: start,
  });
  const question = content.indexOf("?");
  const addressEnd = question === -1 ? content.length : question;
  const lead = /^\s*/.exec(content)?.[0].length ?? 0;
  const schemeLength = /^\s*([A-Za-z][\w+.-]*)(?=:\/\/)/.exec(content)?.[1]?.length;
  const scheme = schemeLength === undefined ? undefined : part(lead, lead + schemeLength);
  const address = part(schemeLength ? lead + schemeLength + "://".length : 0, addressEnd);
  const query = question === -1 ? [] : segments(content, question + 1);
  const parameters = query
    .filter((it) => isParameter(it, node))
    .map((it) => readParameter(it, part));
  const unread = query.some((it) => !isParameter(it, node) && isFilledIn(it.text, node));
  return {
    node,
    scheme,
    address,
    parameters,
    present: namesOf(parameters),
    provider: scheme && providerOf(scheme.text, address.text),
    hidden:
      content.length > mostRead || unread || (question === -1 && endsUnseen(address.text, node)),
    toOffset,
  };
}

function namesOf(parameters: readonly Parameter[]): Set<string> {
  const names = new Set<string>();
  for (const { name } of parameters) {
    names.add(name.text);
    if (name.text.startsWith("header_")) names.add(name.text.toLowerCase());
  }
  return names;
}

interface Segment {
  readonly start: number;
  readonly text: string;
}

function segments(content: string, from: number): Segment[] {
  let start = from;
  const texts = content.slice(from, mostRead).split("&");
  if (content.length > mostRead) texts.pop();
  return texts.map((text) => {
    const segment = { start, text };
    start += text.length + 1;
    return segment;
  });
}

function isParameter({ text }: Segment, node: JsonString): boolean {
  return text !== "" && !isFilledIn(text.split("=", 1).join(), node);
}

/** A variable at the end of an address may also contain the parameters. */
function endsUnseen(address: string, node: JsonString): boolean {
  const last = [...variablesIn(address)].at(-1);
  return last?.end === address.length || hasVariable(address.slice(-1), node);
}

/** Whether the text is replaced on push, or before that by another tool. */
function isFilledIn(text: string, node: JsonString): boolean {
  return hasVariable(text, node) || text.includes("{{");
}

function readParameter(
  { start, text }: Segment,
  part: (start: number, end: number) => DestinationPart,
): Parameter {
  const equals = text.indexOf("=");
  const end = start + text.length;
  const written = equals === -1 ? text : text.slice(0, equals);
  // Extra characters around a name are reported once, and ignored.
  const before = /^(?:amp;|#38;|#x26;|\s|\?)*/i.exec(written)?.[0].length ?? 0;
  const after = Math.max(before, written.trimEnd().length);
  const name = part(start + before, start + after);
  const value = equals === -1 ? undefined : part(start + equals + 1, end);
  return { name, value, start: name.start, end: (value ?? name).end };
}
